//! JSON kept as serialised text.

use serde::{Serialize, Serializer};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use std::sync::Arc;

/// JSON text that is serialized once and shared. Serializing it again copies the text.
#[derive(Clone, Debug)]
pub struct RawJson(Arc<RawValue>);

impl RawJson {
    /// Serializes a value. JSON has no form for maps with keys other than strings and numbers.
    pub fn new(value: &impl Serialize) -> RawJson {
        RawJson(to_raw_value(value).expect("a value with a form in JSON").into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The parsed value.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.as_str()).expect("serialized JSON can be parsed")
    }
}

impl PartialEq for RawJson {
    fn eq(&self, other: &RawJson) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Serialize for RawJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::serialize(&self.0, serializer)
    }
}
