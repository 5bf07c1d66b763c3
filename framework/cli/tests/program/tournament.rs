//! `parlor tournament`, as a user runs it.

use crate::parlor::parlor;
use serde_json::{Value, json};
use std::{fs, path::PathBuf};

/// A folder of its own, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("parlor-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What does not depend on how fast the machine is.
fn timeless(mut json: Value) -> Value {
    json["seconds"] = Value::Null;
    for bot in json["bots"].as_array_mut().unwrap() {
        bot["ms_per_choice"] = Value::Null;
    }
    json
}

#[test]
fn four_bots_play_three_games_and_are_rated() {
    let folder = Folder::new("tournament");
    let (report, journal) = (folder.file("report.html"), folder.file("journal.jsonl"));
    let args = |extra: &[&str]| -> Vec<String> {
        let args = ["tournament", "snails", "worms", "tic-tac-toe", "--bots", "random,greedy,negamax,mcts"];
        let more = ["--rounds", "2", "--nodes", "120", "--seed", "5", "--json"];
        args.iter().chain(&more).chain(extra).map(ToString::to_string).collect()
    };
    let run = |extra: &[&str]| {
        let args = args(extra);
        parlor(&args.iter().map(String::as_str).collect::<Vec<_>>()).json()
    };
    let json = run(&["--html", &report, "--resume", &journal]);
    assert_eq!((&json["played"], &json["failed"]), (&json!(3 * 2 * 12), &json!(0)));
    let bots = json["bots"].as_array().unwrap();
    let elos: Vec<f64> = bots.iter().map(|bot| bot["elo"].as_f64().unwrap()).collect();
    assert!(elos.is_sorted_by(|a, b| a >= b) && elos.iter().sum::<f64>().abs() < 0.1, "{elos:?}");
    assert_eq!(bots[3]["bot"], "random", "{json:#}");
    assert!(
        bots.iter()
            .all(|bot| bot["timeouts"] == 0 && bot["errors"] == 0 && bot["error"].as_f64() > Some(1.0))
    );
    let points: f64 = bots.iter().map(|bot| bot["points"].as_f64().unwrap()).sum();
    assert_eq!(points, 72.0, "every game is one point");

    let page = fs::read_to_string(&report).unwrap();
    assert!(page.contains("mcts") && page.contains("tic-tac-toe") && page.contains("<svg"), "{page}");

    // A journal that ends in the middle of a line, after half of the games.
    let kept = fs::read_to_string(&journal).unwrap();
    assert_eq!(kept.lines().count(), 73);
    let half: String = kept.lines().take(37).map(|line| format!("{line}\n")).collect();
    fs::write(&journal, half + "{\"fixture\":").unwrap();
    let again = run(&["--resume", &journal, "--threads", "1"]);
    assert_eq!(timeless(again), timeless(json), "played in two parts and on one thread, all is the same");
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 73);

    let other = ["tournament", "snails", "--bots", "greedy,random", "--resume", &journal];
    assert!(parlor(&other).mistake().contains("another tournament"));
}

#[test]
fn games_of_many_seats_are_played_by_every_group_of_bots() {
    let args =
        ["tournament", "worms:3", "--bots", "random,greedy,easy,medium", "--rounds", "1", "--nodes", "30"];
    let json = parlor(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(json["played"], 4 * 3, "four groups of three, each on three seats");
    assert_eq!(json["games"][0]["seats"], 3);
    let text =
        parlor(&["tournament", "tic-tac-toe", "--bots", "mcts,random", "--rounds", "3", "--nodes", "200"])
            .ok();
    for part in ["6 games, seed 0, 200 nodes a choice", "rating", "share of the points", "ratings by game"] {
        assert!(text.contains(part), "'{part}' is not in\n{text}");
    }
}

#[test]
fn what_does_not_exist_is_named() {
    for (args, part) in [
        (vec!["tournament", "chess"], "no game called 'chess'"),
        (vec!["tournament", "snails", "--bots", "greedy,gredy"], "did you mean 'greedy'?"),
        (vec!["tournament", "snails", "--bots", "greedy,greedy"], "cannot play against itself"),
        (vec!["tournament", "snails", "--bots", "greedy"], "at least two bots"),
        (vec!["tournament", "snails:7"], "not with 7"),
        (vec!["tournament", "worms:1"], "at least two seats"),
        (vec!["tournament", "worms:x"], "no number of seats"),
    ] {
        let said = parlor(&args).mistake();
        assert!(said.contains(part), "{args:?}: {said}");
    }
}
