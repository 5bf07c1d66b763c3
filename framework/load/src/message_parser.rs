//! Minimal parser of messages: only the fields needed to play on. Everything else is skipped, so that the
//! load generator takes as little CPU as possible from the server.

use parlor_client::ClientError;
use parlor_kit::{MAX_SEATS, Seat, Seats};
use parlor_protocol::leading_number;
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, SeqAccess, Visitor},
};
use serde_json::value::RawValue;
use std::{fmt, marker::PhantomData};

/// Whether a message is the reply to a request that was executed.
pub(crate) fn is_ok(text: &str) -> bool {
    let rest = text.strip_prefix("{\"id\":").and_then(leading_number);
    rest.is_some_and(|(_, rest)| rest.starts_with(",\"event\":\"ok\""))
}

/// A message.
#[derive(Deserialize)]
pub(crate) struct Told<'a> {
    pub(crate) event: &'a str,
    #[serde(borrow, default)]
    pub(crate) data: Fresh<'a>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Fresh<'a> {
    pub(crate) version: u64,
    pub(crate) turn: Seats,
    pub(crate) outcome: Option<IgnoredAny>,
    #[serde(borrow)]
    offers: Last<Offer<'a>>,
    #[serde(borrow)]
    actions: Last<&'a RawValue>,
}

/// The last element of a list.
struct Last<T>(Option<T>);

impl<T> Default for Last<T> {
    fn default() -> Last<T> {
        Last(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Last<T> {
    fn deserialize<D: Deserializer<'de>>(list: D) -> Result<Last<T>, D::Error> {
        struct List<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
            type Value = Last<T>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Last<T>, A::Error> {
                let mut last = Last(None);
                while let Some(next) = list.next_element()? {
                    last = Last(Some(next));
                }
                Ok(last)
            }
        }
        list.deserialize_seq(List(PhantomData))
    }
}

/// A node in the tree of offers: its action, or the last one of those behind it.
#[derive(Deserialize)]
#[serde(from = "Node<'a>")]
struct Offer<'a>(#[serde(borrow)] Option<&'a RawValue>);

#[derive(Deserialize)]
struct Node<'a> {
    #[serde(borrow)]
    action: Option<&'a RawValue>,
    #[serde(borrow, default)]
    next: Last<Offer<'a>>,
}

impl<'a> From<Node<'a>> for Offer<'a> {
    fn from(Node { action, next }: Node<'a>) -> Offer<'a> {
        Offer(action.or_else(|| next.0?.0))
    }
}

impl<'a> Fresh<'a> {
    /// The last action that is offered: in many games it makes for longer games than the first.
    pub(crate) fn action(&self) -> Option<&'a str> {
        let offered = self.offers.0.as_ref().and_then(|offer| offer.0);
        offered.or(self.actions.0).map(RawValue::get)
    }
}

impl<'a> Told<'a> {
    pub(crate) fn read(text: &'a str) -> Result<Told<'a>, ClientError> {
        if let Some(told) = Told::read_step(text) {
            return Ok(told);
        }
        serde_json::from_str(text).map_err(|error| ClientError::Strange(format!("{error}: {text}")))
    }

    /// Fast path for a brief step without offers, as every other message is.
    fn read_step(text: &str) -> Option<Told<'_>> {
        let (_, rest) =
            text.strip_prefix("{\"event\":\"gameStep\",\"data\":{\"table\":\"")?.split_once('"')?;
        let (version, rest) = leading_number(rest.strip_prefix(",\"version\":")?)?;
        let (_, seat) = rest.rsplit_once(",\"turn\":[")?;
        let seat: usize = seat.strip_suffix("]}}")?.parse().ok()?;
        let turn = (seat < MAX_SEATS).then(|| Seat::new(seat))?.into();
        Some(Told { event: "gameStep", data: Fresh { version, turn, ..Fresh::default() } })
    }
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_told_from_everything_else() {
        assert!(is_ok(r#"{"id":12,"event":"ok","data":{"version":3}}"#));
        for other in [
            r#"{"id":12,"event":"error","data":{}}"#,
            r#"{"event":"ok"}"#,
            r#"{"id":1,"x":",\"event\":\"ok\""}"#,
        ] {
            assert!(!is_ok(other), "{other}");
        }
    }

    #[test]
    fn the_last_action_is_found_however_deep_it_is() {
        let last = |offers: &str| {
            let text = format!("{{\"event\":\"gameUpdate\",\"data\":{{\"version\":3,\"offers\":{offers}}}}}");
            Told::read(&text).unwrap().data.action().map(String::from)
        };
        assert_eq!(last("[]"), None);
        assert_eq!(
            last(r#"[{"pick":"a","action":1},{"pick":"b","action":{"x": 2}}]"#).unwrap(),
            "{\"x\": 2}"
        );
        let deep = r#"[{"action":1},{"pick":"b","next":[{"action":2},{"next":[{"action":"3"}]}]}]"#;
        assert_eq!(last(deep).unwrap(), "\"3\"");
        for text in [
            r#"{"event":"gameStep","data":{"table":"t7","version":3,"turn":[1]}}"#,
            r#"{"event":"gameStep","data":{"table":"t7","version":3,"played":{"seat":0,"action":{"turn":[2]}},"turn":[1]}}"#,
        ] {
            let told = Told::read_step(text).unwrap();
            assert_eq!((told.data.version, told.data.turn), (3, Seat::new(1).into()));
        }
        for text in [
            r#"{"event":"gameStep","data":{"table":"t7","version":3,"turn":[],"outcome":{}}}"#,
            r#"{"event":"gameStep","data":{"table":"t7","version":3,"turn":[1],"actions":[{"x":0,"turn":[2]}]}}"#,
            r#"{"event":"gameStep","data":{"table":"t7","version":3,"turn":[0,1]}}"#,
        ] {
            assert!(Told::read_step(text).is_none() && Told::read(text).is_ok(), "{text}");
        }
        let brief = r#"{"event":"gameStep","data":{"version":3,"actions":[1,{"x": 2}]}}"#;
        assert_eq!(Told::read(brief).unwrap().data.action(), Some("{\"x\": 2}"));
    }
}
