//! The game as hosts install it: the rules together with the files under `assets/snails`.

use crate::{Settings, Snails};
use parlor_kit::{Bundle, Native, Rules};
use parlor_runtime::{
    Defaults, Finish, Finished, GamePackage, Module, Runtime, Scored, bevy_ecs::prelude::ResMut,
};
use rust_embed::RustEmbed;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "../../assets/snails"]
struct Assets;

/// The rules of Snails with manifest, texts, sprites and maps, all part of the program.
pub fn rules() -> Native<Snails> {
    let files = Assets::iter().filter_map(|path| Some((path.to_string(), Assets::get(&path)?.data)));
    Native::new(Bundle::from_files(files).expect("the shipped files of Snails belong together"))
}

/// The text of the default `settings.gcf`, as a starting point for hosts.
pub fn shipped_settings() -> String {
    let file = Assets::get("settings.gcf").expect("settings.gcf comes with the game");
    String::from_utf8(file.data.into_owned()).expect("settings.gcf is text")
}

/// The game as programs get it.
pub fn package() -> GamePackage {
    let module = SnailsModule::new();
    GamePackage::with_module(module.rules.clone(), module)
}

/// The number of highscores kept per map.
const HIGHSCORES: usize = 3;

/// The game with rules, `settings.gcf`, and highscores for each map.
pub struct SnailsModule {
    rules: Arc<Native<Snails>>,
}

impl SnailsModule {
    /// The module with the shipped files.
    pub fn new() -> SnailsModule {
        SnailsModule { rules: Arc::new(rules()) }
    }
}

impl Default for SnailsModule {
    fn default() -> SnailsModule {
        SnailsModule::new()
    }
}

impl Module for SnailsModule {
    fn game(&self) -> &str {
        &self.rules.bundle().manifest.id
    }

    fn install(&self, runtime: &mut Runtime) {
        runtime.install_shared(self.rules.clone());
        let game = self.rules.bundle().manifest.id.clone();
        runtime.add_systems(move |mut finished: ResMut<'_, Finished>| {
            for finish in finished.0.iter_mut().filter(|finish| finish.game == game) {
                finish.scored = scored(finish);
            }
        });
    }

    fn settings_file(&self) -> Option<(&'static str, String)> {
        Some(("settings.gcf", shipped_settings()))
    }

    fn settings(&self, text: Option<&str>) -> Option<(Defaults, Vec<String>)> {
        let (settings, warnings) = Settings::parse(text);
        let (options, clock, bots) = (settings.host_options(), settings.clock(), settings.bots());
        Some((Defaults { options, clock, bots }, warnings.iter().map(ToString::to_string).collect()))
    }
}

/// The highscore entry of a finished game: the winner's score.
fn scored(finish: &Finish) -> Option<Scored> {
    let outcome = finish.outcome.as_ref()?;
    let winner = outcome.winners().only()?;
    let score = (*outcome.scores.get(winner.index())?).into();
    Some(Scored { list_for: "map".into(), seat: winner, against: winner.other(), score, most: HIGHSCORES })
}
