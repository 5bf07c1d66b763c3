//! The contract, as it was published.

use parlor_plugins::CONTRACT;

// PL-1: a published version never changes; whoever changes the contract gives it a new version and keeps the old one.
#[test]
fn every_version_of_the_contract_is_kept_as_it_was() {
    let current = include_str!("../wit/game.wit");
    assert!(current.contains(&format!("package parlor:game@{CONTRACT};")));
    let kept =
        std::fs::read_to_string(format!("{}/contracts/{CONTRACT}.wit", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert!(kept == current, "contracts/{CONTRACT}.wit and wit/game.wit differ");
}

// PL-1: documented line by line.
#[test]
fn every_word_of_the_contract_is_explained() {
    let lines: Vec<&str> = include_str!("../wit/game.wit").lines().map(str::trim).collect();
    for (at, line) in lines.iter().enumerate() {
        let declares =
            ["interface", "type", "variant", "record", "world"].iter().any(|word| line.starts_with(word))
                || line.ends_with(',')
                || line.contains(": func(");
        if declares && !line.starts_with("//") {
            assert!(lines[at - 1].starts_with("///"), "line {}: {line}", at + 1);
        }
    }
}
