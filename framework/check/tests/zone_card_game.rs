//! A card game made of the kit's zones keeps every law: hiding, remembering and redrawing all come from the kit.

mod common;

use common::bundle;
use parlor_check::{Law, Status, Suite};
use parlor_kit::{cards::*, *};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum At {
    Draw,
    Discard,
    Hand(Seat),
}

/// Players collect cards, openly or not, and discard them again; the highest hand wins.
#[derive(Clone, Serialize, Deserialize)]
struct Collect {
    zones: Zones<At, u8>,
    seats: usize,
    next: Seat,
    turns: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum Move {
    /// The top of the covered pile, unseen by the others.
    Draw {},
    /// The top of the open pile, seen by all viewers.
    Take {},
    /// A card of the own hand, onto the open pile.
    Drop { card: Handle },
    /// A look at the top of the covered pile.
    Peek {},
}

struct Looks;

impl CardLook<At, u8> for Looks {
    fn title(&self, at: At) -> Option<Text> {
        Some(match at {
            At::Draw => Text::new("collect-draw"),
            At::Discard => Text::new("collect-discard"),
            At::Hand(seat) => Text::new("collect-hand").arg("who", seat),
        })
    }
    fn front(&self, card: &Card<u8>, piece: Piece) -> Piece {
        piece.label(card.face.to_string())
    }
}

const TURNS: u32 = 16;

impl Collect {
    fn allows(&self, seat: Seat, action: &Move) -> Result<(), Refusal> {
        if !self.turn().seats().contains(seat) {
            return Err(Refusal::not_your_turn());
        }
        let ok = match action {
            Move::Draw {} => self.zones.count(At::Hand(seat)) < 4 && self.zones.count(At::Draw) > 0,
            Move::Take {} => self.zones.count(At::Hand(seat)) < 4 && self.zones.count(At::Discard) > 0,
            Move::Peek {} => self.zones.count(At::Draw) > 0,
            Move::Drop { card } => self
                .zones
                .visible(Viewer::Seat(seat), *card)
                .is_some_and(|(place, _)| place == At::Hand(seat)),
        };
        if ok { Ok(()) } else { Err(Refusal::new("collect-not-now")) }
    }
}

impl Game for Collect {
    type Options = NoOptions;
    type Action = Move;

    fn new(_: &NoOptions, seats: usize, luck: &mut Luck) -> Result<Collect, Refusal> {
        let mut zones = Zones::new(luck);
        zones.add(At::Draw, Zone::pile("draw"));
        zones.add(At::Discard, Zone::pile("discard").sight(Sight::Top));
        for seat in Seat::all(seats) {
            zones.add(At::Hand(seat), Zone::fan(format!("hand-{seat}")).owner(seat));
        }
        // Every face twice: cards that viewers cannot tell apart are where knowledge is lost and ids could
        // leak it.
        zones.fill(At::Draw, Deck(0), (0..14).map(|n| n / 2));
        zones.shuffle(At::Draw, luck);
        for seat in Seat::all(seats) {
            zones.deal(At::Draw, At::Hand(seat), 3);
        }
        Ok(Collect { zones, seats, next: Seat::new(0), turns: 0 })
    }

    fn turn(&self) -> Turn {
        if self.turns >= TURNS {
            let worth = |seat| self.zones.cards(At::Hand(seat)).iter().map(|card| i32::from(card.face)).sum();
            return Turn::Over(Outcome::by_score(Seat::all(self.seats).map(worth), "collect-end"));
        }
        if self.zones.count(At::Draw) == 0 && self.zones.count(At::Discard) > 1 {
            return Turn::Table;
        }
        Turn::Act(self.next.into())
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Move>) {
        out.extend([Move::Draw {}, Move::Take {}, Move::Peek {}]);
        out.extend(self.zones.cards(At::Hand(seat)).iter().map(|card| Move::Drop { card: card.handle }));
        out.retain(|action| self.allows(seat, action).is_ok());
    }

    fn act(&mut self, seat: Seat, action: &Move, step: &mut StepContext) -> Result<(), Refusal> {
        self.allows(seat, action)?;
        match action {
            Move::Draw {} => {
                self.zones.draw(At::Draw, At::Hand(seat));
                step.tell(|| Event::new("collect-drew").arg("who", seat));
            }
            Move::Take {} => {
                self.zones.draw(At::Discard, At::Hand(seat));
                step.tell(|| Event::new("collect-took").arg("who", seat));
            }
            Move::Drop { card } => {
                let card = self.zones.put(*card, At::Discard, ZonePosition::Top);
                let face = card.and_then(|card| self.zones.card(card)).map_or(0, |card| card.face);
                step.tell(|| Event::new("collect-dropped").arg("who", seat).arg("face", face));
            }
            Move::Peek {} => {
                let top = self.zones.top(At::Draw).map(|card| card.handle);
                let seen = self.zones.peek(top, seat);
                let face = seen.first().and_then(|&card| self.zones.card(card)).map_or(0, |card| card.face);
                step.tell(|| Event::new("collect-you-saw").arg("face", face).only(seat));
                step.tell(|| Event::new("collect-peeked").arg("who", seat).except(seat));
            }
        }
        self.turns += 1;
        self.next = seat.next(self.seats);
        Ok(())
    }

    fn proceed(&mut self, step: &mut StepContext) {
        let covered = self.zones.count(At::Discard) - 1;
        self.zones.sweep(At::Discard, ..covered, At::Draw);
        self.zones.shuffle(At::Draw, &mut step.luck);
        step.tell(|| Event::new("collect-shuffled"));
    }

    fn scene(&self, viewer: Viewer, scene: &mut Scene) {
        scene.banner(Text::new("collect-turn").arg("who", self.next).arg("turn", self.turns));
        self.zones.scene(viewer, scene, &Looks);
    }

    fn gesture(&self, seat: Seat, action: &Move) -> Gesture {
        match action {
            Move::Draw {} => Gesture::area("draw"),
            Move::Take {} => Gesture::area("discard"),
            Move::Peek {} => Gesture::button("peek", Text::new("collect-peek")),
            Move::Drop { card } => {
                Gesture::piece(self.zones.piece_id(Viewer::Seat(seat), *card).unwrap_or_default())
            }
        }
    }

    fn resample(&mut self, viewer: Viewer, luck: &mut Luck) {
        self.zones.resample(viewer, luck);
    }
}

fn rules() -> Native<Collect> {
    let manifest = "schema = 1\nid = 'collect'\nversion = '1'\nseats = { min = 2, max = 3 }\nbound = 60\n\
        [looks.card]\nname = 'collect-card'\nshape = 'card'\ncolour = 'white'\n\
        [looks.card-back]\nname = 'collect-back'\nshape = 'card'\ncolour = 'grey'\n";
    let messages = "collect-name = Collect\ncollect-tagline = x\ncollect-rules = x\ncollect-card = card\n\
        collect-back = covered card\ncollect-draw = Draw\ncollect-discard = Discard\n\
        collect-hand = Hand of { $who }\ncollect-end = Over\ncollect-not-now = Not now\n\
        collect-drew = { $who } draws\ncollect-took = { $who } takes\ncollect-dropped = { $who } drops { $face }\n\
        collect-you-saw = You saw { $face }\ncollect-peeked = { $who } peeks\ncollect-shuffled = Shuffled\n\
        collect-turn = { $who }, { $turn }\ncollect-peek = Peek\n";
    Native::new(bundle(manifest, messages))
}

#[test]
fn a_game_of_the_kits_zones_keeps_every_law() {
    let report = Suite::new(&rules()).games(40).run();
    assert!(report.is_ok(), "{report}");
    for law in [
        Law::Luck,
        Law::Secrecy,
        Law::ResampleRedraws,
        Law::SecrecyAfterRestore,
        Law::SecrecyInPlay,
        Law::HiddenNames,
    ] {
        assert_eq!(report.verdict(law).unwrap().status, Status::Ok, "{report}");
    }
}
