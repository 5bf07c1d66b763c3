//! The looks of a game, as pages get them.

use crate::catalogue::Edition;
use serde_json::{Map, Value, json};

/// The looks by id, named in a language. `address` gives the address of a sprite by its file name.
pub(crate) fn looks(
    edition: &Edition,
    language: &str,
    address: impl Fn(&str) -> String,
) -> Map<String, Value> {
    let looks = edition.game.bundle().manifest.looks.iter().map(|(id, look)| {
        let mut about = camel_case(serde_json::to_value(look).unwrap_or_default());
        about["name"] = edition.translator.translate_key(language, &look.name).into();
        if let Some(sprite) = &look.sprite {
            about["sprite"] = address(sprite).into();
        }
        if let Some(along) = &look.along {
            about["along"] = json!({ "body": address(&along.body), "tail": address(&along.tail) });
        }
        (id.to_string(), about)
    });
    looks.collect()
}

/// Manifests are written with hyphens, the protocol in camel case.
pub(crate) fn camel_case(value: Value) -> Value {
    let Value::Object(fields) = value else { return value };
    let camel = |name: &str| {
        let mut parts = name.split('-');
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |name, part| {
            let mut letters = part.chars();
            let head = letters.next().map(|c| c.to_ascii_uppercase());
            name + &head.into_iter().chain(letters).collect::<String>()
        })
    };
    Value::Object(fields.into_iter().map(|(name, value)| (camel(&name), camel_case(value))).collect())
}
