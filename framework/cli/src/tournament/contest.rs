//! One game of a tournament, played to its end whatever the players do.

use crate::{
    output,
    playing::{Playing, mix},
    setup::Setup,
};
use parlor_bots::{Bot, Budget, Imagined, make};
use parlor_kit::{Luck, Outcome, Rules, Seat};
use serde::{Deserialize, Serialize};
use std::{
    panic::{self, AssertUnwindSafe},
    sync::Arc,
    time::{Duration, Instant},
};

/// What one game is played with.
pub(crate) struct Contest<'a> {
    pub(crate) setup: &'a Setup,
    /// Who sits on each seat.
    pub(crate) bots: Vec<&'a str>,
    /// What the luck of the game comes from.
    pub(crate) seed: u64,
    /// What makes the players' own luck unlike that in any other game of the same seed.
    pub(crate) salt: u64,
    pub(crate) budget: Budget,
    /// After how long a choice does not count.
    pub(crate) patience: Duration,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played {
    pub(crate) outcome: Outcome,
    pub(crate) moves: u64,
    /// What each seat did.
    pub(crate) conduct: Vec<Conduct>,
}

/// How a seat played, apart from its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Conduct {
    /// How often it was asked.
    pub(crate) choices: u64,
    /// How often it took too long; the fallback was played instead.
    pub(crate) timeouts: u64,
    /// How often it failed or chose what is not allowed; the fallback was played instead.
    pub(crate) errors: u64,
    /// How long it thought, all choices together.
    pub(crate) seconds: f64,
}

/// A game as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Which game of the plan.
    pub(crate) fixture: usize,
    /// The place of each seat; none if the game failed.
    pub(crate) places: Vec<u8>,
    pub(crate) moves: u64,
    pub(crate) conduct: Vec<Conduct>,
    /// Why the game failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<String>,
}

impl Record {
    pub(crate) fn new(fixture: usize, played: Result<Played, String>) -> Record {
        match played {
            Ok(Played { outcome, moves, conduct }) => {
                Record { fixture, places: outcome.places.to_vec(), moves, conduct, fault: None }
            }
            Err(fault) => {
                Record { fixture, places: Vec::new(), moves: 0, conduct: Vec::new(), fault: Some(fault) }
            }
        }
    }
}

/// Somebody who plays one seat of one game. What is built in is played here; programs elsewhere, sandboxed or over a
/// network, can be put behind the same: they are shown the scene and the offers of the view, never the state.
pub(crate) trait Player<R: Rules>: Send {
    /// Chooses an action for the seat of the view, or says why it cannot.
    fn choose(&mut self, view: &Imagined<R>, budget: &Budget) -> Result<R::Action, String>;
}

/// A bot of this program.
struct BuiltIn<R: Rules> {
    bot: Box<dyn Bot<R>>,
    luck: Luck,
}

impl<R: Rules> Player<R> for BuiltIn<R> {
    fn choose(&mut self, view: &Imagined<R>, budget: &Budget) -> Result<R::Action, String> {
        self.bot.choose(view, budget, &mut self.luck).ok_or_else(|| "it chose nothing".to_string())
    }
}

/// Plays a game. It fails only where the rules do.
pub(crate) fn play<R: Rules>(rules: &Arc<R>, contest: &Contest<'_>) -> Result<Played, String> {
    let mut players: Vec<Box<dyn Player<R>>> = Vec::new();
    for (seat, name) in contest.bots.iter().enumerate() {
        let bot = make::<R>(name).map_err(|error| error.to_string())?;
        let luck = Luck::fast(mix(mix(contest.seed, contest.salt), 1 + seat as u64));
        players.push(Box::new(BuiltIn { bot, luck }));
    }
    play_with(rules, contest, &mut players)
}

fn play_with<R: Rules>(
    rules: &Arc<R>,
    contest: &Contest<'_>,
    players: &mut [Box<dyn Player<R>>],
) -> Result<Played, String> {
    let seats = contest.setup.seats;
    let mut luck = Luck::fast(mix(contest.seed, contest.salt));
    let mut conduct = vec![Conduct::default(); seats];
    let played = Playing::play_out(rules, contest.setup, contest.seed, |playing, seat| {
        let player = players.get_mut(seat.index()).ok_or_else(|| format!("nobody sits on seat {seat}"))?;
        let view = Imagined::of(rules, &playing.state, seats, seat, &mut luck);
        let own = &mut conduct[seat.index()];
        let action = ask(&mut **player, &view, contest, own);
        // What a player chose is carried out if it can be; otherwise the fallback is.
        let done = action.is_some_and(|action| {
            let accepted = playing.act(seat, &action).is_ok();
            own.errors += u64::from(!accepted);
            accepted
        });
        if done { Ok(()) } else { fall_back(playing, seat, &mut luck) }
    });
    played.map(|(outcome, moves)| Played { outcome, moves, conduct })
}

/// What a player chooses, if it does so in time and without failing.
fn ask<R: Rules>(
    player: &mut dyn Player<R>,
    view: &Imagined<R>,
    contest: &Contest<'_>,
    conduct: &mut Conduct,
) -> Option<R::Action> {
    let start = Instant::now();
    let chosen = panic::catch_unwind(AssertUnwindSafe(|| player.choose(view, &contest.budget)));
    let chosen = chosen.unwrap_or_else(|payload| Err(output::panic_message(&*payload)));
    let taken = start.elapsed();
    conduct.choices += 1;
    conduct.seconds += taken.as_secs_f64();
    match chosen {
        Err(_) => conduct.errors += 1,
        Ok(_) if taken > contest.patience => conduct.timeouts += 1,
        Ok(action) => return Some(action),
    }
    None
}

fn fall_back<R: Rules>(playing: &mut Playing<R>, seat: Seat, luck: &mut Luck) -> Result<(), String> {
    let action = playing.rules.fallback(&playing.state, seat, luck);
    let action = action.ok_or("there is no fallback for a seat that may act")?;
    playing
        .act(seat, &action)
        .map(drop)
        .map_err(|refusal| format!("the fallback {action:?} was refused: {refusal}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::{Bundle, Game, Gesture, Manifest, Native, Refusal, Scene, Table, Turn, Viewer};
    use serde_json::{Value, json};

    /// Whoever reaches ten first wins.
    #[derive(Clone, Serialize, Deserialize)]
    struct Race {
        at: [u8; 2],
        next: Seat,
    }

    #[derive(Clone, Default, Serialize, Deserialize, schemars::JsonSchema)]
    struct Options {}

    impl Game for Race {
        type Options = Options;
        type Action = u8;

        fn new(_: &Options, _: usize, _: &mut Luck) -> Result<Race, Refusal> {
            Ok(Race { at: [0; 2], next: Seat::new(0) })
        }
        fn turn(&self) -> Turn {
            match self.at.iter().position(|&at| at >= 10) {
                Some(winner) => Turn::Over(Outcome::winner(2, Seat::new(winner), "race-won")),
                None => Turn::Act(self.next.into()),
            }
        }
        fn actions(&self, seat: Seat, out: &mut Vec<u8>) {
            if seat == self.next {
                out.extend(1..=3);
            }
        }
        fn act(&mut self, seat: Seat, steps: &u8, _: &mut Table) -> Result<(), Refusal> {
            if !(1..=3).contains(steps) {
                return Err(Refusal::new("race-steps"));
            }
            self.at[seat.index()] += steps;
            self.next = seat.other();
            Ok(())
        }
        fn scene(&self, _: Viewer, _: &mut Scene) {}
        fn gesture(&self, _: Seat, steps: &u8) -> Gesture {
            Gesture::amount(*steps)
        }
        fn fallback(&self, _: Seat, _: &mut Luck) -> Option<u8> {
            Some(1)
        }
    }

    /// Somebody who behaves in the same way every time.
    struct Scripted(fn() -> Result<u8, String>);

    impl Player<Native<Race>> for Scripted {
        fn choose(&mut self, _: &Imagined<Native<Race>>, _: &Budget) -> Result<u8, String> {
            (self.0)()
        }
    }

    fn race(second: fn() -> Result<u8, String>) -> Played {
        let manifest = "schema = 1\nid = 'race'\nversion = '1'\nhidden = false\nbound = 50\n\
                        seats = { min = 2, max = 2 }\n";
        let rules = Arc::new(Native::<Race>::new(Bundle::new(Manifest::parse(manifest).unwrap())));
        let setup = Setup { chosen: Value::Null, options: json!({}), seats: 2 };
        let contest = Contest {
            setup: &setup,
            bots: Vec::new(),
            seed: 1,
            salt: 0,
            budget: Budget::nodes(1),
            patience: Duration::from_millis(20),
        };
        let mut players: Vec<Box<dyn Player<Native<Race>>>> =
            vec![Box::new(Scripted(|| Ok(2))), Box::new(Scripted(second))];
        play_with(&rules, &contest, &mut players).unwrap()
    }

    #[test]
    fn players_that_fail_are_counted_and_played_by_the_fallback() {
        let fine = race(|| Ok(3));
        assert_eq!(fine.outcome.places.as_slice(), [2, 1]);
        assert_eq!((fine.conduct[1].errors, fine.conduct[1].timeouts, fine.conduct[1].choices), (0, 0, 4));
        type Choice = fn() -> Result<u8, String>;
        let cases: [(Choice, u64, u64); 4] = [
            (|| Ok(9), 4, 0),
            (|| Err("no idea".into()), 4, 0),
            (|| panic!("it broke"), 4, 0),
            (
                || {
                    std::thread::sleep(Duration::from_millis(40));
                    Ok(3)
                },
                0,
                4,
            ),
        ];
        for (wrong, errors, timeouts) in cases {
            let played = race(wrong);
            assert_eq!(played.outcome.places.as_slice(), [1, 2], "one step at a time loses");
            let own = played.conduct[1];
            assert_eq!((own.errors, own.timeouts, own.choices), (errors, timeouts, 4));
            assert_eq!(played.conduct[0].errors + played.conduct[0].timeouts, 0);
        }
    }
}
