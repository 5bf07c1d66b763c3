//! Benchmark of connect four three ways: compiled in, inside the sandbox, and through the host call by call.

use crate::{memory, report::Report};
use anyhow::{Context, Result, bail};
use cpu_time::ThreadTime;
use parlor_guest::GameFunctions;
use parlor_kit::{Luck, Rules, Scene, Seat, StepContext, Turn, Viewer};
use parlor_plugins::{BuildOptions, Kind, Limits, Machine, Plugin, PluginRules, Policy, build};
use serde_json::json;
use std::{hint::black_box, path::Path, time::Duration};

/// Measuring time per variant.
const TIME: Duration = Duration::from_secs(2);
/// Games in one call into the sandbox: far below its fuel limit.
const GAMES: u32 = 1_000;
/// Idle tables whose memory is measured.
const TABLES: usize = 10_000;

pub(crate) fn measure(report: &mut Report) -> Result<()> {
    let krate = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/connect-four");
    let built = match build(&BuildOptions { krate: &krate, kind: Kind::Wasm, out: None, release: true }) {
        Ok(built) => built,
        Err(error) => {
            println!("  left out: {error}");
            return Ok(());
        }
    };
    let machine = Machine::new(Limits::default(), None)?;
    let plugin = Plugin::load(&built.folder, &machine, &Policy::default())?;
    let guest = &*plugin.rules;
    let start = guest.setup(&json!({}), 2, &mut Luck::fast(1))?;

    let native = per_second(|seed| {
        black_box(GameFunctions::<connect_four::ConnectFour>::playouts(start.bytes(), seed, GAMES));
        Ok(())
    })?;
    let sandboxed = per_second(|seed| {
        black_box(guest.playouts(&start, seed, GAMES)?.context("the plugin plays by itself")?);
        Ok(())
    })?;
    report.put("wasm.connect_four.native_games_per_s", native, "games/s");
    report.put("wasm.connect_four.in_guest_games_per_s", sandboxed, "games/s");
    report.put("wasm.native_ratio", sandboxed / native, "");
    host_calls(report, guest)?;
    idle(report, guest)
}

/// Games per second, with [`GAMES`] games per call.
fn per_second(mut play: impl FnMut(u64) -> Result<()>) -> Result<f64> {
    play(0)?;
    let (began, mut calls) = (ThreadTime::now(), 0u64);
    while began.elapsed() < TIME {
        calls += 1;
        play(calls)?;
    }
    Ok((calls * u64::from(GAMES)) as f64 / began.elapsed().as_secs_f64())
}

/// Random games through the host: for each move the calls of a table, which are `act`, the next offers and
/// the scene.
fn host_calls(report: &mut Report, guest: &PluginRules) -> Result<()> {
    let (mut moves, mut games) = (0u64, 0u64);
    let mut step = StepContext::listening(Luck::fast(1));
    let began = ThreadTime::now();
    while began.elapsed() < TIME {
        let mut state = guest.setup(&json!({}), 2, &mut Luck::fast(games))?;
        let mut offers = guest.offers(&state, Seat::new(0));
        loop {
            let Turn::Act(seats) = guest.turn(&state) else { break };
            let seat = seats.first().context("somebody acts")?;
            let Some(offer) = step.luck.choose(&offers).cloned() else { bail!("nothing is offered") };
            let action = guest.read_action(&offer.action)?;
            guest.act(&mut state, seat, &action, &mut step)?;
            black_box(step.take_events());
            offers = guest.offers(&state, seat.other());
            let mut scene = Scene::new();
            guest.scene(&state, Viewer::Public, &mut scene);
            black_box(scene);
            moves += 1;
        }
        games += 1;
    }
    let seconds = began.elapsed().as_secs_f64();
    report.put("wasm.host_call_us", seconds * 1e6 / moves as f64, "µs for act, offers and scene");
    Ok(())
}

/// The memory of idle tables: their states.
fn idle(report: &mut Report, guest: &PluginRules) -> Result<()> {
    let before = memory::bytes();
    let mut states = Vec::with_capacity(TABLES);
    for seed in 0..TABLES as u64 {
        states.push(guest.setup(&json!({}), 2, &mut Luck::fast(seed))?);
    }
    let grown = memory::bytes().saturating_sub(before);
    report.put("wasm.bytes_per_idle_table", grown as f64 / states.len() as f64, "bytes");
    Ok(())
}
