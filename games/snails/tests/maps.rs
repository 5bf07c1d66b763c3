//! Map files: what is read, what is shipped, what is refused.

#![cfg(feature = "module")]

use parlor_kit::{Game, Luck, Refusal, Rules, Seat, StepContext, Turn, parse_content, prepare_options};
use serde_json::{Value, json};
use snails::{Board, Limits, MapFile, Options, Player, Snails, Tile};
use std::collections::BTreeMap;

const ANY: Limits = Limits { min_edge: 1, max_edge: 50, square: false };

fn map(json: Value) -> Result<Board, Refusal> {
    serde_json::from_value::<MapFile>(json).unwrap().check(&ANY)
}

fn setup(options: &Value) -> Result<Snails, Refusal> {
    snails::rules().setup(options, 2, &mut Luck::fast(1))
}

// SN-9
#[test]
fn numbers_and_words_are_read_row_by_row_from_the_top_left() {
    let numbers = map(json!({ "size": { "x": 3, "y": 2 }, "contents": [129, 0, 64, 64, 130, 0] })).unwrap();
    assert_eq!(numbers.to_string(), "A.#\n#B.\n");
    let words = json!(["snail1", "empty", "block", "block", "snail2", "empty"]);
    assert_eq!(map(json!({ "size": { "x": 3, "y": 2 }, "contents": words })).unwrap(), numbers);
}

// SN-9
#[test]
fn what_a_map_says_beside_size_and_contents_does_not_matter() {
    let json = json!({ "name": "Mine", "size": { "x": 3, "y": 1 }, "contents": [129, 0, 130] });
    assert_eq!(map(json).unwrap().to_string(), "A.B\n");
}

// SN-9
#[test]
fn three_fair_maps_are_shipped() {
    let rules = snails::rules();
    let shipped = &rules.bundle().contents["map"];
    let mut sizes = Vec::new();
    for (name, json) in shipped {
        let board = serde_json::from_value::<MapFile>(json.clone()).unwrap().check(&ANY).unwrap();
        sizes.push((name.as_str(), board.width(), board.height()));
        assert!(is_fair(&board), "{name}:\n{board}");
        assert_eq!(reachable(&board), usize::from(board.empty()), "every tile of {name} can be reached");
    }
    assert_eq!(sizes, [("default", 5, 5), ("hedgerow", 7, 7), ("walled-garden", 10, 10)]);
    assert_eq!(rules.default_options()["map"], shipped["default"]);
}

/// Whether the garden turned by half is the same with the players swapped.
fn is_fair(board: &Board) -> bool {
    let tiles: Vec<Tile> = board.cells().filter_map(|cell| board.tile(cell)).collect();
    let swap = |tile| match tile {
        Tile::Snail(player) => Tile::Snail(player.other()),
        other => other,
    };
    tiles.iter().eq(tiles.iter().rev().map(|&tile| swap(tile)).collect::<Vec<_>>().iter())
}

/// How many empty tiles player 1 could get to if nobody else were there.
fn reachable(board: &Board) -> usize {
    let mut seen = vec![board.snail(Player::One)];
    let mut done = 0;
    while let Some(&at) = seen.get(done) {
        done += 1;
        for direction in snails::Direction::ALL {
            let (dx, dy) = direction.delta();
            let next = parlor_kit::Cell::new(at.x + dx, at.y + dy);
            if board.tile(next) == Some(Tile::Empty) && !seen.contains(&next) {
                seen.push(next);
            }
        }
    }
    seen.len() - 1
}

// SN-10
#[test]
fn each_fault_is_refused_by_its_name() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("data/bad-maps.json")).unwrap();
    for case in &cases {
        let refusal = setup(&case["options"]).unwrap_err();
        // As values, because the order of arguments does not matter.
        assert_eq!(serde_json::to_value(&refusal).unwrap(), case["refusal"], "{}", case["shows"]);
    }
}

// SN-10
#[test]
fn what_is_not_json_is_refused_by_its_name() {
    for text in ["", "Hello!", "{\"size\": {\"x\": 5,", "129, 0, 130"] {
        let refusal = parse_content("mine.json", text.as_bytes()).unwrap_err();
        assert_eq!(refusal.code(), "content-not-json", "{text}");
    }
    assert_eq!(parse_content("mine.json", b"\xff\xfe").unwrap_err().code(), "content-not-text");
}

// SN-10
#[test]
fn maps_at_the_limits_are_accepted() {
    for (width, height) in [(5, 5), (20, 20), (5, 20)] {
        let mut contents = vec![0; width * height];
        (contents[0], contents[1]) = (129, 130);
        let options = json!({ "map": { "size": { "x": width, "y": height }, "contents": contents } });
        let game = setup(&options).unwrap();
        assert_eq!(usize::from(game.board().empty()), width * height - 2);
    }
}

// SN-10
#[test]
fn a_host_may_allow_larger_maps() {
    let mut contents = vec![0; 2500];
    (contents[0], contents[2499]) = (129, 130);
    let options =
        json!({ "map": { "size": { "x": 50, "y": 50 }, "contents": contents }, "max_map_size": 50 });
    assert_eq!(setup(&options).unwrap().board().empty(), 2498);
}

#[test]
fn a_table_chooses_map_and_patience_and_the_host_the_rest() {
    let rules = snails::rules();
    let (settings, _) = snails::Settings::parse(Some(r#"{"maxTurnsWithoutCapture": 7, "maxMapSize": 9}"#));
    let prepare = |chosen: Value| {
        let bundle = rules.bundle();
        let lookup = |kind: &str, name: &str| bundle.content(kind, name).cloned();
        let (schema, host) = (rules.options_schema(), settings.host_options());
        prepare_options(&bundle.manifest, &schema, &host, &chosen, lookup)
    };
    let game = setup(&prepare(json!({})).unwrap()).unwrap();
    assert_eq!((game.board().width(), game.patience()), (5, 7));
    let game =
        setup(&prepare(json!({ "map": "hedgerow", "max_turns_without_capture": 3 })).unwrap()).unwrap();
    assert_eq!((game.board().width(), game.patience()), (7, 3));
    let refusal = setup(&prepare(json!({ "map": "walled-garden" })).unwrap()).unwrap_err();
    assert_eq!(refusal.code(), "snails-bad-map-edge");
    for host_only in ["min_map_size", "max_map_size", "require_square_map"] {
        let refusal = prepare(json!({ host_only: 1 })).unwrap_err();
        assert_eq!(refusal.code(), "options-of-the-host", "{host_only}");
    }
}

#[test]
fn the_schema_of_the_options_names_the_ranges_the_rules_check() {
    let schema = snails::rules().options_schema();
    let range = |name: &str| {
        let field = &schema["properties"][name];
        (field["minimum"].as_u64(), field["maximum"].as_u64())
    };
    assert_eq!(range("max_turns_without_capture"), (Some(1), Some(snails::MAX_PATIENCE.into())));
    assert_eq!(range("min_map_size"), (Some(1), Some(snails::MAX_EDGE.into())));
    assert_eq!(range("max_map_size"), (Some(1), Some(snails::MAX_EDGE.into())));
    assert_eq!(schema["properties"]["map"]["x-content"], "map");
    assert_eq!(serde_json::from_value::<Options>(json!({})).unwrap(), Options::default());
    assert!(serde_json::from_value::<Options>(json!({ "colour": 1 })).is_err());
}

// SN-9: nobody has won on the default map because luck let them begin. Every line of play is followed to its end.
#[test]
fn with_best_play_the_default_map_is_a_draw() {
    let game = setup(&json!({})).unwrap();
    assert!(!can_lead(&game, 1, &mut BTreeMap::new()), "seat 0 cannot force a win");
    assert!(can_lead(&game, 0, &mut BTreeMap::new()), "nor can seat 1");
}

/// Whether seat 0 can end with a lead of at least so many tiles, whatever the other does.
fn can_lead(game: &Snails, lead: i32, known: &mut BTreeMap<u64, bool>) -> bool {
    let mut game = game.clone();
    let mut step = StepContext::silent(Luck::forced([]));
    while game.turn() == Turn::Table {
        game.proceed(&mut step);
    }
    let score = |player: Player| i32::from(game.board().score(player));
    let ahead = score(Player::One) - score(Player::Two);
    let Turn::Act(seats) = game.turn() else { return ahead >= lead };
    // Nobody loses a tile, so the empty ones are all that can still change hands.
    let left = i32::from(game.board().empty());
    if (ahead - left >= lead) || (ahead + left < lead) {
        return ahead >= lead;
    }
    let position = game.position().unwrap();
    if let Some(&known) = known.get(&position) {
        return known;
    }
    let (seat, mut actions) = (seats.only().unwrap(), Vec::new());
    game.actions(seat, &mut actions);
    let own = seat == Seat::new(0);
    let found = actions.iter().any(|action| {
        let mut next = game.clone();
        next.act(seat, action, &mut step).unwrap();
        can_lead(&next, lead, known) == own
    });
    known.insert(position, found == own);
    found == own
}

// SN-10, PL-15: all at once, each with its place; set-up names the first of them.
#[test]
fn every_fault_of_a_map_is_found_at_its_place() {
    let faults = |map: &Value| -> Vec<String> {
        Snails::check_content("map", map).iter().map(ToString::to_string).collect()
    };
    let map = json!({ "size": { "x": 3, "y": 2 }, "contents": [129, "lava", 129, 131, "block", 7, 0] });
    let found = faults(&map);
    assert_eq!(
        found,
        [
            "/contents: snails-bad-map-count width=3 height=2 expected=6 found=7",
            "/contents/1: snails-bad-map-unknown-tile x=1 y=0 tile=\"lava\"",
            "/contents/3: snails-bad-map-unknown-snail x=0 y=1 snail=3",
            "/contents/5: snails-bad-map-unknown-tile x=2 y=1 tile=7",
            "/contents/2: snails-bad-map-two-snails x=0 y=0 x2=2 y2=0 snail=1",
        ]
    );
    let refusal = setup(&json!({ "map": map, "min_map_size": 1 })).unwrap_err();
    assert_eq!(format!("/contents: {refusal}"), found[0]);
    let empty = json!({ "size": { "x": 0, "y": 99 }, "contents": ["block", 64] });
    assert_eq!(
        faults(&empty),
        [
            "/size: snails-bad-map-edge width=0 height=99 min=1 max=50",
            "/contents: snails-bad-map-no-snail snail=1",
            "/contents: snails-bad-map-no-snail snail=2",
            "/contents: snails-bad-map-full",
        ]
    );
    assert_eq!(
        faults(&json!({ "size": { "x": "3" } })),
        [
            ": content-field-missing name=contents",
            "/size: content-field-missing name=y",
            "/size/x: content-form expected=content-form-integer found=\"3\"",
        ]
    );
    for (name, map) in &snails::rules().bundle().contents["map"] {
        assert!(faults(map).is_empty(), "{name}");
    }
}
