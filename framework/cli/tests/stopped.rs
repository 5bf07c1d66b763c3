//! The server is asked to stop, as by an operator or a container, and stops well.

#![cfg(unix)]

mod served;

use parlor_server::Client;
use served::{folder, serve};
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
