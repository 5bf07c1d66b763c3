//! Makes the list of games from `Cargo.toml`: every dependency in the folder `games` is one.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=Cargo.toml");
    let manifest = fs::read_to_string("Cargo.toml").expect("cargo runs this beside Cargo.toml");
    let game = |line: &str| {
        let (name, rest) = line.split_once(" = { path = \"../../games/")?;
        rest.ends_with("\" }").then(|| format!("{}::package", name.replace('-', "_")))
    };
    let games: Vec<String> = manifest.lines().filter_map(game).collect();
    let out = env::var_os("OUT_DIR").expect("cargo says where generated files go");
    fs::write(Path::new(&out).join("packages.rs"), format!("[{}]", games.join(", ")))
        .expect("the list of games can be written");
}
