//! Benchmark of drawing a scene, and of the size of updates.

use crate::report::Report;
use cpu_time::ThreadTime;
use parlor_kit::{Luck, Offers, Rules, Scene, StepContext, Turn, Viewer};
use serde_json::json;
use std::hint::black_box;

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    let rules = snails::rules();
    for (name, map) in [("snails_5x5", "default"), ("snails_10x10", "walled-garden")] {
        let map = rules.bundle().content("map", map).expect("a shipped map").clone();
        show(report, name, &rules, &json!({ "map": map }));
    }
    show(report, "worms_meadow", &worms::rules(), &json!({}));
    show(report, "dune_basin", &dune::rules(), &json!({}));
    let rules = dune::rules();
    let erg = rules.bundle().content("scenario", "great-erg").expect("a shipped map").clone();
    show(report, "dune_20x20", &rules, &json!({ "scenario": erg }));
    show(report, "skirmish", &skirmish::rules(), &json!({}));
    Ok(())
}

fn show<R: Rules>(report: &mut Report, name: &str, rules: &R, options: &serde_json::Value) {
    let states = course(rules, options);
    let scene_of = |state: &R::State| {
        let mut scene = Scene::new();
        rules.scene(state, Viewer::Public, &mut scene);
        scene
    };
    let scenes: Vec<Scene> = states.iter().map(scene_of).collect();
    let rounds = 20_000 / states.len() + 1;
    let time = |work: &dyn Fn()| {
        let began = ThreadTime::now();
        (0..rounds).for_each(|_| work());
        began.elapsed().as_nanos() as f64 / (rounds * states.len()) as f64
    };
    let scene_ns = time(&|| states.iter().for_each(|state| drop(black_box(scene_of(state)))));
    report.put(&format!("scene.{name}.ns"), scene_ns, "ns");
    let patch_ns = time(&|| {
        for pair in scenes.windows(2) {
            black_box(pair[0].patch_to(&pair[1]));
        }
    });
    report.put(&format!("patch.{name}.ns"), patch_ns, "ns");
    let mut sizes: Vec<usize> = scenes
        .windows(2)
        .map(|pair| pair[0].patch_to(&pair[1]).map_or(0, |patch| patch.as_str().len()))
        .collect();
    sizes.sort_unstable();
    report.put(&format!("patch.{name}.bytes_p50"), sizes[sizes.len() / 2] as f64, "bytes");
    report.put(&format!("patch.{name}.bytes_max"), *sizes.last().unwrap_or(&0) as f64, "bytes");
    let offers_ns = time(&|| {
        for state in &states {
            if let Some(seat) = rules.turn(state).seats().first() {
                black_box(Offers::tree(rules.offers(state, seat)));
            }
        }
    });
    report.put(&format!("offers.{name}.ns"), offers_ns, "ns");
}

/// All states of one random game.
fn course<R: Rules>(rules: &R, options: &serde_json::Value) -> Vec<R::State> {
    let mut luck = Luck::fast(3);
    let mut state = rules.setup(options, 2, &mut luck).expect("the options are good");
    let mut step = StepContext::silent(luck);
    let mut states = vec![state.clone()];
    let mut actions = Vec::new();
    loop {
        match rules.turn(&state) {
            Turn::Act(seats) => {
                let seat = seats.first().expect("somebody acts");
                actions.clear();
                rules.actions(&state, seat, &mut actions);
                let action = step.luck.choose(&actions).expect("somebody can act").clone();
                rules.act(&mut state, seat, &action, &mut step).expect("what is offered is accepted");
            }
            Turn::Table => rules.proceed(&mut state, &mut step),
            Turn::Over(_) => return states,
        }
        states.push(state.clone());
    }
}
