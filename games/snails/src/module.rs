//! The game as hosts install it: the rules together with the files under `assets/snails`.

use crate::{Settings, Snails, Warning};
use parlor_kit::{Bundle, Native, Text};
use parlor_runtime::{Defaults, Runtime};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../assets/snails"]
struct Assets;

/// The rules of Snails with manifest, texts, sprites and maps, all part of the program.
pub fn rules() -> Native<Snails> {
    let files = Assets::iter().filter_map(|path| Some((path.to_string(), Assets::get(&path)?.data)));
    Native::new(Bundle::from_files(files).expect("the shipped files of Snails belong together"))
}

/// The text of the `settings.gcf` that comes with the game: the defaults, for a host to begin with.
pub fn shipped_settings() -> String {
    let file = Assets::get("settings.gcf").expect("settings.gcf comes with the game");
    String::from_utf8(file.data.into_owned()).expect("settings.gcf is text")
}

/// Snails as a host installs it, with the host's `settings.gcf`.
///
/// ```
/// use parlor_runtime::{Module as _, Runtime};
///
/// let mut runtime = Runtime::new();
/// snails::Module.install(&mut runtime);
/// let warnings = snails::Module.configure(&mut runtime, Some(r#"{ "maxMapSize": 9, "minMapSize": -1 }"#));
/// assert!(!warnings.is_empty());
/// assert_eq!(runtime.preview("snails", &serde_json::json!({ "map": "walled-garden" }), 2).unwrap_err().code(), "snails-bad-map-edge");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Module;

impl parlor_runtime::Module for Module {
    fn install(&self, runtime: &mut Runtime) {
        runtime.install(rules());
        self.configure(runtime, Some(&shipped_settings()));
    }

    fn settings_file(&self) -> Option<&'static str> {
        Some("settings.gcf")
    }

    fn configure(&self, runtime: &mut Runtime, settings: Option<&str>) -> Vec<Text> {
        let (settings, warnings) = Settings::parse(settings);
        let defaults =
            Defaults { options: settings.host_options(), clock: settings.clock(), bots: settings.bots() };
        runtime.configure("snails", defaults);
        warnings.iter().map(Warning::text).collect()
    }
}
