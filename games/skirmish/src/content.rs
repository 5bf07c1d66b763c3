//! Validates user-made card sets and decks, and reports the place of each fault.

use crate::{CardSet, DeckFile, Fault, Limits, SetFile, options::standard_set};
use parlor_kit::{
    ContentFault, Text,
    content::{pointer, read_part, shown, unknown_kind},
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// Every fault of content of a kind.
pub(crate) fn faults(kind: &str, content: &Value) -> Vec<ContentFault> {
    match kind {
        "set" => set_faults(content),
        "deck" => deck_faults(content),
        _ => unknown_kind(kind),
    }
}

/// Validates a set on its own and as an expansion of the shipped one, and reports the shorter list of faults.
fn set_faults(content: &Value) -> Vec<ContentFault> {
    let (file, places, unreadable) = match read_entries(content) {
        Ok(read) => read,
        Err(fault) => return vec![fault],
    };
    let alone = CardSet::check([("set", &file)]).err().unwrap_or_default();
    let faults = if alone.is_empty() {
        alone
    } else {
        let together =
            CardSet::check([("set", &standard_set()), ("expansion", &file)]).err().unwrap_or_default();
        let together: Vec<Fault> = together.into_iter().filter(|fault| fault.file == "expansion").collect();
        if together.len() < alone.len() { together } else { alone }
    };
    let faults = faults.into_iter().map(|fault| ContentFault::new(places.original(&fault.at), fault.reason));
    unreadable.into_iter().chain(faults).collect()
}

/// Validates decks against the shipped cards, and against the widest limits of any table.
fn deck_faults(content: &Value) -> Vec<ContentFault> {
    let deck: DeckFile = match read_part("", content) {
        Ok(deck) => deck,
        Err(fault) => return vec![fault],
    };
    let limits = Limits { neutral: !deck.neutral.is_empty(), ..Limits::WIDEST };
    match CardSet::check([("set", &standard_set())]) {
        Ok(set) => limits.faults(&deck, &set),
        Err(_) => Vec::new(),
    }
}

/// The original indices of a set's entries, before invalid ones were dropped.
struct Places(BTreeMap<String, Vec<usize>>);

impl Places {
    fn original(&self, at: &str) -> String {
        let mut steps = at.split('/').skip(1);
        let (list, index) = (steps.next().unwrap_or_default(), steps.next().unwrap_or_default());
        let index = index.parse().ok().and_then(|index: usize| self.0.get(list)?.get(index));
        index.map_or_else(|| at.to_string(), |index| format!("/{list}/{index}"))
    }
}

/// Parses a set entry by entry: the valid entries, their indices, and the faults of the others.
fn read_entries(content: &Value) -> Result<(SetFile, Places, Vec<ContentFault>), ContentFault> {
    let Value::Object(lists) = content else {
        let text = Text::new("content-form").arg("expected", Text::new("content-form-object"));
        return Err(ContentFault::new("", text.arg("found", shown(content))));
    };
    let (mut set, mut places, mut faults) = (SetFile::default(), Places(BTreeMap::new()), Vec::new());
    for (name, list) in lists {
        match name.as_str() {
            "races" => set.races = entries(name, list, &mut places, &mut faults),
            "factions" => set.factions = entries(name, list, &mut places, &mut faults),
            "rules" => set.rules = entries(name, list, &mut places, &mut faults),
            "tokens" => set.tokens = entries(name, list, &mut places, &mut faults),
            "cards" => set.cards = entries(name, list, &mut places, &mut faults),
            _ => {
                let text = Text::new("content-field-unknown").arg("name", name.as_str());
                faults.push(ContentFault::new(pointer("", name), text));
            }
        }
    }
    Ok((set, places, faults))
}

fn entries<T: DeserializeOwned>(
    name: &str,
    list: &Value,
    places: &mut Places,
    faults: &mut Vec<ContentFault>,
) -> Vec<T> {
    let at = pointer("", name);
    let Value::Array(list) = list else {
        faults.extend(read_part::<Vec<T>>(&at, list).err());
        return Vec::new();
    };
    let (mut entries, mut indices) = (Vec::new(), Vec::new());
    for (index, entry) in list.iter().enumerate() {
        match read_part(&pointer(&at, index), entry) {
            Ok(entry) => {
                entries.push(entry);
                indices.push(index);
            }
            Err(fault) => faults.push(fault),
        }
    }
    places.0.insert(name.to_string(), indices);
    entries
}
