//! What people read when something is wrong, in every language.

#![cfg(feature = "module")]

use parlor_kit::{Luck, Rules, Text};
use parlor_texts::Translator;
use serde_json::Value;
use snails::{Settings, Warning};
use std::collections::BTreeSet;

fn translator() -> Translator {
    let translator = Translator::of(snails::rules().bundle());
    assert!(translator.errors().is_empty(), "{:?}", translator.errors());
    translator
}

/// Says a text in every language and makes sure that nothing is missing in it.
fn said(translator: &Translator, text: &Text) -> Vec<String> {
    let say = |language| {
        let said = translator.translate(language, text, &[]);
        assert!(!said.contains(['{', '⟨']), "{language}: {said}");
        said
    };
    let languages: Vec<&str> = translator.languages().collect();
    assert!(languages.contains(&"en") && languages.contains(&"de"));
    languages.into_iter().map(say).collect()
}

// SN-10
#[test]
fn every_fault_of_a_map_is_told_in_every_language() {
    let (rules, translator) = (snails::rules(), translator());
    let cases: Vec<Value> = serde_json::from_str(include_str!("data/bad-maps.json")).unwrap();
    for case in &cases {
        let refusal = rules.setup(&case["options"], 2, &mut Luck::fast(1)).unwrap_err();
        let said = said(&translator, &refusal.text);
        assert_ne!(said[0], said[1], "{}", case["shows"]);
    }
    let refusal = rules.setup(&cases[0]["options"], 2, &mut Luck::fast(1)).unwrap_err();
    assert_eq!(
        translator.translate("en", &refusal.text, &[]),
        "A map of 3×2 tiles needs 6 contents, but there are 5."
    );
}

// SN-12
#[test]
fn every_warning_reads_the_same_in_the_log_and_on_the_page() {
    let translator = translator();
    let files =
        [None, Some("?"), Some(r#"{"minMapSize": 0, "maxMapSize": 3, "requireSquareMap": 1, "x": 2}"#)];
    let warnings: Vec<Warning> = files.into_iter().flat_map(|file| Settings::parse(file).1).collect();
    let kinds: BTreeSet<_> = warnings.iter().map(|warning| warning.text().key).collect();
    assert_eq!(kinds.len(), 6, "every kind of warning is among {kinds:?}");
    for warning in &warnings {
        said(&translator, &warning.text());
        let page = translator.translate("en", &warning.text(), &[]);
        let log = format!("{warning}.");
        assert_eq!(page.to_lowercase(), log.to_lowercase());
    }
}

#[test]
fn what_a_host_asks_for_by_name_is_there() {
    let (rules, translator) = (snails::rules(), translator());
    let mut keys: Vec<String> = ["name", "tagline", "rules"].map(|key| format!("snails-{key}")).into();
    for field in rules.options_schema()["properties"].as_object().unwrap().keys() {
        keys.extend([format!("snails-option-{field}"), format!("snails-option-{field}-hint")]);
    }
    keys.extend(rules.bundle().contents["map"].keys().map(|name| format!("snails-map-{name}")));
    for language in ["en", "de"] {
        for key in &keys {
            assert!(translator.has(language, key), "{language}: {key}");
        }
    }
    let paragraphs = translator.translate_key("en", "snails-rules").split("\n\n").count();
    assert!(paragraphs >= 6, "the rules have {paragraphs} paragraphs");
}
