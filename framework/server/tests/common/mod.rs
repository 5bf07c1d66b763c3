//! A server on a port of its own, and people who connect to it.

#![allow(dead_code, unreachable_pub, reason = "each test uses another part")]

pub mod faulty_store;

pub use parlor_client::*;
pub use parlor_protocol::*;
use parlor_runtime::{Module, TableId};
use parlor_server::*;
use serde_json::{Value, json};
use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle, time::timeout};

/// No answer in these tests takes longer.
pub const TEST_TIMEOUT: Duration = Duration::from_secs(20);

pub struct House {
    pub address: String,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<Result<(), RunError>>,
}

impl House {
    /// A server with Snails and a store in memory.
    pub async fn open() -> House {
        House::with(|_| {}, Arc::new(Memory::new())).await
    }

    pub async fn with(change: impl FnOnce(&mut Config), store: Arc<dyn Store>) -> House {
        House::offering(vec![Box::new(snails::SnailsModule::new())], change, store).await
    }

    /// A server with these games.
    pub async fn offering(
        games: Vec<Box<dyn Module>>,
        change: impl FnOnce(&mut Config),
        store: Arc<dyn Store>,
    ) -> House {
        let mut config = Config {
            data: folder(),
            table_logs: false,
            bot_threads: Some(1),
            limits: Limits { messages_per_second: 2_000, burst: 2_000, ..Limits::default() },
            ..Config::default()
        };
        change(&mut config);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (stop, stopped) = oneshot::channel();
        let shutdown = async {
            let _ = stopped.await;
        };
        let task = tokio::spawn(run(listener, config, store, games, shutdown));
        House { address, stop: Some(stop), task }
    }

    pub async fn connect(&self) -> Client {
        let mut last = None;
        for _ in 0..100 {
            match Client::connect(&format!("ws://{}/ws", self.address)).await {
                Ok(client) => return client,
                Err(error) => last = Some(error),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("nobody serves: {last:?}");
    }

    /// A guest with this name, past the welcome.
    pub async fn guest(&self, name: &str) -> Client {
        let mut client = self.connect().await;
        client.register(name).await.unwrap();
        client
    }

    pub async fn close(mut self) -> Result<(), RunError> {
        let _ = self.stop.take().unwrap().send(());
        timeout(TEST_TIMEOUT, self.task).await.unwrap().unwrap()
    }

    /// A plain HTTP request; status, headers and body come back.
    pub async fn http(&self, request: &str, body: &str) -> (u16, String, String) {
        self.http_with(request, &[], body).await
    }

    /// The same with further headers.
    pub async fn http_with(
        &self,
        request: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String, String) {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = tokio::net::TcpStream::connect(&self.address).await.unwrap();
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let head = format!(
            "{request} HTTP/1.1\r\nHost: {}\r\n{headers}Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_lowercase(), unchunk(head, body))
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, _, body) = self.http(&format!("GET {path}"), "").await;
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }
}

fn unchunk(head: &str, body: &str) -> String {
    if !head.to_lowercase().contains("transfer-encoding: chunked") {
        return body.to_string();
    }
    let (mut rest, mut whole) = (body, String::new());
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        if size == 0 {
            break;
        }
        whole.push_str(&after[..size]);
        rest = &after[size + 2..];
    }
    whole
}

/// A folder of its own for each server.
pub fn folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("parlor-test-{}-{number}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The journal of one table, in its order.
pub fn table_journal(store: &dyn Store, table: TableId) -> Vec<JournalLine> {
    store.journal().unwrap().into_iter().filter(|line| line.table == table).collect()
}

pub fn request(event: &str, data: Value) -> Request {
    Request::read(event, &data.to_string()).unwrap()
}

pub async fn ask(client: &mut Client, event: &str, data: Value) -> Result<Value, ClientError> {
    timeout(TEST_TIMEOUT, client.ask(&request(event, data))).await.expect("an answer in time")
}

pub async fn ok(client: &mut Client, event: &str, data: Value) -> Value {
    ask(client, event, data).await.unwrap_or_else(|error| panic!("{event}: {error}"))
}

/// The code of the error that a request is answered with.
pub async fn code(client: &mut Client, event: &str, data: Value) -> String {
    match ask(client, event, data).await {
        Err(ClientError::Refused { code, .. }) => code,
        other => panic!("{event} should be refused, but: {other:?}"),
    }
}

pub async fn until(client: &mut Client, event: &str) -> Value {
    timeout(TEST_TIMEOUT, client.until(event)).await.unwrap_or_else(|_| panic!("no {event} in time")).unwrap()
}

/// A table of Snails with Ada and Ben on it, begun.
pub async fn table(ada: &mut Client, ben: &mut Client) -> TableId {
    let data = ok(ada, "createGame", json!({ "game": "snails", "seats": ["person", "person"] })).await;
    let table: TableId = data["table"].as_str().unwrap().parse().unwrap();
    ok(ben, "joinGame", json!({ "table": table })).await;
    ok(ada, "gameStart", json!({ "table": table })).await;
    table
}

/// A person who plays the first action offered, and all they know.
pub struct Player {
    pub client: Client,
    pub view: View,
    pub texts: Vec<Value>,
}

impl Player {
    pub fn new(client: Client) -> Player {
        Player { client, view: View::default(), texts: Vec::new() }
    }

    /// Takes in one message.
    pub async fn hear(&mut self) -> Value {
        let next = timeout(TEST_TIMEOUT, self.client.next()).await;
        let message = next.expect("a message in time").expect("a connection");
        self.view.take(&message);
        message
    }

    /// Plays until it is not this person's turn any more, or the game is over.
    pub async fn play(&mut self, pick: impl Fn(&[Value]) -> Value) {
        while self.view.actions.is_empty() && !self.view.over {
            self.hear().await;
        }
        if self.view.over {
            return;
        }
        let (action, version) = (pick(&self.view.actions), self.view.version);
        let data = json!({
            "table": self.view.table, "seat": self.view.seat, "version": version, "action": action,
        });
        self.view.actions.clear();
        ok(&mut self.client, "gameMove", data).await;
    }
}
