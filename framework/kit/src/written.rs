//! JSON that is written already.

use serde::{Serialize, Serializer};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use std::sync::Arc;

/// JSON that is written already, so that it is written once for everybody who gets it.
/// Wherever it is written again, it is copied as it stands.
#[derive(Clone, Debug)]
pub struct Written(Arc<RawValue>);

impl Written {
    /// Writes a value that has a form in JSON: maps with keys other than texts and numbers have none.
    pub fn new(value: &impl Serialize) -> Written {
        Written(to_raw_value(value).expect("it has a form in JSON").into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The value, read again.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.as_str()).expect("what was written can be read")
    }
}

impl PartialEq for Written {
    fn eq(&self, other: &Written) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::serialize(&self.0, serializer)
    }
}
