//! A special rule: what it is called, what it says, and what it is made of.

use crate::{Effect, Property, Scale, Shield, Target, Trigger};
use parlor_kit::Id;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The same words in several languages, by language.
pub type Words = BTreeMap<Id, Id>;

/// The name under which a rule keeps the label for races that have none of their own.
pub const ANY_RACE: &str = "any";

/// A special rule: what it is called, what it says and what it does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rule {
    /// Its name in card files.
    pub id: Id,
    /// Whether it always holds or is used.
    pub kind: RuleKind,
    /// The action points it takes to use it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cost: u8,
    /// What each race calls it; `any` for those that are not named. A race without a name cannot have the rule.
    pub names: BTreeMap<Id, Words>,
    /// What it does, in words.
    pub text: Words,
    /// What a unit with this rule is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub is: Vec<Property>,
    /// What it keeps off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shields: Vec<Shield>,
    /// What it multiplies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<Scale>,
    /// What it does by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<Trigger>,
    /// Whom its use is aimed at; nobody if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
    /// What its use does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Several things its use may do, one of which is chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choice: Vec<Choice>,
}

impl Rule {
    /// The ways to use the rule: one list of effects each.
    pub fn modes(&self) -> Vec<&[Effect]> {
        match (self.kind, self.choice.is_empty()) {
            (RuleKind::Passive, _) => Vec::new(),
            (RuleKind::Active, true) => vec![&self.effects],
            (RuleKind::Active, false) => self.choice.iter().map(|choice| choice.effects.as_slice()).collect(),
        }
    }

    /// The effects of one way to use the rule.
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

    /// What a race calls the rule; `None` if it cannot have it.
    pub fn name_for(&self, race: &str) -> Option<&Words> {
        self.names.get(race).or_else(|| self.names.get(ANY_RACE))
    }

    /// What the rule is called on a card of this race, by another race's name if need be: tokens may have rules
    /// that their race has no name for.
    pub fn name_on(&self, race: &str) -> Option<&Words> {
        self.name_for(race).or_else(|| self.names.values().next())
    }
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Whether a rule always holds or is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleKind {
    /// It holds while its unit has strength left.
    Passive,
    /// It is used for action points.
    Active,
}

/// One of several ways to use a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// What this way is called.
    pub name: Words,
    /// What it does.
    pub effects: Vec<Effect>,
}
