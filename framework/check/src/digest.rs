//! Fingerprints of games, to compare runs in other processes and on other machines.

use crate::{
    Bench, Config, Hooks, Judged,
    bench::everybody,
    probe::{Step, bytes},
    walk::{Run, play},
};
use parlor_kit::Rules;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt::{self, Write};

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

/// The fingerprints of the games of a sample. Rules that are deterministic give the same ones in every process.
pub fn digests<R: Rules>(rules: &R, config: &Config) -> Vec<Digest> {
    let hooks = Hooks::default();
    let bench = Bench::new(rules, config, &hooks);
    (0..u64::from(config.games)).map(|n| digest(&bench, &play(&bench, config.seed + n))).collect()
}

pub(crate) fn digest<R: Rules>(bench: &Bench<'_, R>, run: &Run<R>) -> Digest {
    let mut hash = Sha256::new();
    if let Err(fault) = feed(bench, run, &mut hash) {
        hash.update(fault.problem.as_bytes());
    }
    let hex = hash.finalize().iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    Digest { seed: run.seed, hex }
}

fn feed<R: Rules>(bench: &Bench<'_, R>, run: &Run<R>, hash: &mut Sha256) -> Judged {
    let mut put = |part: &[u8]| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    for (i, station) in run.stations.iter().enumerate() {
        put(&station.saved);
        put(&bytes(&station.events));
        if let Some(Step::Act(seat, action)) = &station.step {
            put(&bytes(&(seat, bench.write(action)?)));
        }
        if run.sample.contains(&i) {
            for viewer in everybody(run.seats) {
                put(&bench.scene_bytes(&station.state, viewer)?);
            }
        }
    }
    Ok(())
}
