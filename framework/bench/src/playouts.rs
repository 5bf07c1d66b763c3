//! Benchmark of uniformly random games through the [`Rules`] trait, and of its single calls.

use crate::{
    memory, openspiel,
    openspiel_games::{self, Visit},
    report::Report,
};
use anyhow::Context;
use cpu_time::ThreadTime;
use parlor_kit::{Luck, Rules, Scene, Seat, StepContext, Turn, Viewer};
use serde_json::{Value, json};
use std::{hint::black_box, process::Command, time::Duration};

/// Measuring time per game.
const TIME: Duration = Duration::from_secs(2);
/// Measuring time per kind of call.
const CALLS: Duration = Duration::from_millis(200);

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    let rules = snails::rules();
    for (name, map) in [("snails_5x5", "default"), ("snails_10x10", "walled-garden")] {
        let map = rules.bundle().content("map", map).expect("a shipped map").clone();
        random_games(report, name, &rules, &json!({ "map": map }));
    }
    random_games(report, "worms_meadow", &worms::rules(), &json!({}));
    random_games(report, "skirmish", &skirmish::rules(), &json!({}));
    let mut measured = Measured { report, speeds: Vec::new() };
    openspiel_games::visit(&mut measured)?;
    let Measured { report, speeds } = measured;
    let names: Vec<&str> = speeds.iter().map(|(_, openspiel, _)| *openspiel).collect();
    let Some(theirs) = openspiel::games_per_s(&names) else {
        println!("  (OpenSpiel is not installed; PYTHON names a Python that has open_spiel)");
        return Ok(());
    };
    for (name, openspiel, ours) in speeds {
        if let Some(theirs) = theirs.get(openspiel).and_then(Value::as_f64) {
            report.put(&format!("playouts.{name}.openspiel_games_per_s"), theirs, "games/s");
            report.put(&format!("playouts.{name}.openspiel_ratio"), ours / theirs, "times OpenSpiel");
        }
    }
    Ok(())
}

/// Measures every game that OpenSpiel also has.
struct Measured<'a> {
    report: &'a mut Report,
    /// Our name, OpenSpiel's, and games per second here.
    speeds: Vec<(&'static str, &'static str, f64)>,
}

impl Visit for Measured<'_> {
    fn game<R: Rules>(
        &mut self,
        name: &'static str,
        openspiel: &'static str,
        rules: &R,
        _: fn(&R::State, &R::Action) -> i64,
    ) -> anyhow::Result<()> {
        let speed = random_games(self.report, name, rules, &rules.default_options());
        self.speeds.push((name, openspiel, speed));
        Ok(())
    }
}

/// Plays random games and reports games and moves per second of CPU time, and the cost of calls.
fn random_games<R: Rules>(report: &mut Report, name: &str, rules: &R, options: &Value) -> f64 {
    let mut luck = Luck::fast(1);
    let start = rules.setup(options, 2, &mut luck).expect("the options are good");
    let mut step = StepContext::silent(luck);
    let mut actions = Vec::new();
    let (mut games, mut moves) = (0u64, 0u64);
    play(rules, &start, &mut step, &mut actions);
    let (began, allocated) = (ThreadTime::now(), memory::allocations());
    while began.elapsed() < TIME {
        for _ in 0..100 {
            moves += play(rules, &start, &mut step, &mut actions);
        }
        games += 100;
    }
    let (seconds, allocated) = (began.elapsed().as_secs_f64(), memory::allocations() - allocated);
    let speed = games as f64 / seconds;
    report.put(&format!("playouts.{name}.games_per_s"), speed, "games/s");
    report.put(&format!("playouts.{name}.moves_per_s"), moves as f64 / seconds, "moves/s");
    report.put(&format!("playouts.{name}.allocations_per_move"), allocated as f64 / moves as f64, "");
    calls(report, name, rules, &start);
    speed
}

fn play<R: Rules>(rules: &R, start: &R::State, step: &mut StepContext, actions: &mut Vec<R::Action>) -> u64 {
    let mut state = start.clone();
    let mut moves = 0;
    loop {
        match rules.turn(&state) {
            Turn::Act(seats) => {
                let seat = seats.first().expect("somebody acts");
                actions.clear();
                rules.actions(&state, seat, actions);
                let at = step.luck.below(actions.len() as u64) as usize;
                rules.act(&mut state, seat, &actions[at], step).expect("what is offered is accepted");
                moves += 1;
            }
            Turn::Table => rules.proceed(&mut state, step),
            Turn::Over(_) => return moves,
        }
    }
}

/// Reports the cost of single calls, on the positions of random games.
fn calls<R: Rules>(report: &mut Report, name: &str, rules: &R, start: &R::State) {
    let samples = samples(rules, start);
    let mut put = |call: &str, ns: f64| report.put(&format!("playouts.{name}.{call}_ns"), ns, "ns");
    let clone = time(&samples, |(state, _, _)| drop(black_box(state.clone())));
    put("clone", clone);
    let mut step = StepContext::silent(Luck::fast(1));
    let act = time(&samples, |(state, seat, action)| {
        let mut state = state.clone();
        rules.act(&mut state, *seat, action, &mut step).expect("what is offered is accepted");
        black_box(&state);
    });
    put("act", (act - clone).max(0.0));
    let mut out = Vec::new();
    put(
        "actions",
        time(&samples, |(state, seat, _)| {
            out.clear();
            rules.actions(state, *seat, &mut out);
            black_box(&out);
        }),
    );
    put(
        "scene",
        time(&samples, |(state, _, _)| {
            let mut scene = Scene::new();
            rules.scene(state, Viewer::Public, &mut scene);
            black_box(&scene);
        }),
    );
}

type Sample<R> = (<R as Rules>::State, Seat, <R as Rules>::Action);

/// Positions of random games, each with a legal action.
fn samples<R: Rules>(rules: &R, start: &R::State) -> Vec<Sample<R>> {
    let mut step = StepContext::silent(Luck::fast(2));
    let mut samples = Vec::new();
    let mut state = start.clone();
    while samples.len() < 500 {
        match rules.turn(&state) {
            Turn::Act(seats) => {
                let seat = seats.first().expect("somebody acts");
                let mut actions = Vec::new();
                rules.actions(&state, seat, &mut actions);
                let action = actions.swap_remove(step.luck.below(actions.len() as u64) as usize);
                samples.push((state.clone(), seat, action.clone()));
                rules.act(&mut state, seat, &action, &mut step).expect("what is offered is accepted");
            }
            Turn::Table => rules.proceed(&mut state, &mut step),
            Turn::Over(_) => state = start.clone(),
        }
    }
    samples
}

/// The average CPU time of a call in nanoseconds.
fn time<T>(samples: &[T], mut call: impl FnMut(&T)) -> f64 {
    samples.iter().for_each(&mut call);
    let began = ThreadTime::now();
    let mut calls = 0;
    while began.elapsed() < CALLS {
        samples.iter().for_each(&mut call);
        calls += samples.len();
    }
    began.elapsed().as_nanos() as f64 / calls as f64
}

/// Reports the instructions per action in random play, counted by callgrind: unlike times, the number is the
/// same in every run, so that a change of the rules is visible.
pub(crate) fn callgrind(report: &mut Report) -> anyhow::Result<()> {
    struct Names(Vec<&'static str>);
    impl Visit for Names {
        fn game<R: Rules>(
            &mut self,
            name: &'static str,
            _: &'static str,
            _: &R,
            _: fn(&R::State, &R::Action) -> i64,
        ) -> anyhow::Result<()> {
            self.0.push(name);
            Ok(())
        }
    }
    let mut names = Names(Vec::new());
    openspiel_games::visit(&mut names)?;
    for name in names.0 {
        // The cost of starting the program is in both numbers and cancels out.
        let (few, many) = (counted(name, 50)?, counted(name, 250)?);
        let per_action = (many.0 - few.0) as f64 / (many.1 - few.1).max(1) as f64;
        report.put(&format!("playouts.{name}.instructions_per_action"), per_action, "instructions");
    }
    Ok(())
}

/// The instructions and the moves of this many random games.
fn counted(name: &str, games: u64) -> anyhow::Result<(u64, u64)> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["--fixed", name, "--games", &games.to_string()])
        .output()
        .context("valgrind cannot be started; is it installed?")?;
    let moves = String::from_utf8_lossy(&output.stdout).trim().parse();
    Ok((collected(&String::from_utf8_lossy(&output.stderr))?, moves.context("no number of moves")?))
}

/// The number of instructions in callgrind's output.
pub(crate) fn collected(text: &str) -> anyhow::Result<u64> {
    let number = text.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    number.with_context(|| format!("valgrind did not count: {text}"))
}

/// Plays random games of one reference and prints the number of moves: the workload for callgrind.
pub(crate) fn fixed(name: &str, games: u64) -> anyhow::Result<()> {
    struct Fixed<'a>(&'a str, u64);
    impl Visit for Fixed<'_> {
        fn game<R: Rules>(
            &mut self,
            name: &'static str,
            _: &'static str,
            rules: &R,
            _: fn(&R::State, &R::Action) -> i64,
        ) -> anyhow::Result<()> {
            if name == self.0 {
                let mut luck = Luck::fast(1);
                let start = rules.setup(&rules.default_options(), 2, &mut luck)?;
                let (mut step, mut actions) = (StepContext::silent(luck), Vec::new());
                let moves: u64 = (0..self.1).map(|_| play(rules, &start, &mut step, &mut actions)).sum();
                println!("{moves}");
            }
            Ok(())
        }
    }
    openspiel_games::visit(&mut Fixed(name, games))
}
