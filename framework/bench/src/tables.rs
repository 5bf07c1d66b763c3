//! Benchmark of actions in the runtime, and of the memory of an idle table.

use crate::{memory, report::Report};
use cpu_time::ThreadTime;
use parlor_kit::{Rules, Seat, SecretSeed, StepContext};
use parlor_runtime::*;
use serde_json::json;

const ACTIONS: usize = 200_000;

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    for tables in [10, 1_000, 100_000] {
        let mut all = Tables::open(tables);
        let actions = ACTIONS.max(2 * tables);
        let single = all.play(actions, 1);
        report.put(&format!("runtime.action_ns.tables_{tables}"), single, "ns");
        if tables == 100_000 {
            let state = size_of::<snails::Snails>();
            report.put(
                "runtime.bytes_per_idle_table",
                all.bytes_per_table() - state as f64,
                "bytes without the state",
            );
            report.put("runtime.state_bytes", state as f64, "bytes");
        }
        if tables == 1_000 {
            let batched = Tables::open(tables).play(actions, tables);
            report.put("runtime.batched_action_ns.tables_1000", batched, "ns");
        }
    }
    Ok(())
}

/// Tables of two disconnected people each: the runtime itself, without scenes.
struct Tables {
    runtime: Runtime,
    tables: usize,
    generation: u64,
    bytes: usize,
    requests: u64,
}

impl Tables {
    fn open(tables: usize) -> Tables {
        let before = memory::bytes();
        let mut runtime = Runtime::new();
        runtime.install(snails::rules());
        let mut all = Tables { runtime, tables, generation: 0, bytes: before, requests: 0 };
        all.fill();
        all
    }

    fn id(&self, table: usize) -> TableId {
        TableId(self.generation << 32 | table as u64)
    }

    fn person(table: usize, seat: usize) -> PersonId {
        PersonId((table * 2 + seat) as u64 + 1)
    }

    /// Opens and starts all tables anew.
    fn fill(&mut self) {
        let old: Vec<Command> = (0..self.tables)
            .map(|table| Command::of(Origin::Host, self.id(table), CloseRequest::Stop))
            .collect();
        if self.generation > 0 {
            drop(self.runtime.step(0, old));
        }
        self.generation += 1;
        for table in 0..self.tables {
            let (id, ada, ben) = (self.id(table), Tables::person(table, 0), Tables::person(table, 1));
            let person = |person, kind: CommandKind| Command::of(Origin::Person(person), id, kind);
            let commands = [
                person(ada, OpenRequest::Open(Box::new(setup())).into()),
                person(ben, SeatingRequest::Join { name: "Ben".into(), seat: None }.into()),
                person(ada, StartRequest::Start.into()),
                person(ada, PresenceRequest::Lost.into()),
                person(ben, PresenceRequest::Lost.into()),
            ];
            let output = self.runtime.step(1, commands);
            let denied = output.effects.iter().find_map(|effect| match effect {
                Effect::Reply(Reply { result: Err(denial), .. }) => Some(denial.to_string()),
                _ => None,
            });
            assert_eq!(denied, None, "every table starts");
        }
    }

    /// Nanoseconds per action, with `batch` actions per step. Every player misses every turn, so that the
    /// runtime is measured, not the game.
    fn play(&mut self, actions: usize, batch: usize) -> f64 {
        // With misses only, a game of Snails lasts for twice its patience.
        let rounds = 2 * usize::from(snails::MAX_PATIENCE) - 2;
        let first = first_seat();
        let (mut played, mut nanos) = (0, 0);
        // The first action of each person allocates its reply cache; a table has many more actions.
        let mut round = 2;
        for table in 0..self.tables {
            let commands: Vec<Command> = (0..round).map(|round| self.miss(table, first, round)).collect();
            drop(self.runtime.step(2, commands));
        }
        while played < actions {
            if round == rounds {
                self.fill();
                round = 0;
            }
            // Reading the clock costs as much as an action, so it is read once in a thousand.
            let some = (1_000 / self.tables).clamp(1, rounds - round);
            let mut commands = Vec::with_capacity(some * self.tables);
            for round in round..round + some {
                commands.extend((0..self.tables).map(|table| self.miss(table, first, round)));
            }
            let mut commands = commands.into_iter().peekable();
            let began = ThreadTime::now();
            while commands.peek().is_some() {
                drop(self.runtime.step(2, commands.by_ref().take(batch)));
            }
            nanos += began.elapsed().as_nanos();
            played += some * self.tables;
            round += some;
        }
        self.check(round);
        nanos as f64 / played as f64
    }

    fn miss(&mut self, table: usize, first: usize, round: usize) -> Command {
        let seat = (first + round) % 2;
        self.requests += 1;
        // The first step announced the turn; every miss is one more.
        let ask = ActRequest::Act { seat: Seat::new(seat), version: round as u32 + 1, action: json!("miss") };
        Command::by(Tables::person(table, seat), self.requests, self.id(table), ask)
    }

    /// Fails if actions were refused.
    fn check(&mut self, round: usize) {
        let person = Tables::person(0, 0);
        let output =
            self.runtime.step(3, [Command::of(Origin::Person(person), self.id(0), LookRequest::Look)]);
        let shown = output.effects.into_iter().find_map(|effect| match effect {
            Effect::Shown(shown) => Some(shown.version),
            _ => None,
        });
        assert_eq!(shown, Some(round as u32 + 1), "every action was accepted");
        drop(self.runtime.step(3, [Command::of(Origin::Person(person), self.id(0), PresenceRequest::Lost)]));
    }

    fn bytes_per_table(&self) -> f64 {
        (memory::bytes() - self.bytes) as f64 / self.tables as f64
    }
}

/// The first player. It is derived from the secret, which all tables share.
fn first_seat() -> usize {
    let rules = snails::rules();
    let secret = SecretSeed::from_seed(1);
    let mut state = rules.setup(&rules.default_options(), 2, &mut secret.luck(0)).expect("good options");
    rules.proceed(&mut state, &mut StepContext::silent(secret.luck(1)));
    rules.turn(&state).seats().first().map_or(0, Seat::index)
}

fn setup() -> Setup {
    Setup {
        game: "snails".into(),
        opener: "Ada".into(),
        name: String::new(),
        options: json!({ "map": "default", "max_turns_without_capture": snails::MAX_PATIENCE }),
        seats: vec![SeatPlan::Person; 2],
        opener_plays: true,
        spectators: true,
        private: false,
        clock: None,
        lost: None,
        allow: Vec::new(),
        secret: SecretSeed::from_seed(1),
        complete: false,
    }
}
