//! The JSON Schema of the protocol, generated from the types.

use crate::{Request, ServerMessage};
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Value, json};

/// The JSON Schema of both directions: `$defs` holds the shared types, `properties` the two kinds of frames.
pub fn protocol_schema() -> Value {
    // Fields a client may omit differ from fields the server omits, so each direction has its own generator.
    let mut read = SchemaSettings::draft2020_12().into_generator();
    let mut written = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let client = frame(Request::json_schema(&mut read).to_value(), true);
    let server = frame(ServerMessage::json_schema(&mut written).to_value(), false);
    let mut defs = read.take_definitions(true);
    defs.append(&mut written.take_definitions(true));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Parlor protocol, version 1",
        "type": "object",
        "properties": { "client": client, "server": server },
        "$defs": defs,
    })
}

/// Every frame has an id beside its event and data: always from the client, only in replies from the server.
fn frame(mut schema: Value, required: bool) -> Value {
    let variants = schema["oneOf"].as_array_mut().into_iter().flatten();
    for variant in variants {
        variant["properties"]["id"] = json!({ "type": "integer", "minimum": 0 });
        if required && let Some(list) = variant["required"].as_array_mut() {
            list.retain(|name| name != "data");
            list.push("id".into());
        }
        variant["additionalProperties"] = false.into();
    }
    schema
}
