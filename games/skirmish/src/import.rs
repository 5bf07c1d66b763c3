//! Imports the original XML files: rules, armies, cards and decks, as files of this game.
//!
//! The original describes in prose what a rule does. So a rule keeps the effects that the shipped set, or a set
//! given along with the files, defines for its id; names, cost and tokens come from the file.

use crate::{
    ANY_RACE, CardEntry, CardSet, DeckFile, Effect, FactionFile, Fault, Limits, RaceFile, Rule, RuleKind,
    SetFile, TokenFile, Words, card_set::read_part, options::standard_set, xml,
};
use parlor_kit::{Id, Text};
use std::collections::{BTreeMap, BTreeSet};

/// The names of the peoples in the original files.
const RACES: [(&str, &str); 5] = [
    ("Menschen", "humans"),
    ("Zwerge", "dwarves"),
    ("Elfen", "elves"),
    ("Monster", "monsters"),
    ("Neutral", "neutral"),
];

/// What files of the original become.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    /// All cards with the armies, peoples, rules and tokens they need; empty if only decks were imported.
    pub set: SetFile,
    /// The decks, each with the file it was read from.
    pub decks: Vec<(String, DeckFile)>,
}

/// Imports files, each with its name. Files that end in `.toml` are card sets of this game, which define rules
/// and cards that the shipped set lacks.
pub fn import(files: &[(&str, &str)]) -> Result<Imported, Vec<Fault>> {
    let mut known = standard_set();
    let mut import = Import::default();
    for (file, text) in files.iter().filter(|(file, _)| file.ends_with(".toml")) {
        match read_part(file, text) {
            Ok(part) => {
                known.races.extend(part.races);
                known.factions.extend(part.factions);
                known.rules.extend(part.rules);
                known.tokens.extend(part.tokens);
                known.cards.extend(part.cards);
            }
            Err(fault) => import.faults.push(fault),
        }
    }
    match CardSet::check([("set", &known)]) {
        Ok(set) => import.known = set,
        Err(faults) => return Err(faults),
    }
    let mut documents = Vec::new();
    for (file, text) in files.iter().filter(|(file, _)| !file.ends_with(".toml")) {
        match xml::parse(text) {
            Ok(data) => documents.push((*file, data)),
            Err((line, reason)) => {
                let reason = Text::new("skirmish-fault-unreadable").arg("reason", reason);
                import.faults.push(Fault::new(*file, "", reason).in_line(line));
            }
        }
    }
    // Decks refer to cards, and cards to armies, whatever order the files come in.
    for (file, data) in documents.iter().filter(|(_, data)| data.each("meta").next().is_none()) {
        import.file = (*file).to_string();
        import.set_file(data);
    }
    import.check_set();
    for (file, data) in documents.iter().filter(|(_, data)| data.each("meta").next().is_some()) {
        import.file = (*file).to_string();
        import.deck(data);
    }
    let Import { done, faults, .. } = import;
    if faults.is_empty() { Ok(done) } else { Err(faults) }
}

#[derive(Default)]
struct Import {
    known: CardSet,
    done: Imported,
    faults: Vec<Fault>,
    /// The file that is read.
    file: String,
    /// File and line of each entry, such as `card HK1`.
    origins: BTreeMap<String, (String, usize)>,
}

/// An entry that cannot be imported; its fault is noted.
struct Unusable;

type Read<T> = Result<T, Unusable>;

impl Import {
    fn fault<T>(&mut self, element: &xml::Element, entry: &str, reason: Text) -> Read<T> {
        self.faults.push(Fault::new(&self.file, entry, reason).in_line(element.line));
        Err(Unusable)
    }

    /// A required attribute.
    fn needed<'a>(&mut self, element: &'a xml::Element, entry: &str, name: &'static str) -> Read<&'a str> {
        match element.attribute(name) {
            Some(value) => Ok(value),
            None => self.fault(element, entry, Text::new("skirmish-fault-no-attribute").arg("name", name)),
        }
    }

    fn number(&mut self, element: &xml::Element, entry: &str, name: &'static str) -> Read<i64> {
        let value = self.needed(element, entry, name)?;
        match value.trim().parse() {
            Ok(number) => Ok(number),
            Err(_) => {
                let reason = Text::new("skirmish-fault-no-number").arg("name", name).arg("value", value);
                self.fault(element, entry, reason)
            }
        }
    }

    /// One attribute of each child of a kind.
    fn listed(
        &mut self,
        element: &xml::Element,
        entry: &str,
        kind: &str,
        name: &'static str,
    ) -> Read<Vec<Id>> {
        element.each(kind).map(|part| self.needed(part, entry, name).map(Id::from)).collect()
    }

    fn rows(&mut self, element: &xml::Element, entry: &str) -> Read<Vec<Id>> {
        let rows = self.listed(element, entry, "row", "name")?;
        Ok(rows.into_iter().map(|row| row.to_lowercase().into()).collect())
    }

    /// Reads every entry, so that all faults of a file are told at once.
    fn set_file(&mut self, data: &xml::Element) {
        let mut places: BTreeMap<Id, usize> = BTreeMap::new();
        for element in &data.children {
            let _unusable = match element.name.as_str() {
                "rule" => self.rule(element),
                "faction" => self.faction(element),
                "card" => self.card(element, &mut places),
                name => {
                    let reason = Text::new("skirmish-import-unknown").arg("name", name);
                    self.fault(element, "", reason)
                }
            };
        }
        if data.children.is_empty() {
            let _unusable: Read<()> = self.fault(data, "", Text::new("skirmish-import-nothing"));
        }
    }

    fn origin(&mut self, entry: String, element: &xml::Element) {
        self.origins.entry(entry).or_insert_with(|| (self.file.clone(), element.line));
    }

    fn faction(&mut self, element: &xml::Element) -> Read<()> {
        let id = Id::from(self.needed(element, "faction", "id")?);
        let entry = format!("faction {id}");
        let race_name = self.needed(element, &entry, "race_name")?;
        let race = race_id(race_name);
        if self.done.set.races.iter().all(|other| other.id != race) {
            let name = name_as(self.known.races.get(&race).map(|race| &race.name), race_name);
            self.origin(format!("race {race}"), element);
            self.done.set.races.push(RaceFile { id: race.clone(), name });
        }
        let name = self.needed(element, &entry, "faction_name")?;
        let colour = self.needed(element, &entry, "color")?;
        self.origin(entry, element);
        self.done.set.factions.push(FactionFile {
            name: name_as(self.known.factions.get(&id).map(|faction| &faction.name), name),
            neutral: race == "neutral",
            colour: colour.into(),
            id,
            race,
        });
        Ok(())
    }

    /// A card without an id gets one from its army and its position in the file.
    fn card(&mut self, element: &xml::Element, places: &mut BTreeMap<Id, usize>) -> Read<()> {
        let own = element.attribute("id").unwrap_or_default();
        let faction = Id::from(self.needed(element, format!("card {own}").trim(), "faction_id")?);
        let place = places.entry(faction.clone()).or_default();
        *place += 1;
        let id = if own.is_empty() { Id::from(format!("{faction}{place}")) } else { Id::from(own) };
        let entry = format!("card {id}");
        let name = self.needed(element, &entry, "name")?;
        let image = element.attribute("image").map(Id::from);
        if image.as_ref().is_some_and(|image| image.contains(['/', '\\'])) {
            return self.fault(element, &entry, Text::new("skirmish-fault-image"));
        }
        let card = CardEntry {
            name: name_as(self.known.card(&id).map(|card| &card.name), name),
            level: self.number(element, &entry, "level")?,
            strength: self.number(element, &entry, "strength")?,
            actions: self.number(element, &entry, "actions")?,
            provisions: self.number(element, &entry, "costs")?,
            rows: self.rows(element, &entry)?,
            rules: self.listed(element, &entry, "rule", "id")?,
            image,
            id,
            faction,
        };
        self.origin(entry, element);
        self.done.set.cards.push(card);
        Ok(())
    }

    fn rule(&mut self, element: &xml::Element) -> Read<()> {
        let id = self.needed(element, "rule", "id")?;
        let entry = format!("rule {id}");
        let Some(known) = self.known.rule(id).cloned() else {
            return self.fault(element, &entry, Text::new("skirmish-import-prose"));
        };
        let kind = match self.needed(element, &entry, "type")? {
            "passive" => RuleKind::Passive,
            "active" => RuleKind::Active,
            other => {
                let reason = Text::new("skirmish-import-kind").arg("kind", other);
                return self.fault(element, &entry, reason);
            }
        };
        if kind != known.kind {
            return self.fault(element, &entry, Text::new("skirmish-import-other-kind"));
        }
        let cost = if kind == RuleKind::Active { self.number(element, &entry, "cost")? } else { 0 };
        let Ok(cost) = u8::try_from(cost) else {
            let reason = Text::new("skirmish-fault-no-number").arg("name", "cost").arg("value", cost);
            return self.fault(element, &entry, reason);
        };
        let labels = element.each("label").flat_map(|label| &label.attributes);
        let names: BTreeMap<Id, Words> = labels
            .map(|(race, label)| {
                let race = if race == "GEN" { Id::new_static(ANY_RACE) } else { race_id(race) };
                let name = name_as(known.names.get(&race), label);
                (race, name)
            })
            .collect();
        let made = known.each_effect().find_map(|effect| match effect {
            Effect::Token(token) => Some(token.clone()),
            _ => None,
        });
        for token in element.each("token") {
            self.token(token, made.as_ref(), &entry)?;
        }
        self.origin(entry, element);
        self.done.set.rules.push(Rule { cost, names, ..known });
        Ok(())
    }

    /// The token a rule makes; its id is the one that the known rule names.
    fn token(&mut self, element: &xml::Element, made: Option<&Id>, rule: &str) -> Read<()> {
        let Some(id) = made else {
            return self.fault(element, rule, Text::new("skirmish-import-no-token"));
        };
        let entry = format!("token {id}");
        let name = self.needed(element, &entry, "name")?;
        let name = name.strip_prefix("Token:").unwrap_or(name).trim();
        let token = TokenFile {
            name: name_as(self.known.tokens.get(id).map(|token| &token.name), name),
            strength: self.number(element, &entry, "strength")?,
            actions: self.number(element, &entry, "actions")?,
            rows: self.rows(element, &entry)?,
            rules: self.listed(element, &entry, "rule", "id")?,
            id: id.clone(),
        };
        self.origin(entry, element);
        self.done.set.tokens.push(token);
        Ok(())
    }

    /// Adds what the imported entries refer to and the files do not hold, and checks the whole.
    fn check_set(&mut self) {
        if self.done.set == SetFile::default() {
            return;
        }
        complete(&mut self.done.set, &self.known);
        let faults = CardSet::check([("", &self.done.set)]).err().unwrap_or_default();
        for mut fault in faults {
            if let Some((file, line)) = self.origins.get(&fault.entry) {
                fault = Fault { file: file.clone(), ..fault }.in_line(*line);
            }
            self.faults.push(fault);
        }
    }

    fn deck(&mut self, data: &xml::Element) {
        let _unusable = self.read_deck(data);
    }

    fn read_deck(&mut self, data: &xml::Element) -> Read<()> {
        // Decks name cards of the set imported with them, which is played without the shipped one, or else shipped
        // cards.
        let mut cards = self.known.clone();
        if !self.done.set.cards.is_empty() {
            cards.cards.clear();
        }
        cards
            .factions
            .extend(self.done.set.factions.iter().map(|faction| (faction.id.clone(), faction.clone())));
        cards.cards.extend(self.done.set.cards.iter().map(|card| (card.id.clone(), card.clone())));
        let meta = data.each("meta").next().unwrap_or(data);
        let mut deck = DeckFile {
            name: name_as(None, self.needed(meta, "deck", "name")?),
            faction: self.needed(meta, "deck", "main_faction_id")?.into(),
            ..DeckFile::default()
        };
        let mut lines: BTreeMap<Id, usize> = BTreeMap::new();
        for element in data.each("card") {
            let id = Id::from(self.needed(element, "card", "id")?);
            let neutral = cards.card(&id).is_some_and(|card| cards.is_neutral(card));
            let list = if neutral { &mut deck.neutral } else { &mut deck.cards };
            lines.entry(id.clone()).or_insert(element.line);
            *list.entry(id.clone()).or_default() += self.number(element, &format!("card {id}"), "amount")?;
        }
        let limits = Limits { neutral: !deck.neutral.is_empty(), ..Limits::WIDEST };
        for fault in limits.faults(&deck, &cards) {
            let id = fault.at.rsplit('/').next().unwrap_or_default();
            let (entry, line) = match lines.get(id) {
                Some(line) => (format!("card {id}"), *line),
                None => ("deck".to_string(), meta.line),
            };
            self.faults.push(Fault::new(&self.file, entry, fault.text).in_line(line));
        }
        self.done.decks.push((self.file.clone(), deck));
        Ok(())
    }
}

fn race_id(name: &str) -> Id {
    let race = RACES.iter().find(|(german, _)| *german == name).map(|(_, id)| Id::from(*id));
    race.unwrap_or_else(|| name.to_lowercase().into())
}

/// A name in all languages: as the known set has it, if it has the same German one, else the same everywhere.
fn name_as(known: Option<&Words>, german: &str) -> Words {
    match known.filter(|words| words.get("de").is_some_and(|word| word == german)) {
        Some(words) => words.clone(),
        None => crate::LANGUAGES.iter().map(|language| (Id::from(*language), Id::from(german))).collect(),
    }
}

fn has<'a>(mut list: impl Iterator<Item = &'a Id>, id: &Id) -> bool {
    list.any(|other| other == id)
}

/// Adds the known armies, peoples, rules and tokens that a set refers to, so that it stands by itself.
fn complete(set: &mut SetFile, known: &CardSet) {
    let factions: BTreeSet<Id> = set.cards.iter().map(|card| card.faction.clone()).collect();
    for id in factions {
        if let Some(faction) = known.factions.get(&id)
            && !has(set.factions.iter().map(|other| &other.id), &id)
        {
            set.factions.push(faction.clone());
        }
    }
    loop {
        let wanted: BTreeSet<Id> = set.cards.iter().flat_map(|card| &card.rules).cloned().collect();
        let wanted = wanted.into_iter().chain(set.tokens.iter().flat_map(|token| token.rules.clone()));
        let made: Vec<(bool, Id)> =
            set.rules.iter().flat_map(Rule::each_effect).filter_map(of_effect).collect();
        let rules = wanted.map(|rule| (false, rule)).chain(made).collect::<BTreeSet<(bool, Id)>>();
        let mut added = false;
        for (token, id) in rules {
            if token && !has(set.tokens.iter().map(|other| &other.id), &id) {
                let known = known.tokens.get(&id);
                added |= known.is_some();
                set.tokens.extend(known.cloned());
            } else if !token && !has(set.rules.iter().map(|other| &other.id), &id) {
                let known = known.rule(&id);
                added |= known.is_some();
                set.rules.extend(known.cloned());
            }
        }
        if !added {
            break;
        }
    }
    let named = set.rules.iter().flat_map(|rule| rule.names.keys()).filter(|race| *race != ANY_RACE);
    let races: BTreeSet<Id> =
        named.chain(set.factions.iter().map(|faction| &faction.race)).cloned().collect();
    for id in races {
        if let Some(race) = known.races.get(&id)
            && !has(set.races.iter().map(|other| &other.id), &id)
        {
            set.races.push(race.clone());
        }
    }
}

/// The token (`true`) or the rule that an effect names.
fn of_effect(effect: &Effect) -> Option<(bool, Id)> {
    match effect {
        Effect::Token(token) => Some((true, token.clone())),
        Effect::Grant(rule) => Some((false, rule.clone())),
        _ => None,
    }
}
