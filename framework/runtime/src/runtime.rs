//! The runtime: a world, its systems, and the step that runs them.

use crate::{
    Command, Defaults, Denial, Entry, Finish, Millis, Origin, Output, PauseRequest, PersonId, Summary,
    TableId, UpdateFormat,
    game::{AnyGame, Installed, InstalledGames, Slot},
    inbox::{Batch, Inbox, Index, Now},
    outbox::Outbox,
    systems::Systems,
    table::{
        bots::Awake,
        chat::ChatLength,
        close,
        list::{self, Changed, Listed},
        play::{Moves, Steps},
        settle::FormerBots,
        show::{Reveal, UpdateFormats},
    },
    timers::Timers,
};
use bevy_ecs::{prelude::*, system::ScheduleSystem};
use parlor_kit::{Id, Rules, Scene, Seat};
use serde_json::Value;
use std::sync::Arc;

/// Hosts any number of tables of any games. It has no clock, no sockets and no files: the caller passes the
/// time and the commands, and gets back entries and effects.
pub struct Runtime {
    world: World,
    systems: Systems,
    frozen: bool,
}

/// Games that ended in this batch. Systems of game modules may add to a result before it leaves, such as
/// [`Finish::scored`].
#[derive(Resource, Default)]
pub struct Finished(pub Vec<Finish>);

/// A game with its rules, its own systems (highscores among them) and its host settings.
pub trait Module: Send {
    /// The game's id.
    fn game(&self) -> &str;
    /// Registers the game's state component, its rules and any systems of its own.
    fn install(&self, runtime: &mut Runtime);
    /// The name and the default text of the file with the host's settings for all tables of the game.
    fn settings_file(&self) -> Option<(&'static str, String)> {
        None
    }
    /// Parses that file (`None`: there is no file) into settings, and warnings for the log.
    fn settings(&self, _text: Option<&str>) -> Option<(Defaults, Vec<String>)> {
        None
    }
}

/// The entry a finished game adds to a list of highscores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The option whose content has its own list, such as the map.
    pub list_for: Id,
    /// The seat whose score it is.
    pub seat: Seat,
    /// The seat it was reached against.
    pub against: Seat,
    /// The score.
    pub score: i64,
    /// The maximum length of the list.
    pub most: usize,
}

/// The module of a game without systems or settings of its own.
pub struct Plain<R>(Arc<R>);

impl<R: Rules> Plain<R> {
    /// The module of these rules.
    pub fn new(rules: R) -> Plain<R> {
        Plain(Arc::new(rules))
    }

    /// The module of shared rules.
    pub const fn shared(rules: Arc<R>) -> Plain<R> {
        Plain(rules)
    }
}

impl<R: Rules> Module for Plain<R> {
    fn game(&self) -> &str {
        &self.0.bundle().manifest.id
    }

    fn install(&self, runtime: &mut Runtime) {
        runtime.install_shared(self.0.clone());
    }
}

impl Default for Runtime {
    fn default() -> Runtime {
        Runtime::new()
    }
}

impl Runtime {
    /// A runtime without games.
    pub fn new() -> Runtime {
        let mut world = World::new();
        world.init_resource::<Now>();
        world.init_resource::<Index>();
        world.init_resource::<Inbox>();
        world.init_resource::<Batch>();
        world.init_resource::<Outbox>();
        world.init_resource::<Timers>();
        world.init_resource::<InstalledGames>();
        world.init_resource::<Moves>();
        world.init_resource::<Steps>();
        world.init_resource::<Awake>();
        world.init_resource::<Changed>();
        world.init_resource::<FormerBots>();
        world.init_resource::<ChatLength>();
        let systems = Systems::new(&mut world);
        Runtime { world, systems, frozen: false }
    }

    /// Sets the maximum length of a chat line in characters.
    pub fn limit_chat(&mut self, length: usize) {
        self.world.insert_resource(ChatLength(length));
    }

    /// Installs a game, so that tables of it can be opened. Installing a game again replaces the earlier one
    /// for new tables; running tables keep theirs.
    pub fn install<R: Rules>(&mut self, rules: R) {
        self.install_shared(Arc::new(rules));
    }

    /// Installs a game with shared rules.
    pub fn install_shared<R: Rules>(&mut self, rules: Arc<R>) {
        if self.world.get_resource::<Slot<R>>().is_none() {
            let mut moves = self.world.resource_mut::<Moves>();
            let slot = Slot::<R>::new(moves.0.len());
            moves.0.push(Vec::new());
            self.world.insert_resource(slot);
            self.systems.add_kind::<R>(&mut self.world);
        }
        let slot = self.world.resource::<Slot<R>>().index;
        let id = rules.bundle().manifest.id.clone();
        let game: Arc<dyn AnyGame> = Arc::new(Installed::new(rules, slot));
        self.world.resource_mut::<InstalledGames>().games.insert(id, game);
    }

    /// Removes a game; running tables continue.
    pub fn uninstall(&mut self, game: &str) -> bool {
        self.world.resource_mut::<InstalledGames>().games.remove(game).is_some()
    }

    /// Sets the host's settings for a game, in place of its manifest's values. Running tables keep theirs.
    pub fn configure(&mut self, game: &str, defaults: Defaults) {
        self.world.resource_mut::<InstalledGames>().defaults.insert(game.into(), defaults);
    }

    /// The host's settings for a game, or those of its manifest.
    pub fn defaults(&self, game: &str) -> Option<Defaults> {
        let games = self.world.resource::<InstalledGames>();
        games.games.get(game).map(|game| games.defaults(&**game))
    }

    /// Adds content by kind and name; it replaces added content and shadows the game's own content of the
    /// same name.
    pub fn add_content(&mut self, game: &str, kind: &str, name: &str, value: Value) {
        let mut games = self.world.resource_mut::<InstalledGames>();
        games.contents.entry((game.into(), kind.into())).or_default().insert(name.into(), value);
    }

    /// Removes content that was added.
    pub fn remove_content(&mut self, game: &str, kind: &str, name: &str) -> bool {
        let mut games = self.world.resource_mut::<InstalledGames>();
        let named = games.contents.get_mut(&(game.into(), kind.into()));
        named.is_some_and(|named| named.remove(name).is_some())
    }

    /// The names of all content of a kind, the game's own and added, in order.
    pub fn content_names(&self, game: &str, kind: &str) -> Vec<Id> {
        let games = self.world.resource::<InstalledGames>();
        let own = games.games.get(game).and_then(|game| game.bundle().contents.get(kind));
        let added = games.contents.get(&(game.into(), kind.into()));
        let mut names: Vec<Id> =
            own.into_iter().chain(added).flat_map(|named| named.keys().cloned()).collect();
        names.sort();
        names.dedup();
        let kind = games.games.get(game).and_then(|game| game.bundle().manifest.content.get(kind));
        if kind.is_some_and(|kind| kind.descending) {
            names.reverse();
        }
        names
    }

    /// The installed games.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.world.resource::<InstalledGames>().games.values()
    }

    /// A copy of the installed games, for work on other threads.
    pub fn installed_games(&self) -> InstalledGames {
        self.world.resource::<InstalledGames>().clone()
    }

    /// A game by name.
    pub fn game(&self, game: &str) -> Result<&Arc<dyn AnyGame>, Denial> {
        self.world.resource::<InstalledGames>().get(&game.into())
    }

    /// The scene of a new table with these options, or why it cannot be opened.
    pub fn preview(&self, game: &str, chosen: &Value, seats: usize) -> Result<Scene, Denial> {
        self.world.resource::<InstalledGames>().preview(game, chosen, seats)
    }

    /// Adds systems of a game's module. They run after every batch in which a game advanced or ended. They
    /// may read the public components of tables ([`About`](crate::About), [`Seating`](crate::Seating),
    /// [`Phase`](crate::Phase), [`Progress`](crate::Progress), [`State`](crate::State)) and modify the
    /// results in [`Finished`].
    pub fn add_systems<M>(&mut self, systems: impl IntoScheduleConfigs<ScheduleSystem, M>) {
        self.systems.add_module(systems.into_configs());
    }

    /// The world, for the resources and components of game modules.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Executes commands and expired timers. `now` must never decrease.
    pub fn step(&mut self, now: Millis, commands: impl IntoIterator<Item = Command>) -> Output {
        let mut clock = self.world.resource_mut::<Now>();
        clock.0 = clock.0.max(now);
        let now = clock.0;
        let mut inbox = self.world.resource_mut::<Inbox>();
        for command in commands {
            inbox.push(command);
        }
        let mut expired = !self.frozen && self.world.resource_mut::<Timers>().expire(now);
        while expired || !self.world.resource::<Inbox>().is_empty() {
            self.systems.run(&mut self.world, std::mem::take(&mut expired));
        }
        self.world.resource_mut::<Outbox>().take()
    }

    /// The time of the next timer.
    pub fn next_timer(&self) -> Option<Millis> {
        self.world.resource::<Timers>().next()
    }

    /// Rebuilds tables from their journals after a restart. Clocks restart for the seats that are to act.
    /// Tables whose entries no longer fit their rules are skipped and returned with the reason.
    pub fn restore(
        &mut self,
        now: Millis,
        tables: impl IntoIterator<Item = (TableId, Vec<Entry>)>,
    ) -> (Output, Vec<(TableId, Denial)>) {
        let (mut back, mut lost) = (Vec::new(), Vec::new());
        for (table, entries) in tables {
            if close::is_closed(&entries) {
                continue;
            }
            match self.rebuild(table, entries) {
                Ok(()) => back.push(Command::of(Origin::Host, table, PauseRequest::Restart)),
                Err(denial) => lost.push((table, denial)),
            }
        }
        // Timers from before the stop must not expire before the clocks have restarted.
        let was_frozen = std::mem::replace(&mut self.frozen, true);
        let output = self.step(now, back);
        self.frozen = was_frozen;
        (output, lost)
    }

    fn rebuild(&mut self, table: TableId, entries: Vec<Entry>) -> Result<(), Denial> {
        let was_frozen = std::mem::replace(&mut self.frozen, true);
        let present = std::mem::replace(&mut self.world.resource_mut::<Now>().0, 0);
        self.world.resource_mut::<Outbox>().replaying = true;
        for Entry { at, command, .. } in entries {
            // Chat (in journals of earlier versions) and rematches do not change the table's state.
            if !command.kind.changes_table() {
                self.world.resource_mut::<Outbox>().keep_answer(at, &command);
                continue;
            }
            self.step(at, [command]);
        }
        let mut outbox = self.world.resource_mut::<Outbox>();
        outbox.replaying = false;
        let denial = outbox.take_denial();
        self.world.resource_mut::<Now>().0 = present;
        self.frozen = was_frozen;
        let missing = !self.world.resource::<Index>().0.contains_key(&table);
        match denial.or(missing.then_some(Denial::NoSuchTable)) {
            None => Ok(()),
            Some(denial) => {
                if let Some(entity) = self.world.resource_mut::<Index>().0.remove(&table) {
                    self.world.despawn(entity);
                }
                Err(denial)
            }
        }
    }

    /// The list entries of all tables.
    pub fn tables(&mut self) -> Vec<Summary> {
        let mut query = self.world.query::<Listed<'static>>();
        let mut tables: Vec<Summary> = query.iter(&self.world).map(list::summary).collect();
        tables.sort_by_key(|summary| (summary.opened_at, summary.table));
        tables
    }

    /// The list entry of a table.
    pub fn table(&self, table: TableId) -> Option<Summary> {
        let entity = *self.world.resource::<Index>().0.get(&table)?;
        let entity = self.world.entity(entity);
        Some(list::summary(entity.get_components::<Listed<'static>>().ok()?))
    }

    /// Sets the format of a person's updates from now on. [`Shown`](crate::Shown) contains the scene in
    /// either format.
    pub fn set_update_format(&mut self, person: PersonId, format: UpdateFormat) {
        self.world.resource_mut::<UpdateFormats>().set(person, format);
    }

    /// Drops the replies cached for a person who has been gone for long.
    pub fn forget(&mut self, person: PersonId) {
        self.world.resource_mut::<Outbox>().forget(person);
    }

    /// Disables timers; with `reveal`, hides nothing. For replays.
    pub(crate) fn freeze(&mut self, reveal: bool) {
        self.frozen = true;
        self.world.resource_mut::<Reveal>().0 = reveal;
    }

    pub(crate) fn take_denial(&mut self) -> Option<Denial> {
        self.world.resource_mut::<Outbox>().take_denial()
    }

    pub(crate) fn part<C: Component>(&self, table: TableId) -> Option<&C> {
        self.world.get::<C>(*self.world.resource::<Index>().0.get(&table)?)
    }
}
