//! The state of a game.

use crate::{Action, End, Face, HARD_TASKS, HIGHEST, Options, Part, Row, TASKS, tray::Tray};
use parlor_kit::{
    Luck, Refusal, Seat, Seats,
    cards::{Card, Deck, Handle, Sight, Zone, Zones},
};
use serde::{Deserialize, Serialize};

/// How many cards each player is dealt.
pub const DEALT: usize = 10;
/// A hand in which no player gets rid of the last card ends after this many rounds.
pub const MAX_ROUNDS_PER_HAND: u32 = 40;
/// A game without a winner ends after this many hands.
pub const MAX_HANDS_PER_GAME: u32 = 40;

/// A game of Level 8 in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level8 {
    pub(crate) hard: bool,
    /// The tasks of the levels, one list for all seats or one for each seat.
    pub(crate) orders: Vec<Vec<u8>>,
    /// How many levels each seat has completed.
    pub(crate) levels: Vec<u8>,
    pub(crate) zones: Zones<At, Face>,
    /// The seats that have laid out in this hand.
    pub(crate) laid: Seats,
    pub(crate) trays: Vec<Tray>,
    pub(crate) dealer: Seat,
    pub(crate) next: Seat,
    pub(crate) phase: Phase,
    /// Hands dealt so far.
    pub(crate) hands: u32,
    /// Turns begun in this hand.
    pub(crate) turns: u32,
    /// Turns ended in this game.
    pub(crate) turn: u32,
}

/// Where cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum At {
    /// The draw pile.
    Draw,
    /// The open skips under the draw pile.
    Under,
    Discard(Seat),
    /// The skip in front of a player.
    Skip(Seat),
    /// A laid-out combination.
    Row(Seat, u8),
    Hand(Seat),
}

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
    /// The next hand is dealt.
    Deal,
    /// The player in turn takes a card.
    Take,
    /// The player in turn lays out, adds and discards.
    Play,
    /// The game is over.
    Over(Ending),
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ending {
    /// A player laid out the last level.
    LastLevel,
    /// A player ended the hand with the last but one level laid out.
    LastCard,
    /// No player won within the number of hands.
    MostHands,
}

impl Level8 {
    pub(crate) fn begin(options: &Options, seats: usize, luck: &mut Luck) -> Result<Level8, Refusal> {
        if !(2..=6).contains(&seats) {
            return Err(Refusal::new("level8-players").arg("seats", seats));
        }
        let orders = options.orders(seats, luck)?;
        let dealer = Seat::new(luck.below(seats as u64) as usize);
        Ok(Level8 {
            hard: options.hard,
            orders,
            levels: vec![0; seats],
            zones: table(seats, luck),
            laid: Seats::NONE,
            trays: vec![Tray::default(); seats],
            dealer,
            next: dealer,
            phase: Phase::Deal,
            hands: 0,
            turns: 0,
            turn: 0,
        })
    }

    /// The number of players.
    pub fn seats(&self) -> usize {
        self.levels.len()
    }

    /// How many levels it takes to win.
    pub fn most_levels(&self) -> u8 {
        self.orders[0].len() as u8
    }

    /// How many levels a player has completed.
    pub fn level(&self, seat: Seat) -> u8 {
        self.levels[seat.index()]
    }

    /// The dealer of this hand.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// The players who have laid out their level in this hand.
    pub fn laid(&self) -> Seats {
        self.laid
    }

    /// The tasks of a player, in order, counted from 0.
    pub(crate) fn order(&self, seat: Seat) -> &[u8] {
        &self.orders[seat.index() % self.orders.len()]
    }

    /// The number of the task a player has to lay out, counted from 0. For a player who has won it is the
    /// last one.
    pub(crate) fn task_number(&self, seat: Seat) -> usize {
        let order = self.order(seat);
        let level = usize::from(self.level(seat)).min(order.len() - 1);
        usize::from(order[level])
    }

    /// The task of a player.
    pub fn task(&self, seat: Seat) -> &'static [Part] {
        let tasks = if self.hard { HARD_TASKS } else { TASKS };
        tasks[self.task_number(seat)]
    }

    pub(crate) fn hand(&self, seat: Seat) -> &[Card<Face>] {
        self.zones.cards(At::Hand(seat))
    }

    /// The face of a card in a player's hand.
    pub(crate) fn held(&self, seat: Seat, card: Handle) -> Option<Face> {
        self.hand(seat).iter().find(|other| other.handle == card).map(|card| card.face)
    }

    /// Whether the player has a skip in front of them.
    pub(crate) fn is_skipped(&self, seat: Seat) -> bool {
        self.zones.count(At::Skip(seat)) > 0
    }

    pub(crate) fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats())
    }

    /// Every row on the table.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        let parts = |seat| (0..self.task(seat).len() as u8).map(move |part| Row { seat, part });
        self.laid.iter().flat_map(parts)
    }

    /// The ends of a row at which a card can be added.
    pub(crate) fn ends(&self, row: Row, face: Face) -> impl Iterator<Item = End> + use<> {
        let Row { seat, part } = row;
        let cards = self.zones.cards(At::Row(seat, part));
        let (first, last) = (cards.first().map(|card| card.face), cards.last().map(|card| card.face));
        let number = |face: Option<Face>| face.and_then(Face::number).unwrap_or(0);
        let (low, high) = match (self.task(seat)[usize::from(part)], face) {
            (_, Face::Skip) => (false, false),
            (Part::Run(_), Face::Number(n, _)) => (n + 1 == number(first), n == number(last) + 1),
            (Part::Run(_), Face::Joker(_)) => (number(first) > 1, number(last) < HIGHEST),
            (_, Face::Joker(_)) => (false, true),
            (Part::Set(_), Face::Number(n, _)) => (false, n == number(first)),
            (Part::Group(_), face) => (false, face.colour() == first.and_then(Face::colour)),
        };
        [(End::Low, low), (End::High, high)].into_iter().filter(|(_, fits)| *fits).map(|(end, _)| end)
    }

    /// Whether the draw pile is used up and there are cards for a new one.
    pub(crate) fn needs_pile(&self) -> bool {
        matches!(self.phase, Phase::Take | Phase::Play)
            && self.zones.count(At::Draw) == 0
            && (self.zones.count(At::Under) > 0
                || self.all_seats().any(|seat| self.zones.count(At::Discard(seat)) > 1))
    }

    /// Whether there is any card to take.
    pub(crate) fn can_take(&self) -> bool {
        self.zones.count(At::Draw) > 0 || self.all_seats().any(|seat| self.zones.count(At::Discard(seat)) > 0)
    }

    /// The player who may act now, if any.
    pub(crate) fn actor(&self) -> Option<Seat> {
        let acts = match self.phase {
            Phase::Deal | Phase::Over(_) => false,
            Phase::Take => !self.is_skipped(self.next) && self.can_take() && !self.is_worn_out(),
            Phase::Play => true,
        };
        (acts && !self.needs_pile()).then_some(self.next)
    }

    /// Whether this hand has had its last round.
    pub(crate) fn is_worn_out(&self) -> bool {
        self.turns >= MAX_ROUNDS_PER_HAND * self.seats() as u32
    }

    /// Whether this action would use up the last card of the hand, though it does not end the hand.
    pub(crate) fn keeps_one(&self, seat: Seat, action: &Action) -> bool {
        let gone = match action {
            Action::Add { .. } => 1,
            Action::LayOut => crate::task::size(self.task(seat)),
            _ => 0,
        };
        self.hand(seat).len() > gone
    }
}

/// The table with the whole deck on the draw pile.
pub(crate) fn table(seats: usize, luck: &mut Luck) -> Zones<At, Face> {
    let mut zones = Zones::new(luck);
    zones.add(At::Draw, Zone::pile("draw"));
    zones.add(At::Under, Zone::pile("under").sight(Sight::All).hide_empty().order(1));
    for seat in Seat::all(seats) {
        let discard = Zone::pile(format!("discard-{seat}")).sight(Sight::Top);
        zones.add(At::Discard(seat), discard.owner(seat).order(2));
        let skip = Zone::row(format!("skip-{seat}")).hide_empty();
        zones.add(At::Skip(seat), skip.owner(seat).order(3));
        for part in 0..crate::MOST_PARTS as u8 {
            let row = Zone::row(format!("row-{seat}-{part}")).hide_empty();
            zones.add(At::Row(seat, part), row.owner(seat).order(10 + i16::from(part)));
        }
        zones.add(At::Hand(seat), Zone::fan(format!("hand-{seat}")).owner(seat).order(30));
    }
    zones.fill(At::Draw, Deck(0), Face::deck());
    zones
}
