//! The worm race at a table of the runtime, in virtual time: limits, reminders, countdown, who may act.

#![cfg(feature = "module")]

use parlor_kit::{ClockPolicy, Countdown, Offers, Seat, Seats, Secret, Viewer};
use parlor_runtime::{
    Ask, Clocks, Command, Denial, Effect, Entry, Finish, Millis, Module as _, PersonId, PhaseName, Recording,
    Reply, Runtime, SeatPlan, Setup, TableId,
};
use serde_json::{Value, json};

const TABLE: TableId = TableId(1);
const ADA: PersonId = PersonId(1);
const BEN: PersonId = PersonId(2);
const CLEO: PersonId = PersonId(3);

/// How long a deadline waits for moves that are still on their way.
const LAG: Millis = 300;

/// A table in memory, with everything it tells.
struct Hall {
    runtime: Runtime,
    now: Millis,
    requests: u64,
    version: u32,
    turn: Seats,
    clocks: Option<Clocks>,
    offers: Vec<(Seat, Offers)>,
    heard: Vec<String>,
    reminders: Vec<(Seat, u8, Millis)>,
    /// In the order in which they left: who was told what.
    told: Vec<String>,
    finished: Vec<Finish>,
    store: Vec<Entry>,
}

impl Hall {
    fn new() -> Hall {
        let mut runtime = Runtime::new();
        worms::module().install(&mut runtime);
        Hall {
            runtime,
            now: 1_000_000,
            requests: 0,
            version: 0,
            turn: Seats::NONE,
            clocks: None,
            offers: Vec::new(),
            heard: Vec::new(),
            reminders: Vec::new(),
            told: Vec::new(),
            finished: Vec::new(),
            store: Vec::new(),
        }
    }

    /// A table of so many people with these limits; the opener plays.
    fn setup(seats: usize, move_ms: Option<u32>, total_ms: Option<u32>, rounds: u16) -> Setup {
        Setup {
            game: "worms".into(),
            opener: "Ada".into(),
            name: String::new(),
            options: json!({ "rounds": rounds }),
            seats: vec![SeatPlan::Person; seats],
            opener_plays: true,
            spectators: true,
            private: false,
            clock: Some(ClockPolicy { move_ms, total_ms, countdown_ms: None }),
            lost: None,
            secret: Secret::from_seed(3),
        }
    }

    /// The table is full and runs.
    fn running(setup: Setup) -> Hall {
        let mut hall = Hall::new();
        let seats = setup.seats.len();
        hall.ask(ADA, Ask::Open(Box::new(setup))).unwrap();
        for (person, name) in [(BEN, "Ben"), (CLEO, "Cleo")].into_iter().take(seats - 1) {
            hall.ask(person, Ask::Join { name: name.into(), seat: None }).unwrap();
        }
        if hall.phase() != PhaseName::Running {
            hall.ask(ADA, Ask::Start).unwrap();
        }
        hall.told.clear();
        hall
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
                    (self.version, self.turn, self.clocks) =
                        (update.version, update.turn, update.clocks.clone());
                    self.heard.extend(update.events.iter().map(|event| event.text.key.to_string()));
                    self.offers.clear();
                    self.told.push(format!("update {}", update.version));
                }
                Effect::Offers { seat, offers, .. } => {
                    self.offers.push((seat, offers));
                    self.told.push(format!("offers to {seat}"));
                }
                Effect::Shown(shown) => {
                    (self.version, self.turn, self.clocks) =
                        (shown.version, shown.turn, shown.clocks.clone());
                    if let Viewer::Seat(seat) = shown.viewer
                        && !shown.offers.is_empty()
                    {
                        self.offers.push((seat, shown.offers));
                    }
                }
                Effect::Notice { event, .. } => {
                    let args = event.text.args.iter().map(|(name, value)| format!(" {name}={value:?}"));
                    self.heard.push(format!("{}{}", event.text.key, args.collect::<String>()));
                }
                Effect::Reminder { seat, percent, left, .. } => self.reminders.push((seat, percent, left)),
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

    fn pass(&mut self, person: PersonId, seat: usize) {
        self.play(person, seat, json!("pass")).unwrap();
    }

    fn total_left(&self, seat: usize) -> Millis {
        self.clocks.as_ref().unwrap().seats[seat].total_left.unwrap()
    }

    fn places(&self) -> Vec<u8> {
        self.finished[0].outcome.as_ref().unwrap().places.to_vec()
    }
}

fn seat(n: usize) -> Seat {
    Seat::new(n)
}

// WO-6: a move not made in time is forfeited and the time used is charged.
#[test]
fn a_late_move_is_forfeited_and_its_time_is_charged() {
    let mut hall = Hall::running(Hall::setup(2, Some(10_000), Some(60_000), 50));
    hall.wait(10_000);
    assert_eq!((hall.version, hall.turn), (0, seat(0).into()), "moves that are on their way still count");
    hall.wait(LAG);
    assert_eq!((hall.version, hall.turn), (1, seat(1).into()));
    assert_eq!(hall.heard[hall.heard.len() - 2..], ["table-timeout", "worms-event-pass"]);
    assert_eq!(
        (hall.total_left(0), hall.total_left(1)),
        (50_000, 60_000),
        "a whole move is charged, and no more"
    );
}

// WO-6: the time that was used is charged for moves in time as well, and to nobody else.
#[test]
fn a_move_in_time_costs_what_it_took() {
    let mut hall = Hall::running(Hall::setup(2, Some(10_000), Some(60_000), 50));
    hall.wait(3_000);
    hall.pass(ADA, 0);
    hall.wait(4_500);
    hall.pass(BEN, 1);
    assert_eq!((hall.total_left(0), hall.total_left(1)), (57_000, 55_500));
}

// WO-6: a player whose total time is used up makes no more moves and is skipped.
#[test]
fn whoever_has_used_up_the_total_time_is_skipped() {
    let mut hall = Hall::running(Hall::setup(3, Some(10_000), Some(15_000), 50));
    hall.wait(10_000 + LAG);
    hall.pass(BEN, 1);
    hall.pass(CLEO, 2);
    assert_eq!((hall.turn, hall.total_left(0)), (seat(0).into(), 5_000));
    hall.wait(5_000 + LAG);
    assert_eq!(hall.phase(), PhaseName::Running);
    assert!(hall.heard.contains(&"table-out-of-time".to_string()));
    assert_eq!(hall.turn, seat(1).into(), "the turn goes on at once");
    hall.pass(BEN, 1);
    hall.pass(CLEO, 2);
    assert_eq!(hall.turn, seat(1).into(), "Ada is skipped");
    assert!(hall.play(ADA, 0, json!("pass")).is_err());
}

// WO-6, WO-14: when only one player has time left, the game ends and the fewest worms decide.
#[test]
fn when_only_one_has_time_left_the_game_ends() {
    let mut hall = Hall::running(Hall::setup(2, None, Some(5_000), 50));
    hall.wait(5_000 + LAG);
    assert_eq!(hall.phase(), PhaseName::Over);
    assert_eq!(hall.places(), [1, 1], "nobody has brought in a worm");
    let outcome = hall.finished[0].outcome.as_ref().unwrap();
    assert_eq!(outcome.reason, "worms-outcome-time");
}

// WO-6: after the last round the game ends, and a pass by everybody uses up a round.
#[test]
fn after_the_last_round_the_game_ends() {
    let mut hall = Hall::running(Hall::setup(2, Some(10_000), None, 2));
    for round in 0..2 {
        assert_eq!(hall.phase(), PhaseName::Running, "round {round}");
        hall.pass(ADA, 0);
        hall.pass(BEN, 1);
    }
    assert_eq!(hall.phase(), PhaseName::Over);
    assert_eq!(hall.finished[0].outcome.as_ref().unwrap().reason, "worms-outcome-rounds");
}

// WO-7: the player to move is told: what may be done goes out with the step, to nobody else.
#[test]
fn the_player_to_move_is_told_with_the_step_and_nobody_else_is_offered_anything() {
    let mut hall = Hall::running(Hall::setup(2, Some(10_000), None, 50));
    assert_eq!(hall.offers.iter().map(|(seat, _)| *seat).collect::<Vec<_>>(), [seat(0)]);
    hall.pass(ADA, 0);
    assert_eq!(hall.told, ["update 1", "offers to 1"]);
}

// WO-7: reminders at 75 % and 90 % of the move time, to the player to move alone.
#[test]
fn the_player_to_move_is_reminded_at_75_and_90_per_cent() {
    let mut hall = Hall::running(Hall::setup(2, Some(20_000), None, 50));
    hall.wait(14_999);
    assert_eq!(hall.reminders, []);
    hall.wait(1);
    assert_eq!(hall.reminders, [(seat(0), 75, 5_000)]);
    hall.wait(2_999);
    assert_eq!(hall.reminders.len(), 1);
    hall.wait(1);
    assert_eq!(hall.reminders[1..], [(seat(0), 90, 2_000)]);
    hall.pass(ADA, 0);
    hall.wait(15_000);
    assert_eq!(hall.reminders[2..], [(seat(1), 75, 5_000)], "the next player has reminders of their own");
}

// WO-7, WO-13: a move by anyone else is refused, and costs nobody anything.
#[test]
fn a_move_by_anybody_else_is_refused_and_not_charged() {
    let mut hall = Hall::running(Hall::setup(2, Some(10_000), Some(60_000), 50));
    hall.wait(2_000);
    assert_eq!(hall.play(BEN, 1, json!("pass")), Err(Denial::NotYourTurn));
    assert_eq!(hall.play(BEN, 0, json!("pass")), Err(Denial::NotYourSeat), "nobody plays for another");
    assert_eq!(hall.play(CLEO, 0, json!("pass")), Err(Denial::NotYourSeat), "not even a passer-by");
    assert_eq!((hall.version, hall.turn), (0, seat(0).into()));
    hall.wait(1_000);
    hall.pass(ADA, 0);
    assert_eq!((hall.total_left(0), hall.total_left(1)), (57_000, 60_000));
}

// WO-7: an illegal move is refused and the player may try again until the time is over.
#[test]
fn an_illegal_move_may_be_tried_again_until_the_time_is_over() {
    let mut hall = Hall::running(Hall::setup(2, Some(10_000), Some(60_000), 50));
    let illegal = json!({ "crawl": { "worm": 0, "to": "0,0" } });
    for _ in 0..9 {
        hall.wait(1_000);
        let denial = hall.play(ADA, 0, illegal.clone()).unwrap_err();
        assert!(denial.code().starts_with("worms-"), "{denial}");
    }
    let legal = hall.offers.iter().find(|(to, _)| *to == seat(0)).unwrap().1.actions()[0].clone();
    hall.play(ADA, 0, legal).unwrap();
    assert_eq!((hall.turn, hall.total_left(0)), (seat(1).into(), 51_000), "the clock ran on meanwhile");
    hall.wait(10_000 + LAG);
    assert_eq!(hall.turn, seat(0).into(), "Ben only waited");
    assert!(hall.play(BEN, 1, json!("pass")).is_err(), "too late is too late");
}

// WO-9: when full, everybody is told that the game starts in n seconds, n = time per move; then player 0 begins.
#[test]
fn a_full_table_begins_after_as_much_time_as_a_move_has() {
    for (move_ms, said) in [(7_000, 7), (12_500, 13)] {
        let mut hall = Hall::new();
        let setup = Hall::setup(3, Some(move_ms), None, 50);
        hall.ask(ADA, Ask::Open(Box::new(setup))).unwrap();
        assert_eq!(hall.runtime.table(TABLE).unwrap().seats[0].name, "Ada", "the opener is player 0");
        hall.ask(BEN, Ask::Join { name: "Ben".into(), seat: None }).unwrap();
        assert_eq!(hall.phase(), PhaseName::Waiting);
        hall.ask(CLEO, Ask::Join { name: "Cleo".into(), seat: None }).unwrap();
        assert_eq!(hall.phase(), PhaseName::Countdown);
        let told = format!("table-countdown seconds=Number({said})");
        assert!(hall.heard.contains(&told), "{:?}", hall.heard);
        hall.wait(Millis::from(move_ms) - 1);
        assert_eq!(hall.phase(), PhaseName::Countdown);
        hall.wait(1);
        assert_eq!((hall.phase(), hall.turn), (PhaseName::Running, seat(0).into()));
    }
}

// WO-9: whoever opens a table says how long the countdown is, if not as long as a move.
#[test]
fn an_opener_may_choose_another_countdown() {
    let mut hall = Hall::new();
    let clock =
        ClockPolicy { move_ms: Some(9_000), total_ms: None, countdown_ms: Some(Countdown::Ms(1_000)) };
    let setup = Setup { clock: Some(clock), ..Hall::setup(1, None, None, 50) };
    hall.ask(ADA, Ask::Open(Box::new(setup))).unwrap();
    hall.wait(1_000);
    assert_eq!(hall.phase(), PhaseName::Running);
    let mut hall = Hall::new();
    hall.ask(ADA, Ask::Open(Box::new(Setup { clock: None, ..Hall::setup(1, None, None, 50) }))).unwrap();
    hall.wait(19_999);
    assert_eq!(hall.phase(), PhaseName::Countdown, "the game's own move time is 20 s");
    hall.wait(1);
    assert_eq!(hall.phase(), PhaseName::Running);
}

// WO-9: the opener may leave all seats to others, and decides whether anybody may watch.
#[test]
fn the_opener_need_not_play_and_decides_who_may_watch() {
    let mut hall = Hall::new();
    let setup = Setup { opener_plays: false, spectators: false, ..Hall::setup(2, Some(9_000), None, 50) };
    hall.ask(ADA, Ask::Open(Box::new(setup))).unwrap();
    hall.ask(BEN, Ask::Join { name: "Ben".into(), seat: None }).unwrap();
    assert_eq!(hall.runtime.table(TABLE).unwrap().seats[0].name, "Ben");
    assert!(hall.ask(CLEO, Ask::Watch { name: "Cleo".into() }).is_err());
}

// WO-14: a client that is unreachable stays seated and its moves are forfeited by the clock until it returns.
#[test]
fn the_clock_plays_for_whoever_is_unreachable_until_they_return() {
    let mut hall = Hall::running(Hall::setup(2, Some(10_000), None, 50));
    hall.ask(ADA, Ask::Lost).unwrap();
    for round in 0..3 {
        hall.wait(9_999);
        assert_eq!((hall.version, hall.turn), (2 * round, seat(0).into()), "nobody stands in for Ada");
        hall.wait(1 + LAG);
        assert_eq!((hall.version, hall.turn), (2 * round + 1, seat(1).into()), "her move is forfeited");
        hall.pass(BEN, 1);
    }
    let ada = &hall.runtime.table(TABLE).unwrap().seats[0];
    assert!(ada.person == Some(ADA) && !ada.present && !ada.stand_in, "her seat is still hers");
    hall.ask(ADA, Ask::Back).unwrap();
    hall.pass(ADA, 0);
    assert_eq!(hall.turn, seat(1).into());
}

// WO-8, WO-14: boards are previewed before anybody joins, generated ones too.
#[test]
fn boards_are_previewed_as_they_will_be_played() {
    let hall = Hall::new();
    let chosen = json!({ "generate": true, "size": 12, "worms": 2, "seed": 42 });
    let preview = hall.runtime.preview("worms", &chosen, 2).unwrap();
    let cells = preview.areas["board"].each_cell().count();
    assert!(cells > 90 && preview.pieces.len() == 4, "{cells} cells");
    let mut hall = Hall::running(Setup { options: chosen, ..Hall::setup(2, Some(10_000), None, 50) });
    hall.step([Command::by(ADA, 99, TABLE, Ask::Look)]).unwrap();
    let again =
        hall.runtime.preview("worms", &json!({ "generate": true, "size": 12, "worms": 2, "seed": 42 }), 2);
    assert_eq!(again.unwrap(), preview);
    let faulty = json!({ "board": { "rows": ["OO"], "lineups": [] } });
    assert_eq!(hall.runtime.preview("worms", &faulty, 2).unwrap_err().code(), "worms-bad-two-holes");
}

// WO-10: the recording holds the board, every move with its time, the players, the limits and the winner.
#[test]
fn the_course_of_a_game_is_recorded_and_plays_again() {
    let mut hall = Hall::running(Hall::setup(2, Some(10_000), Some(60_000), 2));
    hall.wait(1_500);
    let legal = hall.offers.iter().find(|(to, _)| *to == seat(0)).unwrap().1.actions()[0].clone();
    hall.play(ADA, 0, legal.clone()).unwrap();
    hall.wait(10_000 + LAG);
    hall.pass(ADA, 0);
    hall.ask(BEN, Ask::Resign).unwrap();
    let mut recording = Recording::new(&hall.store, &hall.finished[0]).unwrap();
    recording.description = "A short race".into();
    let json = serde_json::to_value(&recording).unwrap();
    assert!(json["options"]["board"]["rows"].is_array(), "the board itself, not its name");
    assert_eq!(json["options"]["rounds"], 2);
    assert_eq!((&json["clock"]["move-ms"], &json["clock"]["total-ms"]), (&json!(10_000), &json!(60_000)));
    assert_eq!(json["participants"][1]["name"], "Ben");
    assert_eq!(json["course"][0], json!({ "at": 1_500, "seat": 0, "done": { "act": legal } }));
    assert_eq!(json["course"][1]["done"], "timeout");
    assert_eq!(json["course"][3]["done"], json!({ "retire": "resigned" }));
    assert_eq!(json["outcome"]["places"], json!([1, 2]));
    let back: Recording = serde_json::from_value(json).unwrap();
    let replayed = hall.runtime.game("worms").unwrap().replay(&back, Viewer::Public).unwrap();
    assert_eq!(replayed.steps.len(), 4);
}
