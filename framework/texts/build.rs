//! Rebuilds when a file of the lobby's texts comes or goes: embedding alone only notices files that change.

fn main() {
    println!("cargo::rerun-if-changed=../../assets/lobby");
}
