//! The server among other programs: it is asked to stop, as by an operator or a container, and it has to live with
//! what a shell allows.

#![cfg(unix)]

mod server_process;

use parlor_client::Client;
use server_process::{folder, serve, serve_with};
use std::{process::Command, time::Duration};

// LO-20
#[tokio::test]
async fn asked_to_stop_it_tells_everybody_and_ends_well() {
    let data = folder("stopped");
    for signal in ["TERM", "INT"] {
        let (mut server, address) = serve(&data, 0, &[]);
        let mut client = Client::connect(&format!("ws://{address}/ws")).await.unwrap();
        client.register(&format!("Ada {signal}")).await.unwrap();
        let sent = Command::new("kill").args([&format!("-{signal}"), &server.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let goodbye = tokio::time::timeout(Duration::from_secs(10), client.until("goodbye")).await;
        assert!(goodbye.expect("a goodbye in time").unwrap()["text"].is_string());
        let status = tokio::task::spawn_blocking(move || server.0.wait().unwrap()).await.unwrap();
        assert!(status.success(), "{signal}: {status}");
    }
    assert!(data.join("parlor.db").exists());
    let _ = std::fs::remove_dir_all(&data);
}

/// Shells allow few open files, and every connection is one.
#[tokio::test]
async fn more_people_come_than_a_shell_lets_files_be_open() {
    let data = folder("files");
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -S -n 64 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_parlor")]);
    let (_server, address) = serve_with(shell, &data, 0, &[]);
    let url = format!("ws://{address}/ws");
    let mut crowd = Vec::new();
    for _ in 0..100 {
        let client = Client::connect(&url);
        crowd.push(tokio::time::timeout(Duration::from_secs(10), client).await.expect("a place").unwrap());
    }
    let _ = std::fs::remove_dir_all(&data);
}
