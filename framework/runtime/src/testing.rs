//! A lobby in memory with a clock that stands still until it is told to go on: what tests of a game's tables need.
//!
//! Whatever takes minutes at a real table (time-outs, reminders, pauses, lost players) takes microseconds here,
//! and happens at the same moment every time.
//!
//! ```
//! # use parlor_kit::*;
//! # #[derive(Clone, serde::Serialize, serde::Deserialize)] struct Nim { stones: u8, next: Seat }
//! # #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)] struct Take { stones: u8 }
//! # #[derive(Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)] struct Options {}
//! # impl Game for Nim {
//! #     type Options = Options; type Action = Take;
//! #     fn new(_: &Options, _: usize, _: &mut Luck) -> Result<Nim, Refusal> { Ok(Nim { stones: 3, next: Seat::new(0) }) }
//! #     fn turn(&self) -> Turn { match self.stones {
//! #         0 => Turn::Over(Outcome::winner(2, self.next.other(), "nim-last-stone")), _ => Turn::Act(self.next.into()) } }
//! #     fn actions(&self, seat: Seat, out: &mut Vec<Take>) { if seat == self.next { out.push(Take { stones: 1 }); } }
//! #     fn act(&mut self, seat: Seat, _: &Take, _: &mut StepContext) -> Result<(), Refusal> {
//! #         if seat != self.next { return Err(Refusal::not_your_turn()); }
//! #         self.stones -= 1; self.next = seat.other(); Ok(()) }
//! #     fn scene(&self, _: Viewer, _: &mut Scene) {}
//! #     fn gesture(&self, _: Seat, take: &Take) -> Gesture { Gesture::amount(take.stones) }
//! # }
//! # let manifest = "schema = 1\nid = 'nim'\nversion = '1.0.0'\nseats = { min = 2, max = 2 }\nbound = 9\nhidden = false";
//! # let rules = Native::<Nim>::new(Bundle::new(Manifest::parse(manifest).unwrap()));
//! use parlor_runtime::{ActRequest, CommandKind, Denial, OpenRequest, Plain, PresenceRequest, SeatingRequest, Setup, StartRequest, ViewRequest, testing::{ADA, BEN, TestLobby}};
//!
//! let mut lobby = TestLobby::new(&Plain::new(rules));
//! let clock = ClockPolicy { move_ms: Some(20_000), ..ClockPolicy::default() };
//! lobby.start(Setup { clock: Some(clock), ..lobby.setup(2) });
//!
//! let take = serde_json::json!({ "stones": 1 });
//! assert_eq!(lobby.act(BEN, take.clone()), Err(Denial::NotYourTurn));
//! lobby.act(ADA, take.clone()).unwrap();
//! lobby.wait(15_000);
//! assert_eq!(lobby.reminders, [(Seat::new(1), 75, 5_000)], "Ben has a quarter of his time left");
//! lobby.wait(6_000);
//! assert!(lobby.view(ADA).has_heard("table-timeout"), "a stone was taken for him");
//!
//! lobby.act(ADA, take).unwrap();
//! assert_eq!(lobby.outcome().places.as_slice(), [1, 2]);
//! lobby.runtime.game("nim").unwrap().replay(&lobby.recording(), Viewer::Public).unwrap();
//! ```

use crate::{
    ActRequest, Answer, BotTask, Clocks, Command, CommandKind, Denial, Effect, Entry, Finish, Millis, Module,
    Offered, OpenRequest, Output, PersonId, PhaseName, PresenceRequest, Proposed, Recipient, Recording,
    Reply, Runtime, SeatPlan, SeatingRequest, Setup, Shown, StartRequest, Summary, TableId, ViewRequest,
};
use parlor_kit::{Event, Id, Offers, Outcome, Pick, Scene, Seat, Seats, Secret, Viewer, apply_patch};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The table that a lobby is about, where no other is named.
pub const TABLE: TableId = TableId(0xA1);
/// The first person; she opens the table.
pub const ADA: PersonId = PersonId(1);
/// The second person.
pub const BEN: PersonId = PersonId(2);
/// The third person.
pub const CLEO: PersonId = PersonId(3);
/// The fourth person.
pub const DAN: PersonId = PersonId(4);

/// What people are called, in order.
static NAMES: [&str; 6] = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"];

/// More virtual time than any game at a table of bots takes.
const HOURS: Millis = 24 * 3_600_000;

/// A lobby in memory: a runtime with one game, people, a clock and a store, and everything that was told.
///
/// # Panics
///
/// Its methods panic where a test cannot go on: where there is no table, where nobody has seen it,
/// and where the runtime breaks its word to clients, such as with an update that is missing.
pub struct TestLobby {
    /// The runtime.
    pub runtime: Runtime,
    /// What time it is.
    pub now: Millis,
    /// What was stored, by table.
    pub store: BTreeMap<TableId, Vec<Entry>>,
    /// Every answer.
    pub replies: Vec<Reply>,
    /// What happened around the games: everybody at the table was told, whether or not they were shown it.
    pub notices: Vec<Event>,
    /// Which seat was reminded at how many per cent, with how much time left.
    pub reminders: Vec<(Seat, u8, Millis)>,
    /// What was said, and by whom.
    pub said: Vec<(PersonId, String)>,
    /// What bots have yet to think about.
    pub bot_tasks: Vec<BotTask>,
    /// Games that ended.
    pub finished: Vec<Finish>,
    /// Finished tables and those that were opened after them.
    pub rematches: Vec<(TableId, TableId)>,
    /// Tables that are gone.
    pub closed: Vec<TableId>,
    /// Who was sent away, and from where.
    pub removed: Vec<(TableId, PersonId)>,
    game: Id,
    views: BTreeMap<(PersonId, TableId), ClientView>,
    requests: u64,
}

/// What a person sees of a table, kept up to date from effects alone, as a client does it.
#[derive(Clone, Debug)]
pub struct ClientView {
    /// Whose eyes it is seen through.
    pub viewer: Viewer,
    /// The version.
    pub version: u32,
    /// The scene, as JSON.
    pub scene: Value,
    /// Who may act now.
    pub turn: Seats,
    /// What the person may do now.
    pub offers: Offers,
    /// The clocks, as last told.
    pub clocks: Option<Clocks>,
    /// The cells a computer player may choose from now, where everybody is to see them.
    pub targets: Vec<Pick>,
    /// The proposal to end the game without a result, as it was when everything was shown.
    pub proposal: Option<Proposed>,
    /// What happened in the game, as far as the person was told.
    pub heard: Vec<Event>,
}

impl ClientView {
    /// Whether an event with this text was told.
    pub fn has_heard(&self, key: &str) -> bool {
        self.heard.iter().any(|event| event.text.key == key)
    }

    /// The texts of all events that were told.
    pub fn keys(&self) -> Vec<&str> {
        self.heard.iter().map(|event| event.text.key.as_str()).collect()
    }

    /// The scene.
    pub fn scene(&self) -> Scene {
        serde_json::from_value(self.scene.clone()).expect("a patched scene is a scene")
    }

    /// What is left of the total time of a seat.
    pub fn total_left(&self, seat: usize) -> Option<Millis> {
        self.clocks.as_ref()?.seats[seat].total_left
    }
}

impl TestLobby {
    /// A lobby where this game can be played.
    pub fn new(module: &dyn Module) -> TestLobby {
        let mut runtime = Runtime::new();
        module.install(&mut runtime);
        TestLobby {
            runtime,
            now: 1_000_000,
            store: BTreeMap::new(),
            replies: Vec::new(),
            notices: Vec::new(),
            reminders: Vec::new(),
            said: Vec::new(),
            bot_tasks: Vec::new(),
            finished: Vec::new(),
            rematches: Vec::new(),
            closed: Vec::new(),
            removed: Vec::new(),
            game: module.game().into(),
            views: BTreeMap::new(),
            requests: 0,
        }
    }

    /// A table for so many people, Ada among them, with the game's own options and clocks.
    pub fn setup(&self, seats: usize) -> Setup {
        Setup {
            game: self.game.clone(),
            opener: name(ADA),
            name: String::new(),
            options: json!({}),
            seats: vec![SeatPlan::Person; seats],
            opener_plays: true,
            spectators: true,
            private: false,
            clock: None,
            lost: None,
            allow: Vec::new(),
            secret: Secret::from_seed(3),
            complete: false,
        }
    }

    /// Ada opens the table.
    pub fn open(&mut self, setup: Setup) -> Result<Answer, Denial> {
        self.ask(ADA, OpenRequest::Open(Box::new(setup)))
    }

    /// Somebody sits down on the first free seat.
    pub fn join(&mut self, person: PersonId) -> Result<Answer, Denial> {
        self.ask(person, SeatingRequest::Join { name: name(person), seat: None })
    }

    /// Ada opens the table, the others sit down in order, and she starts the game.
    /// Where bots have all seats, she watches.
    pub fn start(&mut self, mut setup: Setup) {
        let people = setup.seats.iter().filter(|plan| **plan == SeatPlan::Person).count() as u64;
        setup.opener_plays &= people > 0;
        let first = if setup.opener_plays { 2 } else { 1 };
        self.open(setup).expect("the table is opened");
        for person in (first..=people).map(PersonId) {
            self.join(person).expect("there is a seat");
        }
        if people == 0 {
            self.ask(ADA, PresenceRequest::Watch { name: name(ADA) }).expect("Ada may watch");
        }
        if self.phase() != PhaseName::Running {
            self.ask(ADA, StartRequest::Start).expect("the game starts");
        }
    }

    /// A person asks something of the table; the answer comes back.
    pub fn ask(&mut self, person: PersonId, kind: impl Into<CommandKind>) -> Result<Answer, Denial> {
        self.ask_at(person, TABLE, kind)
    }

    /// A person asks something of any table.
    pub fn ask_at(
        &mut self,
        person: PersonId,
        table: TableId,
        kind: impl Into<CommandKind>,
    ) -> Result<Answer, Denial> {
        self.requests += 1;
        let request = self.requests;
        self.send(Command::by(person, request, table, kind));
        let mut replies = self.replies.iter().rev();
        let reply = replies.find(|reply| reply.to == person && reply.request == Some(request.into()));
        reply.expect("every request is answered").result.clone()
    }

    /// A person acts on the own seat, with the table as they see it before them.
    pub fn act(&mut self, person: PersonId, action: Value) -> Result<Answer, Denial> {
        let ClientView { viewer, version, .. } = *self.view(person);
        let seat = viewer.seat().unwrap_or_else(|| panic!("{person} has no seat"));
        self.ask(person, ActRequest::Act { seat, version, action })
    }

    /// Sends anything, of anybody.
    pub fn send(&mut self, command: Command) {
        let output = self.runtime.step(self.now, [command]);
        self.take(output);
    }

    /// Lets time pass, with every timer at its moment. Bots do not come to an end with their tasks.
    pub fn wait(&mut self, ms: Millis) {
        let end = self.now + ms;
        while let Some(at) = self.runtime.next_timer().filter(|at| *at <= end) {
            self.step(at);
        }
        self.step(end);
    }

    /// Lets every bot that was asked answer, until none is asked any more.
    pub fn think(&mut self) {
        while let Some(task) = self.bot_tasks.pop() {
            self.now = self.now.max(task.not_before);
            self.send(task.run());
        }
    }

    /// Lets time pass while bots play, each answer at its moment; what they really take for it does not count.
    pub fn wait_with_bots(&mut self, ms: Millis) {
        let end = self.now + ms;
        loop {
            let timer = self.runtime.next_timer().unwrap_or(Millis::MAX);
            let first = (0..self.bot_tasks.len()).min_by_key(|&at| self.bot_tasks[at].not_before);
            match first.filter(|&at| self.bot_tasks[at].not_before < timer.min(end)) {
                Some(at) => {
                    let task = self.bot_tasks.swap_remove(at);
                    self.now = self.now.max(task.not_before);
                    self.send(task.run());
                }
                None if timer <= end => self.step(timer),
                None => break,
            }
        }
        self.step(end);
    }

    /// Lets bots play, and time run out for people, until the game is over.
    pub fn play_out(&mut self) {
        let last = self.now + HOURS;
        while self.now < last && matches!(self.phase(), PhaseName::Running | PhaseName::Countdown) {
            self.wait_with_bots(1_000);
        }
        assert_eq!(self.phase(), PhaseName::Over, "the game ends within a day");
    }

    /// Lets time pass until somebody is to act or the game is over.
    pub fn settle(&mut self) {
        let last = self.now + HOURS;
        while self.phase() == PhaseName::Running && self.turn().is_empty() {
            assert!(self.now < last, "somebody is asked within a day");
            self.wait(1_000);
        }
    }

    /// What a person sees of the table.
    pub fn view(&self, person: PersonId) -> &ClientView {
        self.views.get(&(person, TABLE)).unwrap_or_else(|| panic!("{person} has seen nothing of the table"))
    }

    /// What a person is shown who comes anew.
    pub fn look(&mut self, person: PersonId) -> &ClientView {
        self.ask(person, ViewRequest::Look).expect("whoever is at the table may look");
        self.view(person)
    }

    /// The actions a person is offered.
    pub fn offers(&self, person: PersonId) -> Vec<Value> {
        self.view(person).offers.actions().into_iter().cloned().collect()
    }

    /// Who may act now.
    pub fn turn(&self) -> Seats {
        let views = self.views.iter().filter(|((_, table), _)| *table == TABLE).map(|(_, view)| view);
        views.max_by_key(|view| view.version).expect("somebody sees the table").turn
    }

    /// The one person who is to act.
    pub fn actor(&self) -> PersonId {
        let seat = self.turn().only().expect("one seat is to act");
        self.summary().seats[seat.index()].person.expect("a person sits there")
    }

    /// The table as it stands in the list.
    pub fn summary(&self) -> Summary {
        self.runtime.table(TABLE).expect("the table is there")
    }

    /// Whether everybody at the table was told of something around the game.
    pub fn noticed(&self, key: &str) -> bool {
        self.notices.iter().any(|event| event.text.key == key)
    }

    /// Where the table stands.
    pub fn phase(&self) -> PhaseName {
        self.summary().phase
    }

    /// How the first game ended.
    pub fn outcome(&self) -> &Outcome {
        let finish = self.finished.first().expect("a game is over");
        finish.outcome.as_ref().expect("it has a result")
    }

    /// The recording of the first game that ended.
    pub fn recording(&self) -> Recording {
        let finish = self.finished.first().expect("a game is over");
        Recording::new(&self.store[&finish.table], finish).expect("the game began")
    }

    /// The process stops without a word and starts again with nothing but the store.
    pub fn crash(&mut self, module: &dyn Module) {
        self.runtime = Runtime::new();
        module.install(&mut self.runtime);
        self.bot_tasks.clear();
        self.views.clear();
        let tables: Vec<_> = self.store.iter().map(|(table, entries)| (*table, entries.clone())).collect();
        let (output, lost) = self.runtime.restore(self.now, tables);
        assert!(lost.is_empty(), "every table comes back: {lost:?}");
        self.take(output);
    }

    /// Goes on to a moment and does what is due.
    fn step(&mut self, at: Millis) {
        self.now = self.now.max(at);
        let output = self.runtime.step(self.now, []);
        self.take(output);
    }

    /// Stores first, then lets effects out: what has been seen has been stored.
    fn take(&mut self, output: Output) {
        for (table, entry) in output.records {
            self.store.entry(table).or_default().push(entry);
        }
        for effect in output.effects {
            self.release(effect);
        }
    }

    fn release(&mut self, effect: Effect) {
        match effect {
            Effect::Reply(reply) => self.replies.push(reply),
            Effect::Update { to, update } => {
                for view in self.views_of(update.table) {
                    if to != Recipient::Everyone && to != Recipient::Viewer(view.viewer) {
                        continue;
                    }
                    assert_eq!(update.version, view.version + 1, "no update is missed or doubled");
                    if let Some(patch) = &update.patch {
                        apply_patch(&mut view.scene, &patch.value());
                    }
                    (view.version, view.turn, view.offers) = (update.version, update.turn, Offers::default());
                    view.targets.clone_from(&update.targets);
                    view.clocks = update.clocks.clone().or_else(|| view.clocks.take());
                    view.heard.extend(update.events.iter().cloned());
                }
            }
            Effect::Offers { table, seat, version, offers } => {
                let Offered::Tree(offers) = offers else { panic!("no client asked for actions only") };
                for view in self.views_of(table).filter(|view| view.viewer == Viewer::Seat(seat)) {
                    assert_eq!(view.version, version, "offers are about what was seen last");
                    view.offers = offers.clone();
                }
            }
            Effect::Shown(shown) => {
                let Shown { to, table, viewer, version, scene, offers, turn, clocks, targets, proposal } =
                    *shown;
                let before = self.views.remove(&(to, table.table));
                let heard = before.map_or_else(Vec::new, |view| view.heard);
                let scene = serde_json::to_value(&scene).expect("a scene is plain data");
                let view =
                    ClientView { viewer, version, scene, turn, offers, clocks, targets, proposal, heard };
                self.views.insert((to, table.table), view);
            }
            Effect::Notice { event, .. } => self.notices.push(event),
            Effect::Reminder { seat, percent, left, .. } => self.reminders.push((seat, percent, left)),
            Effect::Said { by, text, .. } => self.said.push((by, text)),
            Effect::Closed(table) => self.closed.push(table),
            Effect::Removed { table, person } => self.removed.push((table, person)),
            Effect::Think(task) => self.bot_tasks.push(*task),
            Effect::Finished(finish) => self.finished.push(*finish),
            Effect::Rematch { table, new } => self.rematches.push((table, new)),
            Effect::Listed(_) => {}
        }
    }

    fn views_of(&mut self, table: TableId) -> impl Iterator<Item = &mut ClientView> {
        self.views.iter_mut().filter(move |((_, at), _)| *at == table).map(|(_, view)| view)
    }
}

/// What a person is called.
pub fn name(person: PersonId) -> Id {
    let place = usize::try_from(person.0).unwrap_or_default();
    let known = NAMES.get(place.wrapping_sub(1)).copied();
    known.map_or_else(|| format!("P{}", person.0).into(), Id::new_static)
}
