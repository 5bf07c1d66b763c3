//! The vocabulary of rules: rows, properties, shields, scales, triggers, targets and effects.

use crate::rule::is_default;
use parlor_kit::Id;
use serde::{Deserialize, Serialize};

/// A kind of row on the battlefield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Row {
    /// The front.
    Close,
    /// The second row.
    Ranged,
    /// The last row.
    Support,
    /// Between the armies, shared by both sides; no unit stands there.
    Weather,
}

impl Row {
    /// The rows in which units stand, from the front to the back.
    pub const ARMY: [Row; 3] = [Row::Close, Row::Ranged, Row::Support];

    /// The row's name in files, areas and actions.
    pub const fn name(self) -> &'static str {
        match self {
            Row::Close => "close",
            Row::Ranged => "ranged",
            Row::Support => "support",
            Row::Weather => "weather",
        }
    }

    /// The row with this name.
    pub fn named(name: &str) -> Option<Row> {
        [Row::Close, Row::Ranged, Row::Support, Row::Weather].into_iter().find(|row| row.name() == name)
    }
}

/// A property of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// Not alive: some rules ask for it, and at strength 0 it leaves the battlefield at once.
    Construct,
    /// Played on the other side, counted there, commanded by its owner.
    Spy,
    /// Not counted at the end of a round.
    Idle,
    /// Stays on the battlefield after a round unless its morale is negative.
    Tough,
    /// After a lost round its neighbours return to the hand.
    Retreat,
    /// Counts as having positive morale wherever a rule asks for it.
    Heroic,
    /// Its malus goes through shields that can be pierced.
    Piercing,
}

/// A shield against effects.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectShield {
    /// The kind of effect that is blocked.
    pub against: Against,
    /// The sources whose effects are blocked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from: BlockedSource,
    /// The units that are shielded.
    #[serde(default, skip_serializing_if = "is_default")]
    pub whom: Whom,
    /// The kind of units that are shielded.
    #[serde(default, skip_serializing_if = "is_default")]
    pub of: Kind,
    /// Whether piercing units get through.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pierced: bool,
}

/// The kind of effect a shield blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// Morale taken away.
    Malus,
    /// Morale given.
    Bonus,
    /// Any effect of other units.
    Effects,
}

/// The sources whose effects a shield blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockedSource {
    /// Any source, including the weather.
    #[default]
    Anybody,
    /// Those of constructs.
    Constructs,
    /// Those of units that are no constructs and have no positive morale.
    Faint,
}

/// The units that are shielded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// The unit itself.
    #[default]
    Oneself,
    /// The units next to it.
    Neighbours,
}

/// A kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Every unit.
    #[default]
    Any,
    /// Constructs.
    Constructs,
    /// Units that are no constructs.
    Creatures,
}

impl Kind {
    /// Whether a unit is of this kind.
    pub fn fits(self, construct: bool) -> bool {
        match self {
            Kind::Any => true,
            Kind::Constructs => construct,
            Kind::Creatures => !construct,
        }
    }
}

/// A factor on morale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleFactor {
    /// The sign of morale that is multiplied.
    pub what: Morale,
    /// Whether it is morale that the unit takes or deals.
    pub when: Flow,
    /// The kind of units to which it is dealt, or by which it is taken.
    #[serde(default, skip_serializing_if = "is_default")]
    pub of: Kind,
    /// The factor.
    pub by: i16,
}

/// The two signs of morale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Morale {
    /// Taken away.
    Malus,
    /// Given.
    Bonus,
}

/// The two ends of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flow {
    /// The unit is the target.
    Taken,
    /// The unit is the source, by using a rule.
    Dealt,
}

/// An effect of a rule that happens without being used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// The moment at which it fires.
    pub when: Moment,
    /// The condition under which it fires.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub only_if: Option<Condition>,
    /// The targets; the unit itself if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// How many times.
    #[serde(default, skip_serializing_if = "is_default")]
    pub times: Times,
    /// The effects.
    pub effects: Vec<Effect>,
}

/// The moment at which a trigger fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// When the card itself is played.
    Played,
    /// When another unit is played into the same row.
    RowJoined,
    /// When a unit is played into the opposite row.
    RowFaced,
    /// When a turn of the unit's owner ends.
    TurnEnd,
    /// When both players have passed.
    RoundEnd,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// The unit has fewer action points than are printed on it.
    Spent,
}

/// How many times something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Times {
    /// Once.
    #[default]
    Once,
    /// Once for each other unit in the row that is the same card.
    Identical,
}

/// The units an effect is aimed at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// On which side of the battlefield, as seen by the owner of the acting unit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub side: Side,
    /// In which rows; in all if none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Row>,
    /// Which kind of unit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub of: Kind,
    /// How the units are chosen.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scope: Scope,
    /// How many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u8,
    /// Whether fewer may be chosen.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fewer: bool,
    /// Whether the acting unit itself is left out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub others: bool,
}

fn one() -> u8 {
    1
}

fn is_one(count: &u8) -> bool {
    *count == 1
}

/// A side of the battlefield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Either side.
    #[default]
    Both,
    /// The side of the acting unit's owner.
    Own,
    /// The other side.
    Foe,
}

/// How several units are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// One after the other.
    #[default]
    Units,
    /// Next to each other in one row, up to the number.
    Run,
    /// All of one row.
    Row,
    /// All; only for triggers.
    All,
}

/// An effect. The first group applies to each unit aimed at, the second once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Gives morale, or takes it if negative.
    Morale(i16),
    /// Gives action points, or takes up to so many if negative.
    Points(i16),
    /// Takes all morale markers away.
    ClearMorale,
    /// Takes half of a bonus away, rounded down.
    HalveBonus,
    /// Moves the unit to any place in its row.
    Move,
    /// Gives the acting unit a bonus as high as the strength printed on this one.
    Absorb,
    /// Takes the unit from the battlefield.
    Remove,
    /// Gives the unit a rule for as long as it stays.
    Grant(Id),
    /// Applies further effects to certain cards.
    If {
        /// The cards.
        card: Vec<Id>,
        /// The further effects.
        then: Vec<Effect>,
    },

    /// Takes the acting unit from the battlefield.
    RemoveSelf,
    /// Draws cards from the own pile.
    Draw(u8),
    /// Shows cards of the opponent's hand, picked by their backs, to the owner of the acting unit.
    Reveal(u8),
    /// Makes the opponent discard cards of their own choice.
    Discard(u8),
    /// Creates a token.
    Token(Id),
    /// Plays a unit from the own discard pile.
    Revive(Kind),
    /// Draws a neutral card and plays it.
    Fate,
    /// Shows the top of the neutral pile to the owner of the acting unit.
    Peek,
    /// Takes all weather away.
    ClearWeather,
}

impl Effect {
    /// Whether it applies to each unit aimed at.
    pub const fn is_aimed(&self) -> bool {
        matches!(
            self,
            Effect::Morale(_)
                | Effect::Points(_)
                | Effect::ClearMorale
                | Effect::HalveBonus
                | Effect::Move
                | Effect::Absorb
                | Effect::Remove
                | Effect::Grant(_)
                | Effect::If { .. }
        )
    }
}
