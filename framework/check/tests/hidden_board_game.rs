//! A small Stratego made of `Hidden` keeps every law. The same game with ids of its own making is caught.

mod common;

use common::{assert_breaks_only, bundle};
use parlor_check::{Law, Status, Suite};
use parlor_kit::{
    Area, Cell, Event, Game, Gesture, Hidden, Id, Luck, Native, NoOptions, Outcome, Piece, Refusal, Scene,
    Seat, StepContext, Text, Turn, Viewer, cards::Viewers,
};
use serde::{Deserialize, Serialize};

/// What a piece is. The order is that of strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Rank {
    Flag,
    Miner,
    Captain,
    Marshal,
    Bomb,
}

const ARMY: [Rank; 8] = [
    Rank::Flag,
    Rank::Miner,
    Rank::Miner,
    Rank::Captain,
    Rank::Captain,
    Rank::Marshal,
    Rank::Bomb,
    Rank::Bomb,
];

const WIDTH: i16 = 4;
const HEIGHT: i16 = 6;
const TURNS: u32 = 60;

impl Rank {
    fn moves(self) -> bool {
        !matches!(self, Rank::Flag | Rank::Bomb)
    }

    fn beats(self, other: Rank) -> bool {
        (self == Rank::Miner && other == Rank::Bomb) || (self > other && self.moves())
    }
}

#[derive(Clone, Serialize, Deserialize)]
struct Soldier {
    rank: Hidden<Rank>,
    owner: Seat,
    /// Its cell; none for a soldier that was taken.
    at: Option<Cell>,
    moved: bool,
    /// An id made by hand, in the naive versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    id: Option<String>,
}

/// Two armies that see each other's backs. `IDS` says which version makes the ids.
#[derive(Clone, Serialize, Deserialize)]
struct Stratego<const IDS: u8> {
    soldiers: Vec<Soldier>,
    next: Seat,
    turns: u32,
    winner: Option<Seat>,
}

/// The version with the ids of `Hidden`.
const HIDDEN: u8 = 0;
/// The version that names the rank, and numbers the soldiers of an army from its flag on: `flag-0`, `bomb-7`.
const NAMED: u8 = 1;
/// The version that makes a number from rank and place.
const NUMBERED: u8 = 2;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum Move {
    Go {
        from: Cell,
        to: Cell,
    },
    /// Only without a soldier that can move: whose turn it is must not tell what is covered.
    Pass {},
}

impl<const IDS: u8> Stratego<IDS> {
    fn on(&self, cell: Cell) -> Option<usize> {
        self.soldiers.iter().position(|soldier| soldier.at == Some(cell))
    }

    fn id(&self, soldier: &Soldier) -> Id {
        soldier.id.as_deref().map_or_else(|| soldier.rank.id(), Id::from)
    }

    /// Shows both soldiers to all viewers, and takes the weaker one off the board.
    fn fight(&mut self, seat: Seat, attacker: usize, defender: usize, step: &mut StepContext) {
        for soldier in [attacker, defender] {
            self.soldiers[soldier].rank.show(Viewers::ALL);
        }
        let [own, other] = [attacker, defender].map(|soldier| *self.soldiers[soldier].rank.value());
        step.tell(|| {
            Event::new("stratego-fight").arg("who", seat).arg("own", name(own)).arg("other", name(other))
        });
        if other == Rank::Flag {
            self.winner = Some(seat);
        }
        if other.beats(own) || other == own || (other == Rank::Bomb && own != Rank::Miner) {
            self.soldiers[attacker].at = None;
        }
        if own.beats(other) || other == own {
            self.soldiers[defender].at = None;
        }
    }
}

fn name(rank: Rank) -> Text {
    Text::new(match rank {
        Rank::Flag => "stratego-flag",
        Rank::Miner => "stratego-miner",
        Rank::Captain => "stratego-captain",
        Rank::Marshal => "stratego-marshal",
        Rank::Bomb => "stratego-bomb",
    })
}

fn row(seat: Seat) -> i16 {
    if seat.index() == 0 { 0 } else { HEIGHT - 2 }
}

impl<const IDS: u8> Game for Stratego<IDS> {
    type Options = NoOptions;
    type Action = Move;

    fn new(_: &NoOptions, seats: usize, luck: &mut Luck) -> Result<Self, Refusal> {
        let mut soldiers = Vec::new();
        for owner in Seat::all(seats) {
            let mut army: Vec<(usize, Rank)> = ARMY.into_iter().enumerate().collect();
            luck.shuffle(&mut army);
            let ranks = Hidden::all(army.iter().map(|(_, rank)| *rank), owner, luck);
            for ((place, rank), (number, _)) in (0..).zip(ranks).zip(army) {
                let id = match IDS {
                    NAMED => Some(format!("{:?}-{owner}-{number}", rank.value()).to_lowercase()),
                    NUMBERED => Some(format!(
                        "soldier-{}",
                        (*rank.value() as i16 * 8 + place) * 2 + owner.index() as i16
                    )),
                    _ => None,
                };
                let at = Some(Cell::new(place % WIDTH, row(owner) + place / WIDTH));
                soldiers.push(Soldier { rank, owner, at, moved: false, id });
            }
        }
        Ok(Stratego { soldiers, next: Seat::new(0), turns: 0, winner: None })
    }

    fn turn(&self) -> Turn {
        match self.winner {
            Some(winner) => Turn::Over(Outcome::winner(2, winner, "stratego-flag-taken")),
            None if self.turns >= TURNS => Turn::Over(Outcome::draw(2, "stratego-late")),
            None => Turn::Act(self.next.into()),
        }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Move>) {
        if !self.turn().seats().contains(seat) {
            return;
        }
        for soldier in self.soldiers.iter().filter(|one| one.owner == seat && one.rank.value().moves()) {
            let Some(from) = soldier.at else { continue };
            for (x, y) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                let to = Cell::new(from.x + x, from.y + y);
                let inside = (0..WIDTH).contains(&to.x) && (0..HEIGHT).contains(&to.y);
                if inside && self.on(to).is_none_or(|there| self.soldiers[there].owner != seat) {
                    out.push(Move::Go { from, to });
                }
            }
        }
        if out.is_empty() {
            out.push(Move::Pass {});
        }
    }

    fn act(&mut self, seat: Seat, action: &Move, step: &mut StepContext) -> Result<(), Refusal> {
        if !self.turn().seats().contains(seat) {
            return Err(Refusal::not_your_turn());
        }
        let mut legal = Vec::new();
        self.actions(seat, &mut legal);
        if !legal.contains(action) {
            return Err(Refusal::new("stratego-not-there"));
        }
        match *action {
            Move::Go { from, to } => {
                let defender = self.on(to);
                let Some(attacker) = self.on(from) else { return Err(Refusal::new("stratego-not-there")) };
                (self.soldiers[attacker].at, self.soldiers[attacker].moved) = (Some(to), true);
                step.tell(|| Event::new("stratego-goes").arg("who", seat));
                if let Some(defender) = defender {
                    self.fight(seat, attacker, defender, step);
                }
            }
            Move::Pass {} => step.tell(|| Event::new("stratego-passes").arg("who", seat)),
        }
        self.turns += 1;
        self.next = seat.other();
        Ok(())
    }

    fn scene(&self, viewer: Viewer, scene: &mut Scene) {
        scene.banner(Text::new("stratego-turn").arg("who", self.next));
        scene.area("board", Area::square(WIDTH, HEIGHT, |_| "field".into()));
        scene.area("taken", Area::row().title(Text::new("stratego-taken")));
        // Soldiers who were taken were shown before: what an event reveals the scene must show.
        let mut taken = 0..;
        for soldier in &self.soldiers {
            let covered = match soldier.at {
                Some(cell) => Piece::on("board", cell, "soldier"),
                None => Piece::slot("taken", taken.next().unwrap_or(0), "soldier"),
            };
            let covered = covered.owner(soldier.owner);
            let front = |rank: &Rank, piece: Piece| piece.name(name(*rank)).label(format!("{}", *rank as u8));
            scene.piece(self.id(soldier), soldier.rank.piece(viewer, covered, front));
        }
    }

    fn gesture(&self, _: Seat, action: &Move) -> Gesture {
        match *action {
            Move::Go { from, to } => {
                let id = self.on(from).map(|soldier| self.id(&self.soldiers[soldier]));
                Gesture::piece(id.unwrap_or_default()).then_cell("board", to)
            }
            Move::Pass {} => Gesture::button("pass", Text::new("stratego-pass")),
        }
    }

    fn resample(&mut self, viewer: Viewer, luck: &mut Luck) {
        let soldiers = self.soldiers.iter_mut().map(|soldier| (&mut soldier.rank, soldier.moved));
        Hidden::resample(soldiers, viewer, luck, |moved, rank| !moved || rank.moves());
    }
}

fn rules<const IDS: u8>() -> Native<Stratego<IDS>> {
    let manifest = "schema = 1\nid = 'stratego'\nversion = '1'\nseats = { min = 2, max = 2 }\nbound = 60\n\
        [looks.field]\nname = 'stratego-field'\nshape = 'square'\ncolour = 'sand'\nlayer = 'ground'\n\
        [looks.soldier]\nname = 'stratego-soldier'\nshape = 'shield'\ncolour = 'seat'\n";
    let messages = "stratego-name = Stratego\nstratego-tagline = x\nstratego-rules = x\n\
        stratego-field = field\nstratego-soldier = soldier\nstratego-flag = flag\nstratego-miner = miner\n\
        stratego-captain = captain\nstratego-marshal = marshal\nstratego-bomb = bomb\n\
        stratego-turn = { $who } is in turn\nstratego-taken = Taken\nstratego-goes = { $who } goes\n\
        stratego-fight = { $who }: { $own } against { $other }\nstratego-passes = { $who } cannot move\n\
        stratego-pass = Pass\nstratego-not-there = Not there\nstratego-flag-taken = The flag is taken\n\
        stratego-late = Nobody found the flag\n";
    Native::new(bundle(manifest, messages))
}

#[test] // CL-14
fn a_board_game_of_hidden_values_keeps_every_law() {
    let rules = rules::<HIDDEN>();
    let report = Suite::new(&rules).games(30).run();
    assert!(report.is_ok(), "{report}");
    for law in [
        Law::Secrecy,
        Law::ResampleRedraws,
        Law::SecrecyAfterRestore,
        Law::SecrecyInPlay,
        Law::HiddenNames,
        Law::EqualStreams,
    ] {
        assert_eq!(report.verdict(law).unwrap().status, Status::Ok, "{report}");
    }
    assert!(report.coverage.events["stratego-fight"] > 100, "{report}");
}

#[test] // CL-14
fn the_same_game_with_ids_that_tell_ranks_is_caught() {
    let named = Suite::new(&rules::<NAMED>()).games(6).run();
    assert_breaks_only(&named, Law::HiddenNames, &"ids that name the rank");
    let numbered = Suite::new(&rules::<NUMBERED>()).games(6).run();
    assert_breaks_only(&numbered, Law::HiddenNames, &"numbers from rank and place");
}
