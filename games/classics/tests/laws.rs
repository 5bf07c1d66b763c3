//! The laws that every game keeps.

mod tic_tac_toe {
    // Nine moves, then eight and so on; the first ends come after five, and a line ends a game early.
    parlor_check::laws!(classics::tic_tac_toe(), |suite| {
        suite.perft(
            serde_json::json!({}),
            2,
            &[(1, 9), (2, 72), (3, 504), (4, 3024), (5, 15_120), (6, 54_720)],
        )
    });
}

mod hex {
    parlor_check::laws!(classics::hex(), |suite| suite.games(20));
}

mod reversi {
    // The numbers everybody counts from the first position.
    parlor_check::laws!(classics::reversi(), |suite| {
        suite.games(20).perft(
            serde_json::json!({}),
            2,
            &[(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396), (6, 8200)],
        )
    });
}
