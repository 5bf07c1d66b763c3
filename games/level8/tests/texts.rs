//! What people read, in every language.

#![cfg(feature = "module")]

use parlor_kit::{Rules, Text};
use parlor_texts::Translator;

fn translator() -> Translator {
    let translator = Translator::of(level8::rules().bundle());
    assert!(translator.errors().is_empty(), "{:?}", translator.errors());
    translator
}

// L8-16
#[test]
fn both_languages_have_the_rules_and_every_other_text() {
    let (rules, translator) = (level8::rules(), translator());
    let keys = |language: &str| -> Vec<String> {
        let source = &rules.bundle().locales[language];
        let keys = source.lines().filter(|line| line.starts_with("level8-"));
        keys.filter_map(|line| Some(line.split_once(" =")?.0.to_string())).collect()
    };
    assert_eq!(keys("en"), keys("de"), "the same texts in the same order");
    for language in ["en", "de"] {
        for key in keys(language) {
            assert!(translator.has(language, &key), "{language}: {key}");
        }
        let rules = translator.translate_key(language, "level8-rules");
        let paragraphs = rules.split("\n\n").count();
        assert!(paragraphs >= 12, "{language}: the rules have {paragraphs} paragraphs");
        for number in ["98", "15"] {
            assert!(rules.contains(number), "{language}: the rules say {number}");
        }
    }
    assert_ne!(
        translator.translate_key("en", "level8-rules"),
        translator.translate_key("de", "level8-rules")
    );
}

// L8-3
#[test]
fn every_option_and_every_choice_has_a_name() {
    let (rules, translator) = (level8::rules(), translator());
    let schema = rules.options_schema();
    let choices: Vec<&str> = schema["properties"]["order"]["oneOf"]
        .as_array()
        .expect("the order is one of several")
        .iter()
        .map(|choice| choice["const"].as_str().unwrap())
        .collect();
    assert_eq!(choices, ["standard", "shuffled", "shuffled-each"]);
    let mut keys: Vec<String> =
        choices.iter().map(|choice| format!("level8-option-order-{choice}")).collect();
    for field in ["levels", "order", "hard"] {
        keys.extend([format!("level8-option-{field}"), format!("level8-option-{field}-hint")]);
    }
    for language in ["en", "de"] {
        for key in &keys {
            assert!(translator.has(language, key), "{language}: {key}");
        }
    }
    assert_eq!(
        (&schema["properties"]["levels"]["minimum"], &schema["properties"]["levels"]["maximum"]),
        (&2.into(), &8.into())
    );
}

// L8-2
#[test]
fn tasks_are_told_with_their_sizes() {
    let translator = translator();
    let task = |number: &'static str, cards: u8| {
        translator.translate("en", &Text::new(number).arg("cards", cards), &[])
    };
    assert_eq!(task("level8-task-4", 6), "run of 6 and a pair");
    assert_eq!(task("level8-task-7", 5), "triple and 5 of one colour");
}
