//! Finds a Rust toolchain for `wasm32-unknown-unknown`: the target of rustup if installed, else Debian's
//! toolchain, which also builds the standard library.
//!
//! ```
//! use parlor_plugins::{MISSING, Wasm};
//! use std::path::Path;
//!
//! match Wasm::find() {
//!     Some(wasm) => drop(wasm.cargo("build", Path::new("target/wasm"))),
//!     None => println!("{MISSING}"),
//! }
//! ```

use std::{
    path::Path,
    process::{Command, Stdio},
};

/// The target of plugins.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The Debian packages of a wasm toolchain.
pub const DEBIAN_WASM_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

/// The message if no toolchain is found.
pub const MISSING: &str = "nothing here builds Rust for wasm: run `rustup target add wasm32-unknown-unknown`, \
     or on Debian install rustc-web, cargo-web, rust-web-src and lld-19";

/// A toolchain that builds for wasm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wasm {
    /// The toolchain in use, with the target of rustup.
    Rustup,
    /// Debian's.
    Debian,
}

impl Wasm {
    /// The installed toolchain, if any.
    pub fn find() -> Option<Wasm> {
        if has_target() {
            Some(Wasm::Rustup)
        } else if has_debian() {
            Some(Wasm::Debian)
        } else {
            None
        }
    }

    /// Cargo with this subcommand for an optimised build for wasm into a target directory.
    pub fn cargo(self, subcommand: &str, target_dir: &Path) -> Command {
        let mut build = match self {
            Wasm::Rustup => Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())),
            Wasm::Debian => Command::new("/usr/bin/cargo"),
        };
        build.args([subcommand, "--release", "--target", TARGET]).arg("--target-dir").arg(target_dir);
        // Modules need no debug information, and are small enough for link-time optimisation.
        build
            .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
            .env("CARGO_PROFILE_RELEASE_LTO", "fat")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1");
        if self == Wasm::Debian {
            // Debian has no compiled standard library for this target, so it is built too.
            build
                .arg("-Zbuild-std=std,panic_abort")
                .env("RUSTC_BOOTSTRAP", "1")
                .env("RUSTC", "/usr/bin/rustc");
            build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-19");
            // The variables of the toolchain that runs this program must not affect the build.
            for variable in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER", "RUSTFLAGS", "RUSTDOC"] {
                build.env_remove(variable);
            }
        }
        build
    }
}

/// The sysroot of a toolchain.
fn sysroot(rustc: impl AsRef<std::ffi::OsStr>) -> Option<String> {
    let output = Command::new(rustc).args(["--print", "sysroot"]).stderr(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    sysroot(rustc).is_some_and(|root| Path::new(&root).join("lib/rustlib").join(TARGET).is_dir())
}

fn has_debian() -> bool {
    let source = |root: String| Path::new(&root).join("lib/rustlib/src/rust/library").is_dir();
    sysroot("/usr/bin/rustc").is_some_and(source)
        && Path::new("/usr/bin/wasm-ld-19").exists()
        && Path::new("/usr/bin/cargo").exists()
}
