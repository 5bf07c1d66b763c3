//! One game of a tournament, played to its end even if players fail.

use crate::{
    local_game::{LocalGame, mix},
    player::{ChoiceError, ChoiceLimits, Contestant, Player},
    table_setup::Setup,
    terminal,
};
use parlor_bots::{ErasedGame, Imagined};
use parlor_kit::{ErasedAction, ErasedRules, Luck, Outcome, Rules, Seat};
use serde::{Deserialize, Serialize};
use std::{
    panic::{self, AssertUnwindSafe},
    sync::Arc,
    time::Instant,
};

/// The parameters of one game.
pub(crate) struct Contest<'a> {
    pub(crate) setup: &'a Setup,
    /// The bot on each seat.
    pub(crate) bots: Vec<&'a Contestant>,
    /// The seed of the game's luck.
    pub(crate) seed: u64,
    /// Distinguishes the players' own luck from that in other games of the same seed.
    pub(crate) salt: u64,
    /// The limits of every choice.
    pub(crate) limits: ChoiceLimits,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played {
    pub(crate) outcome: Outcome,
    pub(crate) moves: u64,
    /// The conduct of each seat.
    pub(crate) conduct: Vec<Conduct>,
}

/// Statistics of a seat, apart from its result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Conduct {
    /// The number of choices.
    pub(crate) choices: u64,
    /// How often it timed out; the fallback was played instead.
    pub(crate) timeouts: u64,
    /// How often it failed or chose an illegal action; the fallback was played instead.
    pub(crate) errors: u64,
    /// The total thinking time.
    pub(crate) seconds: f64,
    /// The first error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) wrong: Option<String>,
}

impl Conduct {
    /// Counts a failed choice.
    fn fail(&mut self, error: &ChoiceError) {
        match error {
            ChoiceError::Late(_) => self.timeouts += 1,
            ChoiceError::Wrong(_) => self.errors += 1,
        }
        self.wrong.get_or_insert_with(|| error.reason().to_string());
    }

    /// Adds the statistics of the same player in another game.
    pub(crate) fn add(&mut self, other: &Conduct) {
        self.choices += other.choices;
        self.timeouts += other.timeouts;
        self.errors += other.errors;
        self.seconds += other.seconds;
        if self.wrong.is_none() {
            self.wrong.clone_from(&other.wrong);
        }
    }
}

/// A game as stored in the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The index of the game in the plan.
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

/// A player with luck of its own.
type Seated = (Box<dyn Player>, Luck);

/// Plays a game. Returns an error only if the rules fail.
pub(crate) fn play(game: &ErasedGame, contest: &Contest<'_>) -> Result<Played, String> {
    let seated = contest.bots.iter().enumerate().map(|(seat, bot)| {
        let luck = Luck::fast(mix(mix(contest.seed, contest.salt), 1 + seat as u64));
        Ok((bot.sit_down(game)?, luck))
    });
    play_with(&game.rules, contest, &mut seated.collect::<Result<Vec<_>, String>>()?)
}

fn play_with(
    rules: &Arc<ErasedRules>,
    contest: &Contest<'_>,
    players: &mut [Seated],
) -> Result<Played, String> {
    let seats = contest.setup.seats;
    let mut luck = Luck::fast(mix(contest.seed, contest.salt));
    let mut conduct = vec![Conduct::default(); seats];
    let played = LocalGame::play_out(rules, contest.setup, contest.seed, |playing, seat| {
        let player = players.get_mut(seat.index()).ok_or_else(|| format!("nobody sits on seat {seat}"))?;
        let view = Imagined::of(rules, &playing.state, seats, seat, &mut luck);
        let own = &mut conduct[seat.index()];
        // If the player's choice is illegal or missing, the fallback is played.
        let done = ask(player, &view, &contest.limits, own).and_then(|action| {
            let refused = |refusal| ChoiceError::Wrong(format!("it chose {action:?}, refused: {refusal}"));
            playing.act(seat, &action).map_err(refused)
        });
        match done {
            Ok(_) => Ok(()),
            Err(error) => {
                own.fail(&error);
                fall_back(playing, seat, &mut luck)
            }
        }
    });
    played.map(|(outcome, moves)| Played { outcome, moves, conduct })
}

/// A player's choice, if it succeeds within the time limit.
fn ask(
    (player, luck): &mut Seated,
    view: &Imagined<ErasedRules>,
    limits: &ChoiceLimits,
    conduct: &mut Conduct,
) -> Result<ErasedAction, ChoiceError> {
    let start = Instant::now();
    let chosen = panic::catch_unwind(AssertUnwindSafe(|| player.choose(view, limits, luck)));
    let chosen = chosen.unwrap_or_else(|payload| Err(ChoiceError::Wrong(terminal::panic_message(&*payload))));
    let taken = start.elapsed();
    conduct.choices += 1;
    conduct.seconds += taken.as_secs_f64();
    if chosen.is_ok() && taken > limits.patience {
        return Err(ChoiceError::Late(format!("it took {} ms", taken.as_millis())));
    }
    chosen
}

fn fall_back(playing: &mut LocalGame, seat: Seat, luck: &mut Luck) -> Result<(), String> {
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
    use crate::test_race;
    use serde_json::{Value, json};
    use std::time::Duration;

    /// A player with a fixed behaviour.
    struct Scripted(fn() -> Result<u8, ChoiceError>);

    impl Player for Scripted {
        fn choose(
            &mut self,
            _: &Imagined<ErasedRules>,
            _: &ChoiceLimits,
            _: &mut Luck,
        ) -> Result<ErasedAction, ChoiceError> {
            (self.0)().map(ErasedAction::new)
        }
    }

    fn race(second: fn() -> Result<u8, ChoiceError>) -> Played {
        let rules = Arc::new(ErasedRules::new(test_race::rules()));
        let setup = Setup { chosen: Value::Null, options: json!({}), seats: 2 };
        let limits = ChoiceLimits::new(1, None, None, 20);
        let contest = Contest { setup: &setup, bots: Vec::new(), seed: 1, salt: 0, limits };
        let seated = |player| -> Seated { (Box::new(Scripted(player)), Luck::fast(1)) };
        play_with(&rules, &contest, &mut [seated(|| Ok(2)), seated(second)]).unwrap()
    }

    #[test]
    fn players_that_fail_are_counted_and_played_by_the_fallback() {
        let fine = race(|| Ok(3));
        assert_eq!(fine.outcome.places.as_slice(), [2, 1]);
        assert_eq!((fine.conduct[1].errors, fine.conduct[1].timeouts, fine.conduct[1].choices), (0, 0, 4));
        type Choice = fn() -> Result<u8, ChoiceError>;
        let cases: [(Choice, u64, u64); 5] = [
            (|| Ok(9), 4, 0),
            (|| Err(ChoiceError::Wrong("no idea".into())), 4, 0),
            (|| Err(ChoiceError::Late("one moment".into())), 0, 4),
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
            let own = &played.conduct[1];
            assert_eq!((own.errors, own.timeouts, own.choices), (errors, timeouts, 4));
            assert!(own.wrong.is_some(), "what went wrong is told");
            assert_eq!(played.conduct[0].errors + played.conduct[0].timeouts, 0);
        }
    }
}
