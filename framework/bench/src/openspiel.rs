//! Comparison with OpenSpiel: the same games, in the same run, on the same machine.

use crate::openspiel_games::{self, Visit};
use anyhow::Context;
use parlor_kit::{Luck, Rules, Seat, StepContext, Turn};
use serde_json::{Map, Value, json};
use std::{
    io::{BufWriter, Write},
    process::{Command, Stdio},
};

/// The script that runs OpenSpiel.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openspiel.py");

/// The script's exit code if OpenSpiel is not installed.
const EXIT_NOT_INSTALLED: i32 = 3;

/// Random games of OpenSpiel per second of CPU time, by its own names; `None` if it is not installed.
/// `PYTHON` names the Python that has it.
pub(crate) fn games_per_s(games: &[&str]) -> Option<Map<String, Value>> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let output =
        Command::new(python).arg(SCRIPT).arg("speed").args(games).stderr(Stdio::inherit()).output().ok()?;
    match output.status.code() {
        Some(0) => serde_json::from_slice(&output.stdout).ok(),
        Some(EXIT_NOT_INSTALLED) => None,
        _ => {
            eprintln!("OpenSpiel could not be measured");
            None
        }
    }
}

/// Prints random games of every game that OpenSpiel also has: at every step the legal actions and the one
/// taken, at the end the payoffs. `openspiel.py check` replays them.
pub(crate) fn transcripts(games: u64) -> anyhow::Result<()> {
    let mut writer = Writer { games, out: BufWriter::new(std::io::stdout().lock()) };
    openspiel_games::visit(&mut writer)?;
    writer.out.flush().context("the transcripts cannot be written")
}

struct Writer<W> {
    games: u64,
    out: W,
}

impl<W: Write> Visit for Writer<W> {
    fn game<R: Rules>(
        &mut self,
        name: &'static str,
        openspiel: &'static str,
        rules: &R,
        number: fn(&R::State, &R::Action) -> i64,
    ) -> anyhow::Result<()> {
        for seed in 0..self.games {
            let mut luck = Luck::fast(seed);
            let mut state = rules.setup(&rules.default_options(), 2, &mut luck)?;
            let mut step = StepContext::silent(luck);
            let (mut steps, mut actions) = (Vec::new(), Vec::new());
            let payoffs = loop {
                match rules.turn(&state) {
                    Turn::Act(seats) => {
                        let seat = seats.first().context("somebody acts")?;
                        actions.clear();
                        rules.actions(&state, seat, &mut actions);
                        let taken = actions[step.luck.below(actions.len() as u64) as usize].clone();
                        let legal: Vec<i64> = actions.iter().map(|action| number(&state, action)).collect();
                        steps.push(json!([seat, legal, number(&state, &taken)]));
                        rules.act(&mut state, seat, &taken, &mut step)?;
                    }
                    Turn::Table => rules.proceed(&mut state, &mut step),
                    Turn::Over(outcome) => {
                        break Seat::all(2).map(|seat| outcome.payoff(seat)).collect::<Vec<_>>();
                    }
                }
            };
            let line = json!({ "game": name, "openspiel": openspiel, "seed": seed, "steps": steps, "payoffs": payoffs });
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}
