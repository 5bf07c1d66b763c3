//! The contracts: as they were published, and the same on every side of the border.

use parlor_guest::{FUNCTIONS, Function};
use parlor_plugins::{BOT_CONTRACT, CONTRACT};
use std::collections::BTreeSet;
use wit_parser::{Resolve, Type, TypeDefKind};

/// For games and for bots: the package, the version, the text, and where published versions are kept.
const CONTRACTS: [(&str, &str, &str, &str); 2] = [
    ("parlor:game", CONTRACT, include_str!("../wit/game.wit"), "contracts"),
    ("parlor:bot", BOT_CONTRACT, include_str!("../wit/bot/bot.wit"), "contracts/bot"),
];

// PL-1, BO-8: a published version never changes; a change of a contract needs a new version and keeps the old
// one.
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

/// A WIT type as the definition writes it, in Rust. Aliases are followed; `json` is a text.
fn rust_type(resolve: &Resolve, kind: &Type) -> String {
    let inner = |kind: &Type| rust_type(resolve, kind);
    match kind {
        Type::Bool => "bool".into(),
        Type::U8 => "u8".into(),
        Type::U32 => "u32".into(),
        Type::U64 => "u64".into(),
        Type::F32 => "f32".into(),
        Type::String => "String".into(),
        Type::Id(id) => {
            let defined = &resolve.types[*id];
            match &defined.kind {
                TypeDefKind::Type(other) => inner(other),
                TypeDefKind::Option(some) => format!("Option<{}>", inner(some)),
                TypeDefKind::List(item) => format!("Vec<{}>", inner(item)),
                TypeDefKind::Result(result) => {
                    let side = |side: &Option<Type>| side.as_ref().map_or("()".into(), inner);
                    format!("Result<{}, {}>", side(&result.ok), side(&result.err))
                }
                _ => {
                    let words = defined.name.as_deref().unwrap_or_default().split('-');
                    words.map(|word| word[..1].to_uppercase() + &word[1..]).collect()
                }
            }
        }
        other => format!("{other:?}"),
    }
}

/// Every function of the contract as text: `interface.name(argument: type, …) -> answer`.
fn written_in_wit() -> BTreeSet<String> {
    let mut resolve = Resolve::default();
    let package = resolve.push_source("game.wit", CONTRACTS[0].2).unwrap();
    let mut written = BTreeSet::new();
    for (interface, id) in &resolve.packages[package].interfaces {
        for (name, function) in &resolve.interfaces[*id].functions {
            let argument =
                |param: &wit_parser::Param| format!("{}: {}", param.name, rust_type(&resolve, &param.ty));
            let arguments = function.params.iter().map(argument).collect::<Vec<_>>().join(", ");
            let answer = function.result.as_ref().map_or("()".into(), |kind| rust_type(&resolve, kind));
            written.insert(format!("{interface}.{name}({arguments}) -> {answer}"));
        }
    }
    written
}

fn as_wit(function: &Function) -> String {
    let kind = |kind: &&'static str| match *kind {
        "state" => "Vec<u8>",
        "text" => "String",
        "luck" => "Vec<u64>",
        "viewer" => "Viewer",
        number => number,
    };
    let argument = |(name, of): &(&str, &'static str)| format!("{}: {}", name.replace('_', "-"), kind(of));
    let arguments = function.arguments.iter().map(argument).collect::<Vec<_>>().join(", ");
    // In WIT a fault has the longer name: there it stands beside nothing else.
    let answer: String = function.answer.split_whitespace().collect();
    let answer = answer.replace("WireContentFault", "ContentFault").replace(',', ", ");
    format!("{}.{}({arguments}) -> {answer}", function.interface, function.name.replace('_', "-"))
}

// PL-1: what other languages read and what Rust is made from are the same contract.
#[test]
fn the_wit_file_and_the_definition_have_the_same_functions() {
    let defined: BTreeSet<String> = FUNCTIONS.iter().map(as_wit).collect();
    let written = written_in_wit();
    let missing: Vec<_> = written.difference(&defined).collect();
    assert!(missing.is_empty(), "contract! in parlor-guest lacks {missing:#?}");
    let missing: Vec<_> = defined.difference(&written).collect();
    assert!(missing.is_empty(), "wit/game.wit lacks {missing:#?}");
}

/// The methods of a trait, by its source.
fn methods_of(source: &str, head: &str) -> BTreeSet<String> {
    let body = source.split(head).nth(1).unwrap_or_else(|| panic!("there is no '{head}'"));
    let body = body.split("\n}").next().unwrap();
    let names = body.lines().filter_map(|line| line.strip_prefix("    fn "));
    names.map(|line| line.split(['(', '<']).next().unwrap().to_string()).collect()
}

// PL-1: nothing a game may say is lost on its way to the host, as the number of the round once was.
#[test]
fn every_method_of_a_game_reaches_the_host_through_the_contract() {
    let game = methods_of(include_str!("../../kit/src/game.rs"), "pub trait Game:");
    let rules = methods_of(include_str!("../../kit/src/rules.rs"), "pub trait Rules:");
    assert!(game.len() > 15 && rules.len() > 20, "{game:?} {rules:?}");
    // `setup` is called `new` where there is no game yet.
    let unknown: Vec<_> = game.iter().filter(|name| *name != "new" && !rules.contains(*name)).collect();
    assert!(unknown.is_empty(), "Rules lacks {unknown:?}");
    // The folder of a plugin has the bundle, and its state is bytes already.
    let own = ["bundle", "save"];
    let carried: BTreeSet<&str> = FUNCTIONS.iter().flat_map(|function| function.methods).copied().collect();
    let lost: Vec<_> = rules
        .iter()
        .filter(|name| !own.contains(&name.as_str()) && !carried.contains(name.as_str()))
        .collect();
    assert!(lost.is_empty(), "no function of contract! carries {lost:?}");
    let strange: Vec<_> = carried.iter().filter(|name| !rules.contains(**name)).collect();
    assert!(strange.is_empty(), "contract! names {strange:?}, which Rules does not have");
}
