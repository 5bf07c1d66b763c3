//! A runtime with tables for two, to see what people at them get to see.

#![allow(dead_code, unreachable_pub, reason = "each test uses another part")]

use parlor_kit::{Arg, Rules, Seat, SecretSeed};
use parlor_plugins::PluginRules;
use parlor_runtime::{
    ActRequest, Command, CommandKind, Denial, Effect, OpenRequest, PersonId, PhaseName, Runtime, SeatPlan,
    SeatingRequest, Setup, StartRequest, TableId,
};
use serde_json::{Value, json};
use std::sync::Arc;

pub const ADA: PersonId = PersonId(1);
pub const BEN: PersonId = PersonId(2);

pub struct Tables {
    pub runtime: Runtime,
    requests: u64,
    now: u64,
    /// Why games ended without a result.
    pub faults: Vec<(TableId, String)>,
    /// What the last request led to.
    pub refused: Option<Denial>,
    /// Every refusal, in all detail.
    pub denials: Vec<String>,
    /// The last scenes that were shown.
    pub shown: Vec<Value>,
}

impl Tables {
    pub fn new() -> Tables {
        Tables {
            runtime: Runtime::new(),
            requests: 0,
            now: 1_000,
            faults: Vec::new(),
            refused: None,
            denials: Vec::new(),
            shown: Vec::new(),
        }
    }

    pub fn install(&mut self, rules: &Arc<PluginRules>) {
        self.runtime.install_shared(rules.clone());
    }

    /// A running table with Ada and Ben.
    pub fn open(&mut self, game: &str, number: u64) -> TableId {
        let table = TableId(number);
        let setup = Setup {
            game: game.into(),
            opener: "Ada".into(),
            name: "a table".into(),
            options: json!({}),
            seats: vec![SeatPlan::Person; 2],
            opener_plays: true,
            spectators: true,
            private: false,
            clock: None,
            lost: None,
            allow: Vec::new(),
            secret: SecretSeed::from_seed(number),
            complete: false,
        };
        self.ask(ADA, table, OpenRequest::Open(Box::new(setup)));
        self.ask(BEN, table, SeatingRequest::Join { name: "Ben".into(), seat: None });
        self.ask(ADA, table, StartRequest::Start);
        table
    }

    pub fn ask(&mut self, person: PersonId, table: TableId, ask: impl Into<CommandKind>) {
        self.requests += 1;
        self.now += 1;
        let request = self.requests;
        let output = self.runtime.step(self.now, [Command::by(person, request, table, ask)]);
        self.refused = None;
        for effect in output.effects {
            match effect {
                Effect::Reply(reply) if reply.request == Some(request.into()) => {
                    self.refused = reply.result.err();
                    self.denials.extend(self.refused.iter().map(|denial| format!("{denial:?}")));
                }
                Effect::Notice { table, event } if event.text.key == "table-faulted" => {
                    let reason = event.text.args.into_iter().find(|(name, _)| name == "reason");
                    let Some((_, Arg::Word(reason))) = reason else { panic!("no reason is given") };
                    self.faults.push((table, reason.to_string()));
                }
                Effect::Shown(shown) => self.shown.push(serde_json::to_value(&shown.scene).unwrap()),
                _ => {}
            }
        }
    }

    /// The player whose turn it is plays an action.
    pub fn act(&mut self, table: TableId, version: u32, action: Value) {
        let seat = version as usize % 2;
        let ask = ActRequest::Act { seat: Seat::new(seat), version, action };
        self.ask([ADA, BEN][seat], table, ask);
    }

    pub fn phase(&self, table: TableId) -> PhaseName {
        self.runtime.table(table).expect("the table is there").phase
    }

    /// Plays "go" to the end.
    pub fn play_on(&mut self, table: TableId, from: u32) {
        for version in from..4 {
            self.act(table, version, json!("go"));
            assert_eq!(self.refused, None, "at version {version}");
        }
        assert_eq!(self.phase(table), PhaseName::Over);
    }
}

/// The version of a game's rules.
pub fn version(rules: &impl Rules) -> &str {
    &rules.bundle().manifest.version
}
