//! A client for programs: bots, load, tests.

use crate::{
    protocol::{Login, RegisterPlayer, Request},
    socket::{Data, Socket, SocketError},
};
use parlor_kit::apply_patch;
use parlor_runtime::TableId;
use serde_json::Value;
use std::{borrow::Cow, collections::VecDeque};

/// A connection to a server. Requests wait for their answers; what comes in between is kept in order.
pub struct Client {
    socket: Socket,
    next_id: u64,
    inbox: VecDeque<Value>,
    /// Who the client entered as; empty before that.
    pub person: Entered,
}

/// Who a client entered as.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// The person.
    pub person: String,
    /// The name.
    pub name: String,
    /// The secret.
    pub secret: String,
    /// The session.
    pub session: String,
}

/// Why a client got no answer, or not the one it wanted.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Connection(SocketError),
    /// The connection ended.
    #[error("the server closed the connection: {0}")]
    Closed(String),
    /// The server said something that cannot be read.
    #[error("the server said something strange: {0}")]
    Strange(String),
    /// The request was refused.
    #[error("{text} ({code})")]
    Refused {
        /// The error code.
        code: String,
        /// The reason in words.
        text: String,
        /// All the server said about it.
        data: Value,
    },
}

impl ClientError {
    /// The code of a refusal.
    pub fn code(&self) -> Option<&str> {
        match self {
            ClientError::Refused { code, .. } => Some(code),
            _ => None,
        }
    }
}

impl From<SocketError> for ClientError {
    fn from(error: SocketError) -> ClientError {
        match error {
            SocketError::Closed(reason) => ClientError::Closed(reason),
            error => ClientError::Connection(error),
        }
    }
}

impl Client {
    /// Connects, such as to `ws://127.0.0.1:10191/ws`. The first message, `welcome`, is left to be read.
    pub async fn connect(url: &str) -> Result<Client, ClientError> {
        let socket = Socket::connect(url).await?;
        Ok(Client { socket, next_id: 1, inbox: VecDeque::new(), person: Entered::default() })
    }

    /// Sends a request without waiting for the answer; gives its id.
    pub async fn send(&mut self, request: &Request) -> Result<u64, ClientError> {
        let id = self.next_id;
        self.next_id += 1;
        self.send_text(request.frame(id)).await?;
        Ok(id)
    }

    /// Sends a text, whatever it is.
    pub async fn send_text(&mut self, text: impl AsRef<str>) -> Result<(), ClientError> {
        Ok(self.socket.send(Data::Text(text.as_ref())).await?)
    }

    /// Asks something and waits for the answer's data.
    pub async fn ask(&mut self, request: &Request) -> Result<Value, ClientError> {
        let id = self.send(request).await?;
        self.answer(id).await
    }

    /// Waits for the answer to a request.
    pub async fn answer(&mut self, id: u64) -> Result<Value, ClientError> {
        let is_it = |message: &Value| message["id"] == id;
        if let Some(at) = self.inbox.iter().position(is_it) {
            return outcome(self.inbox.remove(at).unwrap_or_default());
        }
        loop {
            let message = self.read().await?;
            if is_it(&message) {
                return outcome(message);
            }
            self.inbox.push_back(message);
        }
    }

    /// The next message, whatever it is.
    pub async fn next(&mut self) -> Result<Value, ClientError> {
        match self.inbox.pop_front() {
            Some(message) => Ok(message),
            None => self.read().await,
        }
    }

    /// The data of the next message of this kind; those before it are dropped.
    pub async fn until(&mut self, event: &str) -> Result<Value, ClientError> {
        loop {
            let mut message = self.next().await?;
            if message["event"] == event {
                return Ok(message["data"].take());
            }
        }
    }

    /// Messages that have arrived and were not read yet, without waiting for more.
    pub fn waiting(&self) -> impl Iterator<Item = &Value> {
        self.inbox.iter()
    }

    /// The next message, as it came.
    pub(crate) async fn next_text(&mut self) -> Result<Cow<'_, str>, ClientError> {
        match self.inbox.pop_front() {
            Some(message) => Ok(message.to_string().into()),
            None => Ok(self.read_text().await?.into()),
        }
    }

    async fn read(&mut self) -> Result<Value, ClientError> {
        let text = self.read_text().await?;
        serde_json::from_str(text).map_err(|error| ClientError::Strange(error.to_string()))
    }

    async fn read_text(&mut self) -> Result<&str, ClientError> {
        match self.socket.next().await? {
            Data::Text(text) => Ok(text),
            Data::Binary(_) => Err(ClientError::Strange("it is not text".into())),
        }
    }

    /// Enters as a guest.
    pub async fn register(&mut self, name: &str) -> Result<Value, ClientError> {
        self.enter(RegisterPlayer { name: name.into(), ..RegisterPlayer::default() }).await
    }

    /// Enters as somebody new.
    pub async fn enter(&mut self, register: RegisterPlayer) -> Result<Value, ClientError> {
        let data = self.ask(&Request::RegisterPlayer(register)).await?;
        self.note(&data);
        Ok(data)
    }

    /// Enters as somebody known.
    pub async fn login(&mut self, login: Login) -> Result<Value, ClientError> {
        let data = self.ask(&Request::Login(login)).await?;
        self.note(&data);
        Ok(data)
    }

    fn note(&mut self, data: &Value) {
        let text = |name: &str| data[name].as_str().unwrap_or_default().to_string();
        self.person = Entered {
            person: text("person"),
            name: text("name"),
            secret: text("secret"),
            session: text("session"),
        };
    }

    /// Ends the connection.
    pub async fn close(self) {
        self.socket.close().await;
    }
}

fn outcome(mut message: Value) -> Result<Value, ClientError> {
    let data = message["data"].take();
    if message["event"] == "ok" {
        return Ok(data);
    }
    let text = |name: &str| data[name].as_str().unwrap_or_default().to_string();
    Err(ClientError::Refused { code: text("code"), text: text("text"), data })
}

/// What a client knows of a table, from messages alone.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The table, once it was shown.
    pub table: Option<TableId>,
    /// The seat the client has.
    pub seat: Option<u8>,
    /// The version.
    pub version: u32,
    /// The scene; where the client is told in brief, as it was when the table was last shown.
    pub scene: Value,
    /// The actions the client may take now, in the order of the offers.
    pub actions: Vec<Value>,
    /// Who may act now.
    pub turn: Vec<u8>,
    /// Whether the game is over.
    pub over: bool,
}

impl View {
    /// Takes in a message; true if it changed what is known of the table.
    pub fn take(&mut self, message: &Value) -> bool {
        let data = &message["data"];
        match message["event"].as_str() {
            Some("gameState") => {
                self.table = data["table"]["table"].as_str().and_then(|name| name.parse().ok());
                self.seat = data["viewer"]["seat"].as_u64().map(|seat| seat as u8);
                self.version = data["version"].as_u64().unwrap_or_default() as u32;
                self.scene = data["scene"].clone();
                self.over = matches!(data["table"]["phase"].as_str(), Some("over" | "aborted"));
                self.act(data);
                true
            }
            Some("gameUpdate" | "gameStep") => {
                let version = data["version"].as_u64().unwrap_or_default() as u32;
                if version != self.version && version != self.version + 1 {
                    return false;
                }
                if let Some(patch) = data.get("patch") {
                    apply_patch(&mut self.scene, patch);
                }
                self.version = version;
                self.over |= data.get("outcome").is_some();
                self.act(data);
                true
            }
            Some("gameOver") => {
                self.over = true;
                self.actions.clear();
                true
            }
            _ => false,
        }
    }

    fn act(&mut self, data: &Value) {
        self.actions.clear();
        collect(&data["offers"], &mut self.actions);
        self.actions.extend(data["actions"].as_array().into_iter().flatten().cloned());
        let turn = data["turn"].as_array().into_iter().flatten();
        self.turn = turn.filter_map(|seat| seat.as_u64().map(|seat| seat as u8)).collect();
    }
}

/// All actions in a tree of offers.
fn collect(nodes: &Value, actions: &mut Vec<Value>) {
    for node in nodes.as_array().into_iter().flatten() {
        actions.extend(node.get("action").cloned());
        collect(&node["next"], actions);
    }
}
