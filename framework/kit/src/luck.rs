//! Randomness passed into the rules: derived from a secret, computed on demand.

use crate::hex_digits;
use rand_chacha::{ChaCha12Rng, rand_core::SeedableRng};
use rand_core::Rng;
use serde::{Deserialize, Serialize, de};
use sha2::{Digest, Sha256};
use std::{collections::VecDeque, fmt};

/// The secret from which a table's luck is derived. Its hash is published at the start, the secret itself at
/// the end, so that every shuffle and roll can be verified.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SecretSeed([u8; 32]);

impl SecretSeed {
    /// A secret from 32 random bytes.
    pub const fn new(bytes: [u8; 32]) -> SecretSeed {
        SecretSeed(bytes)
    }

    /// A secret for tests, simulations and tools: the seed determines all luck.
    pub fn from_seed(seed: u64) -> SecretSeed {
        SecretSeed(Sha256::digest(seed.to_le_bytes()).into())
    }

    /// The commitment: the SHA-256 of the secret, in hex.
    pub fn commitment(&self) -> String {
        hex_digits(&Sha256::digest(self.0))
    }

    /// The luck of step `number` of a game; step 0 is the set-up.
    pub fn luck(&self, number: u64) -> Luck {
        Luck(Source::Waiting { secret: *self, stream: number << 1 })
    }

    /// The luck that chooses an action for a seat that ran out of time at step `number`,
    /// apart from the luck of the step itself.
    pub fn fallback_luck(&self, number: u64) -> Luck {
        Luck(Source::Waiting { secret: *self, stream: (number << 1) | 1 })
    }
}

impl fmt::Debug for SecretSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretSeed(…)")
    }
}

impl Serialize for SecretSeed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex_digits(&self.0))
    }
}

impl<'de> Deserialize<'de> for SecretSeed {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<SecretSeed, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = (text.len() == 64 && text.is_ascii())
            .then(|| (0..32).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()).collect())
            .flatten();
        let bytes: Vec<u8> = bytes.ok_or_else(|| de::Error::custom("a secret is 64 hex digits"))?;
        Ok(SecretSeed(bytes.try_into().expect("32 bytes")))
    }
}

/// A source of luck. It is lazy: luck that is never drawn costs nothing.
///
/// The choices made from it are part of every recording, so the algorithms must never change; that is why
/// they are implemented here and not taken from a library, whose next version may differ.
#[derive(Clone)]
pub struct Luck(Source);

#[derive(Clone)]
enum Source {
    Waiting { secret: SecretSeed, stream: u64 },
    SecretSeed(Box<ChaCha12Rng>),
    Fast { state: u64 },
    Forced { answers: VecDeque<u64> },
    Given { numbers: Vec<u64>, drawn: usize },
}

impl Luck {
    /// Cheap luck for search and simulation, from a seed.
    #[inline]
    pub const fn fast(seed: u64) -> Luck {
        Luck(Source::Fast { state: seed })
    }

    /// Luck that gives exactly these answers, for tests: each [`below`](Luck::below) takes the next one.
    ///
    /// # Panics
    /// When more is drawn than given, or an answer is out of range.
    pub fn forced(answers: impl IntoIterator<Item = u64>) -> Luck {
        Luck(Source::Forced { answers: answers.into_iter().collect() })
    }

    /// Luck from numbers that the host drew beforehand with [`ahead`](Luck::ahead). Plugins get their luck
    /// this way, because they have no source of their own. Numbers drawn beyond the given ones are
    /// placeholders; [`drawn`](Luck::drawn) tells the host.
    pub const fn given(numbers: Vec<u64>) -> Luck {
        Luck(Source::Given { numbers, drawn: 0 })
    }

    /// How many numbers were drawn from luck made by [`given`](Luck::given).
    pub const fn drawn(&self) -> usize {
        match self.0 {
            Source::Given { drawn, .. } => drawn,
            _ => 0,
        }
    }

    /// The next numbers, without drawing them, to be passed to a plugin.
    ///
    /// # Panics
    /// If the luck is forced: its answers mean nothing elsewhere.
    pub fn ahead(&self, count: usize) -> Vec<u64> {
        assert!(!matches!(self.0, Source::Forced { .. }), "forced luck cannot be given away");
        if count == 0 {
            return Vec::new();
        }
        let mut copy = self.clone();
        (0..count).map(|_| copy.next()).collect()
    }

    /// Draws and discards that many numbers: a plugin has used them.
    pub fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.next();
        }
    }

    /// Whether secret luck has been drawn from since it was made.
    pub fn is_untouched(&self) -> bool {
        matches!(self.0, Source::Waiting { .. })
    }

    #[inline]
    fn next(&mut self) -> u64 {
        match &mut self.0 {
            Source::Fast { state } => {
                let value = mix(*state);
                *state = state.wrapping_add(GOLDEN);
                value
            }
            Source::SecretSeed(generator) => generator.next_u64(),
            Source::Waiting { secret, stream } => {
                let mut generator = ChaCha12Rng::from_seed(secret.0);
                generator.set_stream(*stream);
                let value = generator.next_u64();
                self.0 = Source::SecretSeed(Box::new(generator));
                value
            }
            Source::Forced { answers } => answers.pop_front().expect("more luck drawn than was forced"),
            Source::Given { numbers, drawn } => {
                // When the given numbers run out, the host repeats the call with more; any value that lets
                // loops end will do.
                let value = numbers.get(*drawn).copied().unwrap_or_else(|| mix(*drawn as u64));
                *drawn += 1;
                value
            }
        }
    }

    /// A number from 0 up to but not including `n`, each equally likely.
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "there is no number below 0");
        if let Source::Forced { .. } = self.0 {
            let answer = self.next();
            assert!(answer < n, "forced luck {answer} is not below {n}");
            return answer;
        }
        // Lemire's multiplication with rejection: exact for every n.
        let (mut high, mut low) = product(self.next(), n);
        if low < n {
            let threshold = n.wrapping_neg() % n;
            while low < threshold {
                (high, low) = product(self.next(), n);
            }
        }
        high
    }

    /// A number from `low` to `high`, both included, each equally likely.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "{low} is above {high}");
        low + self.below((high - low) as u64 + 1) as i64
    }

    /// True with this probability; below 0 never, above 1 always.
    /// Forced luck answers 0 for true and 1 for false.
    pub fn chance(&mut self, probability: impl Into<f64>) -> bool {
        if let Source::Forced { .. } = self.0 {
            return self.below(2) == 0;
        }
        // 53 bits hold every probability a `f64` below 1 can name, on every machine alike.
        const STEPS: f64 = (1u64 << 53) as f64;
        (self.next() >> 11) < (probability.into().clamp(0.0, 1.0) * STEPS) as u64
    }

    /// One of the items, each equally likely; `None` if there are none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len() as u64) as usize]) }
    }

    /// Brings the items into a random order, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    /// Moves `amount` random items to the front, in random order, and gives them; all if there are fewer.
    pub fn sample<'a, T>(&mut self, items: &'a mut [T], amount: usize) -> &'a mut [T] {
        let amount = amount.min(items.len());
        for first in 0..amount {
            let other = first + self.below((items.len() - first) as u64) as usize;
            items.swap(first, other);
        }
        &mut items[..amount]
    }

    /// Independent cheap luck that starts from this one.
    pub fn split(&mut self) -> Luck {
        Luck::fast(self.next())
    }
}

impl fmt::Debug for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Luck(…)")
    }
}

/// The upper and the lower half of a product.
#[inline]
fn product(a: u64, b: u64) -> (u64, u64) {
    // Targets without 128-bit arithmetic, such as wasm, would call a function for it.
    if cfg!(target_family = "wasm") && b <= u64::from(u32::MAX) {
        return narrow_product(a, b);
    }
    let product = u128::from(a) * u128::from(b);
    ((product >> 64) as u64, product as u64)
}

/// The same for `b` of at most 32 bits, in 64-bit arithmetic.
#[inline]
const fn narrow_product(a: u64, b: u64) -> (u64, u64) {
    let below = (a & 0xffff_ffff) * b;
    let above = (a >> 32) * b + (below >> 32);
    (above >> 32, a.wrapping_mul(b))
}

/// The increment of SplitMix64.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Spreads a number over 64 bits (one step of SplitMix64), so that positions can be hashed by xor or in a chain.
#[inline]
pub const fn mix(key: u64) -> u64 {
    let z = key.wrapping_add(GOLDEN);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_secret_and_step_give_the_same_luck() {
        let secret = SecretSeed::from_seed(1);
        let draw = |mut luck: Luck| (0..20).map(|_| luck.below(1000)).collect::<Vec<_>>();
        assert_eq!(draw(secret.luck(3)), draw(secret.luck(3)));
        assert_ne!(draw(secret.luck(3)), draw(secret.luck(4)));
        assert_ne!(draw(secret.luck(3)), draw(secret.fallback_luck(3)));
        assert_ne!(draw(secret.luck(3)), draw(SecretSeed::from_seed(2).luck(3)));
    }

    /// These numbers are in every recording ever made: a change here breaks them all.
    #[test]
    fn choices_made_from_a_secret_never_change() {
        let mut luck = SecretSeed::from_seed(42).luck(1);
        let mut cards: Vec<u8> = (0..8).collect();
        luck.shuffle(&mut cards);
        let drawn: Vec<u64> = (0..5).map(|_| luck.below(6)).collect();
        assert_eq!((cards, drawn), (vec![5, 2, 6, 0, 1, 4, 3, 7], vec![1, 1, 1, 3, 0]));
    }

    // PL-3
    #[test]
    fn luck_given_ahead_makes_the_same_choices() {
        for mut own in [Luck::fast(3), SecretSeed::from_seed(3).luck(1)] {
            let mut given = Luck::given(own.ahead(40));
            let draw = |luck: &mut Luck| (1..=20).map(|n| luck.below(n)).collect::<Vec<_>>();
            let choices = draw(&mut given);
            let mut copy = own.clone();
            own.skip(given.drawn());
            assert_eq!(choices, draw(&mut copy));
            assert_eq!(own.below(1000), copy.below(1000), "both have drawn equally often");
        }
        let mut scarce = Luck::given(vec![1, 2]);
        scarce.skip(3);
        assert_eq!(scarce.drawn(), 3, "more than there were");
        assert!(SecretSeed::from_seed(1).luck(0).ahead(0).is_empty());
    }

    #[test]
    fn products_are_the_same_on_every_machine() {
        let wide = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) >> 64) as u64;
        let numbers = (0..64).flat_map(|i| [mix(i), 1 << i, u64::MAX >> i, !(1 << i)]);
        for a in numbers.clone() {
            for b in numbers.clone().map(|b| b & 0xffff_ffff) {
                assert_eq!(narrow_product(a, b), (wide(a, b), a.wrapping_mul(b)), "{a} {b}");
                assert_eq!(narrow_product(a, b), product(a, b));
            }
        }
    }

    #[test]
    fn every_number_is_equally_likely() {
        for mut luck in [Luck::fast(9), SecretSeed::from_seed(9).luck(0)] {
            let mut counts = [0u32; 6];
            for _ in 0..60_000 {
                counts[luck.below(6) as usize] += 1;
            }
            let chi2: f64 = counts.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
            assert!(chi2 < 25.7, "{counts:?}"); // 5 degrees of freedom, one in ten thousand
        }
    }

    #[test]
    fn a_secret_survives_json_and_never_shows_in_debug_output() {
        let secret = SecretSeed::from_seed(5);
        let json = serde_json::to_string(&secret).unwrap();
        assert_eq!(serde_json::from_str::<SecretSeed>(&json).unwrap(), secret);
        assert!(!format!("{secret:?}").contains(&json[1..9]));
        assert!(serde_json::from_str::<SecretSeed>("\"12\"").is_err());
    }
}
