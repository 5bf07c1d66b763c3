//! SK-17: what people read, in both languages.

#![cfg(feature = "module")]

use parlor_kit::Rules;
use parlor_texts::Translator;

#[test]
fn both_languages_have_the_same_texts() {
    let rules = skirmish::rules();
    let translator = Translator::of(rules.bundle());
    assert!(translator.errors().is_empty(), "{:?}", translator.errors());
    let keys = |language: &str| -> Vec<String> {
        let source = &rules.bundle().locales[language];
        let keys = source.lines().filter(|line| line.starts_with("skirmish-"));
        keys.filter_map(|line| Some(line.split_once(" =")?.0.to_string())).collect()
    };
    assert_eq!(keys("en"), keys("de"));
    let words = |language| translator.translate_key(language, "skirmish-rules");
    assert_ne!(words("en"), words("de"));
    assert!(words("en").split("\n\n").count() >= 10);
}

#[test]
fn every_key_in_the_program_has_a_text() {
    let rules = skirmish::rules();
    let translator = Translator::of(rules.bundle());
    let sources = [
        include_str!("../src/apply_effects.rs"),
        include_str!("../src/legality.rs"),
        include_str!("../src/deck.rs"),
        include_str!("../src/fault.rs"),
        include_str!("../src/gesture.rs"),
        include_str!("../src/import.rs"),
        include_str!("../src/deck_choice.rs"),
        include_str!("../src/round.rs"),
        include_str!("../src/rules.rs"),
        include_str!("../src/scene.rs"),
        include_str!("../src/card_set.rs"),
        include_str!("../src/state.rs"),
        include_str!("../src/turn.rs"),
        include_str!("../src/board.rs"),
    ];
    let mut found = 0;
    for key in
        sources.iter().flat_map(|source| source.split('"')).filter(|word| word.starts_with("skirmish-"))
    {
        if key.contains('{') || key.ends_with('-') {
            continue;
        }
        found += 1;
        for language in ["en", "de"] {
            assert!(translator.has(language, key), "{language}: {key}");
        }
    }
    assert!(found > 100, "only {found} keys were found");
}
