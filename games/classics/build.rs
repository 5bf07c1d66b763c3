//! Rebuilds when a file of a classic comes or goes: embedding alone only notices files that change.

fn main() {
    println!("cargo::rerun-if-changed=assets");
}
