//! Content, settings and games that change while the server runs.

use super::Host;
use crate::{
    GameEvent,
    data_folder_watcher::{Change, ContentFile},
};
use parlor_kit::{Id, content::LocatedFault, parse_content};

impl Host {
    /// Takes over content, settings and games that changed in the data folder.
    pub(super) fn apply_data_changes(&mut self, changes: Vec<Change>) {
        let mut content = false;
        for change in changes {
            match change {
                Change::Content { game, kind, name, file: Some(file) } => {
                    self.report_content_faults(&game, &kind, &name, &file);
                    // Content with faults stays on the list: a table with it is refused with the reasons.
                    let Ok(value) = parse_content(&file.name(), &file.bytes) else { continue };
                    self.runtime.add_content(&game, &kind, &name, value.clone());
                    self.dropped.insert((game, kind, name), value);
                    content = true;
                }
                Change::Content { game, kind, name, file: None } => {
                    tracing::info!(%game, %kind, %name, "content is gone");
                    self.runtime.remove_content(&game, &kind, &name);
                    self.dropped.remove(&(game, kind, name));
                    content = true;
                }
                Change::Game(GameEvent::Added(module)) => {
                    tracing::info!(game = module.game(), "a game is on offer");
                    module.install(&mut self.runtime);
                    self.modules.retain(|known| known.game() != module.game());
                    self.modules.push(module);
                    content = true;
                }
                Change::Game(GameEvent::Removed(game)) => {
                    tracing::info!(%game, "a game is gone");
                    self.runtime.uninstall(&game);
                    self.modules.retain(|known| known.game() != game);
                    content = true;
                }
                Change::Settings { game, text } => {
                    let module = self.modules.iter().find(|module| module.game() == game);
                    let set = module.and_then(|module| module.settings(text.as_deref()));
                    if let Some((defaults, warnings)) = set {
                        for warning in warnings {
                            tracing::warn!(%game, "{warning}");
                        }
                        tracing::info!(%game, "settings are read");
                        self.runtime.configure(&game, defaults);
                        content = true;
                    }
                }
            }
        }
        if content {
            self.catalogues.put(self.catalogue.after(&self.runtime));
            self.catalogue = self.catalogues.get();
        }
    }

    /// Logs that a content file is on offer, or everything that is wrong with it.
    fn report_content_faults(&self, game: &Id, kind: &Id, name: &Id, file: &ContentFile) {
        let faults = match self.runtime.game(game) {
            Ok(game) => game.check_content_file(kind, &file.name(), &file.bytes),
            Err(_) => Vec::new(),
        };
        if faults.is_empty() {
            tracing::info!(%game, %kind, %name, "content is on offer");
        }
        let translator = self.catalogue.translator(game);
        for LocatedFault { fault, position } in faults {
            let line = position.map_or_else(String::new, |at| format!(":{}", at.line));
            let path = format!("{}{line}", file.path.display());
            let reason = translator.translate("en", &fault.text, &[]);
            tracing::warn!(%path, entry = fault.at, reason, "content has a fault");
        }
    }
}
