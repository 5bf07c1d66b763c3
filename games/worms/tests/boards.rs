//! Board files: what is read, what is shipped, what is generated, what is refused.

#![cfg(feature = "module")]

mod common;

use common::seat;
use parlor_kit::{
    Id, Luck, Refusal, Rules, Seat, Text, fill_seeds,
    grid::{Distances, Neighbours::Hex},
    parse_content, prepare_options,
};
use parlor_texts::Translator;
use serde_json::{Value, json};
use worms::{BoardFile, LINEUP_COUNT, Options, Plan, Worms, board_schema, generate};

fn setup(options: &Value, seats: usize) -> Result<Worms, Refusal> {
    worms::rules().setup(options, seats, &mut Luck::fast(1))
}

fn good() -> Value {
    json!({
        "rows": ["....", " .O#", "...."],
        "lineups": [
            [[["0,0", "1,0"]]],
            [[["0,0", "1,0"]], [["3,0"]]],
            [[["0,0", "1,0"]], [["3,0"]], [["0,2"]]],
            [[["0,0", "1,0"]], [["3,0"]], [["0,2"]], [["1,2"]]],
            [[["0,0", "1,0"]], [["3,0"]], [["0,2"]], [["1,2"]], [["2,2", "3,2"]]],
        ],
    })
}

/// Whether every worm finds a way to the hole over fields that nobody lies on at the start.
fn all_find_home(game: &Worms) -> bool {
    let board = game.board();
    let grid = parlor_kit::grid::Grid::filled(board.width(), board.height(), ());
    let ways = Distances::new(&grid, Hex, [board.hole()], |cell| game.is_open(cell));
    let home = |head| Hex.around(head).any(|next| ways.get(next).is_some());
    game.worms().iter().all(|worm| worm.head().is_some_and(home))
}

// WO-8
#[test]
fn a_board_file_holds_a_board_and_five_line_ups() {
    for seats in 1..=5 {
        let game = setup(&json!({ "board": good() }), seats).unwrap();
        assert_eq!(game.worms().len(), seats);
        assert_eq!(game.worms()[0].cells().len(), 2);
    }
    assert_eq!(setup(&json!({ "board": good() }), 6).unwrap_err().code(), "worms-players");
}

// WO-8: each case names the place in the file; the list holds the change, the code and the place.
#[test]
fn each_fault_is_refused_and_names_its_field() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("data/bad-boards.json")).unwrap();
    let translator = Translator::of(worms::rules().bundle());
    for case in &cases {
        let mut board = good();
        let target = case["at"].as_str().unwrap();
        *board.pointer_mut(target).unwrap_or_else(|| panic!("{target} is not in the good board")) =
            case["is"].clone();
        let refusal = setup(&json!({ "board": board }), 2).unwrap_err();
        assert_eq!(refusal.code(), case["code"].as_str().unwrap(), "{}", case["shows"]);
        let named = refusal.text.args.iter().find(|(name, _)| name == "field").map(|(_, field)| field);
        assert_eq!(named, Some(&case["field"].as_str().unwrap().into()), "{}", case["shows"]);
        let said = |language: &str| translator.translate(language, &refusal.text, &[]);
        assert!(said("en").starts_with(case["field"].as_str().unwrap()), "{}", said("en"));
        assert_ne!(said("en"), said("de"), "{}", case["shows"]);
        assert!(!said("de").contains(['{', '⟨']), "{}", said("de"));
    }
}

// WO-8: a file of another form is refused with the place as well.
#[test]
fn a_file_without_line_ups_or_with_strange_parts_is_refused() {
    for (name, reason) in [("lineups", "missing field `lineups`"), ("rows", "missing field `rows`")] {
        let mut board = good();
        board.as_object_mut().unwrap().remove(name);
        let refusal = setup(&json!({ "board": board }), 2).unwrap_err().to_string();
        assert!(refusal.starts_with("options-invalid place=board") && refusal.contains(reason), "{refusal}");
    }
    let mut board = good();
    board["lineups"][1][0][0][1] = json!("x,y");
    let refusal = setup(&json!({ "board": board }), 2).unwrap_err().to_string();
    assert!(refusal.contains("place=board.lineups[1][0][0][1]"), "{refusal}");
    let mut board = good();
    board["colour"] = json!("green");
    assert!(setup(&json!({ "board": board }), 2).unwrap_err().to_string().contains("unknown field `colour`"));
    let refusal = setup(&json!({ "board": 7 }), 2).unwrap_err().to_string();
    assert!(
        refusal.contains("place=board") && refusal.contains("an object with rows and line-ups"),
        "{refusal}"
    );
    assert_eq!(parse_content("mine.json", b"{ \"rows\": [").unwrap_err().code(), "content-not-json");
}

// WO-8
#[test]
fn five_fair_boards_are_shipped() {
    let rules = worms::rules();
    let shipped = &rules.bundle().contents["board"];
    let names: Vec<&str> = shipped.keys().map(Id::as_str).collect();
    assert_eq!(names, ["cavern", "flower", "meadow", "rings", "star"]);
    let translator = Translator::of(rules.bundle());
    for (name, json) in shipped {
        let file: BoardFile = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(file.lineups.len(), LINEUP_COUNT);
        for language in ["en", "de"] {
            let text = Text::of(format!("worms-board-{name}"));
            assert_eq!(file.name[language], translator.translate(language, &text, &[]));
        }
        for seats in 1..=LINEUP_COUNT {
            let game = setup(&json!({ "board": json }), seats).unwrap();
            assert!(all_find_home(&game), "{name} for {seats}");
            let ways = |seat: Seat| {
                let own = game.worms().iter().filter(|worm| worm.owner() == seat);
                let way =
                    |worm: &worms::Worm| (game.board().steps_to_hole(worm.cells()[0]), worm.cells().len());
                own.map(way).collect::<Vec<_>>()
            };
            assert!((1..seats).all(|n| ways(seat(n)) == ways(seat(0))), "{name} is fair for {seats}");
        }
    }
    assert_eq!(rules.default_options()["board"], shipped["meadow"]);
}

// WO-8
#[test]
fn the_published_schema_is_the_one_the_program_reads_by() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/worms-board.schema.json");
    let now = format!("{:#}\n", board_schema());
    if std::env::var_os("PARLOR_BLESS").is_some() {
        std::fs::write(path, &now).unwrap();
    }
    let kept = include_str!("../../../docs/worms-board.schema.json");
    assert_eq!(kept, now, "write it anew with PARLOR_BLESS=1 cargo test -p worms --test boards");
    let schema = jsonschema::validator_for(&board_schema()).unwrap();
    for (name, board) in &worms::rules().bundle().contents["board"] {
        assert!(schema.is_valid(board), "{name}");
    }
    assert!(schema.is_valid(&good()));
    assert!(schema.is_valid(&serde_json::to_value(generate(&PLAN).unwrap()).unwrap()));
    for (at, wrong) in [("/rows/0", json!("..x.")), ("/lineups", json!([])), ("/lineups/0/0", json!([]))] {
        let mut board = good();
        *board.pointer_mut(at).unwrap() = wrong;
        assert!(!schema.is_valid(&board), "{at}");
    }
}

// WO-8: what the page about boards shows is a board.
#[test]
fn the_example_in_the_documentation_is_a_board() {
    let page = include_str!("../../../docs/worms-boards.md");
    let example = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let file: BoardFile = serde_json::from_str(example).unwrap();
    file.check().unwrap();
}

const PLAN: Plan = Plan { size: 20, obstacles: 20, worms: 3, length: 4, seed: 1 };

// WO-8: generated boards are boards, and every worm finds home, whatever the plan.
#[test]
fn on_a_thousand_generated_boards_every_worm_finds_home() {
    let mut luck = Luck::fast(11);
    let (mut drawn, mut refused) = (0, 0);
    for seed in 0.. {
        let plan = Plan {
            size: luck.between(8, 20) as u8,
            obstacles: luck.between(0, 40) as u8,
            worms: luck.between(1, 3) as u8,
            length: luck.between(1, 5) as u8,
            seed,
        };
        let file = match generate(&plan) {
            Ok(file) => file,
            Err(refusal) => {
                assert_eq!(refusal.code(), "worms-crowded");
                assert!(plan.size < 12 && plan.worms * plan.length > 5, "{plan:?} would fit");
                refused += 1;
                continue;
            }
        };
        let (seats, board) = (1 + seed as usize % 5, serde_json::to_value(&file).unwrap());
        let game = setup(&json!({ "board": board }), seats).unwrap();
        assert!(all_find_home(&game), "{plan:?}");
        assert_eq!(game.worms().len(), seats * usize::from(plan.worms));
        assert!(game.worms().iter().all(|worm| worm.cells().len() == usize::from(plan.length)));
        drawn += 1;
        if drawn == 1000 {
            break;
        }
    }
    assert!(refused < 60, "{refused} plans are too crowded for 1000 boards");
}

// WO-8
#[test]
fn the_same_seed_gives_the_same_board_and_another_gives_another() {
    assert_eq!(generate(&PLAN), generate(&PLAN));
    assert_ne!(generate(&PLAN), generate(&Plan { seed: 2, ..PLAN }));
}

// WO-8
#[test]
fn the_chance_of_obstacles_is_what_was_asked_for() {
    let count = |obstacles| {
        let signs = (0..50).flat_map(|seed| generate(&Plan { obstacles, seed, ..PLAN }).unwrap().rows);
        let signs: String = signs.collect();
        let of = |sign| signs.matches(sign).count();
        100 * of('#') / (of('#') + of('.'))
    };
    assert_eq!(count(0), 0);
    assert!((8..=12).contains(&count(10)), "{}", count(10));
    assert!((26..=34).contains(&count(30)), "{}", count(30));
}

// WO-8
#[test]
fn plans_that_cannot_be_are_refused() {
    for plan in [
        Plan { size: 7, ..PLAN },
        Plan { size: 31, ..PLAN },
        Plan { obstacles: 41, ..PLAN },
        Plan { worms: 0, ..PLAN },
        Plan { length: 9, ..PLAN },
    ] {
        assert_eq!(generate(&plan).unwrap_err().code(), "options-out-of-range");
    }
    let crowded = Plan { size: 8, worms: 5, length: 8, ..PLAN };
    assert_eq!(generate(&crowded).unwrap_err().code(), "worms-crowded");
}

// WO-8: what five players have no room for is no reason to refuse the table of one.
#[test]
fn a_board_is_generated_for_those_who_play_even_if_five_do_not_fit() {
    let options = |size: u8, seed: u64| json!({ "generate": true, "size": size, "obstacles": 10, "worms": 2, "length": 8, "seed": seed });
    let refusal = setup(&options(8, 1), 5).unwrap_err();
    assert_eq!(refusal.code(), "worms-crowded");
    let translator = Translator::of(worms::rules().bundle());
    let said = translator.translate("en", &refusal.text, &[]);
    assert!(said.starts_with("There is no room for 5 players with 2 worms of 8 fields"), "{said}");
    for seed in 0..20 {
        let game = setup(&options(8, seed), 1).unwrap();
        assert_eq!((game.seats(), game.worms().len()), (1, 2));
        assert!(all_find_home(&game), "seed {seed}");
    }
    // Where five fit, the board does not depend on how many play.
    let board = |seats| setup(&options(20, 7), seats).unwrap().board().clone();
    assert!((2..=5).all(|seats| board(seats) == board(1)));
    assert_eq!(setup(&options(20, 7), 6).unwrap_err().code(), "worms-players");
}

// WO-8: the host draws the seed when a table is opened; preview and game then agree.
#[test]
fn a_table_chooses_a_board_by_name_by_value_or_by_chance() {
    let rules = worms::rules();
    let (bundle, schema) = (rules.bundle(), rules.options_schema());
    let prepare = |chosen: Value, seed: u64| {
        let lookup = |kind: &str, name: &str| bundle.content(kind, name).cloned();
        let mut options = prepare_options(&bundle.manifest, &schema, &json!({}), &chosen, lookup)?;
        fill_seeds(&schema, &mut options, seed);
        setup(&options, 3)
    };
    let named = prepare(json!({ "board": "star" }), 1).unwrap();
    assert_eq!((named.board().width(), named.board().height()), (17, 17));
    assert_eq!(prepare(json!({ "board": good() }), 1).unwrap().board().width(), 4);
    let drawn = |seed| prepare(json!({ "generate": true, "size": 15 }), seed).unwrap();
    assert_eq!(drawn(5), drawn(5));
    assert_ne!(drawn(5).board(), drawn(6).board());
    for (chosen, code) in [
        (json!({ "board": "atlantis" }), "content-missing"),
        (json!({ "rounds": 0 }), "options-out-of-range"),
        (json!({ "rounds": 1001 }), "options-out-of-range"),
        (json!({ "size": 31 }), "options-out-of-range"),
        (json!({ "obstacles": 41 }), "options-out-of-range"),
    ] {
        assert_eq!(prepare(chosen.clone(), 1).unwrap_err().code(), code, "{chosen}");
    }
    assert_eq!(prepare(json!({ "rounds": null }), 1).unwrap().rounds(), worms::MAX_ROUNDS);
    assert_eq!(serde_json::from_value::<Options>(json!({})).unwrap(), Options::default());
}

// WO-8, PL-15: all at once, each with its place; set-up names the first of them.
#[test]
fn every_fault_of_a_board_is_found_at_its_place() {
    let faults = |board: &Value| -> Vec<String> {
        let found = worms::rules().check_content("board", board);
        found.iter().map(|fault| format!("{} {}", fault.at, fault.text.key)).collect()
    };
    let mut board = good();
    board["rows"][0] = json!("..x.");
    board["rows"][1] = json!(" .OO");
    board["lineups"][0] = json!([[["0,0", "2,0", "0,0"], []], []]);
    board["lineups"][1][1] = json!([["3,0", "2,1"], ["9,9"], ["3,0"]]);
    assert_eq!(
        faults(&board),
        [
            "/rows/0 worms-bad-sign",
            "/rows/1 worms-bad-two-holes",
            "/lineups/0 worms-bad-players",
            "/lineups/0/0/0/1 worms-bad-torn",
            "/lineups/0/0/0/2 worms-bad-torn",
            "/lineups/0/0/0/2 worms-bad-crossing",
            "/lineups/0/0/1 worms-bad-empty-worm",
            "/lineups/0/1 worms-bad-no-worms",
            "/lineups/1/1/0/1 worms-bad-on-hole",
            "/lineups/1/1/1/0 worms-bad-off-board",
            "/lineups/1/1/2/0 worms-bad-crossing",
        ]
    );
    assert_eq!(setup(&json!({ "board": board }), 2).unwrap_err().code(), "worms-bad-sign");
    let strange = json!({ "rows": ["O", 7], "lineups": [[["x,y"]]], "colour": "green" });
    assert_eq!(
        faults(&strange),
        [
            "/colour content-field-unknown",
            "/lineups content-length",
            "/lineups/0/0/0 content-form",
            "/rows/1 content-form",
        ]
    );
    for (name, board) in &worms::rules().bundle().contents["board"] {
        assert_eq!(faults(board), [""; 0], "{name}");
    }
    assert_eq!(faults(&good()), [""; 0]);
}
