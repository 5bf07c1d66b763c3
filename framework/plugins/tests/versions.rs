//! Versions of the contract: what this host runs, what it refuses, and what old and new plugins lead to.

#[path = "hostile/mod.rs"]
mod hostile;
#[path = "hostile/tables.rs"]
mod tables;

use hostile::{SECRET_HINTS, SECRET_SETUP, Trick, machine, scratch};
use parlor_kit::{Luck, Rules};
use parlor_plugins::{CONTRACT, CONTRACTS, Plugin, PluginError, Policy};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tables::Tables;

// PL-1: the game by hand is made for contract 0.1 and is played to its end on this host.
#[test]
fn a_plugin_of_the_first_contract_is_played_to_the_end() {
    assert_eq!((CONTRACTS, CONTRACT), (["0.1.0", "0.2.0"], "0.2.0"));
    let old = Trick { hints: SECRET_HINTS, setup: SECRET_SETUP, hidden: false, ..Trick::default() };
    let folder = old.folder("first-contract");
    let toml = fs::read_to_string(folder.join("plugin.toml")).unwrap();
    assert!(toml.contains("contract = '0.1.0'"), "{toml}");
    let plugin = Plugin::load(&folder, machine(), &Policy::default()).unwrap();
    let mut tables = Tables::new();
    tables.install(&plugin.rules);
    let table = tables.open("hostile", 1);
    tables.play_on(table, 0);
    // What the first contract cannot say is left to the host.
    let state = plugin.rules.setup(&json!({}), 2, &mut Luck::fast(1)).unwrap();
    assert_eq!(plugin.rules.round_number(&state), None);
    let faults = plugin.rules.check_content("map", &json!({}));
    assert_eq!(faults[0].text.key, "content-kind-unknown");
}

/// A native library from a few lines of Rust, in a folder of its own.
fn library(name: &str, source: &str) -> PathBuf {
    let folder = Trick::default().folder(name);
    let (file, module) = (folder.join("library.rs"), "library.so");
    fs::write(&file, source).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let built = Command::new(rustc)
        .args(["--edition", "2024", "--crate-type", "cdylib", "-o"])
        .arg(folder.join(module))
        .arg(&file)
        .current_dir(scratch(&format!("{name}-build")))
        .status();
    assert!(built.unwrap().success());
    let toml = format!("schema = 1\ncontract = '{CONTRACT}'\nkind = 'native'\nmodule = '{module}'\n");
    fs::write(folder.join("plugin.toml"), toml).unwrap();
    folder
}

fn refusal(folder: &Path) -> PluginError {
    Plugin::load(folder, machine(), &Policy { native: true, ..Policy::default() }).unwrap_err()
}

// PL-1, PL-10: the form of the table hangs on the contract, so a library has to be built for the host's own.
#[test]
fn native_libraries_of_other_contracts_are_refused_by_name() {
    let old = "#[unsafe(no_mangle)] pub extern \"C\" fn parlor_game_1() -> *const u8 { std::ptr::null() }";
    let error = refusal(&library("library-0-1", old));
    assert_eq!(error, PluginError::NativeContract("0.1.0".into()));
    assert_eq!(
        error.to_string(),
        "the library was built for version 0.1.0 of the contract, this host loads libraries of 0.2.0: \
         build it again with `parlor build --native`"
    );
    let new = "#[repr(C)] pub struct Table { abi: u32, size: u32, contract: &'static str, rest: [usize; 40] }
        static TABLE: Table = Table { abi: 3, size: 344, contract: \"0.3.0\", rest: [0; 40] };
        #[unsafe(no_mangle)] pub extern \"C\" fn parlor_game_2() -> *const Table { &TABLE }";
    assert_eq!(refusal(&library("library-0-3", new)), PluginError::NativeContract("0.3.0".into()));
    let none = "#[unsafe(no_mangle)] pub extern \"C\" fn other() {}";
    let told = "the module cannot be used: it has no function 'parlor_game_2'";
    assert_eq!(refusal(&library("library-none", none)).to_string(), told);
}
