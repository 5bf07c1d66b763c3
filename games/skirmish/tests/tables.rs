//! Skirmish at a table of the runtime, in virtual time: decks, bots, what is brought along in files.

#![cfg(feature = "module")]
#![allow(clippy::disallowed_methods, reason = "tests read the files they wrote, as a host does")]

use parlor_kit::{Id, Seat, Secret, parse_content};
use parlor_runtime::{
    Ask, Command, Denial, Effect, Millis, Module as _, PersonId, PhaseName, Reply, Runtime, SeatPlan, Setup,
    Shown, TableId, Thought,
};
use serde_json::{Value, json};
use std::{fs, path::Path};

const TABLE: TableId = TableId(1);
const ADA: PersonId = PersonId(1);
const BEN: PersonId = PersonId(2);

/// A table in memory.
struct Hall {
    runtime: Runtime,
    now: Millis,
    requests: u64,
    version: u32,
    shown: Vec<Shown>,
    heard: Vec<Id>,
    /// What bots think about, until it is handed in.
    thoughts: Vec<Thought>,
}

impl Hall {
    fn new() -> Hall {
        let mut runtime = Runtime::new();
        skirmish::module().install(&mut runtime);
        let (shown, heard, thoughts) = (Vec::new(), Vec::new(), Vec::new());
        Hall { runtime, now: 0, requests: 0, version: 0, shown, heard, thoughts }
    }

    fn open(&mut self, options: Value, seats: [SeatPlan; 2]) -> Result<(), Denial> {
        let opener_plays = seats.contains(&SeatPlan::Person);
        let setup = Setup {
            game: "skirmish".into(),
            opener: "Ada".into(),
            name: String::new(),
            options,
            seats: seats.into(),
            opener_plays,
            spectators: true,
            private: false,
            clock: None,
            lost: None,
            secret: Secret::from_seed(3),
        };
        self.ask(ADA, Ask::Open(Box::new(setup)))
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
                Effect::Shown(shown) => {
                    self.version = shown.version;
                    self.shown.push(*shown);
                }
                Effect::Update { update, .. } => {
                    self.version = update.version;
                    self.heard.extend(update.events.iter().map(|event| event.text.key.clone()));
                }
                Effect::Think(thought) => self.thoughts.push(*thought),
                _ => {}
            }
        }
        answer
    }

    fn wait(&mut self, ms: Millis) {
        let end = self.now + ms;
        loop {
            let alarm = self.runtime.next_alarm().unwrap_or(Millis::MAX);
            let ripe = (0..self.thoughts.len()).min_by_key(|&at| self.thoughts[at].not_before);
            let ripe = ripe.filter(|&at| self.thoughts[at].not_before < alarm.min(end));
            let commands = match ripe {
                Some(at) => {
                    let thought = self.thoughts.swap_remove(at);
                    self.now = self.now.max(thought.not_before);
                    vec![thought.think()]
                }
                None if alarm <= end => {
                    self.now = self.now.max(alarm);
                    Vec::new()
                }
                None => break,
            };
            self.step(commands).unwrap();
        }
        self.now = end;
    }

    fn act(&mut self, person: PersonId, seat: usize, action: Value) -> Result<(), Denial> {
        let version = self.version;
        self.ask(person, Ask::Act { seat: Seat::new(seat), version, action })
    }

    fn look(&mut self, person: PersonId) -> Shown {
        self.ask(person, Ask::Look).unwrap();
        self.shown.pop().unwrap()
    }

    /// Whether the game ends within four hours.
    fn ends(&mut self) -> bool {
        (0..240).any(|_| {
            self.wait(60_000);
            self.runtime.table(TABLE).unwrap().phase == PhaseName::Over
        })
    }
}

fn two_people(options: Value) -> Hall {
    let mut hall = Hall::new();
    hall.open(options, [SeatPlan::Person, SeatPlan::Person]).unwrap();
    hall.ask(BEN, Ask::Join { name: "Ben".into(), seat: None }).unwrap();
    hall.ask(ADA, Ask::Start).unwrap();
    hall
}

fn bots() -> [SeatPlan; 2] {
    [(); 2].map(|()| SeatPlan::Bot { kind: "random".into(), name: Id::default() })
}

// SK-5, SK-6: everybody brings a deck, the one who joins as well as the one who opened the table.
#[test]
fn each_player_chooses_a_deck_of_their_own() {
    let mut hall = two_people(json!({ "decks": ["spirits", "empire", "beasts"] }));
    hall.act(BEN, 1, json!({ "choose": { "deck": 0 } })).unwrap();
    let areas = |shown: &Shown| shown.scene.areas.keys().cloned().collect::<Vec<_>>();
    assert_eq!(areas(&hall.look(ADA)), ["decks"]);
    let tagged = |shown: &Shown| shown.scene.pieces.values().filter(|deck| !deck.tags.is_empty()).count();
    assert_eq!((tagged(&hall.look(ADA)), tagged(&hall.look(BEN))), (0, 1), "nobody sees the other's choice");
    hall.act(ADA, 0, json!({ "choose": { "deck": 2 } })).unwrap();
    hall.wait(5_000);
    let army = |shown: &Shown, seat| {
        serde_json::to_string(&shown.scene.seats[&Seat::new(seat)].lines["army"].value).unwrap()
    };
    let shown = hall.look(ADA);
    assert!(army(&shown, 0).contains("Beasts") && army(&shown, 1).contains("Spirits"));
}

// SK-7: whoever is out of time chooses any deck, keeps the hand and plays any card.
#[test]
fn a_table_goes_on_without_people() {
    let mut hall = two_people(json!({}));
    hall.wait(95_000);
    assert!(hall.heard.contains(&Id::from("skirmish-event-army")), "{:?}", hall.heard);
    hall.wait(100_000);
    assert!(hall.heard.contains(&Id::from("skirmish-event-round")), "{:?}", hall.heard);
    hall.wait(100_000);
    assert!(hall.heard.contains(&Id::from("skirmish-event-enters")), "{:?}", hall.heard);
}

#[test]
fn bots_play_a_whole_game() {
    let mut hall = Hall::new();
    hall.open(json!({}), bots()).unwrap();
    hall.ask(ADA, Ask::Watch { name: "Ada".into() }).unwrap();
    hall.ask(ADA, Ask::Start).unwrap();
    assert!(hall.ends());
}

// SK-5
#[test]
fn a_deck_that_is_not_legal_opens_no_table() {
    let mut hall = Hall::new();
    let denial = hall.open(json!({ "decks": ["empire", "high-elves"] }), bots()).unwrap_err();
    assert!(format!("{denial:?}").contains("skirmish-deck-provisions"), "{denial:?}");
    hall.open(json!({ "decks": ["empire", "high-elves"], "provisions": 202 }), bots()).unwrap();
}

/// A people, an army and a rule made of known effects.
const SET: &str = include_str!("data/nomads.toml");

/// Seven riders, so that a legal deck can be made of them.
fn riders() -> String {
    let card = |n: usize| {
        format!(
            "[[cards]]\nid = 'NO{n}'\nname = {{ de = 'Reiter {n}', en = 'Rider {n}' }}\nfaction = 'NO'\nlevel = 1\n\
             strength = {n}\nactions = 2\nprovisions = {n}\nrows = ['close', 'ranged']\nrules = ['no001']\n"
        )
    };
    (1..=7).map(card).collect()
}

/// Reads a folder as a host does: the name of a file is the name of the content.
fn drop_in(hall: &mut Hall, kind: &str, folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap();
        let value = parse_content(file, &fs::read(&path).unwrap()).unwrap();
        hall.runtime.add_content("skirmish", kind, file.split('.').next().unwrap(), value);
    }
}

// SK-1: a rule made of known effects, cards, an army and a deck, all of them files in a folder.
#[test]
fn files_in_a_folder_bring_a_new_army_into_play() {
    let home = std::env::temp_dir().join(format!("skirmish-{}", std::process::id()));
    for (file, text) in [
        ("sets/nomads.toml", format!("{SET}\n{}", riders())),
        (
            "decks/riders.toml",
            "name = { de = 'Reiter', en = 'Riders' }\nfaction = 'NO'\n\
             [cards]\nNO1 = 4\nNO2 = 4\nNO3 = 4\nNO4 = 4\nNO5 = 4\nNO6 = 4\nNO7 = 1\n[neutral]\nNW_1 = 3\n"
                .into(),
        ),
    ] {
        let path = home.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let mut hall = Hall::new();
    drop_in(&mut hall, "set", &home.join("sets"));
    drop_in(&mut hall, "deck", &home.join("decks"));
    fs::remove_dir_all(&home).unwrap();
    let denial = hall.open(json!({ "decks": ["riders"] }), bots()).unwrap_err();
    assert!(format!("{denial:?}").contains("skirmish-deck-faction"), "the standard set has no riders");
    hall.open(json!({ "expansions": ["nomads"], "decks": ["riders"] }), bots()).unwrap();
    hall.ask(ADA, Ask::Watch { name: "Ada".into() }).unwrap();
    hall.ask(ADA, Ask::Start).unwrap();
    hall.wait(10_000);
    assert!(hall.look(ADA).scene.hints.contains_key("no001"), "the new rule explains itself");
    assert!(hall.ends());
    let used = hall.heard.iter().any(|key| key == "skirmish-event-uses");
    assert!(used, "a sandstorm blew: {:?}", hall.heard);
}
