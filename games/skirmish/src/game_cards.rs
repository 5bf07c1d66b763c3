//! The cards and rules of one game.

use crate::{CardEntry, CardSet, DeckFile, Effect, Property, Row, Rule, TokenFile, Words};
use parlor_kit::{Id, Text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The cards and rules of one game: those of both decks, and every token they can create. It never changes,
/// so a game shares it with its forks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameCards {
    pub(crate) cards: Vec<CardDef>,
    pub(crate) rules: Vec<Rule>,
}

/// A card in a game: its rules are indices into the game_cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardDef {
    /// Its name in the files.
    pub id: Id,
    /// Its name.
    pub name: Words,
    /// The people whose names for rules it uses.
    pub race: Id,
    /// The colour of its army.
    pub colour: Id,
    /// 1 to 3; 0 for neutral cards and tokens.
    pub level: u8,
    /// Its strength at the end of a round.
    pub strength: i16,
    /// The action points it begins with.
    pub points: i16,
    /// The rows it can be played into.
    pub rows: Vec<Row>,
    /// Its special rules, as indices into the game_cards.
    pub rules: Vec<u16>,
    /// Whether it enters play only through rules.
    pub token: bool,
}

impl CardDef {
    /// Whether it is weather, and not a unit.
    pub fn is_weather(&self) -> bool {
        self.rows.contains(&Row::Weather)
    }

    /// The strength printed on it plus morale, never below 0.
    pub(crate) fn strength_with(&self, morale: i16) -> i16 {
        (self.strength + morale).max(0)
    }

    /// Its name as a text.
    pub fn text(&self) -> Text {
        words(&self.name)
    }
}

/// Words of the content as a text.
pub(crate) fn words(words: &Words) -> Text {
    Text::new("skirmish-words").arg("words", crate::deck::local(words))
}

impl GameCards {
    /// The part of a set that these decks need.
    pub fn of(set: &CardSet, decks: &[&DeckFile]) -> GameCards {
        let ids = decks.iter().flat_map(|deck| deck.cards.keys().chain(deck.neutral.keys()));
        let cards: BTreeSet<&Id> = ids.collect();
        let cards: Vec<&CardEntry> = cards.into_iter().filter_map(|id| set.card(id)).collect();
        let mut rules: BTreeSet<Id> = cards.iter().flat_map(|card| card.rules.iter().cloned()).collect();
        let mut tokens: BTreeSet<(Id, Id)> = BTreeSet::new();
        // Tokens have rules, and rules create tokens and grant rules: repeats until nothing new is found.
        loop {
            let before = (rules.len(), tokens.len());
            for rule in rules.clone() {
                let Some(rule) = set.rule(&rule) else { continue };
                for effect in rule.each_effect() {
                    match effect {
                        Effect::Grant(granted) => {
                            rules.insert(granted.clone());
                        }
                        Effect::Token(token) => {
                            let race = races_with(set, &cards, &rule.id).next();
                            tokens.insert((token.clone(), race.unwrap_or_default()));
                            let token = set.tokens.get(token);
                            rules.extend(token.into_iter().flat_map(|token| token.rules.iter().cloned()));
                        }
                        _ => {}
                    }
                }
            }
            if before == (rules.len(), tokens.len()) {
                break;
            }
        }
        let rules: Vec<Rule> = rules.iter().filter_map(|id| set.rule(id).cloned()).collect();
        let place = |id: &Id| rules.iter().position(|rule| rule.id == *id).map(|at| at as u16);
        let carried = |ids: &[Id]| ids.iter().filter_map(place).collect::<Vec<u16>>();
        let mut defs: Vec<CardDef> =
            cards.iter().map(|card| of_card(set, card, carried(&card.rules))).collect();
        let mut made: BTreeSet<&Id> = BTreeSet::new();
        for (token, race) in tokens.iter().filter(|(token, _)| made.insert(token)) {
            if let Some(token) = set.tokens.get(token) {
                defs.push(of_token(token, race.clone(), carried(&token.rules)));
            }
        }
        GameCards { cards: defs, rules }
    }

    /// The index of a card.
    pub fn find(&self, id: &str) -> Option<u16> {
        self.cards.iter().position(|card| card.id == id).map(|at| at as u16)
    }

    /// The index of a rule.
    pub fn find_rule(&self, id: &str) -> Option<u16> {
        self.rules.iter().position(|rule| rule.id == id).map(|at| at as u16)
    }

    /// The card at an index.
    pub fn card(&self, at: u16) -> &CardDef {
        &self.cards[usize::from(at)]
    }

    /// The rule at an index.
    pub fn rule(&self, at: u16) -> &Rule {
        &self.rules[usize::from(at)]
    }

    /// Whether the card, as printed, has a property.
    pub fn card_is(&self, at: u16, property: Property) -> bool {
        self.card(at).rules.iter().any(|&rule| self.rule(rule).is.contains(&property))
    }
}

/// The peoples of the cards that have a rule.
fn races_with(set: &CardSet, cards: &[&CardEntry], rule: &str) -> impl Iterator<Item = Id> {
    let owners = cards.iter().filter(move |card| card.rules.iter().any(|own| own == rule));
    let races = owners.filter_map(|card| set.factions.get(&card.faction)).map(|faction| faction.race.clone());
    races.collect::<Vec<_>>().into_iter()
}

fn of_card(set: &CardSet, card: &CardEntry, rules: Vec<u16>) -> CardDef {
    let faction = set.factions.get(&card.faction);
    CardDef {
        id: card.id.clone(),
        name: card.name.clone(),
        race: faction.map(|faction| faction.race.clone()).unwrap_or_default(),
        colour: faction.map(|faction| faction.colour.clone()).unwrap_or_default(),
        level: card.level as u8,
        strength: card.strength as i16,
        points: card.actions as i16,
        rows: card.rows.iter().filter_map(|row| Row::named(row)).collect(),
        rules,
        token: false,
    }
}

fn of_token(token: &TokenFile, race: Id, rules: Vec<u16>) -> CardDef {
    CardDef {
        id: token.id.clone(),
        name: token.name.clone(),
        race,
        colour: Id::new_static("sand"),
        level: 0,
        strength: token.strength as i16,
        points: token.actions as i16,
        rows: token.rows.iter().filter_map(|row| Row::named(row)).collect(),
        rules,
        token: true,
    }
}

impl GameCards {
    /// The index of a token.
    pub fn find_token(&self, id: &str) -> Option<u16> {
        self.cards.iter().position(|card| card.token && card.id == id).map(|at| at as u16)
    }
}
