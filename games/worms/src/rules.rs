//! The rules: whose turn it is, what a turn does, when the game ends.

use crate::{Action, Board, BoardFile, Field, Options, Worm, estimate, scene};
use parlor_kit::{
    Cell, ContentFault, Event, Game, Gesture, Luck, MAX_SEATS, Outcome, Pick, Refusal, Retirement, Scene,
    Seat, Seats, StepContext, Turn, Viewer,
    content::{content_faults, unknown_kind},
    grid::{Grid, Neighbours::Hex},
    mix,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// A worm race in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Worms {
    board: Arc<Board>,
    worms: Vec<Worm>,
    seats: usize,
    next: Seat,
    /// Counted from 1; one above the limit when all are played.
    round: u16,
    rounds: u16,
    /// The players who make no more moves.
    out: Seats,
    /// The players who resigned: they rank last, however few worms they have left.
    gone: Seats,
    /// The fields taken by worms; derived from them.
    taken: Grid<bool>,
    /// How many worms each seat has on the board; derived from them.
    left: [u16; MAX_SEATS],
}

/// The saved form, without derived fields.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    board: Arc<Board>,
    worms: Vec<Worm>,
    seats: usize,
    next: Seat,
    round: u16,
    rounds: u16,
    #[serde(default, skip_serializing_if = "nobody")]
    out: Seats,
    #[serde(default, skip_serializing_if = "nobody")]
    gone: Seats,
}

fn nobody(seats: &Seats) -> bool {
    seats.is_empty()
}

impl Worms {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All worms, in the order of their owners; those in the hole keep their number.
    pub fn worms(&self) -> &[Worm] {
        &self.worms
    }

    /// How many players there are.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The current round, counted from 1; when all are played, the number of rounds.
    pub fn round(&self) -> u16 {
        self.round.min(self.rounds)
    }

    /// After how many rounds the game ends.
    pub fn rounds(&self) -> u16 {
        self.rounds
    }

    /// How many rounds are left, the present one included.
    pub fn rounds_left(&self) -> u16 {
        (self.rounds + 1).saturating_sub(self.round)
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn next(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.next)
    }

    /// How many worms a seat still has on the board.
    pub fn left(&self, seat: Seat) -> u16 {
        self.left[seat.index()]
    }

    /// The players who still make moves.
    pub fn racing(&self) -> Seats {
        Seat::all(self.seats).filter(|seat| !self.out.contains(*seat)).collect()
    }

    /// Whether a head can enter this cell: it is the hole, or free and no worm lies there.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        match self.board.field(cell) {
            Field::Free => !self.taken[cell],
            Field::Hole => true,
            Field::Obstacle | Field::Edge => false,
        }
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.round > self.rounds
            || self.first_home().is_some()
            || self.racing().is_empty()
            || self.is_deserted()
    }

    /// The seat that has brought in all its worms.
    #[inline]
    fn first_home(&self) -> Option<Seat> {
        self.left[..self.seats].iter().position(|&left| left == 0).map(Seat::new)
    }

    /// Whether all players but one have resigned. Players without time do not count here: their worms still
    /// rank, so the others race on.
    #[inline]
    fn is_deserted(&self) -> bool {
        self.seats > 1 && self.seats - self.gone.len() < 2
    }

    /// The first player home is first; all others rank by how few worms they have left, players who resigned
    /// last.
    fn outcome(&self) -> Outcome {
        let reason = match self.first_home() {
            Some(_) => "worms-outcome-home",
            None if self.round > self.rounds => "worms-outcome-rounds",
            None if self.is_deserted() || self.gone.len() == self.seats => "worms-outcome-gone",
            None => "worms-outcome-time",
        };
        let key = |seat: Seat| (self.gone.contains(seat), self.left(seat));
        let place =
            |seat: Seat| 1 + Seat::all(self.seats).filter(|other| key(*other) < key(seat)).count() as u8;
        let mut outcome = Outcome::draw(self.seats, reason);
        outcome.places = Seat::all(self.seats).map(place).collect();
        outcome
    }

    /// Where the head of a worm can go, clockwise from the north-east.
    fn targets(&self, worm: &Worm) -> impl Iterator<Item = Cell> {
        worm.head().into_iter().flat_map(|head| Hex.around(head)).filter(|&to| self.is_open(to))
    }

    /// Checks a move before anything changes.
    fn check(&self, seat: Seat, number: u16, to: Cell) -> Result<(), Refusal> {
        let worm = self.worms.get(usize::from(number));
        let worm = worm.ok_or_else(|| Refusal::new("worms-no-such-worm").arg("worm", number))?;
        if worm.owner != seat {
            return Err(Refusal::new("worms-not-yours").arg("owner", worm.owner));
        }
        let head = worm.head().ok_or(Refusal::new("worms-already-home"))?;
        if !Hex.adjacent(head, to) {
            return Err(refuse_cell("worms-too-far", to));
        }
        match self.board.field(to) {
            Field::Hole => Ok(()),
            Field::Edge => Err(refuse_cell("worms-into-edge", to)),
            Field::Obstacle => Err(refuse_cell("worms-into-obstacle", to)),
            Field::Free if worm.cells.contains(&to) => Err(refuse_cell("worms-into-itself", to)),
            Field::Free if self.taken[to] => Err(refuse_cell("worms-into-worm", to)),
            Field::Free => Ok(()),
        }
    }

    /// Performs a move that was checked.
    #[inline]
    fn crawl(&mut self, seat: Seat, number: u16, to: Cell, step: &mut StepContext) {
        let worm = &mut self.worms[usize::from(number)];
        let about = |key| Event::new(key).arg("who", seat).arg("x", to.x).arg("y", to.y);
        if self.board.field(to) == Field::Hole {
            for cell in worm.cells.drain(..) {
                self.taken[cell] = false;
            }
            self.left[seat.index()] -= 1;
            let left = self.left[seat.index()];
            step.tell(|| {
                let hole = Pick::Cell(scene::BOARD, to);
                Event::new("worms-event-home")
                    .arg("who", seat)
                    .arg("left", left)
                    .sound("capture")
                    .about(hole)
                    .announce()
            });
        } else {
            if let Some(tail) = worm.crawl(to) {
                self.taken[tail] = false;
            }
            self.taken[to] = true;
            step.tell(|| about("worms-event-crawl").sound("move").piece(scene::worm_id(number)));
        }
    }

    /// Gives the turn to the next seat that still makes moves; after the last one a new round begins.
    #[inline]
    fn end_turn(&mut self, step: &mut StepContext) {
        if self.is_over() {
            return;
        }
        loop {
            self.next = self.next.next(self.seats);
            if self.next.index() == 0 {
                self.round += 1;
                if self.round > self.rounds {
                    return;
                }
                let (round, rounds) = (self.round, self.rounds);
                step.tell(|| Event::new("worms-event-round").arg("round", round).arg("rounds", rounds));
            }
            if !self.out.contains(self.next) {
                return;
            }
        }
    }
}

fn refuse_cell(key: &'static str, Cell { x, y }: Cell) -> Refusal {
    Refusal::new(key).arg("x", x).arg("y", y)
}

impl Game for Worms {
    type Options = Options;
    type Action = Action;

    fn check_content(kind: &str, content: &Value) -> Vec<ContentFault> {
        match kind {
            "board" => content_faults(content, |board: &BoardFile| board.read().err().unwrap_or_default()),
            _ => unknown_kind(kind),
        }
    }

    fn new(options: &Options, seats: usize, _: &mut Luck) -> Result<Worms, Refusal> {
        let (layout, rounds) = (options.layout(seats)?, options.limit()?);
        let (board, worms) = (layout.board().clone(), layout.worms(seats)?.to_vec());
        let (next, none) = (Seat::new(0), Seats::NONE);
        Worms::try_from(Saved { board, worms, seats, next, round: 1, rounds, out: none, gone: none })
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.next() {
            Some(seat) => Turn::Act(seat.into()),
            None => Turn::Over(self.outcome()),
        }
    }

    #[inline]
    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.next() != Some(seat) {
            return;
        }
        for (number, worm) in self.worms.iter().enumerate().filter(|(_, worm)| worm.owner == seat) {
            out.extend(self.targets(worm).map(|to| Action::Crawl { worm: number as u16, to }));
        }
        out.push(Action::Pass);
    }

    fn round_number(&self) -> Option<u32> {
        Some(self.round().into())
    }

    #[inline]
    fn act(&mut self, seat: Seat, action: &Action, step: &mut StepContext) -> Result<(), Refusal> {
        match self.next() {
            None => return Err(Refusal::new("worms-over")),
            Some(next) if next != seat => return Err(Refusal::not_your_turn()),
            Some(_) => {}
        }
        match *action {
            Action::Pass => step.tell(|| Event::new("worms-event-pass").arg("who", seat).sound("pass")),
            Action::Crawl { worm, to } => {
                self.check(seat, worm, to)?;
                self.crawl(seat, worm, to, step);
            }
        }
        self.end_turn(step);
        Ok(())
    }

    fn scene(&self, _: Viewer, scene: &mut Scene) {
        scene::draw(self, scene);
    }

    fn gesture(&self, _: Seat, action: &Action) -> Gesture {
        scene::gesture(self, action)
    }

    /// A move that is not made in time is forfeited.
    fn fallback(&self, seat: Seat, _: &mut Luck) -> Option<Action> {
        (self.next() == Some(seat)).then_some(Action::Pass)
    }

    /// The seat makes no more moves and is skipped; its worms stay where they are. Who is out of time can
    /// still resign; who resigned is out for good.
    fn retire(&mut self, seat: Seat, why: Retirement, step: &mut StepContext) -> bool {
        if self.is_over() || seat.index() >= self.seats || self.gone.contains(seat) {
            return false;
        }
        self.out = self.out.with(seat);
        if why != Retirement::OutOfTime {
            self.gone = self.gone.with(seat);
        }
        step.tell(|| Event::new("worms-event-out").arg("who", seat));
        if self.next == seat {
            self.end_turn(step);
        }
        true
    }

    fn estimate(&self, seat: Seat) -> f32 {
        if self.is_over() {
            return self.outcome().payoff(seat);
        }
        estimate::estimate(self, seat)
    }

    fn position(&self) -> Option<u64> {
        let mut hash = mix(u64::from(self.round) << 8 | self.next.index() as u64);
        for worm in &self.worms {
            hash = mix(hash ^ worm.cells.len() as u64);
            for &Cell { x, y } in &worm.cells {
                hash = mix(hash ^ (u64::from(x as u16) << 16 | u64::from(y as u16)));
            }
        }
        let hash = self.out.iter().fold(hash, |hash, seat| mix(hash ^ seat.index() as u64));
        // Who resigned decides the places, so it tells positions apart, too.
        Some(self.gone.iter().fold(hash, |hash, seat| mix(hash ^ (16 + seat.index() as u64))))
    }
}

impl TryFrom<Saved> for Worms {
    type Error = Refusal;

    /// Computes the derived fields, and refuses states that no game can reach.
    fn try_from(saved: Saved) -> Result<Worms, Refusal> {
        let Saved { board, worms, seats, next, round, rounds, out, gone } = saved;
        let strange = |reason: &'static str| Refusal::new("state-invalid").arg("reason", reason);
        if !(1..=MAX_SEATS).contains(&seats) || next.index() >= seats {
            return Err(strange("seats"));
        }
        let mut taken = board.fields().map(|_, _| false);
        let mut left = [0; MAX_SEATS];
        for worm in &worms {
            if worm.owner.index() >= seats {
                return Err(strange("owner"));
            }
            left[worm.owner.index()] += u16::from(!worm.cells.is_empty());
            for &cell in &worm.cells {
                if board.field(cell) != Field::Free || std::mem::replace(&mut taken[cell], true) {
                    return Err(strange("worms"));
                }
            }
        }
        Ok(Worms { board, worms, seats, next, round, rounds, out, gone, taken, left })
    }
}

impl From<Worms> for Saved {
    fn from(game: Worms) -> Saved {
        let Worms { board, worms, seats, next, round, rounds, out, gone, .. } = game;
        Saved { board, worms, seats, next, round, rounds, out, gone }
    }
}
