//! Loads and validates a card set, and reports every fault.

use crate::{
    CardEntry, Effect, FactionFile, Fault, RaceFile, Row, Rule, RuleKind, SetFile, TokenFile, Words,
};
use parlor_kit::{Id, Palette, Text, parse_content};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most special rules a card can have.
pub const MOST_RULES: usize = 5;
/// The most targets, effects and cards of one rule.
pub const MOST_OF_A_RULE: usize = 5;
/// The highest number a card can have for strength, action points or provisions.
pub const HIGHEST: i64 = 99;
/// The languages every word of a card set needs.
pub const LANGUAGES: [&str; 2] = ["de", "en"];

/// A validated card set: everything it refers to exists in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardSet {
    pub(crate) races: BTreeMap<Id, RaceFile>,
    pub(crate) factions: BTreeMap<Id, FactionFile>,
    pub(crate) rules: BTreeMap<Id, Rule>,
    pub(crate) tokens: BTreeMap<Id, TokenFile>,
    pub(crate) cards: BTreeMap<Id, CardEntry>,
}

impl CardSet {
    /// Loads a set from the text of its TOML files.
    ///
    /// ```
    /// use skirmish::CardSet;
    ///
    /// let faults = CardSet::load([("elves.toml", "[[cards]]\nid = 'E1'")]).unwrap_err();
    /// assert!(faults[0].to_string().starts_with("elves.toml: line 1"));
    /// ```
    pub fn load<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<CardSet, Vec<Fault>> {
        let mut parts = Vec::new();
        let mut faults = Vec::new();
        for (file, text) in files {
            match read_part(file, text) {
                Ok(part) => parts.push((file, part)),
                Err(fault) => faults.push(fault),
            }
        }
        let (set, more) = CardSet::join(parts.iter().map(|(file, part)| (*file, part)));
        faults.extend(more);
        if faults.is_empty() { Ok(set) } else { Err(faults) }
    }

    /// Validates the set made of these parts, each with its name in faults.
    pub fn check<'a>(
        parts: impl IntoIterator<Item = (&'a str, &'a SetFile), IntoIter: Clone>,
    ) -> Result<CardSet, Vec<Fault>> {
        let (set, faults) = CardSet::join(parts.into_iter());
        if faults.is_empty() { Ok(set) } else { Err(faults) }
    }

    fn join<'a>(parts: impl Iterator<Item = (&'a str, &'a SetFile)> + Clone) -> (CardSet, Vec<Fault>) {
        let mut set = CardSet::default();
        let mut faults = Vec::new();
        for (file, part) in parts.clone() {
            let mut twice = |kind: &str, (i, id): (usize, &Id), old: bool| {
                if old {
                    let reason = Text::new("skirmish-fault-duplicate");
                    faults.push(Fault::new(file, format!("{kind} {id}"), reason).at(format!("/{kind}s/{i}")));
                }
            };
            for (i, race) in part.races.iter().enumerate() {
                twice("race", (i, &race.id), set.races.insert(race.id.clone(), race.clone()).is_some());
            }
            for (i, faction) in part.factions.iter().enumerate() {
                let old = set.factions.insert(faction.id.clone(), faction.clone()).is_some();
                twice("faction", (i, &faction.id), old);
            }
            for (i, rule) in part.rules.iter().enumerate() {
                twice("rule", (i, &rule.id), set.rules.insert(rule.id.clone(), rule.clone()).is_some());
            }
            for (i, token) in part.tokens.iter().enumerate() {
                twice("token", (i, &token.id), set.tokens.insert(token.id.clone(), token.clone()).is_some());
            }
            for (i, card) in part.cards.iter().enumerate() {
                twice("card", (i, &card.id), set.cards.insert(card.id.clone(), card.clone()).is_some());
            }
        }
        for (file, part) in parts {
            let mut check = Check { set: &set, file, at: String::new(), faults: &mut faults };
            check.each("races", &part.races, |check, race| {
                check.words(&format!("race {}", race.id), &race.name);
            });
            check.each("factions", &part.factions, Check::faction);
            check.each("rules", &part.rules, Check::rule);
            check.each("tokens", &part.tokens, Check::token);
            check.each("cards", &part.cards, Check::card);
        }
        (set, faults)
    }

    /// The set as one file.
    pub fn to_file(&self) -> SetFile {
        SetFile {
            races: self.races.values().cloned().collect(),
            factions: self.factions.values().cloned().collect(),
            rules: self.rules.values().cloned().collect(),
            tokens: self.tokens.values().cloned().collect(),
            cards: self.cards.values().cloned().collect(),
        }
    }

    /// The card with this name in the files.
    pub fn card(&self, id: &str) -> Option<&CardEntry> {
        self.cards.get(id)
    }

    /// Every card, ordered by its name in the files.
    pub fn cards(&self) -> impl Iterator<Item = &CardEntry> {
        self.cards.values()
    }

    /// The rule with this name in the files.
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules.get(id)
    }

    /// Every rule, ordered by its name in the files.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.values()
    }

    /// Every army, ordered by its name in the files.
    pub fn factions(&self) -> impl Iterator<Item = &FactionFile> {
        self.factions.values()
    }

    /// Whether the card belongs to neutral decks.
    pub fn is_neutral(&self, card: &CardEntry) -> bool {
        self.factions.get(&card.faction).is_some_and(|faction| faction.neutral)
    }
}

/// Parses one file of a set.
pub(crate) fn read_part(file: &str, text: &str) -> Result<SetFile, Fault> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().map_or(0, |span| span.start).min(text.len());
        let line = text[..before].matches('\n').count() + 1;
        let reason = Text::new("skirmish-fault-unreadable").arg("reason", error.message().to_string());
        Fault::new(file, "", reason).in_line(line)
    })
}

/// Parses a deck file, TOML or JSON.
pub fn read_deck(file: &str, text: &str) -> Result<crate::DeckFile, Fault> {
    let unreadable = |reason: String| {
        Fault::new(file, "deck", Text::new("skirmish-fault-unreadable").arg("reason", reason))
    };
    let value = parse_content(file, text.as_bytes()).map_err(|refusal| unreadable(refusal.to_string()))?;
    serde_json::from_value(value).map_err(|error| unreadable(error.to_string()))
}

struct Check<'a> {
    set: &'a CardSet,
    file: &'a str,
    /// The entry that is checked, as a JSON pointer.
    at: String,
    faults: &'a mut Vec<Fault>,
}

impl Check<'_> {
    fn each<T>(&mut self, list: &str, entries: &[T], mut check: impl FnMut(&mut Self, &T)) {
        for (i, entry) in entries.iter().enumerate() {
            self.at = format!("/{list}/{i}");
            check(self, entry);
        }
    }

    fn fault(&mut self, entry: &str, reason: Text) {
        self.faults.push(Fault::new(self.file, entry, reason).at(&self.at));
    }

    fn words(&mut self, entry: &str, words: &Words) {
        for language in LANGUAGES {
            if words.get(language).is_none_or(|word| word.trim().is_empty()) {
                self.fault(entry, Text::new("skirmish-fault-no-word").arg("language", language));
            }
        }
    }

    fn faction(&mut self, faction: &FactionFile) {
        let entry = format!("faction {}", faction.id);
        self.words(&entry, &faction.name);
        if !Palette::Colour.knows(&faction.colour) {
            let reason = Text::new("skirmish-fault-colour").arg("colour", faction.colour.clone());
            self.fault(&entry, reason.arg("nearest", Palette::Colour.nearest(&faction.colour)));
        }
        if !self.set.races.contains_key(&faction.race) {
            self.fault(&entry, Text::new("skirmish-fault-unknown-race").arg("race", faction.race.clone()));
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let entry = format!("rule {}", rule.id);
        self.words(&entry, &rule.text);
        if rule.names.is_empty() {
            self.fault(&entry, Text::new("skirmish-fault-no-name"));
        }
        for (race, name) in &rule.names {
            self.words(&entry, name);
            if race != crate::ANY_RACE && !self.set.races.contains_key(race) {
                self.fault(&entry, Text::new("skirmish-fault-unknown-race").arg("race", race.clone()));
            }
        }
        rule.choice.iter().for_each(|choice| self.words(&entry, &choice.name));
        let used = !rule.effects.is_empty() || !rule.choice.is_empty();
        let standing =
            !(rule.is.is_empty() && rule.shields.is_empty() && rule.scales.is_empty() && rule.on.is_empty());
        match rule.kind {
            RuleKind::Active if !used || standing => self.fault(&entry, Text::new("skirmish-fault-active")),
            RuleKind::Passive if used || rule.cost > 0 || rule.target.is_some() => {
                self.fault(&entry, Text::new("skirmish-fault-passive"));
            }
            _ => {}
        }
        let aimed = |effects: &[Effect]| effects.iter().any(Effect::is_aimed);
        if rule.kind == RuleKind::Active
            && rule.modes().iter().any(|effects| aimed(effects) != rule.target.is_some())
        {
            self.fault(&entry, Text::new("skirmish-fault-target"));
        }
        // Triggers apply to units without a choice: no player selects targets.
        for trigger in &rule.on {
            let silent = |effect: &Effect| {
                matches!(
                    effect,
                    Effect::Morale(_)
                        | Effect::Points(_)
                        | Effect::ClearMorale
                        | Effect::HalveBonus
                        | Effect::Grant(_)
                        | Effect::ClearWeather
                )
            };
            if !trigger.effects.iter().all(silent) {
                self.fault(&entry, Text::new("skirmish-fault-trigger"));
            }
        }
        self.limits(&entry, rule);
        for effect in rule.each_effect() {
            let (key, name) = match effect {
                Effect::Token(token) if !self.set.tokens.contains_key(token) => {
                    ("skirmish-fault-unknown-token", token)
                }
                Effect::Grant(rule) if !self.set.rules.contains_key(rule) => {
                    ("skirmish-fault-unknown-rule", rule)
                }
                _ => continue,
            };
            self.fault(&entry, Text::new(key).arg("name", name.clone()));
        }
    }

    /// Checks that a rule does not ask for more choices than the bound of the game allows.
    fn limits(&mut self, entry: &str, rule: &Rule) {
        let targets = rule.target.iter().chain(rule.on.iter().filter_map(|trigger| trigger.target.as_ref()));
        let counts = targets.map(|target| usize::from(target.count));
        let cards = rule.each_effect().map(|effect| match effect {
            Effect::Draw(cards) | Effect::Reveal(cards) | Effect::Discard(cards) => usize::from(*cards),
            // A condition within a condition is refused, because its effects would not be counted.
            Effect::If { .. } => usize::MAX,
            _ => 1,
        });
        let effects = rule.modes().iter().map(|mode| mode.len()).max().unwrap_or(0);
        let chosen = rule.choice.len();
        if counts.chain(cards).chain([effects, chosen]).any(|number| number > MOST_OF_A_RULE) {
            self.fault(entry, Text::new("skirmish-fault-limit"));
        }
    }

    fn rows(&mut self, entry: &str, rows: &[Id]) {
        if rows.is_empty() {
            self.fault(entry, Text::new("skirmish-fault-no-row"));
        }
        for row in rows.iter().filter(|row| Row::named(row).is_none()) {
            self.fault(entry, Text::new("skirmish-fault-unknown-row").arg("row", row.clone()));
        }
    }

    fn number(&mut self, entry: &str, what: &'static str, value: i64) {
        if !(0..=HIGHEST).contains(&value) {
            let reason = Text::new("skirmish-fault-number").arg("what", what).arg("value", value);
            self.fault(entry, reason.arg("most", HIGHEST));
        }
    }

    fn carried(&mut self, entry: &str, rules: &[Id], race: Option<&str>) {
        if rules.len() > MOST_RULES {
            let reason = Text::new("skirmish-fault-too-many-rules").arg("rules", rules.len());
            self.fault(entry, reason.arg("most", MOST_RULES));
        }
        let mut seen = BTreeSet::new();
        for id in rules {
            if !seen.insert(id) {
                self.fault(entry, Text::new("skirmish-fault-rule-twice").arg("name", id.clone()));
            }
            let Some(rule) = self.set.rules.get(id) else {
                self.fault(entry, Text::new("skirmish-fault-unknown-rule").arg("name", id.clone()));
                continue;
            };
            if let Some(race) = race
                && rule.name_for(race).is_none()
            {
                let reason = Text::new("skirmish-fault-no-label").arg("name", id.clone());
                self.fault(entry, reason.arg("race", race));
            }
        }
    }

    /// Tokens may have rules for which their race has no name.
    fn token(&mut self, token: &TokenFile) {
        let entry = format!("token {}", token.id);
        self.words(&entry, &token.name);
        self.number(&entry, "strength", token.strength);
        self.number(&entry, "actions", token.actions);
        self.rows(&entry, &token.rows);
        if token.rows.iter().any(|row| row == Row::Weather.name()) {
            self.fault(&entry, Text::new("skirmish-fault-weather"));
        }
        self.carried(&entry, &token.rules, None);
    }

    fn card(&mut self, card: &CardEntry) {
        let entry = format!("card {}", card.id);
        self.words(&entry, &card.name);
        self.number(&entry, "strength", card.strength);
        self.number(&entry, "actions", card.actions);
        self.number(&entry, "provisions", card.provisions);
        self.rows(&entry, &card.rows);
        let set = self.set;
        let Some(faction) = set.factions.get(&card.faction) else {
            let reason = Text::new("skirmish-fault-unknown-faction").arg("faction", card.faction.clone());
            self.fault(&entry, reason);
            return self.carried(&entry, &card.rules, None);
        };
        self.carried(&entry, &card.rules, Some(&faction.race));
        let levels = if faction.neutral { 0..=0 } else { 1..=3 };
        if !levels.contains(&card.level) {
            self.fault(&entry, Text::new("skirmish-fault-level").arg("level", card.level));
        }
        if faction.neutral && card.provisions != 0 {
            self.fault(&entry, Text::new("skirmish-fault-neutral-provisions"));
        }
        let weather = card.rows.iter().any(|row| row == Row::Weather.name());
        if weather && (!faction.neutral || card.rows.len() > 1) {
            self.fault(&entry, Text::new("skirmish-fault-weather"));
        }
    }
}
