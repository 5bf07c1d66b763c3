//! A special rule: its names, its text, and its parts.

use crate::{Effect, EffectShield, MoraleFactor, Property, Target, Trigger};
use parlor_kit::Id;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The same words in several languages, by language.
pub type Words = BTreeMap<Id, Id>;

/// The name under which a rule keeps the label for races that have none of their own.
pub const ANY_RACE: &str = "any";

/// A special rule: its names, its text and its effects.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rule {
    /// Its name in card files.
    pub id: Id,
    /// Whether it is passive or active.
    pub kind: RuleKind,
    /// The action points it takes to use it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cost: u8,
    /// Its name for each race; `any` for races that are not listed. A race without a name cannot have the
    /// rule.
    pub names: BTreeMap<Id, Words>,
    /// Its description.
    pub text: Words,
    /// The properties of a unit with this rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub is: Vec<Property>,
    /// The shields it gives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shields: Vec<EffectShield>,
    /// The factors it applies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<MoraleFactor>,
    /// Its triggers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<Trigger>,
    /// The target of its use; none if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// The effects of its use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Alternative effects of its use, one of which is chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choice: Vec<Choice>,
}

impl Rule {
    /// The modes of the rule: one list of effects each.
    pub fn modes(&self) -> Vec<&[Effect]> {
        match (self.kind, self.choice.is_empty()) {
            (RuleKind::Passive, _) => Vec::new(),
            (RuleKind::Active, true) => vec![&self.effects],
            (RuleKind::Active, false) => self.choice.iter().map(|choice| choice.effects.as_slice()).collect(),
        }
    }

    /// The effects of one mode.
    pub fn mode(&self, mode: u8) -> &[Effect] {
        match self.choice.get(usize::from(mode)) {
            Some(choice) => &choice.effects,
            None => &self.effects,
        }
    }

    /// Every effect the rule can have.
    pub fn each_effect(&self) -> impl Iterator<Item = &Effect> {
        let triggered = self.on.iter().flat_map(|trigger| &trigger.effects);
        let chosen = self.choice.iter().flat_map(|choice| &choice.effects);
        let all = self.effects.iter().chain(chosen).chain(triggered);
        all.flat_map(|effect| match effect {
            Effect::If { then, .. } => then.iter().chain(None),
            other => [].iter().chain(Some(other)),
        })
    }

    /// The name of the rule for a race; `None` if the race cannot have it.
    pub fn name_for(&self, race: &str) -> Option<&Words> {
        self.names.get(race).or_else(|| self.names.get(ANY_RACE))
    }

    /// The name of the rule on a card of this race, falling back to another race's name: tokens may have
    /// rules for which their race has no name.
    pub fn name_on(&self, race: &str) -> Option<&Words> {
        self.name_for(race).or_else(|| self.names.values().next())
    }
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Whether a rule is passive or active.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleKind {
    /// It holds while its unit has strength left.
    Passive,
    /// It is used for action points.
    Active,
}

/// One mode of a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The name of the mode.
    pub name: Words,
    /// What it does.
    pub effects: Vec<Effect>,
}
