//! The laws that every game keeps, for two to six players and every kind of option.

#![cfg(feature = "module")]

use serde_json::json;

// L8-14. A sample for every day; `parlor check level8 --games 2000` plays more, with the default options.
parlor_check::laws!(level8::rules(), |suite| {
    let whole = json!({ "levels": 8, "order": "standard", "hard": false });
    let shuffled = json!({ "levels": 2, "order": "shuffled", "hard": false });
    let each = json!({ "levels": 4, "order": "shuffled-each", "hard": true });
    suite.games(40).plies(8).options([whole, shuffled, each])
});
