//! Plugins that misbehave, each in a way of its own, made from one tiny game by hand.

#![allow(dead_code, unreachable_pub, reason = "each test uses another part")]

use parlor_plugins::{Limits, Machine, Plugin, PluginError, Policy, componentize};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

const GUEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/tests/hostile/guest.wat");

const MANIFEST: &str = "schema = 1\nid = 'hostile'\nversion = '1'\nhidden = false\nbound = 9\n\
    seats = { min = 2, max = 2 }\n[table]\npace-ms = 0\n";

const TEXTS: &str = "hostile-name = x\nhostile-tagline = x\nhostile-rules = x\nhostile-done = x\nhostile-go = x\n\
    hostile-no = x\nhostile-count = x\n";

const SCENE: &str =
    r#"{"areas":{"heap":{"kind":"panel","lines":{"n":{"label":["@hostile-count"],"value":0}}}}}"#;

/// What is different from the honest game.
#[derive(Clone, Copy, Default)]
pub struct Trick<'a> {
    /// What the action "no" does.
    pub bad: &'a str,
    /// What setting up does first.
    pub setup: &'a str,
    /// What drawing a scene does with the digit first.
    pub look: &'a str,
    /// What offering does first.
    pub offers: &'a str,
    /// The scene, in which the first `0` after `value":` is replaced by the digit.
    pub scene: Option<&'a str>,
    /// What it says about itself.
    pub describe: Option<&'a str>,
    /// The functions of the interface `hints`.
    pub hints: &'a str,
    /// Whether the manifest says that something is hidden.
    pub hidden: bool,
}

impl Trick<'_> {
    /// The component.
    pub fn component(&self) -> Vec<u8> {
        let describe = self
            .describe
            .unwrap_or(r#"{"options":{"type":"object","additionalProperties":false},"defaults":{}}"#);
        let scene = self.scene.unwrap_or(SCENE);
        let digit = scene.find("value\":").map_or(2000, |at| 768 + at + 7);
        let escaped = |text: &str| text.replace('"', "\\\"");
        let text = fs::read_to_string(GUEST)
            .unwrap()
            .replace("{{describe}}", &escaped(describe))
            .replace("{{described}}", &describe.len().to_string())
            .replace("{{scene}}", &escaped(scene))
            .replace("{{scened}}", &scene.len().to_string())
            .replace("{{digit}}", &digit.to_string())
            .replace("{{bad}}", self.bad)
            .replace("{{setup}}", self.setup)
            .replace("{{look}}", self.look)
            .replace("{{offers}}", self.offers)
            .replace("{{hints}}", self.hints);
        componentize(&wat::parse_str(text).expect("the text is a module")).expect("the module is a game")
    }

    /// A folder with the plugin.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = scratch(name);
        self.fill(&folder, "1");
        folder
    }

    /// Puts the plugin into a folder, with this version.
    pub fn fill(&self, folder: &Path, version: &str) {
        let manifest = MANIFEST.replace("version = '1'", &format!("version = '{version}'"));
        let manifest = manifest.replace("hidden = false", &format!("hidden = {}", self.hidden));
        put(folder, &manifest, &self.component());
        // Its texts say which version they are of.
        let texts = TEXTS.replace("hostile-count = x", &format!("hostile-count = count {version}"));
        fs::write(folder.join("locales/en.ftl"), texts).unwrap();
    }

    pub fn load(&self, name: &str, trial: bool) -> Result<Plugin, PluginError> {
        load(&self.folder(name), trial)
    }
}

/// Writes the files of a plugin.
pub fn put(folder: &Path, manifest: &str, module: &[u8]) {
    fs::create_dir_all(folder.join("locales")).unwrap();
    fs::write(folder.join("game.toml"), manifest).unwrap();
    fs::write(folder.join("locales/en.ftl"), TEXTS).unwrap();
    fs::write(folder.join("locales/de.ftl"), TEXTS).unwrap();
    fs::write(folder.join("game.wasm"), module).unwrap();
    let toml = "schema = 1\ncontract = '0.1.0'\nkind = 'wasm'\nmodule = 'game.wasm'\n";
    fs::write(folder.join("plugin.toml"), toml).unwrap();
}

/// A folder with a plugin of this module.
pub fn folder_with(name: &str, module: &[u8]) -> PathBuf {
    let folder = scratch(name);
    put(&folder, MANIFEST, module);
    folder
}

pub fn load(folder: &Path, trial: bool) -> Result<Plugin, PluginError> {
    Plugin::load(folder, machine(), &Policy { trial, ..Policy::default() })
}

/// One machine for all tests of a program, with limits that are soon reached.
pub fn machine() -> &'static Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let limits = Limits { fuel: 5_000_000, memory: 16 << 20, answer: 1 << 20, ..Limits::default() };
        Machine::new(limits, None).unwrap()
    })
}

/// An empty folder of this name.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The hints of a game with a secret letter: drawn by luck, and resampled for viewers who cannot know it.
pub const SECRET_HINTS: &str = r#"
  ;; Whoever has the first seat knows the letter, and so does whoever sees everything.
  (func $knows (param $viewer i32) (param $seat i32) (result i32)
    (i32.or
      (i32.eq (local.get $viewer) (i32.const 2))
      (i32.and (i32.eqz (local.get $viewer)) (i32.eqz (local.get $seat)))))
  (func (export "parlor:game/hints@0.1.0#terms") (param i32 i32 i32 i32) (result i32)
    (i32.store8 (i32.const 2048) (i32.const 0))
    (i32.store (i32.const 2052) (local.get 2))
    (i32.store (i32.const 2056) (local.get 3))
    (i32.const 2048))
  (func (export "parlor:game/hints@0.1.0#candidates") (param i32 i32 i32) (result i32)
    (call $actions (local.get 0) (local.get 1) (local.get 2)))
  (func (export "parlor:game/hints@0.1.0#fallback") (param i32 i32 i32 i32 i32) (result i32)
    (i32.store8 (i32.const 2048) (i32.const 0))
    (i32.store8 (i32.const 2052) (call $turn (local.get 0) (local.get 2)))
    (i32.store (i32.const 2056) (i32.const 512))
    (i32.store (i32.const 2060) (i32.const 4))
    (i32.store (i32.const 2064) (i32.const 0))
    (i32.const 2048))
  (func (export "parlor:game/hints@0.1.0#retire") (param i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
    (i32.store8 (i32.const 2048) (i32.const 0))
    (i32.store8 (i32.const 2052) (i32.const 0))
    (i32.const 2048))
  (func (export "parlor:game/hints@0.1.0#resample")
    (param $state i32) (param i32) (param $viewer i32) (param $seat i32) (param $luck i32) (param $given i32)
    (result i32)
    (if (call $knows (local.get $viewer) (local.get $seat))
      (then (return (call $step (call $count (local.get $state)) (i32.load8_u offset=1 (local.get $state)) (i32.const 0)))))
    (if (i32.eqz (local.get $given)) (then (return (call $more_luck))))
    (call $step (call $count (local.get $state))
      (i32.add (i32.const 97) (i32.and (i32.load8_u offset=7 (local.get $luck)) (i32.const 7)))
      (i32.const 1)))
  (func (export "parlor:game/hints@0.1.0#estimate") (param i32 i32 i32) (result f32) (f32.const 0))
  (func (export "parlor:game/hints@0.1.0#position") (param i32 i32) (result i32)
    (i32.store8 (i32.const 2048) (i32.const 0))
    (i32.const 2048))
  (func (export "parlor:game/hints@0.1.0#playouts") (param i32 i32 i64 i32) (result i32)
    (call $text (i32.const 2048) (i32.const 0)))
"#;

/// Sets up with a secret letter drawn by luck.
pub const SECRET_SETUP: &str = "(if (i32.eqz (local.get $given)) (then (return (call $more_luck))))
    (return (call $step (i32.const 0)
      (i32.add (i32.const 97) (i32.and (i32.load8_u offset=7 (local.get $luck)) (i32.const 7)))
      (i32.const 1)))";
