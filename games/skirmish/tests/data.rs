//! Card sets and decks: what is shipped, what a file can add, and what is refused.

use skirmish::{CardSet, DeckFile, Fault, Limits, Options, read_deck, standard_set};
use std::sync::Arc;

fn standard() -> CardSet {
    CardSet::check([("standard", &standard_set())]).expect("the shipped set is sound")
}

// SK-2
#[test]
fn ten_armies_121_cards_and_60_rules_are_shipped() {
    let set = standard();
    assert_eq!((set.factions().count(), set.cards().count(), set.rules().count()), (10, 121, 60));
    assert!(
        set.cards().all(|card| card.rules.iter().all(|rule| rule != "ma004")),
        "no card has the battle plan"
    );
}

/// A people, an army, a rule made of known effects and a card: all that a new army needs.
const NOMADS: &str = concat!(
    "\n",
    include_str!("data/nomads.toml"),
    r#"
[[cards]]
id = "NO1"
name = { de = "Reiter", en = "Rider" }
faction = "NO"
level = 1
strength = 3
actions = 1
provisions = 7
rows = ["close"]
rules = ["no001"]
"#
);

fn with(text: &str) -> Result<CardSet, Vec<Fault>> {
    let shipped = toml::to_string(&standard_set()).unwrap();
    CardSet::load([("standard.toml", shipped.as_str()), ("nomads.toml", text)])
}

// SK-1
#[test]
fn a_file_brings_a_people_an_army_a_rule_and_a_card() {
    let set = with(NOMADS).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(set.cards().count(), 122);
    let deck = "name = { de = 'R', en = 'R' }\nfaction = 'NO'\n[cards]\nNO1 = 4\n[neutral]\nNW_1 = 3";
    let deck = read_deck("riders.toml", deck).unwrap();
    let limits = Limits { least_cards: 4, ..Limits::default() };
    assert!(limits.faults(&deck, &set).is_empty());
}

// SK-1: at a table the file is an expansion of the shipped set.
#[test]
fn an_expansion_belongs_to_the_set_and_is_checked_with_it() {
    let nomads = |text: &str| Options {
        expansions: vec![Arc::new(toml::from_str(text).unwrap())],
        ..Options::default()
    };
    let set = nomads(NOMADS).card_set().unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!((set.cards().count(), set.rules().count(), set.factions().count()), (122, 61, 11));
    let faults = nomads(&NOMADS.replace(r#"id = "NO1""#, r#"id = "HK1""#)).card_set().unwrap_err();
    assert_eq!(faults[0].to_string(), "expansion 1: card HK1: skirmish-fault-duplicate");
}

// SK-1 to SK-4
#[test]
fn bad_data_is_refused_with_file_entry_and_reason() {
    let changes = [
        (r#"rules = ["no001"]"#, r#"rules = ["no009"]"#, "card NO1: skirmish-fault-unknown-rule name=no009"),
        (
            r#"rules = ["no001"]"#,
            r#"rules = ["no001", "gp001", "gp003", "gp005", "gp006", "mp003"]"#,
            "card NO1: skirmish-fault-too-many-rules rules=6 most=5",
        ),
        (
            r#"rules = ["no001"]"#,
            r#"rules = ["gp004"]"#,
            "card NO1: skirmish-fault-no-label name=gp004 race=nomads",
        ),
        (
            r#"rules = ["no001"]"#,
            r#"rules = ["no001", "no001"]"#,
            "card NO1: skirmish-fault-rule-twice name=no001",
        ),
        (r#"rows = ["close"]"#, r#"rows = ["moon"]"#, "card NO1: skirmish-fault-unknown-row row=moon"),
        (r#"rows = ["close"]"#, "rows = []", "card NO1: skirmish-fault-no-row"),
        (r#"rows = ["close"]"#, r#"rows = ["weather"]"#, "card NO1: skirmish-fault-weather"),
        ("strength = 3", "strength = -1", "card NO1: skirmish-fault-number what=strength value=-1 most=99"),
        ("actions = 1", "actions = -2", "card NO1: skirmish-fault-number what=actions value=-2 most=99"),
        (
            "provisions = 7",
            "provisions = 100",
            "card NO1: skirmish-fault-number what=provisions value=100 most=99",
        ),
        ("level = 1", "level = 4", "card NO1: skirmish-fault-level level=4"),
        (r#"id = "NO1""#, r#"id = "HK1""#, "card HK1: skirmish-fault-duplicate"),
        (r#"faction = "NO""#, r#"faction = "XX""#, "card NO1: skirmish-fault-unknown-faction faction=XX"),
        (
            r#"race = "nomads""#,
            r#"race = "martians""#,
            "faction NO: skirmish-fault-unknown-race race=martians",
        ),
        (r#", en = "Rider" }"#, " }", "card NO1: skirmish-fault-no-word language=en"),
        ("effects = [{ morale = -1 }]", "", "rule no001: skirmish-fault-active"),
        ("effects = [{ morale = -1 }]", r#"effects = [{ draw = 1 }]"#, "rule no001: skirmish-fault-target"),
        (
            "effects = [{ morale = -1 }]",
            r#"effects = [{ morale = -1 }, { token = "cat" }]"#,
            "rule no001: skirmish-fault-unknown-token name=cat",
        ),
        (
            "effects = [{ morale = -1 }]",
            r#"effects = [{ grant = "zz" }]"#,
            "rule no001: skirmish-fault-unknown-rule name=zz",
        ),
        (
            "effects = [{ morale = -1 }]",
            "effects = [{ morale = -1 }, { reveal = 9 }]",
            "rule no001: skirmish-fault-limit",
        ),
        (r#"kind = "active""#, r#"kind = "passive""#, "rule no001: skirmish-fault-passive"),
    ];
    for (from, to, reason) in changes {
        assert!(NOMADS.contains(from), "{from}");
        let faults = with(&NOMADS.replace(from, to)).expect_err(to);
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let expected = format!("nomads.toml: {reason}");
        assert!(told.contains(&expected), "{to}\nexpected {expected}\ngot {told:#?}");
    }
}

// SK-1
#[test]
fn an_effect_nobody_knows_is_refused_with_its_line() {
    let text = NOMADS.replace("{ morale = -1 }", "{ magic = 1 }");
    let faults = with(&text).unwrap_err();
    let told = faults[0].to_string();
    assert!(told.starts_with("nomads.toml: line 2") && told.contains("magic"), "{told}");
}

// SK-4
#[test]
fn a_rule_has_the_name_of_the_people() {
    let set = standard();
    let name = |rule: &str, race: &str| set.rule(rule)?.name_for(race)?.get("en").map(ToString::to_string);
    assert_eq!(name("gp004", "monsters").as_deref(), Some("Wild"));
    assert_eq!(name("gp004", "dwarves").as_deref(), Some("Frenzy"));
    assert_eq!(name("gp004", "elves"), None);
    assert_eq!(name("gp001", "elves").as_deref(), Some("Construct"));
}

fn deck(cards: &[(&str, i64)], neutral: &[(&str, i64)]) -> DeckFile {
    let list = |cards: &[(&str, i64)]| cards.iter().map(|(id, number)| ((*id).into(), *number)).collect();
    DeckFile { faction: "HK".into(), cards: list(cards), neutral: list(neutral), ..DeckFile::default() }
}

// SK-5
#[test]
fn each_limit_of_a_deck_is_named() {
    let set = standard();
    let good = [("HK1", 4), ("HK4", 4), ("HK5", 4), ("HK9", 4), ("HK14", 4), ("HK8", 4), ("HK10", 1)];
    let neutral = [("NW_1", 3)];
    let codes = |cards: &[(&str, i64)], neutral: &[(&str, i64)]| -> Vec<String> {
        let faults = Limits::default().faults(&deck(cards, neutral), &set);
        faults.iter().map(|fault| fault.text.key.trim_start_matches("skirmish-deck-").to_string()).collect()
    };
    let with = |more: &[(&'static str, i64)]| [&good[..], more].concat();
    assert_eq!(codes(&good, &neutral), Vec::<String>::new());
    assert_eq!(codes(&good[..6], &neutral), ["few"]);
    assert_eq!(
        codes(&with(&[("HK12", 2), ("HK6", 2), ("HK7", 2), ("HK2", 4)]), &neutral),
        ["provisions", "silver"]
    );
    assert_eq!(codes(&with(&[("HK3", 2)]), &neutral), ["often"], "gold twice");
    assert_eq!(codes(&with(&[("HK15", 3)]), &neutral), ["often"], "silver three times");
    assert_eq!(codes(&[&good[1..], &[("HK1", 5)]].concat(), &neutral), ["often"], "bronze five times");
    assert_eq!(codes(&with(&[("ZK1", 1)]), &neutral), ["foreign"]);
    assert_eq!(codes(&with(&[("XX1", 1)]), &neutral), ["unknown"]);
    assert_eq!(codes(&with(&[("HK13", 0)]), &neutral), ["number"]);
    assert_eq!(codes(&good, &[("NW_1", 2)]), ["neutral"]);
    assert_eq!(codes(&good, &[("NW_1", 2), ("HK1", 1)]), ["not-neutral"]);
    let gold = deck(&[("HK3", 1), ("HK16", 1)], &neutral);
    let one = Limits { least_cards: 1, gold: 1, ..Limits::default() };
    assert_eq!(one.faults(&gold, &set)[0].text.key, "skirmish-deck-gold");
    let many = Limits { provisions: 9999, ..Limits::default() };
    let all: Vec<(&str, i64)> = good.iter().map(|(id, _)| (*id, 20)).collect();
    assert!(
        many.faults(&deck(&all, &neutral), &set).iter().any(|fault| fault.text.key == "skirmish-deck-many")
    );
}

// SK-5
#[cfg(feature = "module")]
#[test]
fn every_army_ships_a_deck_and_all_but_one_keep_the_limits() {
    use parlor_kit::Rules;
    let set = standard();
    let rules = skirmish::rules();
    let mut armies = Vec::new();
    let shipped = skirmish::shipped_decks();
    for (name, value) in &rules.bundle().contents["deck"] {
        let deck: DeckFile = serde_json::from_value(value.clone()).unwrap();
        assert!(shipped.iter().any(|other| **other == deck), "{name} can be chosen where no decks are named");
        let faults = Limits::default().faults(&deck, &set);
        let faults: Vec<&str> = faults.iter().map(|fault| fault.text.key.as_str()).collect();
        // The cheapest 25 cards of the High Elves take 202 provisions.
        let expected: &[&str] = if name == "high-elves" { &["skirmish-deck-provisions"] } else { &[] };
        assert_eq!(faults, expected, "{name}");
        let enough = Limits { provisions: 202, ..Limits::default() };
        assert_eq!(enough.faults(&deck, &set), [], "{name}");
        armies.push(deck.faction.to_string());
    }
    assert_eq!(armies.len(), shipped.len());
    armies.sort();
    let with_cards = set.factions().filter(|faction| !faction.neutral).map(|faction| faction.id.to_string());
    assert_eq!(armies, with_cards.collect::<Vec<_>>());
}

// SK-2, SK-5: why the High Elves' deck needs more than 200 provisions.
#[test]
fn no_25_cards_of_the_high_elves_take_less_than_202_provisions() {
    let set = standard();
    let mut costs: Vec<i64> = Vec::new();
    for card in set.cards().filter(|card| card.faction == "EH") {
        let copies = [4, 2, 1][card.level as usize - 1];
        costs.extend(std::iter::repeat_n(card.provisions, copies));
    }
    costs.sort_unstable();
    assert_eq!(costs.iter().take(25).sum::<i64>(), 202);
}

fn content_faults(kind: &str, content: &serde_json::Value) -> Vec<String> {
    use parlor_kit::Game;
    let found = skirmish::Skirmish::check_content(kind, content);
    found.iter().map(|fault| format!("{} {}", fault.at, fault.text.key)).collect()
}

// SK-3, PL-15: all at once, each with its place, whether or not other entries can be read.
#[test]
fn every_fault_of_a_set_and_of_a_deck_is_found_at_its_place() {
    use parlor_kit::Rules;
    use serde_json::json;
    let words = json!({ "de": "Reiter", "en": "Rider" });
    let set = json!({
        "races": [{ "id": "nomads", "name": { "de": "Nomaden" } }],
        "factions": [{ "id": "NO" }, { "id": "NA", "race": "elfs", "name": words, "colour": "red" }],
        "cards": [
            { "id": "NO1", "name": words, "faction": "NA", "level": 7, "strength": 100, "rows": [], "rules": ["none"] },
            { "id": "NO1", "name": words, "faction": "NA", "level": 1, "strength": "many", "rows": ["close"] },
        ],
        "colour": "green",
    });
    let found = content_faults("set", &set);
    for expected in [
        "/colour content-field-unknown",
        "/factions/0 content-invalid",
        "/cards/1/strength content-invalid",
        "/races/0 skirmish-fault-no-word",
        "/factions/1 skirmish-fault-unknown-race",
        "/cards/0 skirmish-fault-number",
        "/cards/0 skirmish-fault-no-row",
        "/cards/0 skirmish-fault-unknown-rule",
        "/cards/0 skirmish-fault-level",
    ] {
        assert!(found.iter().any(|fault| fault == expected), "{expected} is not among {found:#?}");
    }
    assert_eq!(found.len(), 9, "{found:#?}");
    assert_eq!(content_faults("set", &json!([])).len(), 1);

    let deck = json!({
        "name": words, "faction": "nobody", "cards": { "none": 1, "E1": 99 }, "neutral": { "none": 3 },
    });
    let found = content_faults("deck", &deck);
    for expected in [
        "/faction skirmish-deck-faction",
        "/cards/none skirmish-deck-unknown",
        "/cards skirmish-deck-few",
        "/neutral/none skirmish-deck-unknown",
        "/neutral skirmish-deck-neutral",
    ] {
        assert!(found.iter().any(|fault| fault == expected), "{expected} is not among {found:#?}");
    }
    for (kind, shipped) in &skirmish::rules().bundle().contents {
        for (name, content) in shipped {
            assert_eq!(content_faults(kind, content), [""; 0], "{name}");
        }
    }
}

// SK-3: an expansion counts on the set it adds to.
#[test]
fn an_expansion_is_held_against_the_shipped_set() {
    let more = serde_json::json!({
        "cards": [{
            "id": "X1", "name": { "de": "Bote", "en": "Herald" }, "faction": standard().factions().find(|f| !f.neutral).unwrap().id,
            "level": 1, "strength": 3, "rows": ["close"],
        }],
    });
    assert_eq!(content_faults("set", &more), [""; 0]);
}
