//! Binary encoding of answers of native libraries: little-endian numbers, length-prefixed lists and texts,
//! variants with a tag byte.

use crate::{Failure, WireTurn};

/// A value that can be encoded by a native library and decoded by its host.
pub trait Encode: Sized {
    /// Appends the value.
    fn encode(&self, out: &mut Vec<u8>);

    /// Decodes the value and advances; `None` if the bytes are invalid.
    fn decode(bytes: &mut &[u8]) -> Option<Self>;

    /// Appends a list without its length. Bytes override it: a state is copied as a whole.
    fn encode_items(items: &[Self], out: &mut Vec<u8>) {
        items.iter().for_each(|item| item.encode(out));
    }

    /// Decodes this many values.
    fn decode_items(count: usize, bytes: &mut &[u8]) -> Option<Vec<Self>> {
        (0..count).map(|_| Self::decode(bytes)).collect()
    }
}

/// Encodes a value.
pub fn encode<T: Encode>(value: &T) -> Vec<u8> {
    let mut out = Vec::new();
    value.encode(&mut out);
    out
}

/// Decodes a value; `None` if the bytes are invalid or longer.
pub fn decode<T: Encode>(mut bytes: &[u8]) -> Option<T> {
    let value = T::decode(&mut bytes)?;
    bytes.is_empty().then_some(value)
}

fn take<'a>(count: usize, bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

macro_rules! encode_numbers {
    ($($number:ty)*) => { $(
        impl Encode for $number {
            fn encode(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
            fn decode(bytes: &mut &[u8]) -> Option<$number> {
                Some(<$number>::from_le_bytes(take(size_of::<$number>(), bytes)?.try_into().ok()?))
            }
        }
    )* };
}
encode_numbers!(u32 u64 f32);

impl Encode for u8 {
    fn encode(&self, out: &mut Vec<u8>) {
        out.push(*self);
    }
    fn decode(bytes: &mut &[u8]) -> Option<u8> {
        take(1, bytes).map(|byte| byte[0])
    }
    fn encode_items(items: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(items);
    }
    fn decode_items(count: usize, bytes: &mut &[u8]) -> Option<Vec<u8>> {
        take(count, bytes).map(<[u8]>::to_vec)
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode(&self, out: &mut Vec<u8>) {
        (self.len() as u32).encode(out);
        T::encode_items(self, out);
    }
    fn decode(bytes: &mut &[u8]) -> Option<Vec<T>> {
        let count = u32::decode(bytes)?;
        T::decode_items(count as usize, bytes)
    }
}

impl Encode for String {
    fn encode(&self, out: &mut Vec<u8>) {
        (self.len() as u32).encode(out);
        out.extend_from_slice(self.as_bytes());
    }
    fn decode(bytes: &mut &[u8]) -> Option<String> {
        String::from_utf8(Vec::decode(bytes)?).ok()
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self, out: &mut Vec<u8>) {
        out.push(self.is_some().into());
        self.iter().for_each(|value| value.encode(out));
    }
    fn decode(bytes: &mut &[u8]) -> Option<Option<T>> {
        match u8::decode(bytes)? {
            0 => Some(None),
            1 => T::decode(bytes).map(Some),
            _ => None,
        }
    }
}

impl<T: Encode, E: Encode> Encode for Result<T, E> {
    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Ok(value) => {
                out.push(0);
                value.encode(out);
            }
            Err(error) => {
                out.push(1);
                error.encode(out);
            }
        }
    }
    fn decode(bytes: &mut &[u8]) -> Option<Result<T, E>> {
        match u8::decode(bytes)? {
            0 => T::decode(bytes).map(Ok),
            1 => E::decode(bytes).map(Err),
            _ => None,
        }
    }
}

impl Encode for WireTurn {
    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            WireTurn::Act(seats) => {
                out.push(0);
                seats.encode(out);
            }
            WireTurn::Table => out.push(1),
            WireTurn::Over(outcome) => {
                out.push(2);
                outcome.encode(out);
            }
        }
    }
    fn decode(bytes: &mut &[u8]) -> Option<WireTurn> {
        Some(match u8::decode(bytes)? {
            0 => WireTurn::Act(Vec::decode(bytes)?),
            1 => WireTurn::Table,
            2 => WireTurn::Over(String::decode(bytes)?),
            _ => return None,
        })
    }
}

impl Encode for Failure {
    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Failure::Refused(reason) => {
                out.push(0);
                reason.encode(out);
            }
            Failure::MoreLuck => out.push(1),
        }
    }
    fn decode(bytes: &mut &[u8]) -> Option<Failure> {
        Some(match u8::decode(bytes)? {
            0 => Failure::Refused(String::decode(bytes)?),
            1 => Failure::MoreLuck,
            _ => return None,
        })
    }
}

/// Encodes a record as its fields in order.
macro_rules! encode_record {
    ($name:ident { $($field:ident),* }) => {
        impl $crate::encoding::Encode for $name {
            fn encode(&self, out: &mut Vec<u8>) {
                $(self.$field.encode(out);)*
            }
            fn decode(bytes: &mut &[u8]) -> Option<$name> {
                $(let $field = $crate::encoding::Encode::decode(bytes)?;)*
                Some($name { $($field),* })
            }
        }
    };
}
pub(crate) use encode_record;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FallbackChoice, GameStatus, Step};

    /// Checks that a value survives a round trip, and that truncated or longer input is refused.
    fn survives<T: Encode + PartialEq + std::fmt::Debug>(value: T) {
        let mut written = encode(&value);
        assert_eq!(decode::<T>(&written), Some(value));
        for cut in 0..written.len() {
            assert_eq!(decode::<T>(&written[..cut]), None, "{cut} of {} bytes", written.len());
        }
        written.push(0);
        assert_eq!(decode::<T>(&written), None);
    }

    // PL-10
    #[test]
    fn what_was_written_is_read_and_what_was_cut_off_is_not() {
        survives(b"abc".to_vec());
        survives(7u32);
        survives(vec![0.5f32, -1.0]);
        survives(Some(u64::MAX));
        survives(vec!["a".to_string(), String::new(), "é".to_string()]);
        for turn in [WireTurn::Act(vec![0, 3]), WireTurn::Table, WireTurn::Over("{}".into())] {
            let status = GameStatus { turn, turn_number: Some(3), round_number: None };
            survives(Ok::<_, String>(status.clone()));
            let step = Step { state: b"x".to_vec(), status, events: "[]".into(), luck_used: 2 };
            survives(Ok::<_, Failure>(Some(step)));
        }
        survives(Err::<Step, _>(Failure::MoreLuck));
        survives(Err::<Step, _>(Failure::Refused("[\"@no\"]".into())));
        survives(FallbackChoice { action: Some("1".into()), luck_used: 1 });
        assert_eq!(decode::<Option<u32>>(&[2, 0, 0, 0, 0]), None);
        assert_eq!(decode::<Vec<u8>>(&u32::MAX.to_le_bytes()), None);
    }
}
