//! Transcripts of random games are compared with those kept in `tests/golden`: a change of rules shows here first.

use crate::parlor::{games, parlor};
use std::{collections::BTreeSet, fs, path::PathBuf};

const SEEDS: [&str; 3] = ["1", "2", "3"];
/// Set to 1, new transcripts replace the kept ones.
const BLESS: &str = "PARLOR_BLESS";

/// A random game, step by step. Of games that are long by default, a short one.
fn trace(game: &str, seed: &str) -> String {
    let mut args = vec!["trace", game, "--seed", seed];
    if game == "dune" {
        args.extend(["--options", r#"{ "scenario": "outpost", "party": "quick" }"#]);
    }
    parlor(&args).ok()
}

fn golden() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

#[test]
fn random_games_go_as_they_always_went() {
    let bless = std::env::var(BLESS).is_ok_and(|value| value == "1");
    let mut expected = BTreeSet::new();
    let mut changed = Vec::new();
    for game in games() {
        for seed in SEEDS {
            let file = format!("{game}-{seed}.txt");
            let path = golden().join(&file);
            let now = trace(&game, seed);
            if bless {
                fs::write(&path, &now).expect("the transcript can be written");
            }
            let kept = fs::read_to_string(&path).unwrap_or_default();
            if kept != now {
                let same = kept.lines().zip(now.lines()).take_while(|(kept, now)| kept == now).count();
                let line = |text: &str| text.lines().nth(same).unwrap_or("(nothing)").to_string();
                changed.push(format!(
                    "{file}, line {}:\n  kept {}\n  now  {}",
                    same + 1,
                    line(&kept),
                    line(&now)
                ));
            }
            expected.insert(file);
        }
    }
    assert!(
        changed.is_empty(),
        "{}\n\nIf the rules were meant to change, keep the new transcripts with\n  \
         {BLESS}=1 cargo test -p parlor-cli golden_games",
        changed.join("\n")
    );
    let files = fs::read_dir(golden()).expect("the folder of transcripts");
    let files = files.map(|file| file.expect("a file").file_name().into_string().expect("a plain name"));
    let strangers: Vec<String> = files.filter(|file| !expected.contains(file)).collect();
    assert!(strangers.is_empty(), "transcripts of games that no longer exist: {strangers:?}");
}

#[test]
fn a_transcript_is_the_same_every_time_and_another_for_another_seed() {
    for game in games() {
        let course = |seed| trace(&game, seed).split_once('\n').unwrap().1.to_string();
        assert_eq!(course("9"), course("9"));
        assert_ne!(course("9"), course("10"));
    }
}

#[test]
fn every_line_says_who_could_act_what_was_offered_and_what_was_taken() {
    for game in games() {
        let text = parlor(&["trace", &game, "--seed", "1", "--json"]).ok();
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("one object on each line")).collect();
        let (head, end) = (&lines[0], &lines[lines.len() - 1]);
        assert_eq!((head["game"].as_str(), head["seed"].as_u64()), (Some(game.as_str()), Some(1)));
        assert!(end["outcome"]["places"].is_array(), "{end}");
        let steps = &lines[1..lines.len() - 1];
        assert!(!steps.is_empty());
        for (at, step) in steps.iter().enumerate() {
            assert_eq!(step["step"], at + 1);
            assert!(step["events"].is_array());
            if step["turn"] == "table" {
                continue;
            }
            let seat = step["seat"].to_string();
            assert!(step["turn"].as_array().unwrap().contains(&step["seat"]), "{step}");
            assert!(step["offers"][&seat].as_array().unwrap().contains(&step["action"]), "{step}");
        }
        let plain = parlor(&["trace", &game, "--seed", "1"]).ok();
        assert_eq!(plain.lines().count(), lines.len(), "the text has the same lines");
    }
}
