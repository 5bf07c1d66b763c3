//! The laws that every game keeps, for two to six players and every kind of option.

#![cfg(feature = "module")]

use level8::{Action, Level8, Source};
use parlor_check::Suite;
use parlor_kit::{Game, Seat};
use serde_json::json;

// L8-14. A sample for every day; `parlor check level8 --games 2000` plays more, with the default options.
parlor_check::laws!(level8::rules(), |suite| {
    let whole = json!({ "levels": 8, "order": "standard", "hard": false });
    let shuffled = json!({ "levels": 2, "order": "shuffled", "hard": false });
    let each = json!({ "levels": 4, "order": "shuffled-each", "hard": true });
    suite.games(40).plies(8).options([whole, shuffled, each])
});

/// For most turns of every hundred nobody lays out and everybody draws, and so the draw pile comes to its end.
fn draws_on(game: &Level8, _: Seat, action: &Action) -> bool {
    let patient = game.turn_number().is_some_and(|turn| turn % 100 < 85);
    match action {
        _ if !patient => true,
        Action::Take(source) => *source == Source::Draw,
        action => matches!(action, Action::Discard { .. } | Action::Skip { .. }),
    }
}

// L8-8, L8-9, L8-14: new draw piles and hands that are worn out are too rare to be met by chance.
#[test]
fn the_laws_hold_where_the_draw_pile_is_formed_anew() {
    let rules = level8::rules();
    let options = json!({ "levels": 2, "order": "standard", "hard": false });
    let report = Suite::new(&rules).games(10).plies(24).options([options]).prefer(draws_on).run();
    assert!(report.is_ok(), "\n\n{report}");
    for event in ["level8-event-pile", "level8-event-worn-out", "level8-event-missed"] {
        assert!(report.coverage.events.contains_key(event), "never met: {event}\n\n{report}");
    }
}
