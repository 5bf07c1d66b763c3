//! The laws that every game keeps, how many lines of play there are, and a mirror.

use connect_four::{ConnectFour, Put};
use serde_json::{Value, json};

// CL-1 to CL-18
parlor_check::laws!(connect_four::rules(), |suite| {
    let lines = [(1, 7), (2, 49), (3, 343), (4, 2401), (5, 16_807), (6, 117_649)];
    suite
        .perft(json!({}), 2, &lines)
        .symmetry("mirrored", mirrored, |_, seat, put| (seat, Put { column: 6 - put.column }))
});

fn mirrored(game: &ConnectFour) -> ConnectFour {
    let mut saved = serde_json::to_value(game).unwrap();
    for stones in saved["stones"].as_array_mut().unwrap() {
        let old = stones.as_u64().unwrap();
        let columns = (0..7).map(|column| (old >> (7 * column) & 0x7f) << (7 * (6 - column)));
        *stones = Value::from(columns.fold(0, |all, column| all | column));
    }
    serde_json::from_value(saved).unwrap()
}
