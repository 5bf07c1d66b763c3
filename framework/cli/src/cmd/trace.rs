//! `parlor trace`: prints a random game as a transcript.

use crate::{
    args::GameArgs,
    local_game::{LocalGame, RandomMover},
    table_setup::{self, Setup},
    terminal,
};
use anyhow::bail;
use clap::Args as ClapArgs;
use parlor_kit::{ErasedAction, ErasedRules, Event, Outcome, Refusal, Rules, Seat, Seats, Turn};
use serde_json::{Map, Value, json};
use std::{process::ExitCode, sync::Arc};

/// Write down a random game, one line for each step.
///
/// Each line has the seats to act, all they are offered, the action taken and the events. The same game,
/// options and seed always give the same transcript, so transcripts show whether rules have changed.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  parlor trace snails --seed 3
  parlor trace snails --seed 3 --options '{\"map\": \"hedgerow\"}'
  parlor trace snails --seed 3 --json         one JSON object on each line")]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// What all luck comes from.
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    pub(crate) seed: u64,
    /// Print one JSON object on each line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A random game, step by step.
pub(crate) struct Transcript {
    steps: Vec<Step>,
    /// The result, or why there is none.
    end: Result<Outcome, String>,
}

struct Step {
    number: u64,
    /// The seats that could act; none in a step of the table.
    turn: Seats,
    offers: Vec<(Seat, Vec<Value>)>,
    taken: Option<(Seat, Value)>,
    events: Vec<Event>,
}

pub(crate) fn run(args: &TraceArgs) -> anyhow::Result<ExitCode> {
    let (game, setup) = table_setup::prepare(&args.game, args.seed)?;
    let transcript =
        record(&game.rules, &setup, args.seed).map_err(|refusal| table_setup::said(&game, &refusal))?;
    let (id, version) = (game.id(), &game.bundle().manifest.version);
    let text = if args.json {
        let head = json!({
            "game": id,
            "version": version,
            "seats": setup.seats,
            "seed": args.seed,
            "options": setup.chosen,
        });
        let steps = transcript.steps.iter().map(Step::json);
        let end = transcript.end.as_ref().ok().map(|outcome| json!({ "outcome": outcome }));
        std::iter::once(head).chain(steps).chain(end).map(|line| format!("{}\n", sorted(line))).collect()
    } else {
        let options = if setup.chosen.is_null() { json!({}) } else { setup.chosen.clone() };
        let mut text = format!(
            "{id} {version}, {} seats, seed {}, options {}\n",
            setup.seats,
            args.seed,
            sorted(options)
        );
        text.extend(transcript.steps.iter().map(Step::text));
        if let Ok(outcome) = &transcript.end {
            text.push_str(&format!("over: {}\n", sorted(json!(outcome))));
        }
        text
    };
    terminal::print(&text)?;
    match transcript.end {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(reason) => bail!("{reason}"),
    }
}

/// Plays a random game and records every step.
pub(crate) fn record(rules: &Arc<ErasedRules>, setup: &Setup, seed: u64) -> Result<Transcript, Refusal> {
    let mut playing = LocalGame::begin(rules, setup, seed)?;
    let mut mover = RandomMover::new(seed);
    let bound = u64::from(rules.bundle().manifest.bound);
    let mut steps = Vec::new();
    let end = loop {
        let number = playing.step + 1;
        let turn = playing.turn();
        match &turn {
            Turn::Over(outcome) => break Ok(outcome.clone()),
            _ if number > bound => {
                break Err(format!("not over after {bound} steps, the bound of the manifest"));
            }
            Turn::Table => {
                let events = playing.proceed();
                steps.push(Step { number, turn: Seats::NONE, offers: Vec::new(), taken: None, events });
            }
            Turn::Act(seats) => {
                let offers: Vec<_> = seats.iter().map(|seat| (seat, playing.actions(seat))).collect();
                let Some((seat, action)) = mover.choose(&playing, *seats) else {
                    break Err(format!("step {number}: somebody is to act and has no action"));
                };
                let events = match playing.act(seat, &action) {
                    Ok(events) => events,
                    Err(refusal) => break Err(format!("step {number}: an offer was refused: {refusal}")),
                };
                let write = |actions: &Vec<ErasedAction>| -> Vec<Value> {
                    actions.iter().map(|action| rules.write_action(action)).collect()
                };
                let offers = offers.iter().map(|(seat, actions)| (*seat, write(actions))).collect();
                let taken = Some((seat, rules.write_action(&action)));
                steps.push(Step { number, turn: *seats, offers, taken, events });
            }
        }
    };
    Ok(Transcript { steps, end })
}

impl Step {
    fn json(&self) -> Value {
        let mut json = json!({ "step": self.number, "events": self.events });
        if let Some((seat, action)) = &self.taken {
            json["turn"] = json!(self.turn);
            json["offers"] = self.offers_json();
            json["seat"] = json!(seat);
            json["action"] = action.clone();
        } else {
            json["turn"] = json!("table");
        }
        json
    }

    fn text(&self) -> String {
        let mut text = format!("{}. ", self.number);
        match &self.taken {
            Some((seat, action)) => text.push_str(&format!(
                "turn {}; offers {}; seat {seat} takes {}",
                json!(self.turn),
                sorted(self.offers_text()),
                sorted(action.clone())
            )),
            None => text.push_str("table"),
        }
        for event in &self.events {
            text.push_str(&format!("; {}", sorted(json!(event))));
        }
        text.push('\n');
        text
    }

    /// The offers of each seat; long lists are replaced by their number and a fingerprint, which differs if
    /// any of them does.
    fn offers_text(&self) -> Value {
        let offers = self.offers.iter().map(|(seat, actions)| {
            let all = sorted(json!(actions));
            let few = actions.len() <= MAX_LISTED_OFFERS;
            (
                seat.to_string(),
                if few { all } else { json!(format!("{} {:016x}", actions.len(), fingerprint(&all))) },
            )
        });
        Value::Object(offers.collect::<Map<_, _>>())
    }

    fn offers_json(&self) -> Value {
        let offers = self.offers.iter().map(|(seat, actions)| (seat.to_string(), json!(actions)));
        Value::Object(offers.collect::<Map<_, _>>())
    }
}

/// A seat with more offers is shown by their number and fingerprint, to keep transcripts readable.
const MAX_LISTED_OFFERS: usize = 8;

/// FNV-1a of the JSON text: the same in every build of the program.
fn fingerprint(json: &Value) -> u64 {
    let text = json.to_string();
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Sorts the keys, so that a transcript does not depend on the features of serde_json in this build.
fn sorted(mut json: Value) -> Value {
    json.sort_all_objects();
    json
}
