//! Level 8 at a table of the runtime: time, reloading, spectators.

#![cfg(feature = "module")]

use parlor_kit::{Id, Scene, Secret};
use parlor_runtime::{
    Ask, Command, Denial, Effect, Millis, Module as _, PersonId, Reply, Runtime, SeatPlan, Setup, Shown,
    TableId, Update,
};
use serde_json::{Value, json};
use std::sync::Arc;

const TABLE: TableId = TableId(1);

struct Hall {
    runtime: Runtime,
    now: Millis,
    requests: u64,
    shown: Vec<Shown>,
    updates: Vec<Arc<Update>>,
}

impl Hall {
    /// A table of three people, started.
    fn started() -> Hall {
        let mut runtime = Runtime::new();
        level8::module().install(&mut runtime);
        let mut hall = Hall { runtime, now: 0, requests: 0, shown: Vec::new(), updates: Vec::new() };
        let setup = Setup {
            game: "level8".into(),
            opener: "Ada".into(),
            name: String::new(),
            options: json!({}),
            seats: vec![SeatPlan::Person; 3],
            opener_plays: true,
            spectators: true,
            private: false,
            clock: None,
            lost: None,
            secret: Secret::from_seed(3),
        };
        hall.ask(PersonId(1), Ask::Open(Box::new(setup))).unwrap();
        for (person, name) in [(2, "Ben"), (3, "Cem")] {
            hall.ask(PersonId(person), Ask::Join { name: name.into(), seat: None }).unwrap();
        }
        hall.ask(PersonId(1), Ask::Start).unwrap();
        hall.wait(2_000);
        hall
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

    fn version(&self) -> u32 {
        self.updates.last().map_or(0, |update| update.version)
    }

    fn events(&self, from: usize) -> Vec<Id> {
        let events = self.updates[from..].iter().flat_map(|update| &update.events);
        let mut keys: Vec<Id> = Vec::new();
        for event in events {
            if keys.last() != Some(&event.text.key) {
                keys.push(event.text.key.clone());
            }
        }
        keys
    }

    /// Everything a person is shown who comes back.
    fn look(&mut self, person: PersonId) -> Shown {
        self.ask(person, Ask::Look).unwrap();
        self.shown.pop().unwrap()
    }
}

// L8-13
#[test]
fn after_thirty_seconds_a_whole_turn_is_played_for_a_player() {
    let mut hall = Hall::started();
    let before = hall.updates.len();
    hall.wait(26_000);
    assert!(!hall.events(before).contains(&Id::from("table-timeout")));
    hall.wait(8_000);
    let keys = hall.events(before);
    assert!(keys.contains(&Id::from("table-timeout")), "{keys:?}");
    let ends = |key: &Id| ["level8-event-discarded", "level8-event-skip"].contains(&key.as_str());
    assert!(keys.iter().any(ends), "a card is taken and one is put away: {keys:?}");
}

// L8-15
#[test]
fn whoever_comes_back_finds_the_level_as_it_was_composed() {
    let mut hall = Hall::started();
    let seat = hall.updates.last().unwrap().turn.first().unwrap();
    let person = PersonId(seat.index() as u64 + 1);
    let act = |hall: &mut Hall, action: Value| {
        let version = hall.version();
        hall.ask(person, Ask::Act { seat, version, action }).unwrap();
    };
    act(&mut hall, json!({ "take": "draw" }));
    let part = |scene: &Scene| {
        let area = format!("part-{seat}-0");
        scene.pieces.iter().filter(|(_, piece)| piece.area == area).map(|(id, _)| id.clone()).next()
    };
    let shown = hall.look(person);
    let hand = format!("hand-{seat}");
    let card = shown.scene.pieces.iter().find(|(_, piece)| piece.area == hand && piece.look != "skip");
    let card = card.unwrap().0.clone();
    assert_eq!(part(&shown.scene), None);
    let handle: u32 = card.trim_start_matches("card-").parse().unwrap();
    act(&mut hall, json!({ "put": { "card": handle, "part": 0 } }));
    hall.ask(person, Ask::Lost).unwrap();
    hall.wait(1_000);
    let shown = hall.look(person);
    assert_eq!(part(&shown.scene), Some(card.clone()));
    for other in [1, 2, 3].map(PersonId).into_iter().filter(|&other| other != person) {
        let shown = hall.look(other);
        assert_eq!(part(&shown.scene), None);
        assert!(!shown.scene.pieces.contains_key(&card), "a card of a hand has no name for others");
    }
}
