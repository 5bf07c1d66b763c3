//! SK-1: the original XML files give exactly the shipped cards and decks.

use skirmish::{CardFile, CardSet, import_cards, import_deck, import_factions, read_deck, standard_set};

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

#[test]
fn the_cards_are_those_shipped() {
    let set = standard();
    let mut cards: Vec<CardFile> = Vec::new();
    for (file, text) in CARDS {
        cards.extend(import_cards(file, text, &set).unwrap_or_else(|fault| panic!("{fault}")));
    }
    cards.sort_by(|a, b| a.id.cmp(&b.id));
    let shipped: Vec<CardFile> = set.cards().cloned().collect();
    assert_eq!(cards, shipped);
}

#[test]
fn the_armies_are_those_shipped() {
    let set = standard();
    let text = include_str!("data/factions_definition.xml");
    let (mut races, mut factions) = import_factions("factions_definition.xml", text, &set).unwrap();
    races.sort_by(|a, b| a.id.cmp(&b.id));
    factions.sort_by(|a, b| a.id.cmp(&b.id));
    let shipped = set.to_file();
    assert_eq!((races, factions), (shipped.races, shipped.factions));
}

#[test]
fn the_decks_are_those_shipped() {
    let set = standard();
    let pairs = [
        (include_str!("data/army_HK_1.xml"), include_str!("../../../assets/skirmish/decks/empire.toml")),
        (include_str!("data/army_ZK_1.xml"), include_str!("../../../assets/skirmish/decks/dwarf-king.toml")),
    ];
    for (original, shipped) in pairs {
        let deck = import_deck("army.xml", original, &set).unwrap();
        let shipped = read_deck("deck.toml", shipped).unwrap();
        assert_eq!(
            (&deck.faction, &deck.cards, &deck.neutral),
            (&shipped.faction, &shipped.cards, &shipped.neutral)
        );
    }
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
