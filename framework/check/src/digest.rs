//! Fingerprints of games, to compare runs in different processes and on different machines.

use crate::{
    CheckContext, CheckResult, Config, Hooks,
    context::all_viewers,
    guarded_rules::{Step, bytes},
    random_game::{RandomGame, play},
};
use parlor_kit::{Rules, hex_digits};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The fingerprint of one random game: its actions, states, scenes and events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    /// The seed of the game.
    pub seed: u64,
    /// A SHA-256 in hex.
    pub hex: String,
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seed, self.hex)
    }
}

/// The fingerprints of the games of a sample. Deterministic rules give the same ones in every process.
pub fn digests<R: Rules>(rules: &R, config: &Config) -> Vec<Digest> {
    let hooks = Hooks::default();
    let ctx = CheckContext::new(rules, config, &hooks);
    let of = |seed| {
        let run = play(&ctx, seed);
        digest(&ctx, &run, scenes(&ctx, &run))
    };
    (0..u64::from(config.games)).map(|number| of(config.seed + number)).collect()
}

/// The scenes of the sampled states, for all viewers.
pub(crate) fn scenes<R: Rules>(ctx: &CheckContext<'_, R>, run: &RandomGame<R>) -> CheckResult<Vec<Vec<u8>>> {
    let states = run.sample.iter().map(|&i| &run.positions[i].state);
    let each = states.flat_map(|state| all_viewers(run.seats).map(move |viewer| (state, viewer)));
    each.map(|(state, viewer)| ctx.scene_bytes(state, viewer)).collect()
}

pub(crate) fn digest<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    scenes: CheckResult<Vec<Vec<u8>>>,
) -> Digest {
    let mut hash = Sha256::new();
    // A game that panics has a fingerprint too: it should panic everywhere alike.
    if let Err(violation) = scenes.and_then(|scenes| feed(ctx, run, &scenes, &mut hash)) {
        hash.update(violation.problem.as_bytes());
    }
    Digest { seed: run.seed, hex: hex_digits(&hash.finalize()) }
}

fn feed<R: Rules>(
    ctx: &CheckContext<'_, R>,
    run: &RandomGame<R>,
    scenes: &[Vec<u8>],
    hash: &mut Sha256,
) -> CheckResult {
    let mut put = |part: &[u8]| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    scenes.iter().for_each(|scene| put(scene));
    for position in &run.positions {
        put(&position.saved);
        put(&bytes(&position.events));
        if let Some(Step::Act(seat, action)) = &position.step {
            put(&bytes(&(seat, ctx.write(action)?)));
        }
    }
    Ok(())
}
