//! A small game for tests: all seats bid at the same time and in secret, the table rolls and scores. It has
//! all that is hard for a host: simultaneous seats, secrets, luck, and steps without a choice.

use parlor_kit::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cell::Cell as Counter;

pub const MANIFEST: &str = "schema = 1\nid = 'bids'\nversion = '1.0.0'\nseats = { min = 2, max = 4 }\nbound = 400\n\
     bots = { default = 'greedy' }\n";

thread_local! {
    /// How many scenes were drawn in this thread.
    pub static DRAWN: Counter<u32> = const { Counter::new(0) };
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bids {
    rounds: u8,
    round: u8,
    bids: Vec<Option<u8>>,
    scores: Vec<i32>,
    out: Seats,
    rolled: Option<u8>,
    keeps_going: bool,
    breaks_at: Option<u8>,
    open: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many rounds.
    #[schemars(range(min = 1, max = 20))]
    pub rounds: u8,
    /// Whether the rules go on without a seat that retires.
    pub keeps_going: bool,
    /// A bid that breaks the rules.
    pub breaks_at: Option<u8>,
    /// Whether all viewers see all bids, for a manifest that hides nothing.
    pub open: bool,
    /// Only the host can set it.
    #[schemars(extend("x-host" = true))]
    pub bonus: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { rounds: 3, keeps_going: false, breaks_at: None, open: false, bonus: 0 }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    pub bid: u8,
}

impl Game for Bids {
    type Options = Options;
    type Action = Bid;

    fn new(options: &Options, seats: usize, _: &mut Luck) -> Result<Bids, Refusal> {
        if options.rounds == 13 {
            return Err(Refusal::new("bids-unlucky").arg("rounds", options.rounds));
        }
        Ok(Bids {
            rounds: options.rounds,
            round: 0,
            bids: vec![None; seats],
            scores: vec![i32::from(options.bonus); seats],
            out: Seats::NONE,
            rolled: None,
            keeps_going: options.keeps_going,
            breaks_at: options.breaks_at,
            open: options.open,
        })
    }

    fn turn(&self) -> Turn {
        let active: Seats = Seat::all(self.bids.len()).filter(|seat| !self.out.contains(*seat)).collect();
        if self.round == self.rounds || active.is_empty() {
            return Turn::Over(Outcome::by_score(self.scores.iter().copied(), "bids-all-rounds"));
        }
        let waiting: Seats = active.iter().filter(|seat| self.bids[seat.index()].is_none()).collect();
        if waiting.is_empty() { Turn::Table } else { Turn::Act(waiting) }
    }

    fn round_number(&self) -> Option<u32> {
        Some(u32::from(self.round) + 1)
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Bid>) {
        if self.turn().seats().contains(seat) {
            out.extend((1..=3).map(|bid| Bid { bid }));
        }
    }

    fn act(&mut self, seat: Seat, action: &Bid, step: &mut StepContext) -> Result<(), Refusal> {
        if !self.turn().seats().contains(seat) {
            return Err(Refusal::not_your_turn());
        }
        assert_ne!(self.breaks_at, Some(action.bid), "this bid breaks the rules");
        if !(1..=3).contains(&action.bid) {
            return Err(Refusal::new("bids-one-to-three").arg("bid", action.bid));
        }
        self.bids[seat.index()] = Some(action.bid);
        step.tell(|| Event::new("bids-own").arg("bid", action.bid).only(seat));
        step.tell(|| Event::new("bids-somebody").arg("who", seat).except(seat));
        Ok(())
    }

    /// First the roll, then the scores: two steps without a choice.
    fn proceed(&mut self, step: &mut StepContext) {
        let Some(roll) = self.rolled.take() else {
            let roll = 1 + step.luck.below(3) as u8;
            self.rolled = Some(roll);
            step.tell(|| Event::new("bids-roll").arg("roll", roll));
            return;
        };
        for (score, bid) in self.scores.iter_mut().zip(&mut self.bids) {
            *score += if bid.take() == Some(roll) { 2 } else { 0 };
        }
        self.round += 1;
    }

    fn scene(&self, viewer: Viewer, scene: &mut Scene) {
        DRAWN.with(|drawn| drawn.set(drawn.get() + 1));
        scene.banner(Text::new("bids-round").arg("round", self.round));
        for seat in Seat::all(self.bids.len()) {
            scene.seat(seat).score(self.scores[seat.index()]);
            let mut panel = Area::panel().owner(seat);
            if let Some(bid) = self.bids[seat.index()] {
                let known = self.open || self.rolled.is_some();
                let seen = known || viewer == Viewer::All || viewer == Viewer::Seat(seat);
                let value =
                    if seen { PanelValue::from(bid) } else { PanelValue::from(Text::new("bids-secret")) };
                panel = panel.line("bid", Text::new("bids-bid"), value);
            }
            scene.area(format!("bid-{seat}"), panel);
        }
    }

    fn gesture(&self, _: Seat, action: &Bid) -> Gesture {
        Gesture::amount(action.bid)
    }

    fn retire(&mut self, seat: Seat, _: Retirement, step: &mut StepContext) -> bool {
        if self.keeps_going {
            self.out = self.out.with(seat);
            self.bids[seat.index()] = None;
            step.tell(|| Event::new("bids-out").arg("who", seat));
        }
        self.keeps_going
    }

    fn resample(&mut self, viewer: Viewer, luck: &mut Luck) {
        if viewer == Viewer::All || self.open || self.rolled.is_some() {
            return;
        }
        for (i, bid) in self.bids.iter_mut().enumerate() {
            if bid.is_some() && viewer != Viewer::Seat(Seat::new(i)) {
                *bid = Some(1 + luck.below(3) as u8);
            }
        }
    }
}
