//! A whole lobby in memory: people, a virtual clock, a durable store, bots that answer at once.

#![allow(dead_code, unreachable_pub, reason = "each test uses another part of the hall")]

pub mod bids;

use bids::Bids;
use parlor_kit::{
    Bundle, Id, Manifest, Native, Offers, Rules, Scene, Seat, Seats, Secret, Viewer, apply_patch,
};
use parlor_runtime::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub type BidRules = Native<Bids>;

pub const TABLE: TableId = TableId(0xA1);
pub const ADA: PersonId = PersonId(1);
pub const BEN: PersonId = PersonId(2);
pub const CLEO: PersonId = PersonId(3);
pub const DAN: PersonId = PersonId(4);

pub fn name(person: PersonId) -> Id {
    match person {
        ADA => "Ada".into(),
        BEN => "Ben".into(),
        CLEO => "Cleo".into(),
        DAN => "Dan".into(),
        other => format!("P{}", other.0).into(),
    }
}

/// The rules of the test game, with changes to its manifest.
pub fn rules(changes: &str) -> BidRules {
    Native::new(Bundle::new(Manifest::parse(&format!("{}\n{changes}", bids::MANIFEST)).unwrap()))
}

/// What a person sees of a table, kept up to date from effects alone.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    pub scene: Value,
    pub version: u32,
    pub turn: Seats,
    pub offers: Offers,
    pub viewer: Option<Viewer>,
    pub clocks: Option<Clocks>,
    pub heard: Vec<String>,
}

pub struct Hall {
    pub runtime: Runtime,
    pub now: Millis,
    pub store: BTreeMap<TableId, Vec<Entry>>,
    pub finished: Vec<Finish>,
    pub replies: Vec<Reply>,
    pub notices: Vec<(TableId, String)>,
    pub reminders: Vec<(Seat, u8, Millis)>,
    pub said: Vec<(PersonId, String)>,
    pub closed: Vec<TableId>,
    pub rematches: Vec<(TableId, TableId)>,
    pub thoughts: Vec<Thought>,
    pub sights: BTreeMap<(PersonId, TableId), Sight>,
    pub summaries: BTreeMap<TableId, Summary>,
    requests: u64,
}

impl Hall {
    pub fn new() -> Hall {
        Hall::with(rules(""))
    }

    pub fn with(rules: BidRules) -> Hall {
        let mut runtime = Runtime::new();
        runtime.install(rules);
        Hall {
            runtime,
            now: 1_000_000,
            store: BTreeMap::new(),
            finished: Vec::new(),
            replies: Vec::new(),
            notices: Vec::new(),
            reminders: Vec::new(),
            said: Vec::new(),
            closed: Vec::new(),
            rematches: Vec::new(),
            thoughts: Vec::new(),
            sights: BTreeMap::new(),
            summaries: BTreeMap::new(),
            requests: 0,
        }
    }

    pub fn setup(seats: usize) -> Setup {
        Setup {
            game: "bids".into(),
            opener: "Ada".into(),
            name: "a table".into(),
            options: json!({}),
            seats: vec![SeatPlan::Person; seats],
            opener_plays: true,
            spectators: true,
            private: false,
            clock: None,
            lost: None,
            secret: Secret::from_seed(7),
        }
    }

    /// A running table with the first people on its seats.
    pub fn running(seats: usize) -> Hall {
        Hall::running_with(rules(""), Hall::setup(seats))
    }

    pub fn running_with(rules: BidRules, setup: Setup) -> Hall {
        let mut hall = Hall::with(rules);
        let people = setup.seats.iter().filter(|plan| **plan == SeatPlan::Person).count();
        hall.ask(ADA, Ask::Open(Box::new(setup))).unwrap();
        for person in [BEN, CLEO, DAN].into_iter().take(people.saturating_sub(1)) {
            hall.ask(person, Ask::Join { name: name(person), seat: None }).unwrap();
        }
        hall.ask(ADA, Ask::Start).unwrap();
        hall
    }

    /// A person asks something of the first table; the answer comes back.
    pub fn ask(&mut self, person: PersonId, ask: Ask) -> Result<Answer, Denial> {
        self.ask_at(person, TABLE, ask)
    }

    pub fn ask_at(&mut self, person: PersonId, table: TableId, ask: Ask) -> Result<Answer, Denial> {
        self.requests += 1;
        let request = self.requests;
        self.send(Command::by(person, request, table, ask));
        let reply =
            self.replies.iter().rev().find(|reply| reply.to == person && reply.request == Some(request));
        reply.expect("every request is answered").result.clone()
    }

    pub fn bid(&mut self, person: PersonId, amount: u8) -> Result<Answer, Denial> {
        let version = self.sight(person).version;
        let Some(Viewer::Seat(seat)) = self.sight(person).viewer else { panic!("{person} has no seat") };
        self.ask(person, Ask::Act { seat, version, action: json!({ "bid": amount }) })
    }

    pub fn sight(&self, person: PersonId) -> &Sight {
        &self.sights[&(person, TABLE)]
    }

    pub fn summary(&self) -> Summary {
        self.runtime.table(TABLE).expect("the table is there")
    }

    pub fn phase(&self) -> PhaseName {
        self.summary().phase
    }

    pub fn send(&mut self, command: Command) {
        let output = self.runtime.step(self.now, [command]);
        self.take(output);
    }

    /// Lets time pass, ringing every alarm on the way at its moment.
    pub fn wait(&mut self, ms: Millis) {
        let end = self.now + ms;
        while let Some(at) = self.runtime.next_alarm().filter(|at| *at <= end) {
            self.now = self.now.max(at);
            let output = self.runtime.step(self.now, []);
            self.take(output);
        }
        self.now = end;
        let output = self.runtime.step(self.now, []);
        self.take(output);
    }

    /// Lets every bot that was asked answer, until none is asked any more.
    pub fn think(&mut self) {
        while let Some(thought) = self.thoughts.pop() {
            self.now = self.now.max(thought.not_before);
            let command = thought.think();
            self.send(command);
        }
    }

    /// Stores first, then lets effects out: what has been seen has been stored.
    pub fn take(&mut self, output: Output) {
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
                for ((_, table), sight) in &mut self.sights {
                    let to_them = match to {
                        Recipient::Everyone => true,
                        Recipient::Viewer(viewer) => sight.viewer == Some(viewer),
                    };
                    if *table != update.table || !to_them {
                        continue;
                    }
                    assert_eq!(update.version, sight.version + 1, "no update is missed or doubled");
                    if let Some(patch) = &update.patch {
                        apply_patch(&mut sight.scene, &patch.value());
                    }
                    sight.version = update.version;
                    sight.turn = update.turn;
                    sight.offers = Offers::default();
                    sight.heard.extend(update.events.iter().map(|event| event.text.key.to_string()));
                }
            }
            Effect::Offers { table, seat, version, offers } => {
                for ((_, at), sight) in &mut self.sights {
                    if *at == table && sight.viewer == Some(Viewer::Seat(seat)) {
                        assert_eq!(sight.version, version);
                        sight.offers = offers.clone();
                    }
                }
            }
            Effect::Shown(shown) => {
                let sight = self.sights.entry((shown.to, shown.table.table)).or_default();
                sight.scene = serde_json::to_value(&shown.scene).unwrap();
                (sight.version, sight.turn, sight.viewer) = (shown.version, shown.turn, Some(shown.viewer));
                sight.clocks = shown.clocks;
                sight.offers = shown.offers;
            }
            Effect::Notice { table, event } => self.notices.push((table, event.text.key.to_string())),
            Effect::Reminder { seat, percent, left, .. } => self.reminders.push((seat, percent, left)),
            Effect::Said { by, text, .. } => self.said.push((by, text)),
            Effect::Listed(summary) => {
                self.summaries.insert(summary.table, *summary);
            }
            Effect::Closed(table) => self.closed.push(table),
            Effect::Think(thought) => self.thoughts.push(*thought),
            Effect::Finished(finish) => self.finished.push(*finish),
            Effect::Rematch { table, new } => self.rematches.push((table, new)),
        }
    }

    /// The process stops without a word and starts again with nothing but the store.
    pub fn crash(&mut self, rules: BidRules) {
        self.runtime = Runtime::new();
        self.runtime.install(rules);
        self.thoughts.clear();
        self.sights.clear();
        self.summaries.clear();
        let tables: Vec<_> = self.store.iter().map(|(table, entries)| (*table, entries.clone())).collect();
        let (output, lost) = self.runtime.restore(self.now, tables);
        assert!(lost.is_empty(), "every table comes back: {lost:?}");
        self.take(output);
    }
}

/// The scene a viewer ought to see, computed from nothing but the record.
pub fn truth(rules: &BidRules, entries: &[Entry], viewer: Viewer) -> Option<Value> {
    let mut runtime = Runtime::new();
    runtime.install(rules.clone());
    let table = entries.first()?.command.table;
    let entries: Vec<Entry> = entries.to_vec();
    let people: BTreeMap<Seat, PersonId> = {
        let (_, lost) = runtime.restore(u64::MAX / 2, [(table, entries)]);
        assert!(lost.is_empty(), "{lost:?}");
        let summary = runtime.table(table)?;
        summary.seats.iter().enumerate().filter_map(|(i, seat)| Some((Seat::new(i), seat.person?))).collect()
    };
    let (person, ask) = match viewer {
        Viewer::Seat(seat) => (*people.get(&seat)?, Ask::Back),
        _ => (PersonId(u64::MAX), Ask::Watch { name: "W".into() }),
    };
    let output = runtime.step(u64::MAX / 2, [Command::of(Origin::Person(person), table, ask)]);
    output.effects.into_iter().find_map(|effect| match effect {
        Effect::Shown(shown) => Some(serde_json::to_value(&shown.scene).unwrap()),
        _ => None,
    })
}

pub fn empty_scene() -> Value {
    serde_json::to_value(Scene::new()).unwrap()
}

pub fn id(rules: &BidRules) -> Id {
    rules.bundle().manifest.id.clone()
}
