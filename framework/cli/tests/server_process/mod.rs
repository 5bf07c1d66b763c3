//! The program as a server: a process of its own, asked over real sockets.

#![allow(dead_code, unreachable_pub, reason = "each test uses another part")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// A process that is gone when the test is, however it ends; and this is `kill -9`.
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program.
pub fn parlor() -> Command {
    Command::new(env!("CARGO_BIN_EXE_parlor"))
}

/// A server that keeps everything in this folder, and where it is. Port 0 is any that is free.
pub fn serve(data: &Path, port: u16, settings: &[(&str, &str)]) -> (Process, String) {
    serve_with(parlor(), data, port, settings)
}

/// The same with a command that ends as the program.
pub fn serve_with(
    mut program: Command,
    data: &Path,
    port: u16,
    settings: &[(&str, &str)],
) -> (Process, String) {
    let mut process = program
        .args(["serve", "--host", "127.0.0.1", "--port", &port.to_string(), "--data"])
        .arg(data)
        .current_dir(data)
        .env("PARLOR_LOG", "warn")
        .envs(settings.iter().copied())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit("http://").next().unwrap().to_string();
    assert!(address.contains(':'), "the server says where it serves: {line:?}");
    (Process(process), address)
}

/// What the server answers to a plain request for a page.
pub fn get(address: &str, path: &str) -> String {
    exchange(address, "GET", path, "")
}

/// What the server answers to something that is brought to it.
pub fn post(address: &str, path: &str, body: &str) -> String {
    exchange(address, "POST", path, body)
}

fn exchange(address: &str, method: &str, path: &str, body: &str) -> String {
    let answer = try_exchange(address, method, path, body).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.contains(" 200 "), "{path}: {head}");
    body.to_string()
}

/// Asks until there is a whole answer, however often the server goes away, each time with the same request.
pub fn insist(address: &str, method: &str, path: &str, body: &str) -> String {
    loop {
        let answer = try_exchange(address, method, path, body);
        if let Some((head, body)) = answer.ok().as_ref().and_then(|answer| answer.split_once("\r\n\r\n"))
            && let Some(length) = length(head)
            && body.len() == length
        {
            assert!(head.contains(" 200 "), "{path}: {head}");
            return body.to_string();
        }
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
}

fn length(head: &str) -> Option<usize> {
    let headers = head.lines().filter_map(|line| line.split_once(": "));
    let mut lengths = headers.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    lengths.next()?.1.trim().parse().ok()
}

fn try_exchange(address: &str, method: &str, path: &str, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    write!(stream, "{method} {path} HTTP/1.0\r\nHost: {address}\r\nContent-Length: {length}\r\n\r\n{body}")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// An empty folder of its own for a test.
pub fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("parlor-{test}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
