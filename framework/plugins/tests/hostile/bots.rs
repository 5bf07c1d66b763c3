//! Bots that misbehave, each in a way of its own, made from one tiny bot by hand.

#![allow(dead_code, unreachable_pub, reason = "each test uses another part")]

use parlor_plugins::componentize;
use std::{fs, path::Path};

const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/tests/hostile/bot.wat");

/// Takes the first offer.
pub const HONEST: &str = "";

/// How a bot behaves, whether that is late or wrong, and what is told of it. Limits are those of a host.
pub const TRICKS: [(&str, &str, bool, &str); 9] = [
    ("loop", "(loop $forever (br $forever))", true, "worked for too long"),
    ("trap", "unreachable", false, "broke down"),
    ("recursion", "(drop (call $deep (i32.const 0)))", false, "called itself too deeply"),
    (
        "memory",
        "(loop $more (drop (memory.grow (i32.const 64))) (br $more))",
        false,
        "wanted more memory than 64 MiB",
    ),
    (
        "no-such-offer",
        "(return (call $take (i32.const 9999) (i32.const 0) (i32.const 0)))",
        false,
        "it chose offer 9999",
    ),
    (
        "huge-answer",
        "(drop (memory.grow (i32.const 200))) (return (call $take (i32.const 0) (i32.const 0) (i32.const 9000000)))",
        false,
        "gave an answer of more than 4 MiB",
    ),
    (
        "remembers-too-much",
        "(return (call $take (i32.const 0) (i32.const 0) (i32.const 70000)))",
        false,
        "wants to remember more than 65536 bytes",
    ),
    (
        "nonsense",
        "(i32.store8 (i32.const 0) (i32.const 255)) (return (call $refuse (i32.const 0) (i32.const 21)))",
        false,
        "gave no proper answer",
    ),
    (
        "refusal",
        "(return (call $refuse (i32.const 0) (i32.const 21)))",
        false,
        "the bot says: I do not feel like it",
    ),
];

/// The component of a bot that does this first.
pub fn component(trick: &str) -> Vec<u8> {
    let text = fs::read_to_string(BOT).unwrap().replace("{{trick}}", trick);
    componentize(&wat::parse_str(text).expect("the text is a module")).expect("the module is a bot")
}

/// A component that speaks another version of the contract.
pub fn later() -> Vec<u8> {
    let text = r#"(component (component $c) (instance $i (instantiate $c))
        (export "parlor:bot/player@0.9.0" (instance $i)))"#;
    wat::parse_str(text).unwrap()
}

/// A component that wants a network.
pub fn curious() -> Vec<u8> {
    wat::parse_str(r#"(component (import "wasi:sockets/network@0.2.0" (instance)))"#).unwrap()
}

/// Puts a bot of this id into a folder.
pub fn put(folder: &Path, id: &str, module: &[u8]) {
    fs::create_dir_all(folder).unwrap();
    let about = format!("schema = 1\nid = '{id}'\nversion = '1'\nname = {{ en = 'Bot', de = 'Bot' }}\n");
    fs::write(folder.join("bot.toml"), about).unwrap();
    fs::write(folder.join("bot.wasm"), module).unwrap();
    let toml = "schema = 1\ncontract = '0.1.0'\nkind = 'wasm'\nmodule = 'bot.wasm'\n";
    fs::write(folder.join("plugin.toml"), toml).unwrap();
}
