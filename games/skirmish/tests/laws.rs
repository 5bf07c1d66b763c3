//! The laws that every game keeps, for pairs of armies.

#![cfg(feature = "module")]

use parlor_kit::Rules;
use serde_json::{Value, json};

/// A table at which two shipped decks meet.
fn pair(one: &str, two: &str) -> Value {
    let rules = skirmish::rules();
    let deck = |name: &str| rules.bundle().content("deck", name).expect("the deck is shipped").clone();
    let set = rules.bundle().content("set", "standard").expect("the set is shipped");
    json!({ "set": set, "deck_one": deck(one), "deck_two": deck(two), "provisions": 202, "reinforcements": 1 })
}

// SK-14: every army is there, those with spies, scouts and sages more than once.
parlor_check::laws!(skirmish::rules(), |suite| {
    suite.games(40).plies(6).options([
        pair("empire", "dwarf-king"),
        pair("high-elves", "beasts"),
        pair("wood-elves", "empire"),
        pair("holy-army", "spirits"),
        pair("wild-dwarves", "high-elves"),
    ])
});
