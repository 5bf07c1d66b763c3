//! Requests to a server, and their replies.

use crate::socket::{FrameData, Socket, SocketError};
use parlor_protocol::{Login, RegisterPlayer, Request};
use serde_json::Value;
use std::{borrow::Cow, collections::VecDeque, time::Duration};

/// How long a request waits before it is sent again, where the server does not say.
const DEFAULT_RETRY_MS: u64 = 1_000;

/// A connection to a server. A request waits for its reply; messages that arrive in between are queued.
pub struct Client {
    socket: Socket,
    next_id: u64,
    inbox: VecDeque<Value>,
    /// The person the client is logged in as; empty before that.
    pub person: LoggedInPerson,
}

/// The person a client is logged in as.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoggedInPerson {
    /// The person.
    pub person: String,
    /// The name.
    pub name: String,
    /// The secret.
    pub secret: String,
    /// The session.
    pub session: String,
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Connection(SocketError),
    /// The connection ended.
    #[error("the server closed the connection: {0}")]
    Closed(String),
    /// The server sent an invalid message.
    #[error("the server said something strange: {0}")]
    Strange(String),
    /// The request was refused.
    #[error("{text} ({code})")]
    Refused {
        /// The error code.
        code: String,
        /// The reason in words.
        text: String,
        /// The complete data of the error.
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
        Ok(Client { socket, next_id: 1, inbox: VecDeque::new(), person: LoggedInPerson::default() })
    }

    /// Sends a request without waiting for the reply; returns its id.
    pub async fn send(&mut self, request: &Request) -> Result<u64, ClientError> {
        let id = self.next_id;
        self.next_id += 1;
        self.send_text(request.frame(id)).await?;
        Ok(id)
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: impl AsRef<str>) -> Result<(), ClientError> {
        Ok(self.socket.send(FrameData::Text(text.as_ref())).await?)
    }

    /// Sends a request and waits for the data of its reply.
    pub async fn ask(&mut self, request: &Request) -> Result<Value, ClientError> {
        let id = self.send(request).await?;
        self.answer(id).await
    }

    /// Sends a request and waits for the data of its reply; where the server asks to slow down, as long as it
    /// says and again.
    pub async fn ask_patiently(&mut self, request: &Request) -> Result<Value, ClientError> {
        loop {
            match self.ask(request).await {
                Err(ClientError::Refused { code, data, .. })
                    if code == "too-fast" || code == "server-busy" =>
                {
                    let wait = data["retryMs"].as_u64().unwrap_or(DEFAULT_RETRY_MS);
                    tokio::time::sleep(Duration::from_millis(wait)).await;
                }
                other => return other,
            }
        }
    }

    /// Waits for the reply to a request.
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

    /// Messages that were received and not read yet.
    pub fn waiting(&self) -> impl Iterator<Item = &Value> {
        self.inbox.iter()
    }

    /// The next message as text.
    pub async fn next_text(&mut self) -> Result<Cow<'_, str>, ClientError> {
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
            FrameData::Text(text) => Ok(text),
            FrameData::Binary(_) => Err(ClientError::Strange("it is not text".into())),
        }
    }

    /// Registers as a guest.
    pub async fn register(&mut self, name: &str) -> Result<Value, ClientError> {
        self.enter(RegisterPlayer { name: name.into(), ..RegisterPlayer::default() }).await
    }

    /// Registers a new person.
    pub async fn enter(&mut self, register: RegisterPlayer) -> Result<Value, ClientError> {
        let data = self.ask(&Request::RegisterPlayer(register)).await?;
        self.note(&data);
        Ok(data)
    }

    /// Logs in as a known person.
    pub async fn login(&mut self, login: Login) -> Result<Value, ClientError> {
        let data = self.ask(&Request::Login(login)).await?;
        self.note(&data);
        Ok(data)
    }

    fn note(&mut self, data: &Value) {
        let text = |name: &str| data[name].as_str().unwrap_or_default().to_string();
        self.person = LoggedInPerson {
            person: text("person"),
            name: text("name"),
            secret: text("secret"),
            session: text("session"),
        };
    }

    /// Closes the connection.
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
