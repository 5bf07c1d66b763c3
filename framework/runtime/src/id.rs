//! Identifiers that are stable on the wire, in journals and across restarts.

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A time or a duration in milliseconds. The runtime has no clock: the caller passes the current time.
pub type Millis = u64;

/// Identifies a request of a person: a retried request gets the same reply and is executed once. It is part
/// of every journal entry, so that this holds across restarts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId {
    /// The client's session, chosen at random; 0 where the number alone is unique for the person.
    pub session: u64,
    /// The client's request number.
    pub number: u64,
}

impl From<u64> for RequestId {
    fn from(number: u64) -> RequestId {
        RequestId { session: 0, number }
    }
}

/// Serialised as a pair, or as the number alone if there is no session.
impl Serialize for RequestId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.session {
            0 => self.number.serialize(serializer),
            session => (session, self.number).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<RequestId, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(u64),
            Pair(u64, u64),
        }
        Ok(match Form::deserialize(deserializer)? {
            Form::Number(number) => RequestId { session: 0, number },
            Form::Pair(session, number) => RequestId { session, number },
        })
    }
}

/// A table's id, chosen by the host. Serialised as text, because JSON parsers may round large numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(pub u64);

/// An authenticated person. Seats are bound to persons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PersonId(pub u64);

/// An id as text: a letter and a number in hexadecimal digits. Every message contains some, so this avoids
/// `core::fmt`.
fn written(mark: &str, number: u64) -> ArrayString<17> {
    let mut digits = [0; 16];
    let mut first = digits.len();
    let mut rest = number;
    while rest > 0 || first == digits.len() {
        first -= 1;
        digits[first] = b"0123456789abcdef"[rest as usize & 0xf];
        rest >>= 4;
    }
    let mut text = ArrayString::from(mark).unwrap_or_default();
    text.push_str(str::from_utf8(&digits[first..]).unwrap_or_default());
    text
}

macro_rules! as_text {
    ($name:ident, $mark:literal) => {
        impl $name {
            /// The id as text.
            pub fn written(self) -> ArrayString<17> {
                written($mark, self.0)
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.written())
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
                serializer.serialize_str(&self.written())
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                parlor_kit::deserialize_text(deserializer, concat!("a name, such as \"", $mark, "1a2b\""))
            }
        }
    };
}
as_text!(TableId, "t");
as_text!(PersonId, "p");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_written_with_their_session_where_there_is_one() {
        for (request, json) in [
            (RequestId::from(7), "7"),
            (RequestId { session: 9, number: 1 << 60 }, "[9,1152921504606846976]"),
        ] {
            assert_eq!(serde_json::to_string(&request).unwrap(), json);
            assert_eq!(serde_json::from_str::<RequestId>(json).unwrap(), request);
        }
    }

    #[test]
    fn names_are_hexadecimal_numbers_with_a_letter_before_them() {
        for number in [0, 1, 9, 10, 15, 16, 0x1a2b, u64::from(u32::MAX), 1 << 60, u64::MAX] {
            assert_eq!(TableId(number).to_string(), format!("t{number:x}"));
            assert_eq!(PersonId(number).to_string().parse(), Ok(PersonId(number)));
            assert_eq!(serde_json::to_value(TableId(number)).unwrap(), format!("t{number:x}"));
        }
    }
}
