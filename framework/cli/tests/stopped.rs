//! The server is asked to stop, as by an operator or a container, and stops well.

#![cfg(unix)]

use parlor_server::Client;
use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    time::Duration,
};

// LO-20
#[tokio::test]
async fn asked_to_stop_it_tells_everybody_and_ends_well() {
    let data = std::env::temp_dir().join(format!("parlor-stopped-{}", std::process::id()));
    std::fs::create_dir_all(&data).unwrap();
    for signal in ["TERM", "INT"] {
        let mut server = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["serve", "--host", "127.0.0.1", "--port", "0", "--data"])
            .arg(&data)
            .current_dir(&data)
            .env("PARLOR_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap();
        let mut client = Client::connect(&format!("ws://{address}/ws")).await.unwrap();
        client.register(&format!("Ada {signal}")).await.unwrap();
        let sent = Command::new("kill").args([&format!("-{signal}"), &server.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let goodbye = tokio::time::timeout(Duration::from_secs(10), client.until("goodbye")).await;
        assert!(goodbye.expect("a goodbye in time").unwrap()["text"].is_string());
        let status = tokio::task::spawn_blocking(move || server.wait().unwrap()).await.unwrap();
        assert!(status.success(), "{signal}: {status}");
    }
    assert!(data.join("parlor.db").exists());
    let _ = std::fs::remove_dir_all(&data);
}
