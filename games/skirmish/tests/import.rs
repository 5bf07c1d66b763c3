//! SK-1: the original XML files give exactly the shipped cards and decks.
//!
//! The files beside this test hold the same names, numbers and rules in the same form, without pictures and classes.
//! Whoever has the original ones can ask them too:
//! `SKIRMISH_ORIGINALS=<folder> cargo test -p skirmish --test import -- --ignored`.

use skirmish::{CardEntry, CardSet, Imported, import, read_deck, standard_set};

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

fn imported(files: &[(&str, &str)]) -> Imported {
    import(files).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// What is wrong with one file.
fn faults(file: &str, text: &str) -> Vec<String> {
    let faults = import(&[(file, text)]).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

/// Holds all card files together to the shipped cards; pictures are not shipped.
fn give_the_shipped_cards(files: &[(&str, &str)]) {
    let mut cards = imported(files).set.cards;
    cards.iter_mut().for_each(|card| card.image = None);
    cards.sort_by(|a, b| a.id.cmp(&b.id));
    let shipped: Vec<CardEntry> = standard().cards().cloned().collect();
    assert_eq!(cards, shipped);
}

fn give_the_shipped_armies(text: &str) {
    let mut set = imported(&[("factions_definition.xml", text)]).set;
    set.races.sort_by(|a, b| a.id.cmp(&b.id));
    set.factions.sort_by(|a, b| a.id.cmp(&b.id));
    let shipped = standard().to_file();
    assert_eq!((set.races, set.factions), (shipped.races, shipped.factions));
}

/// Holds the decks of the Empire and the Dwarf King to the shipped ones.
fn give_the_shipped_decks(originals: [&str; 2]) {
    let shipped = [
        include_str!("../../../assets/skirmish/decks/empire.toml"),
        include_str!("../../../assets/skirmish/decks/dwarf-king.toml"),
    ];
    for (original, shipped) in originals.into_iter().zip(shipped) {
        let (_, deck) = imported(&[("army.xml", original)]).decks.remove(0);
        let shipped = read_deck("deck.toml", shipped).unwrap();
        assert_eq!(
            (&deck.faction, &deck.cards, &deck.neutral),
            (&shipped.faction, &shipped.cards, &shipped.neutral)
        );
    }
}

#[test]
fn the_cards_are_those_shipped() {
    give_the_shipped_cards(&CARDS);
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
    let files: Vec<(&str, &str)> =
        CARDS.iter().zip(&cards).map(|((file, _), text)| (*file, &**text)).collect();
    give_the_shipped_cards(&files);
    let rules = imported(&[("rules.xml", &read("rules.xml"))]).set;
    assert_eq!((rules.rules.len(), rules.tokens.len()), (60, 7));
    give_the_shipped_armies(&read("factions_definition.xml"));
    let decks = ["HK", "ZK"].map(|army| read(&format!("Decks/army_{army}_1.xml")));
    give_the_shipped_decks([&decks[0], &decks[1]]);
}

#[test]
fn what_cannot_be_read_is_told_with_file_and_line() {
    let fault = |text: &str| faults("x.xml", text).join("; ");
    assert!(fault("<data>\n<card>").starts_with("x.xml: line 2: skirmish-fault-unreadable"));
    assert_eq!(
        fault("<data>\n\n<card faction_id='X'/></data>"),
        "x.xml: line 3: card X1: skirmish-fault-no-attribute name=name"
    );
    let text = "<data><card faction_id='X' name='N' level='one'/></data>";
    assert_eq!(fault(text), "x.xml: line 1: card X1: skirmish-fault-no-number name=level value=one");
}

const NOMADS: &str = "<data>
  <faction race_name='Nomaden' faction_name='Reiter' id='NO' color='orange'/>
</data>";
const RIDERS: &str = "<data>
  <card id='NO1' name='Reiter' faction_id='NO' level='1' strength='3' actions='1' costs='7' image='rider.png'>
    <row name='CLOSE'/><rule id='gp006'/><rule id='ca001'/>
  </card>
</data>";
const WOLVES: &str = "<data>
  <rule id='ca001' type='active' cost='3' effect='…'>
    <label Nomaden='Wolfsruf'/>
    <token name='Token: Wolf' strength='2' actions='1'><row name='RANGED'/><rule id='gp004'/></token>
  </rule>
</data>";

// SK-1
#[test]
fn rules_armies_cards_tokens_and_pictures_come_from_the_files_and_the_rest_from_the_shipped_set() {
    let set = imported(&[("a.xml", NOMADS), ("b.xml", RIDERS), ("c.xml", WOLVES)]).set;
    assert!(CardSet::check([("set", &set)]).is_ok(), "the set stands by itself");
    let card = &set.cards[0];
    assert_eq!((card.image.as_deref(), card.strength, card.actions), (Some("rider.png"), 3, 1));
    let rule = |id: &str| set.rules.iter().find(|rule| rule.id == id).unwrap();
    let wolves = rule("ca001");
    assert_eq!((wolves.cost, wolves.names.len(), &*wolves.names["nomaden"]["de"]), (3, 1, "Wolfsruf"));
    assert!(!wolves.effects.is_empty(), "what it does is what the shipped rule of this id does");
    assert_eq!(wolves.text["en"], standard().rule("ca001").unwrap().text["en"]);
    assert_eq!(set.tokens.len(), 1);
    assert_eq!(
        (set.tokens[0].strength, &*set.tokens[0].rows[0], &*set.tokens[0].name["en"]),
        (2, "ranged", "Wolf")
    );
    assert_eq!(rule("gp006"), standard().rule("gp006").unwrap());
    assert_eq!(rule("gp004"), standard().rule("gp004").unwrap(), "the token has it");
    let text = toml::to_string(&set).unwrap();
    let again = CardSet::load([("set.toml", text.as_str())]).unwrap();
    assert_eq!(again, CardSet::check([("set", &set)]).unwrap(), "what is written is what is read");
}

// SK-1
#[test]
fn every_fault_is_told_with_file_line_entry_and_reason() {
    let bad = NOMADS.replace("orange", "ornage");
    assert_eq!(
        faults("a.xml", &bad),
        ["a.xml: line 2: faction NO: skirmish-fault-colour colour=ornage nearest=orange"]
    );
    let riders =
        RIDERS.replace("CLOSE", "SKY").replace("gp006", "gp666").replace("rider.png", "../rider.png");
    assert_eq!(faults("b.xml", &riders), ["b.xml: line 2: card NO1: skirmish-fault-image"]);
    let riders = riders.replace("../rider.png", "rider.png");
    assert_eq!(
        faults("b.xml", &riders),
        [
            "b.xml: line 2: card NO1: skirmish-fault-unknown-row row=sky",
            "b.xml: line 2: card NO1: skirmish-fault-unknown-faction faction=NO",
            "b.xml: line 2: card NO1: skirmish-fault-unknown-rule name=gp666",
        ]
    );
    let own = WOLVES.replace("ca001", "no001");
    assert_eq!(faults("c.xml", &own), ["c.xml: line 2: rule no001: skirmish-import-prose"]);
    let passive = WOLVES.replace("active", "passive");
    assert_eq!(faults("c.xml", &passive), ["c.xml: line 2: rule ca001: skirmish-import-other-kind"]);
    let deck = "<data>\n<meta name='D' main_faction_id='HK'/>\n<card id='HK1' amount='9'/>\n</data>";
    let told = faults("d.xml", deck);
    assert!(
        told.contains(&"d.xml: line 3: card HK1: skirmish-deck-often cards=9 most=4".to_string()),
        "{told:?}"
    );
    assert!(
        told.contains(&"d.xml: line 2: deck: skirmish-deck-few cards=9 least=10".to_string()),
        "{told:?}"
    );
    assert_eq!(faults("e.xml", "<data>\n<map/></data>"), ["e.xml: line 2: skirmish-import-unknown name=map"]);
}

// SK-1
#[test]
fn a_rule_of_ones_own_is_defined_in_a_file_beside_the_originals() {
    let rule = "[[rules]]\nid = 'no001'\nkind = 'active'\ncost = 1\nnames.any = { de = 'R', en = 'R' }
        text = { de = 'T', en = 'T' }\neffects = [{ token = 'wolf' }]";
    let own = WOLVES.replace("ca001", "no001");
    let riders = RIDERS.replace("ca001", "no001");
    let set = imported(&[("a.xml", NOMADS), ("b.xml", &riders), ("c.xml", &own), ("r.toml", rule)]).set;
    assert_eq!(set.rules.iter().find(|rule| rule.id == "no001").unwrap().cost, 3);
}
