//! JSON in a reader's words, without a copy of what is said.

use crate::Speaker;
use parlor_kit::{OfferNode, Offers, Text, Written};
use serde::{Deserialize, Serialize, Serializer, ser};
use serde_json::{Value, value::RawValue};

/// Something with texts in it, as it is written for one reader: every text is said where it stands.
pub struct InWords<'a, T: ?Sized> {
    speaker: &'a Speaker,
    language: &'a str,
    names: &'a [String],
    it: &'a T,
}

impl Speaker {
    /// What this becomes in a language, written as JSON. Seats are called by their entries in `names`.
    pub fn said<'a, T: ?Sized>(
        &'a self,
        language: &'a str,
        names: &'a [String],
        it: &'a T,
    ) -> InWords<'a, T> {
        InWords { speaker: self, language, names, it }
    }

    /// The text that a JSON value stands for: `["@key", {arguments}]`.
    pub(crate) fn marked(json: &Value) -> Option<Text> {
        let key = json.as_array()?.first()?.as_str()?;
        if key.starts_with('@') { Text::deserialize(json).ok() } else { None }
    }
}

impl<'a, T: ?Sized> InWords<'a, T> {
    fn with<U: ?Sized>(&self, it: &'a U) -> InWords<'a, U> {
        InWords { speaker: self.speaker, language: self.language, names: self.names, it }
    }
}

impl Serialize for InWords<'_, Written> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        as_written(serializer, |out| self.write_to(out))
    }
}

/// Hands on what is written as JSON.
fn as_written<S: Serializer>(serializer: S, write: impl FnOnce(&mut Vec<u8>)) -> Result<S::Ok, S::Error> {
    let mut said = Vec::new();
    write(&mut said);
    let said = String::from_utf8(said).map_err(ser::Error::custom)?;
    RawValue::from_string(said).map_err(ser::Error::custom)?.serialize(serializer)
}

impl InWords<'_, Written> {
    /// Appends the JSON with every text said. `["@` begins a text and nothing else: inside a word the quote would
    /// be escaped, and no word that ends there goes on with `@`.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let mut rest = self.it.as_str();
        while let Some(at) = rest.find("[\"@") {
            let (before, marked) = rest.split_at(at);
            out.extend_from_slice(before.as_bytes());
            let mut end = array_end(marked);
            if !self.speaker.say_written(self.language, &marked[..end], self.names, out) {
                // It only looks like a text: an array goes on as it is.
                out.push(b'[');
                end = 1;
            }
            rest = &marked[end..];
        }
        out.extend_from_slice(rest.as_bytes());
    }
}

/// Where the array ends that JSON begins with.
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

impl Serialize for InWords<'_, Offers> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        as_written(serializer, |out| self.write_to(out))
    }
}

impl InWords<'_, Offers> {
    /// Appends the offers as JSON. Every move is followed by some, often by dozens: they are written in one go.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        self.with(self.it.0.as_slice()).write_to(out, &mut String::new());
    }
}

impl InWords<'_, [OfferNode]> {
    /// `words` is room for whatever is put into quotes.
    fn write_to(&self, out: &mut Vec<u8>, words: &mut String) {
        out.push(b'[');
        for (number, node) in self.it.iter().enumerate() {
            if number > 0 {
                out.push(b',');
            }
            self.write_node(node, out, words);
        }
        out.push(b']');
    }

    fn write_node(&self, node: &OfferNode, out: &mut Vec<u8>, words: &mut String) {
        let OfferNode { pick, label, action, shortcut, confirm, next } = node;
        out.extend_from_slice(b"{\"pick\":");
        words.clear();
        pick.write_to(words).expect("writing to a string never fails");
        quote(out, words);
        if let Some(label) = label {
            out.extend_from_slice(b",\"label\":");
            words.clear();
            self.speaker.say_to(words, self.language, label, self.names);
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
        if !next.is_empty() {
            out.extend_from_slice(b",\"next\":");
            self.with(next.as_slice()).write_to(out, words);
        }
        out.push(b'}');
    }
}

/// Appends words as a JSON string.
pub(crate) fn quote(out: &mut Vec<u8>, words: &str) {
    // Without a way out of the loop, many letters are looked at in one go.
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

    fn speaker() -> Speaker {
        Speaker::new().with("de", "go = Los, { $who }!\n")
    }

    #[test]
    fn texts_are_said_anywhere_in_json_and_the_rest_stays() {
        let names = ["Ada".to_string()];
        let json =
            json!({ "a": [["@go", { "who": { "seat": 0 } }], 1, "@go", ["@go", 3], []], "b": { "c": null } });
        let mut said = json.clone();
        speaker().localise("de", &mut said, &names);
        assert_eq!(said, json!({ "a": ["Los, Ada!", 1, "@go", ["@go", 3], []], "b": { "c": null } }));
        let written = Written::new(&json);
        assert_eq!(serde_json::to_value(speaker().said("de", &names, &written)).unwrap(), said);
    }

    #[test]
    fn a_text_in_written_json_ends_where_its_array_ends() {
        let speaker = Speaker::new().with("de", "one = { $a }\ntwo = { $a } { $b }\n");
        let json =
            json!([["@one", { "a": "]}\\\"[" }], ["@two", { "a": ["@one", { "a": 1 }], "b": 2 }], ["@one"]]);
        let said = |written: &Written| serde_json::to_value(speaker.said("de", &[], written)).unwrap();
        let mut words = json.clone();
        speaker.localise("de", &mut words, &[]);
        let written = Written::new(&json);
        assert_eq!(said(&written), words);
        assert_eq!(said(&written), words, "what was said before is said alike");
    }

    #[test]
    fn offers_are_said_as_they_are_but_for_their_labels() {
        let gesture =
            |n: i64| Gesture::amount(n).then_button("go", Text::new("go").arg("who", "Ben")).confirm();
        let offers = vec![
            Offer { action: json!({ "n": 1 }), gesture: gesture(1).shortcut(Shortcut::Space) },
            Offer { action: json!(["@go"]), gesture: Gesture::amount(2) },
        ];
        let offers = Offers::tree(offers);
        let mut plain = serde_json::to_value(&offers).unwrap();
        plain[0]["next"][0]["label"] = json!("Los, Ben!");
        let said = serde_json::to_value(speaker().said("de", &[], &offers)).unwrap();
        assert_eq!(said, plain, "an action goes back as it came, whatever it looks like");
    }

    #[test]
    fn names_and_labels_of_any_letters_stay_one_word_of_json() {
        let strange = "a\"b\\c\n\u{1}ä\u{7f}";
        let gesture = Gesture::piece(strange).label(Text::new("go").arg("who", strange));
        let offers = Offers::tree(vec![Offer { action: json!(strange), gesture }]);
        let said = serde_json::to_value(speaker().said("de", &[], &offers)).unwrap();
        let label = format!("Los, {strange}!");
        assert_eq!(said, json!([{ "pick": format!("piece:{strange}"), "label": label, "action": strange }]));
    }
}
