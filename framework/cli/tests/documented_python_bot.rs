//! The bot of the documentation, run as documented.

mod server_process;

use server_process::{Process, folder, parlor, serve};
use std::{
    io::Read,
    process::{Command, Stdio},
};

/// A Python with `websockets`: the one named in `PYTHON`, or the system's.
fn python() -> Option<String> {
    let named = std::env::var("PYTHON").ok();
    named.into_iter().chain(["python3".to_string()]).find(|python| {
        let tried = Command::new(python).args(["-c", "import websockets"]).stderr(Stdio::null()).status();
        tried.is_ok_and(|status| status.success())
    })
}

// LO-18: the bot plays games of every kind: open, with simultaneous choices, with hidden cards, with steps of the table.
#[test]
fn the_bot_of_the_documentation_plays_to_the_end() {
    let Some(python) = python() else {
        println!("skipped: no Python here has websockets; PYTHON may name one");
        return;
    };
    let home = folder("python");
    let (_server, address) = serve(&home, 0, &[]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/bot.py");
    for game in ["snails", "skirmish"] {
        let player = |name: &str| {
            let mut command = Command::new(&python);
            command.args([script, &format!("ws://{address}/ws"), game, &format!("{name}-{game}")]);
            Process(command.stdout(Stdio::piped()).spawn().expect("Python starts"))
        };
        let mut bot = player("pythia");
        // Another program takes the second seat at the table that it opens.
        let (host, port) = address.rsplit_once(':').unwrap();
        let other = parlor()
            .args(["bot", "--competition", "--host", host, "--port", port, "--game", game, "--bot", "random"])
            .args(["--name", &format!("other-{game}")])
            .current_dir(&home)
            .stdout(Stdio::null())
            .spawn();
        let _other = Process(other.expect("the program starts"));
        let mut said = String::new();
        bot.0.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(bot.0.wait().unwrap().success() && said.starts_with("gameOver "), "{game}: {said}");
    }
    let _ = std::fs::remove_dir_all(&home);
}
