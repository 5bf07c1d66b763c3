//! The program as people and scripts meet it.

use crate::parlor::{games, parlor};
use serde_json::{Value, json};

#[test]
fn games_are_listed_with_name_seats_version_and_bots() {
    let table = parlor(&["games"]).ok();
    let heading = table.lines().next().unwrap();
    for column in ["game", "name", "seats", "version", "hidden", "bots"] {
        assert!(heading.contains(column), "{heading}");
    }
    let snails = table.lines().find(|line| line.starts_with("snails")).unwrap();
    assert!(snails.contains("Snails") && snails.contains("negamax, random, greedy"), "{snails}");
    let german = parlor(&["games", "--lang", "de"]).ok();
    assert!(german.contains("Schnecken"), "{german}");

    let json = parlor(&["games", "--json"]).json();
    let snails = &json["games"][0];
    assert_eq!(snails["seats"], json!({ "min": 2, "max": 2 }));
    assert_eq!(snails["hidden"], false);
    assert_eq!(snails["content"]["map"].as_array().unwrap().len(), 3, "{snails}"); // SN-9
}

#[test]
fn sim_prints_exactly_one_object_with_all_games_accounted_for() {
    let args = ["sim", "snails", "--bots", "greedy,random", "--games", "12", "--seed", "4", "--json"];
    let json = parlor(&args).json();
    assert_eq!((&json["games"], &json["seed"], &json["errors"]), (&json!(12), &json!(4), &json!(0)));
    assert_eq!(json["bots"], json!(["greedy", "random"]));
    let wins = json["wins"].as_array().unwrap();
    assert_eq!(wins.len(), 2);
    let total = |list: &[Value]| list.iter().map(|n| n.as_u64().unwrap()).sum::<u64>();
    assert_eq!(total(wins) + json["draws"].as_u64().unwrap(), 12);
    assert!(json["seconds"].is_number() && json["moves"]["mean"].as_f64().unwrap() > 1.0);
    assert_eq!(json["games_by_seat"], json!([[6, 6], [6, 6]]), "the bots change seats");
}

#[test]
fn sim_gives_the_same_results_for_the_same_seed() {
    let run = |seed| {
        let mut json = parlor(&[
            "sim",
            "snails",
            "--bots",
            "negamax,greedy",
            "--games",
            "8",
            "--seed",
            seed,
            "--nodes",
            "60",
            "--json",
        ])
        .json();
        json["seconds"] = Value::Null;
        json
    };
    assert_eq!(run("5"), run("5"));
    assert_ne!(run("5")["moves"], run("6")["moves"]);
}

#[test]
fn negamax_beats_random() {
    // SN-20, on a sample that is quick enough for every day.
    let args = [
        "sim",
        "snails",
        "--bots",
        "negamax,random",
        "--games",
        "20",
        "--seed",
        "1",
        "--nodes",
        "500",
        "--json",
    ];
    let json = parlor(&args).json();
    assert!(json["wins"][0].as_u64().unwrap() >= 19, "{json}");
}

#[test]
fn sim_shows_people_a_table() {
    let text = parlor(&["sim", "snails", "--bots", "random", "--games", "3"]).ok();
    for part in ["snails: 3 games, 2 seats, seed 0", "wins", "on seat 1", "(draw)", "moves a game"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn bots_may_think_by_time() {
    let json =
        parlor(&["sim", "snails", "--bots", "negamax,random", "--games", "2", "--think", "1", "--json"])
            .json();
    assert_eq!((&json["think_ms"], &json["nodes"]), (&json!(1), &Value::Null));
    let both = parlor(&["sim", "snails", "--think", "1", "--nodes", "5"]).mistake();
    assert!(both.contains("cannot be used with"), "{both}");
}

#[test]
fn check_judges_a_game_and_tells_by_its_exit_code() {
    let ran = parlor(&["check", "snails", "--games", "3", "--law", "CL-1", "--law", "CL-2"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("CL-1") && ran.out.contains("no law is broken"), "{}", ran.out);
    let json = parlor(&["check", "snails", "--games", "2", "--seed", "8", "--law", "CL-4", "--json"]).json();
    assert_eq!((&json["game"], &json["games"], &json["seed"]), (&json!("snails"), &json!(2), &json!(8)));
    assert_eq!(json["verdicts"][0]["law"], "CL-4");
    assert!(parlor(&["check", "snails", "--law", "CL-99"]).mistake().contains("no law 'CL-99'"));
}

#[test]
fn show_draws_the_board_and_says_who_may_do_what() {
    let text = parlor(&["show", "snails", "--seed", "3", "--moves", "4"]).ok();
    for part in
        ["Snails, after 4 moves", "Garden", "   0 1 2 3 4", "Player 1", "To act: Player", "may:", "Miss"]
    {
        assert!(text.contains(part), "no '{part}' in:\n{text}");
    }
    assert!(!text.contains('⟨') && !text.contains('\u{2068}'), "{text}");
    let german = parlor(&["show", "snails", "--seed", "3", "--moves", "4", "--lang", "de"]).ok();
    assert!(german.contains("nach 4 Zügen") && german.contains("Spieler 1"), "{german}");
}

#[test]
fn show_gives_each_viewer_its_own_offers() {
    let public = parlor(&["show", "snails", "--viewer", "public"]).ok();
    assert!(public.contains("seen by the public") && !public.contains("may:"), "{public}");
    let offered = ["0", "1"].map(|seat| parlor(&["show", "snails", "--viewer", seat]).ok().contains("may:"));
    assert_ne!(offered[0], offered[1], "one of the two is to act");
    let json = parlor(&["show", "snails", "--moves", "2", "--json"]).json();
    assert!(json["scene"]["areas"].is_object() && json["turn"]["act"].is_array(), "{json}");
    assert!(!json.to_string().contains("\"@"), "all texts are said: {json}");
}

#[test]
fn show_tells_the_outcome_of_a_finished_game() {
    for game in games() {
        let text = parlor(&["show", &game, "--moves", "1000000"]).ok();
        assert!(text.contains("Over: ") && text.contains("place 1: "), "{text}");
    }
}

#[test]
fn what_does_not_exist_is_named_with_what_does() {
    for (args, parts) in [
        (vec!["sim", "snail"], vec!["no game called 'snail'", "snails", "did you mean 'snails'?"]),
        (vec!["trace", "chess"], vec!["no game called 'chess'", "snails"]),
        (
            vec!["sim", "snails", "--bots", "negamax,rnadom"],
            vec!["no bot called 'rnadom'", "random, greedy, negamax", "did you mean 'random'?"],
        ),
        (vec!["sim", "snails", "--bots", "random,random,random"], vec!["3 bots cannot sit on 2 seats"]),
        (vec!["sim", "snails", "--seats", "5"], vec!["snails is played with 2 seats, not with 5"]),
        (vec!["sim", "snails", "--games", "0"], vec!["invalid value '0'"]),
        (vec!["show", "snails", "--viewer", "5"], vec!["no seat 5", "0 to 1"]),
        (vec!["show", "snails", "--viewer", "god"], vec!["'public', 'all' or the number of a seat"]),
        (vec!["show", "snails", "--lang", "xx"], vec!["no language called 'xx'", "de, en"]),
        (vec!["simm", "snails"], vec!["'sim'"]),
        (vec!["sim", "snails", "--game", "3"], vec!["'--games'"]),
    ] {
        let message = parlor(&args).mistake();
        for part in parts {
            assert!(message.contains(part), "{args:?} lacks '{part}': {message}");
        }
    }
}

#[test]
fn options_that_cannot_be_used_are_explained() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let broken = file("broken.json", "{");
    let snail_3 = file(
        "snail-3.json",
        r#"{"size":{"x":5,"y":5},"contents":[129,131,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,130]}"#,
    );
    let in_content = |path: &str| json!({ "map": format!("@{path}") }).to_string();
    for (options, parts) in [
        ("{\"map\"".to_string(), vec!["--options is not JSON", "line 1 column"]),
        ("3".into(), vec!["The options must be a set of named values."]),
        ("{\"mapp\": 1}".into(), vec!["no option called 'mapp'", "map", "did you mean 'map'?"]),
        (
            "{\"map\": \"hedgrow\"}".into(),
            vec!["no map called 'hedgrow'", "default, hedgerow", "did you mean 'hedgerow'?"],
        ),
        ("{\"map\": 7}".into(), vec!["The options cannot be used", "map"]),
        (
            "{\"max_turns_without_capture\": 0}".into(),
            vec!["max_turns_without_capture", "outside what is allowed"],
        ),
        (format!("@{broken}"), vec!["broken.json is not JSON"]),
        ("@nowhere.json".into(), vec!["cannot read nowhere.json"]),
        (in_content(&broken), vec!["broken.json is not JSON"]),
        (in_content("nowhere.json"), vec!["cannot read nowhere.json"]),
        // SN-10
        (in_content(&snail_3), vec!["snail 3 at (1, 0)"]),
    ] {
        let message = parlor(&["trace", "snails", "--options", &options]).mistake();
        for part in parts {
            assert!(message.contains(part), "{options} lacks '{part}': {message}");
        }
    }
}

#[test]
fn options_choose_content_by_name_value_or_file() {
    let head = |options: &str| parlor(&["show", "snails", "--options", options]).ok();
    assert_ne!(head("{\"map\": \"hedgerow\"}"), head("{}"));
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("table.json");
    std::fs::write(&path, "{\"map\": \"hedgerow\"}").unwrap();
    assert_eq!(head(&format!("@{}", path.display())), head("{\"map\": \"hedgerow\"}"));
}

#[test]
fn help_shows_examples() {
    for args in [
        vec!["--help"],
        vec!["sim", "--help"],
        vec!["check", "--help"],
        vec!["show", "--help"],
        vec!["trace", "--help"],
    ] {
        let help = parlor(&args).ok();
        assert!(help.contains("Examples:") && help.contains("parlor "), "{help}");
    }
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["trace", "snails", "--options", "{\"map\": \"walled-garden\"}"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

// SK-1
#[test]
fn import_writes_content_that_can_be_played_and_tells_faults_in_both_languages() {
    let folder = std::env::temp_dir().join(format!("parlor-import-{}", std::process::id()));
    let _old = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("originals")).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    let army = "<data><faction race_name='Nomaden' faction_name='Reiter' id='NO' color='COLOUR'/>
        <faction race_name='Neutral' faction_name='Wetter' id='NW' color='gray'/></data>";
    let sun = "<card id='NW_1' name='Sonne' faction_id='NW' level='0' strength='0' actions='0' costs='0'>
            <row name='WEATHER'/><rule id='w001'/></card>";
    let cards: String = (1..=7)
        .map(|card| {
            format!(
        "<card id='NO{card}' name='Reiter {card}' faction_id='NO' level='1' strength='3' actions='1' costs='7'
            image='rider.png'><row name='CLOSE'/><rule id='gp006'/></card>"
    )
        })
        .collect();
    let amounts: String = (1..=7).map(|card| format!("<card id='NO{card}' amount='4'/>")).collect();
    let deck = format!(
        "<data><meta name='Horde' main_faction_id='NO'/>{amounts}<card id='NW_1' amount='3'/></data>"
    );
    let write = |name: &str, text: &str| std::fs::write(folder.join("originals").join(name), text).unwrap();
    write("army.xml", &army.replace("COLOUR", "ornage"));
    write("cards.xml", &format!("<data>{cards}{sun}</data>"));
    write("Horde_1.xml", &deck);

    let (from, into) = (path("originals"), path("data"));
    let import = |more: &[&str]| {
        let args = ["import", "skirmish", from.as_str(), "--into", into.as_str()];
        parlor(&[&args[..], more].concat())
    };
    let english = import(&[]);
    assert_eq!((english.code, english.out.as_str()), (1, ""), "{}", english.err);
    let told = format!("{}, line 1, army NO: There is no colour called ornage", path("originals/army.xml"));
    assert!(english.err.contains(&told), "{}", english.err);
    let german = import(&["--lang", "de"]);
    assert!(
        german.err.contains("Zeile 1, Armee NO: Eine Farbe namens ornage gibt es nicht"),
        "{}",
        german.err
    );
    assert!(!folder.join("data").exists(), "nothing is written");

    write("army.xml", &army.replace("COLOUR", "orange"));
    let done = import(&[]).ok();
    let (set, deck) = (path("data/sets/imported.toml"), path("data/decks/horde-1.toml"));
    assert!(done.contains(&set) && done.contains(&deck), "{done}");
    assert!(std::fs::read_to_string(&set).unwrap().contains("image = \"rider.png\""));
    let options = json!({ "set": format!("@{set}"), "decks": [format!("@{deck}")] }).to_string();
    let played = parlor(&["sim", "skirmish", "--games", "2", "--options", &options, "--json"]).json();
    assert_eq!((&played["games"], &played["errors"]), (&json!(2), &json!(0)));

    let again = import(&[]);
    assert!(again.code == 1 && again.err.contains("--force"), "{}", again.err);
    import(&["--force"]).ok();
    let other = parlor(&["import", "snails", &from, "--into", &into]).mistake();
    assert!(other.contains("there is only: skirmish"), "{other}");
    std::fs::remove_dir_all(&folder).unwrap();
}
