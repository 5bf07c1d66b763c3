//! Bots that are plugins and programs over the network, in tournaments of the real program.

#[path = "../../plugins/tests/hostile/bots.rs"]
mod bots;
mod server_process;

use bots::{HONEST, TRICKS, component, curious, later, put};
use parlor_plugins::{MISSING, Wasm};
use serde_json::{Value, json};
use server_process::{Process, folder, parlor};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Command, Output, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

/// Runs the program in a folder, where it also keeps what it compiled.
fn run(arguments: &[&str], at: &Path) -> Output {
    parlor().args(arguments).current_dir(at).env("XDG_CACHE_HOME", at).output().unwrap()
}

/// What the program says to these arguments, and whether all is well.
fn said(arguments: &[&str], at: &Path) -> (bool, String) {
    let output = run(arguments, at);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout) + &text(output.stderr))
}

/// A tournament as JSON; it must come to its end.
fn tournament(game: &str, bots: &str, more: &[&str], at: &Path) -> Value {
    let arguments = [&["tournament", game, "--bots", bots, "--json"], more].concat();
    let (well, told) = said(&arguments, at);
    assert!(well, "{told}");
    let json: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(json["failed"], 0, "{json:#}");
    json
}

/// The results of a player.
fn row<'a>(json: &'a Value, bot: &str) -> &'a Value {
    json["bots"].as_array().unwrap().iter().find(|row| row["bot"] == bot).unwrap()
}

// BO-8: every bot that misbehaves is counted and played by the fallback, and the tournament goes on.
#[test]
fn a_tournament_goes_on_whatever_a_plugin_does() {
    let home = folder("bots-hostile");
    put(&home.join("honest"), "honest", &component(HONEST));
    let mut names = vec!["random".to_string(), "./honest".into()];
    for (name, trick, _, _) in TRICKS {
        put(&home.join(name), name, &component(trick));
        names.push(format!("./{name}"));
    }
    let more = ["--rounds", "1", "--nodes", "200", "--seed", "3"];
    let json = tournament("tic-tac-toe", &names.join(","), &more, &home);
    assert_eq!(json["played"], 11 * 10, "everybody against everybody, on both seats");
    for (name, _, late, reason) in TRICKS {
        let row = row(&json, name);
        let (timeouts, errors) = (row["timeouts"].as_u64().unwrap(), row["errors"].as_u64().unwrap());
        assert!(if late { timeouts > 20 && errors == 0 } else { errors > 20 && timeouts == 0 }, "{row}");
        assert!(row["wrong"].as_str().unwrap().contains(reason), "{row}");
    }
    for name in ["random", "honest"] {
        let row = row(&json, name);
        assert_eq!((&row["timeouts"], &row["errors"], &row["wrong"]), (&json!(0), &json!(0), &Value::Null));
    }
    assert_eq!(json["plan"]["fuel"], 200 * 1_000, "a node is a thousand steps");
    assert_eq!(json["plan"]["plugins"]["honest"].as_str().unwrap().len(), 64);

    // The same tournament again is the same; a simulation names what went wrong and fails.
    let mut again = tournament("tic-tac-toe", &names.join(","), &more, &home);
    for (row, old) in again["bots"].as_array_mut().unwrap().iter_mut().zip(json["bots"].as_array().unwrap()) {
        row["ms_per_choice"] = old["ms_per_choice"].clone();
    }
    assert_eq!(again["bots"], json["bots"]);
    let (well, told) = said(&["sim", "tic-tac-toe", "--bots", "./trap,random", "--games", "2"], &home);
    assert!(!well && told.contains("trap: the plugin broke down"), "{told}");
    let (well, told) = said(&["sim", "tic-tac-toe", "--bots", "./honest,random", "--games", "4"], &home);
    assert!(well && told.contains("honest"), "{told}");
    let arguments = ["tournament", "tic-tac-toe", "--bots", "./trap,random", "--rounds", "1", "--fuel", "77"];
    let (well, told) = said(&arguments, &home);
    assert!(well && told.contains("(plugins: 77 steps)"), "{told}");
    assert!(told.contains("trap first went wrong so: the plugin broke down"), "{told}");
    let _ = fs::remove_dir_all(&home);
}

// BO-8: what cannot play at all is refused before the first game, in words.
#[test]
fn what_cannot_play_is_refused_before_the_first_game() {
    let home = folder("bots-refused");
    put(&home.join("later"), "later", &later());
    put(&home.join("curious"), "curious", &curious());
    put(&home.join("mcts"), "mcts", &component(HONEST));
    put(&home.join("choosy"), "choosy", &component(HONEST));
    let about = fs::read_to_string(home.join("choosy/bot.toml")).unwrap();
    fs::write(home.join("choosy/bot.toml"), format!("games = ['hex']\n{about}")).unwrap();
    for (bot, reason) in [
        (
            "./later",
            "./later: the plugin speaks version 0.9.0 of the contract for bots, this host speaks 0.1.0",
        ),
        ("./curious", "./curious: the plugin asks its host for wasi:sockets/network@0.2.0"),
        ("./nobody", "./nobody: "),
        ("./mcts", "./mcts: there is already a bot called 'mcts'"),
        ("./choosy", "the bot 'choosy' cannot play tic-tac-toe; it plays hex"),
        (
            "tcp://localhost",
            "'tcp://localhost' is no address; a program over the network is named tcp://HOST:PORT",
        ),
        ("ws://localhost:9000", "'ws://localhost:9000' is no address"),
        ("tcp://127.0.0.1:1", "nobody answers at tcp://127.0.0.1:1: "),
    ] {
        let output = run(&["tournament", "tic-tac-toe", "--bots", &format!("random,{bot}")], &home);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{bot}: {told}");
        assert!(told.contains(reason), "{bot}: {told}");
    }
    let (well, told) = said(&["check", "./choosy"], &home);
    assert!(!well && told.contains("it is a bot, not a game; a tournament takes it with --bots"), "{told}");
    let (well, told) = said(&["plugins", "--plugins", ".", "--json"], &home);
    let list: Value = serde_json::from_str(&told).unwrap();
    let choosy = &list["plugins"][0];
    assert!(!well, "three of them cannot be used");
    assert_eq!(
        (&choosy["bot"], &choosy["game"], &choosy["name"]["de"]),
        (&json!("choosy"), &Value::Null, &json!("Bot"))
    );
    let (_, told) = said(&["plugins", "--plugins", "."], &home);
    assert!(told.contains("version 0.9.0 of the contract for bots"), "{told}");
    let _ = fs::remove_dir_all(&home);
}

/// Builds an example as people do; nothing where no toolchain builds for wasm.
fn built(name: &str, home: &Path) -> bool {
    if Wasm::find().is_none() {
        println!("left out: {MISSING}");
        return false;
    }
    let krate = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins").join(name);
    let built = parlor().arg("build").arg(krate).args(["--wasm", "--out"]).arg(home.join(name)).output();
    let built = built.unwrap();
    let told = String::from_utf8_lossy(&built.stdout).into_owned() + &String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{told}");
    if name == "lookout-bot" {
        assert!(told.contains("Next: parlor tournament GAME --bots random,"), "{told}");
    }
    true
}

// BO-8: the example beats chance in the sandbox, at a game that is a plugin, too.
#[test]
fn the_example_bot_wins_at_connect_four() {
    let home = folder("bots-lookout");
    if !(built("connect-four", &home) && built("lookout-bot", &home)) {
        return;
    }
    let more = ["--rounds", "10", "--seed", "1", "--nodes", "200"];
    let json = tournament("./connect-four", "random,./lookout-bot", &more, &home);
    let lookout = row(&json, "lookout");
    assert_eq!(
        (&lookout["timeouts"], &lookout["errors"], &json["played"]),
        (&json!(0), &json!(0), &json!(20))
    );
    assert!(lookout["points"].as_f64() >= Some(19.0), "{lookout}");
    let _ = fs::remove_dir_all(&home);
}

/// A program over the network that does the same with every line it is sent; everything it was sent is kept.
fn program(
    answer: impl Fn(&str, &mut TcpStream) -> bool + Send + Sync + 'static,
) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("tcp://{}", listener.local_addr().unwrap());
    let (heard, answer) = (Arc::new(Mutex::new(Vec::new())), Arc::new(answer));
    let ears = heard.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (heard, answer) = (ears.clone(), answer.clone());
            thread::spawn(move || {
                let mut stream = stream;
                for line in BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok) {
                    heard.lock().unwrap().push(line.clone());
                    if !answer(&line, &mut stream) {
                        return;
                    }
                }
            });
        }
    });
    (address, heard)
}

fn say(stream: &mut TcpStream, words: &str) -> bool {
    stream.write_all(words.as_bytes()).is_ok()
}

// BO-8: whatever a program over the network does, it is counted and the tournament goes on.
#[test]
fn a_tournament_goes_on_whatever_a_program_over_the_network_does() {
    let home = folder("bots-remote");
    let (first, _) = program(|_, stream| say(stream, "{\"choice\": 0}\n"));
    let (nonsense, _) = program(|_, stream| say(stream, "hello?\n"));
    let (beyond, _) = program(|_, stream| say(stream, "{\"choice\": 4000}\n"));
    let (cannot, _) = program(|_, stream| say(stream, "{\"error\": \"no idea\"}\n"));
    let (leaves, _) = program(|_, _| false);
    let (huge, _) = program(|_, stream| say(stream, &"x".repeat(100_000)));
    let (hangs, heard) = program(|_, _| {
        thread::sleep(Duration::from_secs(60));
        true
    });
    let cases = [
        (&nonsense, false, "its answer cannot be read"),
        (&beyond, false, "it chose offer 4000, and there are"),
        (&cannot, false, "it says: no idea"),
        (&leaves, false, "no answer: "),
        (&huge, false, "its answer is longer than 65536 bytes"),
        (&hangs, true, "no answer within 200 ms"),
    ];
    for (address, late, reason) in cases {
        let bots = format!("random,{first},{address}");
        let more = ["--rounds", "1", "--patience", "200", "--threads", "2"];
        // Enough time for programs that answer, also on a busy machine.
        let more = if late { more } else { ["--rounds", "1", "--patience", "20000", "--threads", "2"] };
        let json = tournament("tic-tac-toe", &bots, &more, &home);
        let row = row(&json, address);
        let (timeouts, errors) = (row["timeouts"].as_u64().unwrap(), row["errors"].as_u64().unwrap());
        assert!(row["wrong"].as_str().unwrap().contains(reason), "{row}");
        if late {
            assert!(timeouts >= 10 && errors == 0, "{row}");
        } else {
            // Who never answers is given up in the end, and then late.
            assert!(errors >= 10, "{row}");
            let row = self::row(&json, &first);
            assert_eq!((&row["timeouts"], &row["errors"]), (&json!(0), &json!(0)), "{row}");
        }
    }
    let asked = heard.lock().unwrap().len();
    assert!(asked <= 4 * 3, "after three times in a row it is not asked again in that game: {asked}");
    let _ = fs::remove_dir_all(&home);
}

// BO-8: an external program gets its seat's scene and offers and nothing else, also in games that hide much.
#[test]
fn nobody_outside_is_shown_more_than_their_seat_may_see() {
    let home = folder("bots-shown");
    let (address, heard) = program(|_, stream| say(stream, "{\"choice\": 0}\n"));
    let bots = format!("random,{address}");
    tournament("level8", &bots, &["--rounds", "1", "--think", "50"], &home);
    let heard = heard.lock().unwrap();
    assert!(heard.len() > 20);
    for line in heard.iter() {
        let question: Value = serde_json::from_str(line).unwrap();
        let mut keys: Vec<&str> = question.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, ["budget", "contract", "game", "luck", "offers", "scene", "seat", "seats"]);
        assert_eq!((&question["game"], &question["contract"]), (&json!("level8"), &json!("0.1.0")));
        assert_eq!(question["budget"], json!({ "nodes": null, "ms": 50, "patience_ms": 10_050 }));
        let (own, other) = (question["seat"].as_u64().unwrap(), 1 - question["seat"].as_u64().unwrap());
        let mut hidden = 0;
        for (id, piece) in question["scene"]["pieces"].as_object().unwrap() {
            if piece["area"] == format!("hand-{other}") {
                hidden += 1;
                let back = json!({ "area": piece["area"], "at": piece["at"], "look": "card-back" });
                assert_eq!(*piece, back, "seat {own} is shown {id}");
            }
        }
        assert_eq!(question["scene"]["seats"][other.to_string()]["badges"]["cards"]["value"], hidden);
        assert!(!question["offers"].as_array().unwrap().is_empty());
    }
    let _ = fs::remove_dir_all(&home);
}

// BO-8: the program of the documentation, run as documented; Python's standard library suffices.
#[test]
fn the_program_of_the_documentation_plays_a_tournament() {
    let named = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/tournament_bot.py");
    let started = Command::new(&named).args([script, "0"]).stdout(Stdio::piped()).spawn();
    let Ok(started) = started else {
        println!("left out: there is no {named} here; PYTHON may name one");
        return;
    };
    let mut python = Process(started);
    let mut line = String::new();
    BufReader::new(python.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.trim().rsplit(' ').next().unwrap().to_string();
    let (home, address) = (folder("bots-python"), format!("tcp://localhost:{port}"));
    let bots = format!("random,{address}");
    let arguments =
        ["tournament", "hex", "tic-tac-toe", "level8", "--rounds", "2", "--bots", &bots, "--json"];
    let (well, told) = said(&arguments, &home);
    assert!(well, "{told}");
    let json: Value = serde_json::from_str(&told).unwrap();
    let row = row(&json, &address);
    assert_eq!((&row["timeouts"], &row["errors"]), (&json!(0), &json!(0)), "{row}");
    let _ = fs::remove_dir_all(&home);
}
