//! Tiny games that show what a bot can and cannot do.

use parlor_kit::*;
use serde::{Deserialize, Serialize};
use std::{cell::Cell as Slot, sync::Arc};

thread_local! {
    /// How many actions have been tried out on this thread.
    pub(crate) static ACTS: Slot<u64> = const { Slot::new(0) };
}

fn count() {
    ACTS.set(ACTS.get() + 1);
}

/// The rules of a test game.
pub(crate) fn rules<G: Game>(seats: usize, hidden: bool) -> Arc<Native<G>> {
    let manifest = format!(
        "schema = 1\nid = 'test'\nversion = '1'\nhidden = {hidden}\nbound = 100\n\
         seats = {{ min = {seats}, max = {seats} }}\n"
    );
    Arc::new(Native::new(Bundle::new(Manifest::parse(&manifest).unwrap())))
}

/// Tic-tac-toe: without an estimate, so that only search finds the way.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct TicTacToe {
    pub cells: [u8; 9],
    pub next: Seat,
}

impl TicTacToe {
    pub(crate) fn from_text(text: &str) -> TicTacToe {
        let marks: Vec<u8> =
            text.chars().filter(|c| !c.is_whitespace()).map(|c| " xo".find(c).unwrap_or(0) as u8).collect();
        let marked = marks.iter().filter(|&&mark| mark > 0).count();
        TicTacToe { cells: marks.try_into().unwrap(), next: Seat::new(marked % 2) }
    }

    fn winner(&self) -> Option<Seat> {
        const LINES: [[usize; 3]; 8] =
            [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        let full = LINES.iter().find(|line| {
            line.iter().all(|&at| self.cells[at] == self.cells[line[0]]) && self.cells[line[0]] > 0
        });
        full.map(|line| Seat::new(usize::from(self.cells[line[0]]) - 1))
    }
}

impl Game for TicTacToe {
    type Options = NoOptions;
    type Action = u8;

    fn new(_: &NoOptions, _: usize, _: &mut Luck) -> Result<Self, Refusal> {
        Ok(TicTacToe { cells: [0; 9], next: Seat::new(0) })
    }
    fn turn(&self) -> Turn {
        match self.winner() {
            Some(winner) => Turn::Over(Outcome::winner(2, winner, "line")),
            None if self.cells.iter().all(|&mark| mark > 0) => Turn::Over(Outcome::draw(2, "full")),
            None => Turn::Act(self.next.into()),
        }
    }
    fn actions(&self, seat: Seat, out: &mut Vec<u8>) {
        if self.turn().seats().contains(seat) {
            out.extend((0..9).filter(|&at| self.cells[usize::from(at)] == 0));
        }
    }
    fn act(&mut self, seat: Seat, at: &u8, _: &mut StepContext) -> Result<(), Refusal> {
        count();
        if !self.turn().seats().contains(seat) || self.cells.get(usize::from(*at)) != Some(&0) {
            return Err(Refusal::new("illegal"));
        }
        self.cells[usize::from(*at)] = 1 + seat.index() as u8;
        self.next = seat.other();
        Ok(())
    }
    fn scene(&self, _: Viewer, _: &mut Scene) {}
    fn gesture(&self, _: Seat, at: &u8) -> Gesture {
        Gesture::amount(*at)
    }
    fn position(&self) -> Option<u64> {
        Some(self.cells.iter().fold(self.next.index() as u64, |hash, &mark| hash * 3 + u64::from(mark)))
    }
}

/// A heap of stones. A player who takes one goes on at once, but only once in a row;
/// at every multiple of five the table itself takes one.
/// The player who takes the last stone wins; if the table takes it, the next player has lost.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Heap {
    pub stones: u8,
    pub next: Seat,
    pub table: bool,
    /// Whether this is the second time in a row.
    pub again: bool,
    /// Whether positions are recognised, so that search is tested with and without.
    pub named: bool,
}

impl Heap {
    pub(crate) fn of(stones: u8, named: bool) -> Heap {
        Heap { stones, next: Seat::new(0), table: false, again: false, named }
    }
}

impl Game for Heap {
    type Options = NoOptions;
    type Action = u8;

    fn new(_: &NoOptions, _: usize, luck: &mut Luck) -> Result<Self, Refusal> {
        Ok(Heap::of(10 + luck.below(10) as u8, true))
    }
    fn turn(&self) -> Turn {
        match (self.table, self.stones) {
            (true, _) => Turn::Table,
            (_, 0) => Turn::Over(Outcome::winner(2, self.next.other(), "last")),
            _ => Turn::Act(self.next.into()),
        }
    }
    fn actions(&self, seat: Seat, out: &mut Vec<u8>) {
        if self.turn().seats().contains(seat) {
            out.extend(1..=self.stones.min(3));
        }
    }
    fn act(&mut self, seat: Seat, take: &u8, _: &mut StepContext) -> Result<(), Refusal> {
        count();
        if !self.turn().seats().contains(seat) || *take == 0 || *take > self.stones.min(3) {
            return Err(Refusal::new("illegal"));
        }
        self.stones -= take;
        self.again = *take == 1 && self.stones > 0 && !self.again;
        if !self.again {
            self.next = self.next.other();
        }
        self.table = self.stones > 0 && self.stones.is_multiple_of(5);
        Ok(())
    }
    fn proceed(&mut self, _: &mut StepContext) {
        self.stones -= 1;
        self.table = false;
    }
    fn scene(&self, _: Viewer, _: &mut Scene) {}
    fn gesture(&self, _: Seat, take: &u8) -> Gesture {
        Gesture::amount(*take)
    }
    fn position(&self) -> Option<u64> {
        let flags = [self.next.index() == 1, self.table, self.again];
        let position = flags.iter().fold(u64::from(self.stones), |hash, &flag| hash << 1 | u64::from(flag));
        self.named.then_some(position)
    }
}

/// Guess the hidden card, one of six. No seat knows it, so no bot can do better than one in six.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Guess {
    pub card: u8,
    pub guess: Option<u8>,
}

impl Game for Guess {
    type Options = NoOptions;
    type Action = u8;

    fn new(_: &NoOptions, _: usize, luck: &mut Luck) -> Result<Self, Refusal> {
        Ok(Guess { card: luck.below(6) as u8, guess: None })
    }
    fn turn(&self) -> Turn {
        match self.guess {
            Some(guess) => {
                let winner = Seat::new(usize::from(guess != self.card));
                Turn::Over(Outcome::winner(2, winner, "guessed"))
            }
            None => Turn::Act(Seat::new(0).into()),
        }
    }
    fn actions(&self, seat: Seat, out: &mut Vec<u8>) {
        if self.turn().seats().contains(seat) {
            out.extend(0..6);
        }
    }
    fn act(&mut self, _: Seat, guess: &u8, _: &mut StepContext) -> Result<(), Refusal> {
        count();
        self.guess = Some(*guess);
        Ok(())
    }
    fn scene(&self, _: Viewer, _: &mut Scene) {}
    fn gesture(&self, _: Seat, guess: &u8) -> Gesture {
        Gesture::amount(*guess)
    }
    fn resample(&mut self, viewer: Viewer, luck: &mut Luck) {
        if viewer != Viewer::All && self.guess.is_none() {
            self.card = luck.below(6) as u8;
        }
    }
}

/// Roll a die and win from this number on: 2 is nearly sure, 6 nearly hopeless.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Roll {
    pub won: Option<bool>,
}

impl Game for Roll {
    type Options = NoOptions;
    type Action = u8;

    fn new(_: &NoOptions, _: usize, _: &mut Luck) -> Result<Self, Refusal> {
        Ok(Roll { won: None })
    }
    fn turn(&self) -> Turn {
        match self.won {
            Some(won) => Turn::Over(Outcome::winner(2, Seat::new(usize::from(!won)), "rolled")),
            None => Turn::Act(Seat::new(0).into()),
        }
    }
    fn actions(&self, seat: Seat, out: &mut Vec<u8>) {
        if self.turn().seats().contains(seat) {
            out.extend([6, 5, 4, 2]);
        }
    }
    fn act(&mut self, _: Seat, from: &u8, step: &mut StepContext) -> Result<(), Refusal> {
        count();
        // Each number has a die of its own.
        let dice: Vec<u64> = (0..7).map(|_| 1 + step.luck.below(6)).collect();
        self.won = Some(dice[usize::from(*from)] >= u64::from(*from));
        Ok(())
    }
    fn scene(&self, _: Viewer, _: &mut Scene) {}
    fn gesture(&self, _: Seat, from: &u8) -> Gesture {
        Gesture::amount(*from)
    }
}

/// Name a number up to a thousand; the largest wins. Only a few are worth trying.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Name {
    pub named: Vec<u16>,
}

impl Game for Name {
    type Options = NoOptions;
    type Action = u16;

    fn new(_: &NoOptions, _: usize, _: &mut Luck) -> Result<Self, Refusal> {
        Ok(Name { named: Vec::new() })
    }
    fn turn(&self) -> Turn {
        match self.named.as_slice() {
            [one, two] => Turn::Over(Outcome::by_score([i32::from(*one), i32::from(*two)], "named")),
            named => Turn::Act(Seat::new(named.len()).into()),
        }
    }
    fn actions(&self, seat: Seat, out: &mut Vec<u16>) {
        if self.turn().seats().contains(seat) {
            out.extend(1..=1000);
        }
    }
    fn candidates(&self, seat: Seat, out: &mut Vec<u16>) {
        if self.turn().seats().contains(seat) {
            out.extend([1, 500, 999]);
        }
    }
    fn act(&mut self, _: Seat, number: &u16, _: &mut StepContext) -> Result<(), Refusal> {
        count();
        self.named.push(*number);
        Ok(())
    }
    fn scene(&self, _: Viewer, _: &mut Scene) {}
    fn gesture(&self, _: Seat, number: &u16) -> Gesture {
        Gesture::amount(*number)
    }
}

/// Three to five seats walk one to three steps in turn; the first at the goal wins.
/// All of them may act in the first round, in any order.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Walk {
    pub at: Vec<u8>,
    pub waiting: Seats,
}

impl Walk {
    const GOAL: u8 = 7;
}

impl Game for Walk {
    type Options = NoOptions;
    type Action = u8;

    fn new(_: &NoOptions, seats: usize, _: &mut Luck) -> Result<Self, Refusal> {
        Ok(Walk { at: vec![0; seats], waiting: Seats::all(seats) })
    }
    fn turn(&self) -> Turn {
        match self.at.iter().position(|&at| at >= Walk::GOAL) {
            Some(winner) => Turn::Over(Outcome::winner(self.at.len(), Seat::new(winner), "there")),
            None => Turn::Act(self.waiting),
        }
    }
    fn actions(&self, seat: Seat, out: &mut Vec<u8>) {
        if self.turn().seats().contains(seat) {
            out.extend(1..=3);
        }
    }
    fn act(&mut self, seat: Seat, steps: &u8, _: &mut StepContext) -> Result<(), Refusal> {
        count();
        if !self.turn().seats().contains(seat) || !(1..=3).contains(steps) {
            return Err(Refusal::new("illegal"));
        }
        self.at[seat.index()] += steps;
        self.waiting = self.waiting.without(seat);
        if self.waiting.is_empty() {
            self.waiting = Seats::all(self.at.len());
        }
        Ok(())
    }
    fn scene(&self, _: Viewer, _: &mut Scene) {}
    fn gesture(&self, _: Seat, steps: &u8) -> Gesture {
        Gesture::amount(*steps)
    }
    fn estimate(&self, seat: Seat) -> f32 {
        let own = f32::from(self.at[seat.index()]);
        let others = self.at.iter().enumerate().filter(|(i, _)| *i != seat.index());
        let best = others.map(|(_, &at)| f32::from(at)).fold(0.0, f32::max);
        (own - best) / f32::from(Walk::GOAL)
    }
}
