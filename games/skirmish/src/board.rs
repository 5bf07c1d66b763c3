//! Queries on the battlefield: positions, strengths, and which effects reach a unit.

use crate::{
    Against, BlockedSource, CardDef, Effect, Flow, Kind, Morale, Property, Row, Rule, Side, Skirmish, Target,
    Whom, ZeroStrength,
    state::{At, Unit},
};
use parlor_kit::{Seat, cards::Handle};

/// A unit on the battlefield.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand<'a> {
    pub(crate) handle: Handle,
    /// The side of the battlefield it stands on.
    pub(crate) side: Seat,
    pub(crate) row: Row,
    pub(crate) slot: usize,
    pub(crate) card: u16,
    pub(crate) def: &'a CardDef,
    pub(crate) unit: &'a Unit,
    /// Whether it can act and its passive rules hold.
    pub(crate) awake: bool,
}

impl Stand<'_> {
    /// The strength printed on it plus its morale, never below 0.
    pub(crate) fn strength(&self) -> i16 {
        self.def.strength_with(self.unit.morale)
    }
}

impl Skirmish {
    /// The units of a row, from left to right.
    pub(crate) fn row(&self, side: Seat, row: Row) -> impl DoubleEndedIterator<Item = Stand<'_>> {
        let cards = self.zones.cards(At::Row(side, row)).iter().enumerate();
        cards.filter_map(move |(slot, card)| {
            let unit = card.face.unit.as_deref()?;
            let (handle, card) = (card.handle, card.face.card);
            let def = self.game_cards.card(card);
            Some(Stand { handle, side, row, slot, card, def, unit, awake: self.is_awake(def, unit) })
        })
    }

    /// Whether a unit can act and its passive rules hold: by default it sleeps only if a malus took its last
    /// strength, for a unit with a printed 0 could otherwise never act.
    pub(crate) fn is_awake(&self, def: &CardDef, unit: &Unit) -> bool {
        let spared = self.zero_strength == ZeroStrength::ByMalus && unit.morale >= 0;
        spared || def.strength_with(unit.morale) > 0
    }

    /// All units of a side, from the front to the back.
    pub(crate) fn army(&self, side: Seat) -> impl Iterator<Item = Stand<'_>> {
        Row::ARMY.into_iter().flat_map(move |row| self.row(side, row))
    }

    /// All units on the battlefield.
    pub(crate) fn units(&self) -> impl Iterator<Item = Stand<'_>> {
        Seat::all(2).flat_map(|side| self.army(side))
    }

    /// The unit with this handle, if it is on the battlefield.
    pub(crate) fn stand(&self, handle: Handle) -> Option<Stand<'_>> {
        match self.zones.find(handle)? {
            (At::Row(side, row), slot) => self.row(side, row).nth(slot),
            _ => None,
        }
    }

    /// The rules of a unit: those printed on it, then those it was given.
    pub(crate) fn rules_of<'a>(&'a self, stand: &Stand<'a>) -> impl Iterator<Item = &'a Rule> + use<'a> {
        let (printed, given) = (&stand.def.rules, &stand.unit.granted);
        printed.iter().chain(given).map(|&rule| self.game_cards.rule(rule))
    }

    /// Whether a unit has a property now. Properties of its material always hold, all others only while it is
    /// awake.
    pub(crate) fn has(&self, stand: &Stand<'_>, property: Property) -> bool {
        (stand.awake || property == Property::Construct)
            && self.rules_of(stand).any(|rule| rule.is.contains(&property))
    }

    /// Whether other rules treat the unit's morale as positive.
    fn is_bold(&self, stand: &Stand<'_>) -> bool {
        stand.unit.morale > 0 || self.has(stand, Property::Heroic)
    }

    /// Whether a unit stays on the battlefield when a round ends.
    pub(crate) fn stays(&self, stand: &Stand<'_>) -> bool {
        stand.unit.morale >= 0 && self.has(stand, Property::Tough)
    }

    /// The units next to a unit.
    pub(crate) fn neighbours(&self, stand: &Stand<'_>) -> impl Iterator<Item = Stand<'_>> {
        let (side, row, slot) = (stand.side, stand.row, stand.slot);
        self.row(side, row).filter(move |other| other.slot.abs_diff(slot) == 1)
    }

    /// Whether a shield blocks an effect of `source` on `target`. The weather is not a unit: it has no
    /// source.
    pub(crate) fn blocked(&self, source: Option<Handle>, target: &Stand<'_>, what: Against) -> bool {
        let from = source.and_then(|source| self.stand(source));
        let construct = self.has(target, Property::Construct);
        let from_construct = from.is_some_and(|unit| self.has(&unit, Property::Construct));
        let keeps_off = |whom: Whom, guard: &Stand<'_>| {
            guard.awake
                && self.rules_of(guard).flat_map(|rule| &rule.shields).any(|shield| {
                    let piercing = || from.is_some_and(|unit| self.has(&unit, Property::Piercing));
                    let meant = match shield.against {
                        // A unit is not shielded from itself.
                        Against::Effects => source != Some(target.handle),
                        one => one == what,
                    };
                    let origin = match shield.from {
                        BlockedSource::Anybody => true,
                        BlockedSource::Constructs => from_construct,
                        BlockedSource::Faint => {
                            from.is_some_and(|unit| !from_construct && !self.is_bold(&unit))
                        }
                    };
                    shield.whom == whom
                        && meant
                        && origin
                        && shield.of.fits(construct)
                        && !(shield.pierced && piercing())
                })
        };
        keeps_off(Whom::Oneself, target)
            || self.neighbours(target).any(|guard| keeps_off(Whom::Neighbours, &guard))
    }

    /// The factor on morale from `source`, which used a rule if `dealt`, to `target`.
    fn scale(&self, source: Option<Handle>, target: &Stand<'_>, amount: i16, dealt: bool) -> i16 {
        let what = if amount < 0 { Morale::Malus } else { Morale::Bonus };
        let construct = self.has(target, Property::Construct);
        let factor = |stand: &Stand<'_>, when: Flow| -> i16 {
            if !stand.awake {
                return 1;
            }
            let scales = self.rules_of(stand).flat_map(|rule| &rule.scales);
            let fitting =
                scales.filter(|scale| scale.what == what && scale.when == when && scale.of.fits(construct));
            fitting.fold(1, |product: i16, scale| product.saturating_mul(scale.by))
        };
        let taken = factor(target, Flow::Taken);
        let source = source.filter(|_| dealt).and_then(|source| self.stand(source));
        let dealt = source.map_or(1, |source| factor(&source, Flow::Dealt));
        amount.saturating_mul(taken).saturating_mul(dealt)
    }

    /// What remains of morale that `source` gives to or takes from a unit: nothing behind a shield, else the
    /// amount with all factors.
    pub(crate) fn morale_for(
        &self,
        source: Option<Handle>,
        target: &Stand<'_>,
        amount: i16,
        dealt: bool,
    ) -> i16 {
        let what = if amount < 0 { Against::Malus } else { Against::Bonus };
        if self.blocked(source, target, what) { 0 } else { self.scale(source, target, amount, dealt) }
    }

    /// Why a rule of `actor` cannot be aimed at a unit, if so.
    pub(crate) fn aim_fault(
        &self,
        actor: &Stand<'_>,
        target: &Target,
        effects: &[Effect],
        unit: &Stand<'_>,
    ) -> Option<&'static str> {
        if !self.is_meant(actor.unit.owner, target, unit) || (target.others && unit.handle == actor.handle) {
            return Some("skirmish-wrong-target");
        }
        if unit.def.level > actor.def.level {
            return Some("skirmish-level");
        }
        let touched = |effect: &Effect| {
            let what = match effect {
                Effect::Morale(amount) if *amount < 0 => Against::Malus,
                Effect::Morale(_) => Against::Bonus,
                _ => Against::Effects,
            };
            !self.blocked(Some(actor.handle), unit, what)
        };
        if !effects.iter().filter(|effect| effect.is_aimed()).any(touched) {
            return Some("skirmish-immune");
        }
        let alone = self.zones.count(At::Row(unit.side, unit.row)) < 2;
        (alone && effects.contains(&Effect::Move)).then_some("skirmish-no-room")
    }

    /// Whether a unit matches a target, as seen by `owner`.
    pub(crate) fn is_meant(&self, owner: Seat, target: &Target, unit: &Stand<'_>) -> bool {
        let side = match target.side {
            Side::Both => true,
            Side::Own => unit.side == owner,
            Side::Foe => unit.side != owner,
        };
        side && (target.rows.is_empty() || target.rows.contains(&unit.row)) && self.is_of(target.of, unit)
    }

    pub(crate) fn is_of(&self, kind: Kind, unit: &Stand<'_>) -> bool {
        kind.fits(self.has(unit, Property::Construct))
    }

    /// The total strength of an army.
    pub(crate) fn sum(&self, side: Seat) -> i32 {
        let counted = self.army(side).filter(|unit| !self.has(unit, Property::Idle));
        counted.map(|unit| i32::from(unit.strength())).sum()
    }
}
