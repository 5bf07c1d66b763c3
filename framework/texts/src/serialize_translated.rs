//! Translates texts while JSON is written, without a copy of the untranslated value.

use crate::Translator;
use parlor_kit::{OfferNode, Offers, RawJson, Text};
use serde::{Deserialize, Serialize, Serializer, ser};
use serde_json::{Value, value::RawValue};

/// A value with texts in it that serializes with every text translated for one reader.
pub struct SerializeTranslated<'a, T: ?Sized> {
    translator: &'a Translator,
    language: &'a str,
    names: &'a [String],
    value: &'a T,
}

impl Translator {
    /// A view of a value that serializes in a language. Seats are called by their entries in `names`.
    pub fn localized<'a, T: ?Sized>(
        &'a self,
        language: &'a str,
        names: &'a [String],
        value: &'a T,
    ) -> SerializeTranslated<'a, T> {
        SerializeTranslated { translator: self, language, names, value }
    }

    /// The text that a JSON value stands for: `["@key", {arguments}]`.
    pub(crate) fn text_in(json: &Value) -> Option<Text> {
        let key = json.as_array()?.first()?.as_str()?;
        if key.starts_with('@') { Text::deserialize(json).ok() } else { None }
    }
}

impl<'a, T: ?Sized> SerializeTranslated<'a, T> {
    fn with<U: ?Sized>(&self, value: &'a U) -> SerializeTranslated<'a, U> {
        SerializeTranslated { translator: self.translator, language: self.language, names: self.names, value }
    }
}

impl Serialize for SerializeTranslated<'_, RawJson> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        as_raw_json(serializer, |out| self.write_to(out))
    }
}

/// Serializes what `write` writes as JSON.
fn as_raw_json<S: Serializer>(serializer: S, write: impl FnOnce(&mut Vec<u8>)) -> Result<S::Ok, S::Error> {
    let mut json = Vec::new();
    write(&mut json);
    let json = String::from_utf8(json).map_err(ser::Error::custom)?;
    RawValue::from_string(json).map_err(ser::Error::custom)?.serialize(serializer)
}

impl SerializeTranslated<'_, RawJson> {
    /// Appends the JSON with every text translated. `["@` only ever begins a text: inside a string the quote would be
    /// escaped, and no string that ends there is followed by `@`.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let mut rest = self.value.as_str();
        while let Some(at) = rest.find("[\"@") {
            let (before, marked) = rest.split_at(at);
            out.extend_from_slice(before.as_bytes());
            let mut end = array_end(marked);
            if !self.translator.translate_json_text(self.language, &marked[..end], self.names, out) {
                // Not a text: the array is copied as it is.
                out.push(b'[');
                end = 1;
            }
            rest = &marked[end..];
        }
        out.extend_from_slice(rest.as_bytes());
    }
}

/// The length of the array at the beginning of the JSON.
fn array_end(json: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for (at, byte) in json.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' if depth == 1 => return at + 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    json.len()
}

impl Serialize for SerializeTranslated<'_, Offers> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        as_raw_json(serializer, |out| self.write_to(out))
    }
}

impl SerializeTranslated<'_, Offers> {
    /// Appends the offers as JSON. Every move is followed by offers, often dozens: serde would cost more than the rest.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        self.with(self.value.0.as_slice()).write_to(out, &mut String::new());
    }
}

impl SerializeTranslated<'_, [OfferNode]> {
    /// `words` is a buffer that is reused for every string.
    fn write_to(&self, out: &mut Vec<u8>, words: &mut String) {
        out.push(b'[');
        for (number, node) in self.value.iter().enumerate() {
            if number > 0 {
                out.push(b',');
            }
            self.write_node(node, out, words);
        }
        out.push(b']');
    }

    fn write_node(&self, node: &OfferNode, out: &mut Vec<u8>, words: &mut String) {
        let OfferNode { pick, label, action, shortcut, confirm, reach, next } = node;
        out.extend_from_slice(b"{\"pick\":");
        words.clear();
        pick.write_to(words).expect("writing to a string never fails");
        quote(out, words);
        if let Some(label) = label {
            out.extend_from_slice(b",\"label\":");
            words.clear();
            self.translator.translate_to(words, self.language, label, self.names);
            quote(out, words);
        }
        if let Some(action) = action {
            out.extend_from_slice(b",\"action\":");
            write(out, action);
        }
        if let Some(shortcut) = shortcut {
            out.extend_from_slice(b",\"shortcut\":");
            write(out, shortcut);
        }
        if *confirm {
            out.extend_from_slice(b",\"confirm\":true");
        }
        if let Some(reach) = reach {
            out.extend_from_slice(b",\"reach\":");
            write(out, reach);
        }
        if !next.is_empty() {
            out.extend_from_slice(b",\"next\":");
            self.with(next.as_slice()).write_to(out, words);
        }
        out.push(b'}');
    }
}

/// Appends a JSON string.
pub(crate) fn quote(out: &mut Vec<u8>, words: &str) {
    // A loop without an early exit is vectorised.
    let plain =
        words.bytes().fold(true, |plain, byte| plain & (byte >= b' ') & (byte != b'"') & (byte != b'\\'));
    if !plain {
        return write(out, words);
    }
    out.push(b'"');
    out.extend_from_slice(words.as_bytes());
    out.push(b'"');
}

fn write(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    serde_json::to_writer(out, value).expect("it has a form in JSON");
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::{Gesture, Offer, Shortcut};
    use serde_json::json;

    fn translator() -> Translator {
        Translator::new().with("de", "go = Los, { $who }!\n")
    }

    #[test]
    fn texts_are_translated_anywhere_in_json_and_the_rest_stays() {
        let names = ["Ada".to_string()];
        let json =
            json!({ "a": [["@go", { "who": { "seat": 0 } }], 1, "@go", ["@go", 3], []], "b": { "c": null } });
        let mut said = json.clone();
        translator().translate_json("de", &mut said, &names);
        assert_eq!(said, json!({ "a": ["Los, Ada!", 1, "@go", ["@go", 3], []], "b": { "c": null } }));
        let written = RawJson::new(&json);
        assert_eq!(serde_json::to_value(translator().localized("de", &names, &written)).unwrap(), said);
    }

    #[test]
    fn a_text_in_written_json_ends_where_its_array_ends() {
        let translator = Translator::new().with("de", "one = { $a }\ntwo = { $a } { $b }\n");
        let json =
            json!([["@one", { "a": "]}\\\"[" }], ["@two", { "a": ["@one", { "a": 1 }], "b": 2 }], ["@one"]]);
        let said =
            |written: &RawJson| serde_json::to_value(translator.localized("de", &[], written)).unwrap();
        let mut words = json.clone();
        translator.translate_json("de", &mut words, &[]);
        let written = RawJson::new(&json);
        assert_eq!(said(&written), words);
        assert_eq!(said(&written), words, "a cached translation is the same");
    }

    #[test]
    fn offers_stay_as_they_are_but_for_their_labels() {
        let gesture =
            |n: i64| Gesture::amount(n).then_button("go", Text::new("go").arg("who", "Ben")).confirm();
        let offers = vec![
            Offer { action: json!({ "n": 1 }), gesture: gesture(1).shortcut(Shortcut::Space).reach(2) },
            Offer { action: json!(["@go"]), gesture: Gesture::amount(2) },
        ];
        let offers = Offers::tree(offers);
        let mut plain = serde_json::to_value(&offers).unwrap();
        plain[0]["next"][0]["label"] = json!("Los, Ben!");
        let said = serde_json::to_value(translator().localized("de", &[], &offers)).unwrap();
        assert_eq!(said, plain, "an action goes back as it came, whatever it looks like");
    }

    #[test]
    fn names_and_labels_of_any_letters_stay_one_word_of_json() {
        let strange = "a\"b\\c\n\u{1}ä\u{7f}";
        let gesture = Gesture::piece(strange).label(Text::new("go").arg("who", strange));
        let offers = Offers::tree(vec![Offer { action: json!(strange), gesture }]);
        let said = serde_json::to_value(translator().localized("de", &[], &offers)).unwrap();
        let label = format!("Los, {strange}!");
        assert_eq!(said, json!([{ "pick": format!("piece:{strange}"), "label": label, "action": strange }]));
    }
}
