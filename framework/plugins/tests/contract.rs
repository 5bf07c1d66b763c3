//! The contracts, as they were published.

use parlor_plugins::{BOT_CONTRACT, CONTRACT};

/// For games and for bots: the package, the version, the text, and where published versions are kept.
const CONTRACTS: [(&str, &str, &str, &str); 2] = [
    ("parlor:game", CONTRACT, include_str!("../wit/game.wit"), "contracts"),
    ("parlor:bot", BOT_CONTRACT, include_str!("../wit/bot/bot.wit"), "contracts/bot"),
];

// PL-1, BO-8: a published version never changes; whoever changes a contract gives it a new version and keeps the old one.
#[test]
fn every_version_of_the_contract_is_kept_as_it_was() {
    for (package, version, current, folder) in CONTRACTS {
        assert!(current.contains(&format!("package {package}@{version};")));
        let kept = format!("{}/{folder}/{version}.wit", env!("CARGO_MANIFEST_DIR"));
        let kept = std::fs::read_to_string(kept).unwrap();
        assert!(kept == current, "{folder}/{version}.wit and the contract in wit differ");
    }
}

// PL-1, BO-8: documented line by line.
#[test]
fn every_word_of_the_contract_is_explained() {
    for (package, _, current, _) in CONTRACTS {
        let lines: Vec<&str> = current.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            let declares =
                ["interface", "type", "variant", "record", "world"].iter().any(|word| line.starts_with(word))
                    || line.ends_with(',')
                    || line.contains(": func(");
            if declares && !line.starts_with("//") {
                assert!(lines[at - 1].starts_with("///"), "{package}, line {}: {line}", at + 1);
            }
        }
    }
}
