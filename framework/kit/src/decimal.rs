//! Fixed-point decimals: factors and probabilities from files, without floats in the rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de};
use std::fmt;

/// Units per 1.0.
const ONE: i64 = 1_000_000;

/// The largest absolute value of the integer part.
const MAX_WHOLE: i64 = 1_000_000_000;

/// A fixed-point decimal, such as a decimal or a probability, kept in millionths: the same on every machine. In JSON it is a number.
///
/// ```
/// use parlor_kit::Decimal;
///
/// let third: Decimal = serde_json::from_str("1.3333333333")?;
/// assert_eq!(third.as_millionths(), 1_333_333);
/// assert_eq!((third.of(20), third.of(40)), (27, 53)); // to the nearest whole number
/// assert_eq!(serde_json::to_string(&Decimal::millionths(2_500_000))?, "2.5");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i64);

impl Decimal {
    /// Nothing.
    pub const ZERO: Decimal = Decimal(0);
    /// One, or certainty.
    pub const ONE: Decimal = Decimal(ONE);

    /// A decimal of this many millionths.
    pub const fn millionths(millionths: i64) -> Decimal {
        Decimal(millionths)
    }

    /// A whole number.
    pub const fn whole(number: i32) -> Decimal {
        Decimal(number as i64 * ONE)
    }

    /// The value in millionths.
    pub const fn as_millionths(self) -> i64 {
        self.0
    }

    /// The product with a number, rounded to the nearest whole number; halves away from zero.
    pub fn of(self, number: i64) -> i64 {
        nearest(i128::from(self.0) * i128::from(number), i128::from(ONE))
    }

    /// The product of two decimals, to the nearest millionth.
    #[must_use]
    pub fn times(self, other: Decimal) -> Decimal {
        Decimal(nearest(i128::from(self.0) * i128::from(other.0), i128::from(ONE)))
    }

    /// The nearest whole number; halves away from zero.
    pub fn round(self) -> i64 {
        self.of(1)
    }
}

fn nearest(value: i128, parts: i128) -> i64 {
    let half = if value < 0 { -parts / 2 } else { parts / 2 };
    ((value + half) / parts).clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

impl From<Decimal> for f64 {
    fn from(decimal: Decimal) -> f64 {
        decimal.0 as f64 / ONE as f64
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f64::from(*self).fmt(f)
    }
}

impl Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % ONE == 0 {
            serializer.serialize_i64(self.0 / ONE)
        } else {
            serializer.serialize_f64(f64::from(*self))
        }
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
        struct Number;
        impl de::Visitor<'_> for Number {
            type Value = Decimal;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a number from -{MAX_WHOLE} to {MAX_WHOLE}")
            }
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Decimal, E> {
                let small = i64::try_from(number).ok().filter(|number| *number <= MAX_WHOLE);
                small
                    .map(|number| Decimal(number * ONE))
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(number), &self))
            }
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Decimal, E> {
                if number.unsigned_abs() > MAX_WHOLE as u64 {
                    return Err(E::invalid_value(de::Unexpected::Signed(number), &self));
                }
                Ok(Decimal(number * ONE))
            }
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Decimal, E> {
                // One multiplication and one rounding: IEEE arithmetic gives the same result on every
                // machine.
                let scaled = (number * ONE as f64).round();
                let most = MAX_WHOLE as f64 * ONE as f64;
                if !(-most..=most).contains(&scaled) {
                    return Err(E::invalid_value(de::Unexpected::Float(number), &self));
                }
                Ok(Decimal(scaled as i64))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

impl JsonSchema for Decimal {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Decimal".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Luck;

    #[test]
    fn halves_go_away_from_zero() {
        let half = Decimal::millionths(500_000);
        assert_eq!((half.of(3), half.of(-3), half.of(4)), (2, -2, 2));
        assert_eq!(half.times(half), Decimal::millionths(250_000));
        assert_eq!((Decimal::whole(7).round(), Decimal::ONE.of(9), Decimal::ZERO.of(9)), (7, 9, 0));
    }

    #[test]
    fn numbers_of_every_kind_survive_json() {
        for (text, millionths) in
            [("0.5", 500_000), ("20", 20_000_000), ("20.0", 20_000_000), ("-1.25", -1_250_000)]
        {
            let decimal: Decimal = serde_json::from_str(text).unwrap();
            assert_eq!(decimal.as_millionths(), millionths, "{text}");
            let again = serde_json::to_string(&decimal).unwrap();
            assert_eq!(serde_json::from_str::<Decimal>(&again).unwrap(), decimal);
        }
        for wrong in ["\"1\"", "null", "true", "1e30", "2000000000", "-2000000000"] {
            assert!(serde_json::from_str::<Decimal>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn chances_are_kept() {
        let mut luck = Luck::fast(4);
        let hits = (0..10_000).filter(|_| luck.chance(Decimal::millionths(250_000))).count();
        assert!((2_300..2_700).contains(&hits), "{hits}");
        assert!(luck.chance(Decimal::ONE) && !luck.chance(Decimal::ZERO));
    }
}
