//! The state of a game.

use crate::{CardDef, Fault, GameCards, Kind, Options, Row, Words, ZeroStrength, deck_choice::DeckChoice};
use parlor_kit::{
    Luck, Outcome, Refusal, Seat, Seats,
    cards::{Card, Deck, Handle, Sight, Zone, Zones},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many cards each player is dealt.
pub const DEALT: usize = 10;
/// How many of them may be swapped.
pub const SWAPS: usize = 2;
/// How many won rounds win the game.
pub const WINS: u8 = 2;
/// How often rules can be used in one turn: two priests could otherwise encourage each other for ever.
pub const MAX_RULE_USES_PER_TURN: u8 = 20;
/// How often units can be moved within a row in one turn; any order of a row of 21 is reached.
pub const MOST_MOVES: u8 = 20;

/// A game of Skirmish in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skirmish {
    /// The decks to choose from, until they are dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) muster: Option<Arc<DeckChoice>>,
    /// Which of them the players have chosen.
    pub(crate) chosen: [Option<u8>; 2],
    /// The names of the armies, once both are public.
    pub(crate) armies: [Words; 2],
    pub(crate) game_cards: Arc<GameCards>,
    pub(crate) zones: Zones<At, Face>,
    pub(crate) zero_strength: ZeroStrength,
    /// How many cards each player draws before the second and the third round.
    pub(crate) reinforcements: u8,
    pub(crate) phase: Phase,
    /// The players who keep their first hand.
    pub(crate) ready: Seats,
    pub(crate) starter: Seat,
    pub(crate) next: Seat,
    pub(crate) passed: Seats,
    pub(crate) wins: [u8; 2],
    /// The strengths of both armies in each round that was counted.
    pub(crate) sums: Vec<[i32; 2]>,
    /// Rounds begun so far.
    pub(crate) round: u8,
    /// Turns ended so far.
    pub(crate) turn: u32,
    /// The row into which a card was played in this turn, and on whose side.
    pub(crate) played: Option<(Seat, Row)>,
    /// Rules used in this turn.
    pub(crate) uses: u8,
    /// Units moved in this turn.
    pub(crate) moves: u8,
    /// Cards that have come into play so far.
    pub(crate) entered: u32,
    /// The choices that must be made before the turn goes on, in order.
    pub(crate) pending: Vec<Pending>,
}

/// Where cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum At {
    Draw(Seat),
    Hand(Seat),
    /// Cards of the first hand that are to be swapped.
    Aside(Seat),
    Discard(Seat),
    /// A row on the side of a seat.
    Row(Seat, Row),
    Weather,
    Neutral,
    /// Cards that came into play and wait for their place.
    Waiting,
}

/// A card of the game_cards, and in play the markers on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Face {
    pub(crate) card: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) unit: Option<Box<Unit>>,
}

impl Face {
    pub(crate) fn new(card: u16) -> Face {
        Face { card, unit: None }
    }
}

/// A card in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unit {
    /// The player who commands it.
    pub(crate) owner: Seat,
    pub(crate) morale: i16,
    pub(crate) points: i16,
    /// Its number in the order of coming into play.
    pub(crate) order: u32,
    /// The rules it was granted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) granted: Vec<u16>,
}

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
    /// Both choose their decks.
    Choose,
    /// Decks are shuffled, hands are dealt.
    Deal,
    /// Both swap cards of their first hand.
    Swap,
    /// The next round begins.
    Round,
    /// The players take turns.
    Play,
    /// Rules take effect at the end of the round.
    Dusk,
    /// The round is counted.
    Count,
    Over,
}

/// A choice that must be made before the turn goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Pending {
    /// More units to aim at.
    Targets { unit: Handle, rule: u16, mode: u8, left: u8, done: Vec<Handle> },
    /// Where a unit moves.
    Shift { unit: Handle },
    /// Where a card comes into play.
    Place { card: Handle },
    /// Which backs to look at.
    Look { left: u8 },
    /// What the opponent discards.
    Discard { left: u8 },
    /// Which unit comes back, of which kind and of which level at most.
    Revive { kind: Kind, level: u8 },
}

impl Skirmish {
    pub(crate) fn begin(options: &Options, seats: usize, luck: &mut Luck) -> Result<Skirmish, Refusal> {
        if seats != 2 {
            return Err(Refusal::new("skirmish-players").arg("seats", seats));
        }
        options.check()?;
        let set = options.card_set().map_err(|faults| Fault::refusal(&faults))?;
        let muster = DeckChoice::of(options, set)?;
        // With only one deck there is no choice.
        let only = muster.decks.len() == 1;
        Ok(Skirmish {
            muster: Some(Arc::new(muster)),
            chosen: if only { [Some(0); 2] } else { [None; 2] },
            armies: [Words::new(), Words::new()],
            game_cards: Arc::new(GameCards::default()),
            zones: table(luck),
            zero_strength: options.zero_strength,
            reinforcements: options.reinforcements,
            phase: if only { Phase::Deal } else { Phase::Choose },
            ready: Seats::NONE,
            starter: Seat::new(0),
            next: Seat::new(0),
            passed: Seats::NONE,
            wins: [0, 0],
            sums: Vec::new(),
            round: 0,
            turn: 0,
            played: None,
            uses: 0,
            moves: 0,
            entered: 0,
            pending: Vec::new(),
        })
    }

    /// How many rounds a player has won.
    pub fn wins(&self, seat: Seat) -> u8 {
        self.wins[seat.index()]
    }

    /// The round that is played, counted from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// The players who have passed in this round.
    pub fn passed(&self) -> Seats {
        self.passed
    }

    pub(crate) fn def(&self, face: &Face) -> &CardDef {
        self.game_cards.card(face.card)
    }

    pub(crate) fn hand(&self, seat: Seat) -> &[Card<Face>] {
        self.zones.cards(At::Hand(seat))
    }

    pub(crate) fn held(&self, seat: Seat, card: Handle) -> Option<&Face> {
        self.hand(seat).iter().find(|other| other.handle == card).map(|card| &card.face)
    }

    /// The players who have to choose now.
    pub(crate) fn actors(&self) -> Seats {
        match self.phase {
            Phase::Choose => Seat::all(2).filter(|seat| self.chosen[seat.index()].is_none()).collect(),
            Phase::Swap => Seats::all(2).iter().filter(|&seat| !self.ready.contains(seat)).collect(),
            Phase::Play => match self.pending.first() {
                Some(Pending::Discard { .. }) => self.next.other().into(),
                Some(_) => self.next.into(),
                // With an empty hand there is no turn; a turn that has begun is finished.
                None if self.hand(self.next).is_empty() && self.played.is_none() => Seats::NONE,
                None => self.next.into(),
            },
            _ => Seats::NONE,
        }
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let draw = self.wins[0] == self.wins[1];
        let reason = if draw { "skirmish-outcome-draw" } else { "skirmish-outcome-won" };
        Outcome::by_score(self.wins.map(i32::from), reason)
    }
}

/// The zones, still empty.
fn table(luck: &mut Luck) -> Zones<At, Face> {
    let mut zones = Zones::new(luck);
    zones.add(At::Neutral, Zone::pile("neutral").order(1));
    zones.add(At::Weather, Zone::row("weather").order(2));
    zones.add(At::Waiting, Zone::row("waiting").order(3).hide_empty());
    for seat in Seat::all(2) {
        for (order, row) in (1..).zip(Row::ARMY) {
            let zone = Zone::row(row_area(seat, row)).owner(seat).order(order);
            zones.add(At::Row(seat, row), zone);
        }
        zones.add(At::Draw(seat), Zone::pile(format!("draw-{seat}")).owner(seat).order(11));
        let discard = Zone::pile(format!("discard-{seat}")).sight(Sight::All);
        zones.add(At::Discard(seat), discard.owner(seat).order(12));
        let aside = Zone::pile(format!("aside-{seat}")).sight(Sight::Owner).hide_empty();
        zones.add(At::Aside(seat), aside.owner(seat).order(13));
        zones.add(At::Hand(seat), Zone::fan(format!("hand-{seat}")).owner(seat).order(10));
    }
    zones
}

/// The neutral cards: both players' are one deck.
pub(crate) const NEUTRAL: Deck = Deck(2);
/// Cards that enter play only through rules.
pub(crate) const TOKENS: Deck = Deck(3);

/// The area of a row in scenes.
pub(crate) fn row_area(side: Seat, row: Row) -> String {
    match row {
        Row::Weather => row.name().to_string(),
        _ => format!("{}-{side}", row.name()),
    }
}
