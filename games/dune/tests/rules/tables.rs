//! Dune at a table of the runtime, in virtual time: times, pauses, lost players, strikes, and what is kept.

use dune::Options;
use parlor_kit::{Offers, Seat, Seats, Secret, Viewer};
use parlor_runtime::{
    Ask, Command, Denial, Effect, Entry, Finish, Millis, Module as _, PersonId, PhaseName, Recording, Reply,
    Runtime, SeatPlan, Setup, TableId, Thought,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const TABLE: TableId = TableId(1);
const ADA: PersonId = PersonId(1);
const BEN: PersonId = PersonId(2);

/// A table in memory, with everything it tells.
struct Hall {
    runtime: Runtime,
    now: Millis,
    requests: u64,
    version: u32,
    turn: Seats,
    offers: Vec<(Seat, Offers)>,
    heard: Vec<String>,
    thoughts: Vec<Thought>,
    finished: Vec<Finish>,
    store: Vec<Entry>,
}

impl Hall {
    /// Two people at a running table with these changes to the match configuration.
    fn running(changes: &[(&str, u32)], seats: [SeatPlan; 2]) -> Hall {
        let mut runtime = Runtime::new();
        dune::module().install(&mut runtime);
        let mut hall = Hall {
            runtime,
            now: 1_000_000,
            requests: 0,
            version: 0,
            turn: Seats::NONE,
            offers: Vec::new(),
            heard: Vec::new(),
            thoughts: Vec::new(),
            finished: Vec::new(),
            store: Vec::new(),
        };
        let mut party = serde_json::to_value(Options::default().party).unwrap();
        for (key, value) in changes {
            party[*key] = (*value).into();
        }
        let people = seats.iter().filter(|plan| matches!(plan, SeatPlan::Person)).count();
        let setup = Setup {
            game: "dune".into(),
            opener: "Ada".into(),
            name: String::new(),
            options: json!({ "party": party, "scenario": "outpost" }),
            seats: seats.to_vec(),
            opener_plays: true,
            spectators: true,
            private: false,
            clock: None,
            lost: None,
            secret: Secret::from_seed(3),
        };
        hall.ask(ADA, Ask::Open(Box::new(setup))).unwrap();
        if people > 1 {
            hall.ask(BEN, Ask::Join { name: "Ben".into(), seat: None }).unwrap();
        }
        if hall.phase() != PhaseName::Running {
            hall.ask(ADA, Ask::Start).unwrap();
        }
        hall
    }

    fn people(changes: &[(&str, u32)]) -> Hall {
        Hall::running(changes, [SeatPlan::Person, SeatPlan::Person])
    }

    fn phase(&self) -> PhaseName {
        self.runtime.table(TABLE).unwrap().phase
    }

    fn ask(&mut self, person: PersonId, ask: Ask) -> Result<(), Denial> {
        self.requests += 1;
        self.step([Command::by(person, self.requests, TABLE, ask)])
    }

    fn step(&mut self, commands: impl IntoIterator<Item = Command>) -> Result<(), Denial> {
        let mut answer = Ok(());
        let output = self.runtime.step(self.now, commands);
        self.store.extend(output.records.into_iter().map(|(_, entry)| entry));
        for effect in output.effects {
            match effect {
                Effect::Reply(Reply { result, .. }) => answer = answer.and(result.map(|_| ())),
                Effect::Update { update, .. } => {
                    if update.version != self.version {
                        self.offers.clear();
                    }
                    (self.version, self.turn) = (update.version, update.turn);
                    self.heard.extend(update.events.iter().map(|event| event.text.key.to_string()));
                }
                Effect::Offers { seat, offers, .. } => self.offers.push((seat, offers)),
                Effect::Shown(shown) => {
                    (self.version, self.turn) = (shown.version, shown.turn);
                    if let (Viewer::Seat(seat), false) = (shown.viewer, shown.offers.is_empty()) {
                        self.offers.push((seat, shown.offers));
                    }
                }
                Effect::Notice { event, .. } => self.heard.push(event.text.key.to_string()),
                Effect::Think(thought) => self.thoughts.push(*thought),
                Effect::Finished(finish) => self.finished.push(*finish),
                _ => {}
            }
        }
        answer
    }

    /// Lets time pass, with every alarm at its moment.
    fn wait(&mut self, ms: Millis) {
        let end = self.now + ms;
        while let Some(at) = self.runtime.next_alarm().filter(|at| *at <= end) {
            self.now = self.now.max(at);
            self.step([]).unwrap();
        }
        self.now = end;
        self.step([]).unwrap();
    }

    fn play(&mut self, person: PersonId, seat: usize, action: Value) -> Result<(), Denial> {
        self.ask(person, Ask::Act { seat: Seat::new(seat), version: self.version, action })
    }

    /// Both choose the first house they are offered, and everybody comes.
    fn choose_houses(&mut self) {
        let houses = [0, 1].map(|seat| {
            let offers = self.offers.iter().rev().find(|(to, _)| *to == Seat::new(seat)).expect("an offer");
            offers.1.actions()[0].clone()
        });
        for ((person, seat), house) in [(ADA, 0), (BEN, 1)].into_iter().zip(houses) {
            self.play(person, seat, house).unwrap();
        }
        self.settle();
    }

    /// Lets the table go on until somebody is to act.
    fn settle(&mut self) {
        for _ in 0..60 {
            if !self.turn.is_empty() || self.phase() != PhaseName::Running {
                return;
            }
            self.wait(1_000);
        }
        panic!("nobody is asked: {:?}", self.heard.last());
    }

    fn actor(&self) -> (PersonId, usize) {
        let seat = self.turn.only().expect("one is to act").index();
        ([ADA, BEN][seat], seat)
    }

    fn places(&self) -> Vec<u8> {
        self.finished[0].outcome.as_ref().unwrap().places.to_vec()
    }
}

// DU-5
#[test]
fn houses_that_nobody_chose_in_time_are_drawn() {
    let mut hall = Hall::people(&[("actionTimeUserClient", 20_000)]);
    assert_eq!(hall.turn, Seats::all(2));
    hall.wait(21_000);
    hall.settle();
    assert!(hall.heard.contains(&"dune-event-house".to_string()), "{:?}", hall.heard);
}

// DU-12, DU-29: all steps of a turn share the time of a turn.
#[test]
fn a_turn_ends_when_its_time_is_over() {
    let mut hall = Hall::people(&[("actionTimeUserClient", 20_000)]);
    hall.choose_houses();
    let turns = |hall: &Hall| hall.heard.iter().filter(|key| *key == "dune-event-turn").count();
    let before = turns(&hall);
    // What is shown costs nobody time, so the clock may begin a little later.
    hall.wait(12_000);
    assert_eq!(turns(&hall), before);
    hall.wait(20_000);
    assert!(turns(&hall) > before);
    assert!(hall.heard.contains(&"table-timeout".to_string()));
}

// DU-25
#[test]
fn the_pauser_resumes_at_once_and_the_other_after_a_while() {
    let mut hall = Hall::people(&[("minPauseTime", 30_000)]);
    hall.choose_houses();
    hall.ask(ADA, Ask::Pause).unwrap();
    assert_eq!(hall.phase(), PhaseName::Paused);
    assert!(hall.heard.contains(&"table-paused".to_string()), "everybody is told: {:?}", hall.heard.last());
    let (person, seat) = hall.actor();
    assert_eq!(hall.play(person, seat, json!("end")), Err(Denial::Paused));
    hall.wait(10_000);
    assert_eq!(hall.ask(BEN, Ask::Resume), Err(Denial::PauseTooShort { seconds: 20 }));
    hall.wait(20_000);
    hall.ask(BEN, Ask::Resume).unwrap();
    hall.ask(ADA, Ask::Pause).unwrap();
    hall.ask(ADA, Ask::Resume).unwrap();
    assert_eq!(hall.phase(), PhaseName::Running);
}

// DU-25
#[test]
fn whoever_leaves_gives_up() {
    let mut hall = Hall::people(&[]);
    hall.choose_houses();
    hall.ask(ADA, Ask::Leave).unwrap();
    assert_eq!((hall.phase(), hall.places()), (PhaseName::Over, vec![2, 1]));
}

// DU-26
#[test]
fn a_bot_plays_in_for_a_lost_player_until_a_deadline() {
    let mut hall = Hall::people(&[("actionTimeUserClient", 0)]);
    hall.choose_houses();
    hall.ask(BEN, Ask::Lost).unwrap();
    hall.wait(60_000);
    assert!(hall.runtime.table(TABLE).unwrap().seats[1].stand_in);
    hall.ask(BEN, Ask::Back).unwrap();
    hall.wait(200_000);
    assert_eq!(hall.phase(), PhaseName::Running, "back in time");
    hall.ask(BEN, Ask::Lost).unwrap();
    hall.wait(10_000 + 120_000);
    assert_eq!((hall.phase(), hall.places()), (PhaseName::Over, vec![1, 2]));
}

// DU-27
#[test]
fn refusals_are_counted_until_the_seat_loses_but_late_requests_are_not() {
    let mut hall = Hall::people(&[("maxStrikes", 3), ("actionTimeUserClient", 0)]);
    hall.choose_houses();
    let (person, seat) = hall.actor();
    let old = hall.version;
    hall.play(person, seat, json!("end")).unwrap();
    hall.settle();
    for _ in 0..5 {
        let late =
            Ask::Act { seat: Seat::new(seat), version: old, action: json!({ "move": { "to": "0,0" } }) };
        assert!(hall.ask(person, late).is_err(), "discarded without a strike");
    }
    assert_eq!(hall.phase(), PhaseName::Running);
    let (person, seat) = hall.actor();
    for wrong in [json!({ "move": { "to": "99,99" } }), json!("dance")] {
        let denial = hall.play(person, seat, wrong).unwrap_err();
        assert!(
            ["dune-off-map", "dune-no-mp", "action-invalid"].contains(&denial.code().as_str()),
            "{denial}"
        );
    }
    assert_eq!(hall.phase(), PhaseName::Running, "two of three");
    assert!(hall.play(person, seat, json!({ "attack": { "target": 200 } })).is_err());
    assert_eq!(hall.phase(), PhaseName::Over);
    assert_eq!(hall.places()[seat], 2);
}

// DU-28: the recording of a match tells everything that happened, from the set-up to the end, again and again.
#[test]
fn everything_that_happened_is_kept_and_can_be_told_again() {
    let mut hall = Hall::people(&[("numbOfRounds", 1), ("actionTimeUserClient", 0)]);
    hall.choose_houses();
    for _ in 0..400 {
        if hall.phase() != PhaseName::Running {
            break;
        }
        let (person, seat) = hall.actor();
        hall.play(person, seat, json!("end")).unwrap();
        hall.settle();
    }
    assert_eq!(hall.phase(), PhaseName::Over);
    let recording = Recording::new(&hall.store, &hall.finished[0]).unwrap();
    let game = hall.runtime.game("dune").unwrap();
    game.replay(&recording, Viewer::Public).unwrap();
    for event in [
        "dune-event-house",
        "dune-event-dunes",
        "dune-event-storm",
        "dune-event-quake",
        "dune-event-shai-hulud",
    ] {
        assert!(hall.heard.contains(&event.to_string()), "{event}");
    }
}

// DU-29: a bot that uses all the time it has keeps within its own time with all steps of a turn together.
#[test]
#[allow(clippy::disallowed_methods, reason = "the time that a bot thinks is what is measured")]
fn the_thoughts_of_a_bot_about_one_turn_keep_within_its_time() {
    let bot = SeatPlan::Bot { kind: "negamax".into(), name: "".into() };
    let limit = 1_200;
    let changes = [("actionTimeUserClient", 60_000), ("actionTimeAiClient", limit)];
    let mut hall = Hall::running(&changes, [SeatPlan::Person, bot]);
    let turns = |hall: &Hall| hall.heard.iter().filter(|key| *key == "dune-event-turn").count();
    let mut spent = std::collections::BTreeMap::<usize, Duration>::new();
    for _ in 0..2_000 {
        if spent.len() == 5 {
            break;
        }
        for thought in std::mem::take(&mut hall.thoughts) {
            hall.now = hall.now.max(thought.not_before);
            let began = Instant::now();
            let command = thought.think();
            *spent.entry(turns(&hall)).or_default() += began.elapsed();
            // A thought may be about a step that is over by now.
            let _ = hall.step([command]);
        }
        if turns(&hall) > 0 && hall.turn.only() == Some(Seat::new(0)) {
            hall.play(ADA, 0, json!("end")).unwrap();
        }
        hall.wait(500);
    }
    assert_eq!(spent.len(), 5, "the choice of a house and four turns");
    let longest = spent.values().max().unwrap();
    assert!(*longest < Duration::from_millis(limit.into()), "{spent:?}");
}

// DU-29, DU-30: against a person who never moves, a bot plays a match to its end.
#[test]
fn a_bot_takes_its_turn() {
    let bot = SeatPlan::Bot { kind: "greedy".into(), name: "".into() };
    let changes = [("actionTimeUserClient", 2_000), ("actionTimeAiClient", 60), ("numbOfRounds", 1)];
    let mut hall = Hall::running(&changes, [SeatPlan::Person, bot]);
    for _ in 0..2_000 {
        if hall.phase() != PhaseName::Running {
            break;
        }
        for thought in std::mem::take(&mut hall.thoughts) {
            hall.now = hall.now.max(thought.not_before);
            let command = thought.think();
            // A thought may be about a step that is over by now.
            let _ = hall.step([command]);
        }
        hall.wait(500);
    }
    assert_eq!(hall.phase(), PhaseName::Over);
    assert!(hall.finished[0].outcome.is_some());
}
