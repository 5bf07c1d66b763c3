//! A permutation test: whether keys predict the faces of covered pieces better than their places do.
//!
//! One half of the set-ups teaches which faces go with a key. The other half is bet on: each set-up in turn
//! multiplies the stake by how much better the learnt odds fit its own faces than the average of the faces that
//! are still left, its own among them. If faces have nothing to do with keys, every order of the faces over
//! the set-ups is equally likely, so the expected stake stays 1, and a stake of a million has a probability of at
//! most one in a million (Markov). No permutation has to be drawn for that, and the result is the same in
//! every run.

use std::collections::{BTreeMap, HashMap};

/// A covered piece: its place as the viewer sees it, the key that may give it away, and its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Covered {
    pub(crate) place: u32,
    pub(crate) key: u32,
    pub(crate) face: u32,
}

/// What the bets on the second half of the set-ups brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Evidence {
    /// The natural logarithm of the stake at the end; it began at 0.
    pub(crate) log_stake: f64,
    /// The key and the face that brought the most.
    pub(crate) best: Option<(u32, u32)>,
}

/// How many observations of a place, or of a key, weigh as much as what was known before.
const PRIOR_WEIGHT: f64 = 2.0;

/// Learns from every other set-up and bets on the rest. The pieces of each set-up are in the order of their
/// places, each place once; faces are numbered from 0.
pub(crate) fn evidence(set_ups: &[Vec<Covered>]) -> Evidence {
    let odds = Odds::learn(set_ups.iter().step_by(2));
    let faces = set_ups.iter().flatten().map(|piece| piece.face + 1).max().unwrap_or(0);
    // Faces are only exchanged between set-ups in which the viewer sees the same places covered.
    let mut alike: BTreeMap<Vec<u32>, Vec<&[Covered]>> = BTreeMap::new();
    for set_up in set_ups.iter().skip(1).step_by(2) {
        let places = set_up.iter().map(|piece| piece.place).collect();
        alike.entry(places).or_default().push(set_up);
    }
    let mut gains: BTreeMap<(u32, u32), f64> = BTreeMap::new();
    let mut log_stake = 0.0;
    for set_ups in alike.values() {
        for (at, own) in set_ups.iter().enumerate() {
            // For each place of this set-up, how much likelier its key makes each face.
            let ratios: Vec<f64> = own.iter().flat_map(|piece| odds.log_ratios(*piece, faces)).collect();
            let ratio = |place: usize, face: u32| ratios[place * faces as usize + face as usize];
            let fit = |other: &&[Covered]| -> f64 {
                other.iter().enumerate().map(|(place, piece)| ratio(place, piece.face)).sum()
            };
            let left: Vec<f64> = set_ups[at..].iter().map(fit).collect();
            log_stake += left[0] - log_mean(&left);
            for (place, piece) in own.iter().enumerate() {
                *gains.entry((piece.key, piece.face)).or_default() += ratio(place, piece.face);
            }
        }
    }
    let best = gains.into_iter().filter(|gain| gain.1 > 0.0).max_by(|a, b| a.1.total_cmp(&b.1));
    Evidence { log_stake, best: best.map(|(pair, _)| pair) }
}

/// How often each face was seen, in all, at each place, and with each key.
#[derive(Default)]
struct Odds {
    all: Counts,
    at_place: HashMap<u32, Counts>,
    with_key: HashMap<u32, Counts>,
}

/// How often each face was seen.
#[derive(Default)]
struct Counts {
    seen: f64,
    faces: HashMap<u32, f64>,
}

impl Counts {
    fn add(&mut self, face: u32) {
        self.seen += 1.0;
        *self.faces.entry(face).or_default() += 1.0;
    }

    fn of(&self, face: u32) -> f64 {
        self.faces.get(&face).copied().unwrap_or(0.0)
    }

    /// The share of a face, if it was expected to be `before`.
    fn share(&self, face: u32, before: f64) -> f64 {
        (self.of(face) + PRIOR_WEIGHT * before) / (self.seen + PRIOR_WEIGHT)
    }
}

impl Odds {
    fn learn<'a>(set_ups: impl Iterator<Item = &'a Vec<Covered>>) -> Odds {
        let mut odds = Odds::default();
        for &Covered { place, key, face } in set_ups.flatten() {
            odds.all.add(face);
            odds.at_place.entry(place).or_default().add(face);
            odds.with_key.entry(key).or_default().add(face);
        }
        odds
    }

    /// How much likelier the key of a piece makes each face than its place alone does, as logarithms. A key that was
    /// never seen says nothing.
    fn log_ratios(&self, piece: Covered, faces: u32) -> impl Iterator<Item = f64> {
        let with_key = self.with_key.get(&piece.key);
        let at_place = self.at_place.get(&piece.place);
        (0..faces).map(move |face| {
            let Some(with_key) = with_key else { return 0.0 };
            let any = (self.all.of(face) + 0.5) / (self.all.seen + 1.0);
            let by_place = at_place.map_or(any, |at_place| at_place.share(face, any));
            (with_key.share(face, by_place) / by_place).ln()
        })
    }
}

/// The logarithm of the mean of numbers that are given by their logarithms.
fn log_mean(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + (logs.iter().map(|log| (log - most).exp()).sum::<f64>() / logs.len() as f64).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::Luck;

    /// Set-ups of ten pieces with four faces, two of them rare; the key follows from place and face.
    fn set_ups(seed: u64, key: impl Fn(u32, u32, &mut Luck) -> u32) -> Vec<Vec<Covered>> {
        let mut luck = Luck::fast(seed);
        let set_up = |_| {
            let mut faces = [0, 0, 0, 0, 1, 1, 1, 1, 2, 3];
            luck.shuffle(&mut faces);
            let piece = |(place, &face): (usize, &u32)| {
                let place = place as u32;
                Covered { place, key: key(place, face, &mut luck), face }
            };
            faces.iter().enumerate().map(piece).collect()
        };
        (0..400).map(set_up).collect()
    }

    const ENOUGH: f64 = 13.8; // a million

    #[test]
    fn keys_that_say_nothing_win_nothing() {
        for seed in 0..20 {
            let by_place = evidence(&set_ups(seed, |place, _, _| place));
            let drawn = evidence(&set_ups(seed, |_, _, luck| luck.below(30) as u32));
            let new = evidence(&set_ups(seed, |_, _, luck| luck.below(1 << 32) as u32));
            assert!(by_place.log_stake.abs() < 1.0 && new.log_stake.abs() < 0.1, "{by_place:?} {new:?}");
            assert!(drawn.log_stake < 5.0, "{drawn:?}");
        }
    }

    #[test]
    fn keys_that_name_a_face_wholly_or_only_now_and_then_are_found() {
        let whole = evidence(&set_ups(1, |place, face, _| place + 100 * face));
        assert!(whole.log_stake > 100.0, "{whole:?}");
        let rare = evidence(&set_ups(2, |_, face, _| u32::from(face == 3)));
        assert!(rare.log_stake > 100.0 && rare.best == Some((1, 3)), "{rare:?}");
        // One key in two tells whether the face is the rare one.
        let often = evidence(&set_ups(4, |_, face, luck| {
            if luck.below(2) == 0 { u32::from(face == 3) } else { luck.below(2) as u32 }
        }));
        assert!(often.log_stake > ENOUGH, "{often:?}");
    }

    #[test]
    fn a_stake_is_fair_when_keys_say_nothing() {
        // The mean stake over many samples is about 1, as the proof says.
        let stakes: Vec<f64> = (100..160)
            .map(|seed| evidence(&set_ups(seed, |_, _, luck| luck.below(4) as u32)).log_stake.exp())
            .collect();
        let mean = stakes.iter().sum::<f64>() / stakes.len() as f64;
        assert!(mean < 3.0, "{mean}");
    }
}
