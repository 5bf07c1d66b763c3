//! Names that stay the same on the wire, in records and after a restart.

use serde::{Deserialize, Serialize, de};
use std::{fmt, str::FromStr};

/// A moment or a span in milliseconds. The runtime has no clock: whoever drives it says what time it is.
pub type Millis = u64;

/// A number a client gives its request; sent again, it gets the same answer and nothing happens twice.
pub type RequestId = u64;

/// A table, chosen by whoever drives the runtime. Written as text, so that no program rounds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(pub u64);

/// A person who proved who they are. Seats are bound to persons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PersonId(pub u64);

macro_rules! as_text {
    ($name:ident, $mark:literal) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($mark, "{:x}"), self.0)
            }
        }
        impl FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<$name, String> {
                let digits = text.strip_prefix($mark).filter(|digits| !digits.starts_with('+'));
                digits
                    .and_then(|digits| u64::from_str_radix(digits, 16).ok())
                    .map($name)
                    .ok_or_else(|| format!("'{text}' is not a name like {}1a2b", $mark))
            }
        }
        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    };
}
as_text!(TableId, "t");
as_text!(PersonId, "p");
