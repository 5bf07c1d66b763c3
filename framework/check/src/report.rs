//! The report of the suite, as text for people and as JSON for programs.

use crate::{Coverage, Law, costs::Costs, digest::Digest, violation::shorten};
use parlor_kit::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// The report about one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// The game's version.
    pub version: String,
    /// How many games were played.
    pub games: u32,
    /// The seed of the first game.
    pub seed: u64,
    /// The total number of steps.
    pub steps: u64,
    /// The laws that were judged, in order.
    pub verdicts: Vec<Verdict>,
    /// The coverage of the sample.
    pub coverage: Coverage,
    /// The costs of the game's functions.
    pub costs: Costs,
    /// The sizes of scenes and patches.
    pub sizes: Sizes,
    /// A fingerprint of each game, to compare with other processes and machines.
    pub digests: Vec<Digest>,
}

/// The verdict on one law.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The law.
    pub law: Law,
    /// Its status.
    pub status: Status,
    /// The number of single checks.
    pub checks: u64,
    /// Why it was not judged, or a remark.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The first failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// The status of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Kept in every game of the sample.
    Ok,
    /// Broken.
    Failed,
    /// It does not apply to this game.
    NotApplicable,
    /// It could not be judged.
    NotJudged,
}

/// A violation of a law: where, what was expected, what was seen, and how to repeat it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The law.
    pub law: Law,
    /// The problem, in one sentence.
    pub problem: String,
    /// What was expected.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expected: String,
    /// What was seen instead.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub seen: String,
    /// A common cause.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// The seed of the game.
    pub seed: u64,
    /// The seats of the game.
    pub seats: usize,
    /// The options of the game.
    pub options: Value,
    /// The number of steps before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// The seat concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The viewer concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub viewer: Option<Viewer>,
    /// The action concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Value>,
    /// The command that repeats it.
    pub command: String,
}

/// Sizes of messages in bytes: median, 99th percentile and maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The number of messages.
    pub count: usize,
    /// Median.
    pub p50: usize,
    /// 99th percentile.
    pub p99: usize,
    /// Maximum.
    pub max: usize,
}

impl Spread {
    pub(crate) fn of(mut sizes: Vec<usize>) -> Spread {
        sizes.sort_unstable();
        let at = |share: usize| sizes.get(sizes.len().saturating_sub(1) * share / 100).copied().unwrap_or(0);
        Spread { count: sizes.len(), p50: at(50), p99: at(99), max: at(100) }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p50 {} B, p99 {} B, max {} B", self.p50, self.p99, self.max)
    }
}

/// The sizes of messages to viewers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sizes {
    /// Whole scenes.
    pub scenes: Spread,
    /// Patches from one scene to the next; those that change nothing are not sent and not counted.
    pub patches: Spread,
}

impl Report {
    /// Whether no law is broken.
    pub fn is_ok(&self) -> bool {
        self.failed().next().is_none()
    }

    /// The broken laws.
    pub fn failed(&self) -> impl Iterator<Item = &Failure> {
        self.verdicts.iter().filter_map(|verdict| verdict.failure.as_ref())
    }

    /// The verdict on this law, if it was selected.
    pub fn verdict(&self, law: Law) -> Option<&Verdict> {
        self.verdicts.iter().find(|verdict| verdict.law == law)
    }

    /// Replaces its verdicts by those of another report about the same game: the agreement of two builds is
    /// judged separately from the laws of each.
    pub fn absorb(&mut self, other: Report) {
        for verdict in other.verdicts {
            self.verdicts.retain(|own| own.law != verdict.law);
            self.verdicts.push(verdict);
        }
        self.verdicts.sort_by_key(|verdict| verdict.law);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { game, version, games, seed, steps, .. } = self;
        writeln!(f, "{game} {version}: {games} games from seed {seed}, {steps} steps\n")?;
        for verdict in &self.verdicts {
            let Verdict { law, status, checks, note, .. } = verdict;
            let status = match status {
                Status::Ok if law.only_reports() => "report",
                Status::Ok => "ok",
                Status::Failed => "FAILED",
                Status::NotApplicable => "n/a",
                Status::NotJudged => "not judged",
            };
            writeln!(f, "{status:>10}  {law:<9}  {}", law.demand())?;
            if !note.is_empty() {
                writeln!(f, "{:>10}  {:<9}  ({note})", "", "")?;
            } else if *checks > 0 && !law.only_reports() {
                writeln!(f, "{:>10}  {:<9}  ({checks} checks)", "", "")?;
            }
        }
        for failure in self.failed() {
            write!(f, "\n{failure}")?;
        }
        if self.verdict(Law::Coverage).is_some() {
            write!(f, "\n{}", self.coverage)?;
        }
        if self.verdict(Law::Cost).is_some() {
            write!(f, "\n{}", self.costs)?;
        }
        if self.sizes.scenes.count > 0 {
            writeln!(f, "scenes: {}; patches: {}", self.sizes.scenes, self.sizes.patches)?;
        }
        let failed = self.failed().count();
        match failed {
            0 => writeln!(f, "\nno law is broken"),
            1 => writeln!(f, "\n1 law is broken"),
            n => writeln!(f, "\n{n} laws are broken"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}: {}", self.law, self.law.name(), self.problem)?;
        let mut line = |name: &str, value: &str| {
            if value.is_empty() { Ok(()) } else { writeln!(f, "  {name:<10}{}", shorten(value, 600)) }
        };
        let mut place = format!("seed {}, {} seats", self.seed, self.seats);
        if let Some(ply) = self.ply {
            place.push_str(&format!(", after {ply} steps"));
        }
        if let Some(seat) = self.seat {
            place.push_str(&format!(", seat {seat}"));
        }
        if let Some(viewer) = self.viewer {
            place.push_str(&format!(", seen by {viewer}"));
        }
        line("where", &place)?;
        line("options", &shorten(&self.options.to_string(), 200))?;
        line("action", &self.action.as_ref().map(Value::to_string).unwrap_or_default())?;
        line("expected", &self.expected)?;
        line("seen", &self.seen)?;
        line("hint", &self.hint)?;
        line("again", &self.command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_names_the_middle_the_rare_and_the_largest() {
        let spread = Spread::of((1..=200).rev().collect());
        assert_eq!(spread, Spread { count: 200, p50: 100, p99: 198, max: 200 });
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}
