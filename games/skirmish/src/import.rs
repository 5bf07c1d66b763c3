//! Imports the original XML files: armies, cards and decks.
//!
//! The original describes rules in prose, so rules are not imported: cards keep the ids of their rules, and a
//! card set defines their effects.

use crate::{CardEntry, CardSet, DeckFile, FactionFile, Fault, RaceFile, Words, xml};
use parlor_kit::{Id, Text};

/// The names of the peoples in the original files.
const RACES: [(&str, &str); 5] = [
    ("Menschen", "humans"),
    ("Zwerge", "dwarves"),
    ("Elfen", "elves"),
    ("Monster", "monsters"),
    ("Neutral", "neutral"),
];

type Imported<T> = Result<T, Fault>;

fn read(file: &str, text: &str) -> Imported<xml::Element> {
    xml::parse(text).map_err(|(line, reason)| {
        let reason = Text::new("skirmish-fault-unreadable").arg("reason", reason);
        Fault::new(file, format!("line {line}"), reason)
    })
}

/// Reads a required attribute.
fn needed<'a>(file: &str, element: &'a xml::Element, name: &'static str) -> Imported<&'a str> {
    element.attribute(name).ok_or_else(|| {
        let reason = Text::new("skirmish-fault-no-attribute").arg("name", name);
        Fault::new(file, format!("line {}", element.line), reason)
    })
}

fn number(file: &str, element: &xml::Element, name: &'static str) -> Imported<i64> {
    let value = needed(file, element, name)?;
    value.trim().parse().map_err(|_| {
        let reason = Text::new("skirmish-fault-no-number").arg("name", name).arg("value", value);
        Fault::new(file, format!("line {}", element.line), reason)
    })
}

/// A name in all languages: as the known set has it, if it has the same German one, else the same everywhere.
fn name_as(known: Option<&Words>, german: &str) -> Words {
    match known.filter(|words| words.get("de").is_some_and(|word| word == german)) {
        Some(words) => words.clone(),
        None => crate::LANGUAGES.iter().map(|language| (Id::from(*language), Id::from(german))).collect(),
    }
}

/// The peoples and armies of `factions_definition.xml`; `known` gives the names in other languages.
pub fn import_factions(
    file: &str,
    text: &str,
    known: &CardSet,
) -> Imported<(Vec<RaceFile>, Vec<FactionFile>)> {
    let mut races: Vec<RaceFile> = Vec::new();
    let mut factions = Vec::new();
    for element in read(file, text)?.each("faction") {
        let race_name = needed(file, element, "race_name")?;
        let race = RACES.iter().find(|(german, _)| *german == race_name).map(|(_, id)| Id::from(*id));
        let race = race.unwrap_or_else(|| race_name.to_lowercase().into());
        if races.iter().all(|other| other.id != race) {
            let name = name_as(known.races.get(&race).map(|race| &race.name), race_name);
            races.push(RaceFile { id: race.clone(), name });
        }
        let id = Id::from(needed(file, element, "id")?);
        let name = needed(file, element, "faction_name")?;
        factions.push(FactionFile {
            name: name_as(known.factions.get(&id).map(|faction| &faction.name), name),
            neutral: race == "neutral",
            colour: needed(file, element, "color")?.into(),
            id,
            race,
        });
    }
    Ok((races, factions))
}

/// The cards of one `…_cards.xml`. A card without an id gets one from its army and its position in the file.
/// `known` gives the names in other languages.
pub fn import_cards(file: &str, text: &str, known: &CardSet) -> Imported<Vec<CardEntry>> {
    let mut cards = Vec::new();
    for (place, element) in (1..).zip(read(file, text)?.each("card")) {
        let faction = Id::from(needed(file, element, "faction_id")?);
        let id = element.attribute("id").map_or_else(|| Id::from(format!("{faction}{place}")), Id::from);
        let names = |kind: &'static str, attribute: &'static str| {
            element.each(kind).map(|part| needed(file, part, attribute)).collect::<Imported<Vec<&str>>>()
        };
        cards.push(CardEntry {
            name: name_as(known.card(&id).map(|card| &card.name), needed(file, element, "name")?),
            level: number(file, element, "level")?,
            strength: number(file, element, "strength")?,
            actions: number(file, element, "actions")?,
            provisions: number(file, element, "costs")?,
            rows: names("row", "name")?.into_iter().map(|row| row.to_lowercase().into()).collect(),
            rules: names("rule", "id")?.into_iter().map(Id::from).collect(),
            id,
            faction,
        });
    }
    Ok(cards)
}

/// A deck; `known` says which of its cards are neutral.
pub fn import_deck(file: &str, text: &str, known: &CardSet) -> Imported<DeckFile> {
    let data = read(file, text)?;
    let meta = data.each("meta").next().unwrap_or(&data);
    let mut deck = DeckFile {
        name: name_as(None, needed(file, meta, "name")?),
        faction: needed(file, meta, "main_faction_id")?.into(),
        ..DeckFile::default()
    };
    for element in data.each("card") {
        let id = Id::from(needed(file, element, "id")?);
        let neutral = known.card(&id).is_some_and(|card| known.is_neutral(card));
        let list = if neutral { &mut deck.neutral } else { &mut deck.cards };
        *list.entry(id).or_default() += number(file, element, "amount")?;
    }
    Ok(deck)
}
