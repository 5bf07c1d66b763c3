//! SK-1: the original XML files give exactly the shipped cards and decks.
//!
//! The files beside this test hold the same names, numbers and rules in the same form, without pictures and classes.
//! Whoever has the original ones can ask them too:
//! `SKIRMISH_ORIGINALS=<folder> cargo test -p skirmish --test import -- --ignored`.

use skirmish::{CardEntry, CardSet, import_cards, import_deck, import_factions, read_deck, standard_set};

const CARDS: [(&str, &str); 10] = [
    ("EH_cards.xml", include_str!("data/EH_cards.xml")),
    ("EW_cards.xml", include_str!("data/EW_cards.xml")),
    ("HH_cards.xml", include_str!("data/HH_cards.xml")),
    ("HK_cards.xml", include_str!("data/HK_cards.xml")),
    ("MB_cards.xml", include_str!("data/MB_cards.xml")),
    ("MG_cards.xml", include_str!("data/MG_cards.xml")),
    ("NR_cards.xml", include_str!("data/NR_cards.xml")),
    ("NW_cards.xml", include_str!("data/NW_cards.xml")),
    ("ZK_cards.xml", include_str!("data/ZK_cards.xml")),
    ("ZW_cards.xml", include_str!("data/ZW_cards.xml")),
];

fn standard() -> CardSet {
    CardSet::check([("standard", &standard_set())]).unwrap()
}

/// Holds all card files together to the shipped cards.
fn give_the_shipped_cards<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) {
    let set = standard();
    let mut cards: Vec<CardEntry> = Vec::new();
    for (file, text) in files {
        cards.extend(import_cards(file, text, &set).unwrap_or_else(|fault| panic!("{fault}")));
    }
    cards.sort_by(|a, b| a.id.cmp(&b.id));
    let shipped: Vec<CardEntry> = set.cards().cloned().collect();
    assert_eq!(cards, shipped);
}

fn give_the_shipped_armies(text: &str) {
    let set = standard();
    let (mut races, mut factions) = import_factions("factions_definition.xml", text, &set).unwrap();
    races.sort_by(|a, b| a.id.cmp(&b.id));
    factions.sort_by(|a, b| a.id.cmp(&b.id));
    let shipped = set.to_file();
    assert_eq!((races, factions), (shipped.races, shipped.factions));
}

/// Holds the decks of the Empire and the Dwarf King to the shipped ones.
fn give_the_shipped_decks(originals: [&str; 2]) {
    let set = standard();
    let shipped = [
        include_str!("../../../assets/skirmish/decks/empire.toml"),
        include_str!("../../../assets/skirmish/decks/dwarf-king.toml"),
    ];
    for (original, shipped) in originals.into_iter().zip(shipped) {
        let deck = import_deck("army.xml", original, &set).unwrap();
        let shipped = read_deck("deck.toml", shipped).unwrap();
        assert_eq!(
            (&deck.faction, &deck.cards, &deck.neutral),
            (&shipped.faction, &shipped.cards, &shipped.neutral)
        );
    }
}

#[test]
fn the_cards_are_those_shipped() {
    give_the_shipped_cards(CARDS);
}

#[test]
fn the_armies_are_those_shipped() {
    give_the_shipped_armies(include_str!("data/factions_definition.xml"));
}

#[test]
fn the_decks_are_those_shipped() {
    give_the_shipped_decks([include_str!("data/army_HK_1.xml"), include_str!("data/army_ZK_1.xml")]);
}

#[test]
#[ignore = "the original files are not part of the project"]
#[allow(clippy::disallowed_methods, reason = "the files lie where somebody has put them")]
fn the_original_files_give_what_is_shipped() {
    let folder =
        std::env::var("SKIRMISH_ORIGINALS").expect("SKIRMISH_ORIGINALS names the folder of the originals");
    let read = |name: &str| {
        let path = format!("{folder}/{name}");
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let cards = CARDS.map(|(file, _)| read(&format!("Factions/{file}")));
    give_the_shipped_cards(CARDS.iter().zip(&cards).map(|((file, _), text)| (*file, text.as_str())));
    give_the_shipped_armies(&read("factions_definition.xml"));
    let decks = ["HK", "ZK"].map(|army| read(&format!("Decks/army_{army}_1.xml")));
    give_the_shipped_decks([&decks[0], &decks[1]]);
}

#[test]
fn what_cannot_be_read_is_told_with_file_and_line() {
    let set = CardSet::default();
    let fault = |text: &str| import_cards("x.xml", text, &set).unwrap_err().to_string();
    assert!(fault("<data>\n<card>").starts_with("x.xml: line 2: skirmish-fault-unreadable"));
    assert_eq!(
        fault("<data>\n\n<card faction_id='X'/></data>"),
        "x.xml: line 3: skirmish-fault-no-attribute name=name"
    );
    let text = "<data><card faction_id='X' name='N' level='one'/></data>";
    assert_eq!(fault(text), "x.xml: line 1: skirmish-fault-no-number name=level value=one");
}
