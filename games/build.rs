//! The build script of every game: rebuilds it when a file in its folder under `assets/` comes or goes, such as a
//! language. Embedding alone only notices files that change.

fn main() {
    let game = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    println!("cargo::rerun-if-changed=../../assets/{game}");
}
