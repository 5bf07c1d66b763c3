//! Snails at a table of the runtime: maps by name, settings of the host, time, resigning.

use parlor_kit::{Pick, Seat, Secret};
use parlor_runtime::{
    Ask, Command, Denial, Effect, Finish, Millis, Module as _, PersonId, Reply, Runtime, SeatPlan, Setup,
    Shown, TableId, Update,
};
use serde_json::{Value, json};
use std::sync::Arc;

const ADA: PersonId = PersonId(1);
const BEN: PersonId = PersonId(2);
const TABLE: TableId = TableId(1);

/// Takes over the host's settings, as a host does at the start and whenever the file changes.
fn configure(runtime: &mut Runtime, text: Option<&str>) -> Vec<String> {
    let (defaults, warnings) = snails::SnailsModule::new().settings(text).unwrap();
    runtime.configure("snails", defaults);
    warnings
}

struct Hall {
    runtime: Runtime,
    now: Millis,
    requests: u64,
    shown: Vec<Shown>,
    updates: Vec<Arc<Update>>,
    finished: Vec<Finish>,
}

impl Hall {
    fn new() -> Hall {
        let mut runtime = Runtime::new();
        snails::SnailsModule::new().install(&mut runtime);
        configure(&mut runtime, Some(&snails::shipped_settings()));
        Hall { runtime, now: 0, requests: 0, shown: Vec::new(), updates: Vec::new(), finished: Vec::new() }
    }

    fn ask(&mut self, person: PersonId, ask: Ask) -> Result<(), Denial> {
        self.requests += 1;
        self.step([Command::by(person, self.requests, TABLE, ask)])
    }

    fn step(&mut self, commands: impl IntoIterator<Item = Command>) -> Result<(), Denial> {
        let mut answer = Ok(());
        for effect in self.runtime.step(self.now, commands).effects {
            match effect {
                Effect::Reply(Reply { result, .. }) => answer = answer.and(result.map(|_| ())),
                Effect::Shown(shown) => self.shown.push(*shown),
                Effect::Update { update, .. } => self.updates.push(update),
                Effect::Finished(finish) => self.finished.push(*finish),
                _ => {}
            }
        }
        answer
    }

    fn wait(&mut self, ms: Millis) {
        let end = self.now + ms;
        while let Some(at) = self.runtime.next_alarm().filter(|at| *at <= end) {
            self.now = self.now.max(at);
            self.step([]).unwrap();
        }
        self.now = end;
    }

    fn open(&mut self, options: Value) -> Result<(), Denial> {
        self.open_with(options, vec![SeatPlan::Person; 2])
    }

    fn open_with(&mut self, options: Value, seats: Vec<SeatPlan>) -> Result<(), Denial> {
        let setup = Setup {
            game: "snails".into(),
            opener: "Ada".into(),
            name: String::new(),
            options,
            opener_plays: seats.contains(&SeatPlan::Person),
            seats,
            spectators: true,
            private: false,
            clock: None,
            lost: None,
            secret: Secret::from_seed(3),
        };
        self.ask(ADA, Ask::Open(Box::new(setup)))
    }

    fn started() -> Hall {
        let mut hall = Hall::new();
        hall.open(json!({})).unwrap();
        hall.ask(BEN, Ask::Join { name: "Ben".into(), seat: None }).unwrap();
        hall.ask(ADA, Ask::Start).unwrap();
        hall
    }
}

// SN-2: whoever resigns loses, whatever the score.
#[test]
fn resigning_loses_whatever_the_score() {
    let mut hall = Hall::started();
    hall.ask(ADA, Ask::Resign).unwrap();
    let outcome = hall.finished[0].outcome.as_ref().unwrap();
    assert_eq!(outcome.places.as_slice(), [2, 1]);
    assert_eq!(outcome.scores.as_slice(), [1, 1]);
}

// SN-13: a turn takes 30 s at most; then it is a miss.
#[test]
fn time_over_means_miss() {
    let mut hall = Hall::started();
    let updates = hall.updates.len();
    hall.wait(30_000);
    assert_eq!(hall.updates.len(), updates, "a turn lasts 30 s, and what is being shown does not count");
    hall.wait(2_000);
    let keys: Vec<&str> = hall.updates[updates].events.iter().map(|event| event.text.key.as_str()).collect();
    assert_eq!(keys, ["table-timeout", "snails-event-miss", "snails-event-turn"]);
}

// SN-13: everybody sees where a computer player may go while it is to move, and nobody's where people play.
#[test]
fn computer_players_show_their_targets() {
    let mut hall = Hall::new();
    let bot = || SeatPlan::Bot { kind: "random".into(), name: "".into() };
    hall.open_with(json!({ "map": "hedgerow" }), vec![bot(), bot()]).unwrap();
    hall.ask(ADA, Ask::Watch { name: "Ada".into() }).unwrap();
    hall.ask(ADA, Ask::Start).unwrap();
    let targets = hall.updates.last().unwrap().targets.clone();
    assert!(!targets.is_empty() && targets.len() <= 4, "{targets:?}");
    assert!(targets.iter().all(|pick| matches!(pick, Pick::Cell(..))), "{targets:?}");
    hall.ask(ADA, Ask::Look).unwrap();
    assert_eq!(hall.shown.last().unwrap().targets, targets, "whoever comes later sees them too");
    let mut people = Hall::started();
    people.wait(40_000);
    assert!(people.shown.iter().all(|shown| shown.targets.is_empty()));
    assert!(people.updates.len() > 1 && people.updates.iter().all(|update| update.targets.is_empty()));
}

// SN-9, SN-10, SN-11: maps by name, shipped or added; faults are named and nothing else breaks.
#[test]
fn maps_are_chosen_by_name_and_faulty_ones_refused() {
    let mut hall = Hall::new();
    assert_eq!(hall.open(json!({ "map": "atlantis" })).unwrap_err().code(), "content-missing");
    let faulty = json!({ "size": { "x": 5, "y": 5 }, "contents": [0, 129] });
    hall.runtime.add_content("snails", "map", "faulty", faulty);
    assert!(hall.runtime.content_names("snails", "map").contains(&"faulty".into()));
    let denial = hall.open(json!({ "map": "faulty" })).unwrap_err();
    assert!(denial.code().starts_with("snails-bad-map"), "{denial}");
    hall.open(json!({ "map": "hedgerow" })).unwrap();
}

// SN-12: settings of the host, taken over while running.
#[test]
fn the_host_sets_limits_that_a_table_cannot_change() {
    let mut hall = Hall::new();
    assert_eq!(hall.open(json!({ "max_map_size": 50 })).unwrap_err().code(), "options-of-the-host");
    let warnings = configure(&mut hall.runtime, Some(r#"{ "maxMapSize": 6, "minMapSize": -1 }"#));
    assert!(warnings.iter().any(|warning| warning.contains("minMapSize")), "{warnings:?}");
    assert!(hall.open(json!({ "map": "hedgerow" })).is_err(), "7×7 is too large now");
    configure(&mut hall.runtime, None);
    hall.open(json!({ "map": "hedgerow" })).unwrap();
}

// SN-6: a seat that acts out of turn is refused by the table, and nothing changes.
#[test]
fn only_the_snail_whose_turn_it_is_moves() {
    let mut hall = Hall::started();
    let version = hall.updates.last().map_or(0, |update| update.version);
    let turn = hall.updates.last().unwrap().turn.first().unwrap();
    let other = if turn == Seat::new(0) { (BEN, Seat::new(1)) } else { (ADA, Seat::new(0)) };
    let ask = Ask::Act { seat: other.1, version, action: json!("miss") };
    assert_eq!(hall.ask(other.0, ask), Err(Denial::NotYourTurn));
}
