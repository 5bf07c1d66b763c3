//! Rebuilds when a file of the page comes or goes: embedding alone only notices files that change.

fn main() {
    println!("cargo::rerun-if-changed=../web/public");
}
