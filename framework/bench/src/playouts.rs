//! Uniformly random games through the same interface that everything else uses.

use crate::{memory, report::Report};
use cpu_time::ThreadTime;
use parlor_kit::{Luck, Rules, Table, Turn};
use serde_json::{Value, json};
use std::time::Duration;

/// How long each game is measured.
const TIME: Duration = Duration::from_secs(2);

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    let rules = snails::rules();
    for (name, map) in [("snails_5x5", "default"), ("snails_10x10", "walled-garden")] {
        let map = rules.bundle().content("map", map).expect("a shipped map").clone();
        random_games(report, name, &rules, &json!({ "map": map }));
    }
    random_games(report, "worms_meadow", &worms::rules(), &json!({}));
    random_games(report, "skirmish", &skirmish::rules(), &json!({}));
    Ok(())
}

/// Plays random games for a while and reports games and moves per second of processor time.
fn random_games<R: Rules>(report: &mut Report, name: &str, rules: &R, options: &Value) {
    let mut luck = Luck::fast(1);
    let start = rules.setup(options, 2, &mut luck).expect("the options are good");
    let mut table = Table::silent(luck);
    let mut actions = Vec::new();
    let (mut games, mut moves) = (0u64, 0u64);
    play(rules, &start, &mut table, &mut actions);
    let (began, allocated) = (ThreadTime::now(), memory::allocations());
    while began.elapsed() < TIME {
        for _ in 0..100 {
            moves += play(rules, &start, &mut table, &mut actions);
        }
        games += 100;
    }
    let (seconds, allocated) = (began.elapsed().as_secs_f64(), memory::allocations() - allocated);
    report.put(&format!("playouts.{name}.games_per_s"), games as f64 / seconds, "games/s");
    report.put(&format!("playouts.{name}.moves_per_s"), moves as f64 / seconds, "moves/s");
    report.put(&format!("playouts.{name}.allocations_per_move"), allocated as f64 / moves as f64, "");
}

fn play<R: Rules>(rules: &R, start: &R::State, table: &mut Table, actions: &mut Vec<R::Action>) -> u64 {
    let mut state = start.clone();
    let mut moves = 0;
    loop {
        match rules.turn(&state) {
            Turn::Act(seats) => {
                let seat = seats.first().expect("somebody acts");
                actions.clear();
                rules.actions(&state, seat, actions);
                let at = table.luck.below(actions.len() as u64) as usize;
                rules.act(&mut state, seat, &actions[at], table).expect("what is offered is accepted");
                moves += 1;
            }
            Turn::Table => rules.proceed(&mut state, table),
            Turn::Over(_) => return moves,
        }
    }
}
