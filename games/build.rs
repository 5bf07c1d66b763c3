//! The build script of every game: rebuilds it when a file in its folder under `assets/` comes or goes, such as a
//! language. Embedding alone only notices files that change.

#[allow(clippy::disallowed_methods, reason = "a build script is no part of the rules")]
fn main() {
    let game = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    println!("cargo::rerun-if-changed=../../assets/{game}");
}
