//! Requests to a server, and their replies.

use crate::socket::{FrameData, Socket, SocketError};
use parlor_protocol::{Login, RegisterPlayer, Request};
use serde_json::Value;
use std::{
    borrow::Cow,
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

/// How long a request waits before it is sent again, where the server does not say.
const DEFAULT_RETRY_MS: u64 = 1_000;

/// A connection to a server. A request waits for its reply; messages that arrive in between are queued.
pub struct Client {
    url: String,
    socket: Socket,
    next_id: u64,
    inbox: VecDeque<Value>,
    /// The frames of requests whose replies have not arrived, by id.
    unanswered: BTreeMap<u64, String>,
    /// The registration or login that has not been answered.
    entering: Option<u64>,
    /// Whether the connection is brief, and its language.
    brief: bool,
    language: Option<String>,
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
        Ok(Client {
            url: url.into(),
            socket,
            next_id: 1,
            inbox: VecDeque::new(),
            unanswered: BTreeMap::new(),
            entering: None,
            brief: false,
            language: None,
            person: LoggedInPerson::default(),
        })
    }

    /// Connects again after the connection was lost. Logs in with the same session, and sends every request
    /// again that has no reply yet, with its id, so that the server executes it once. Returns the data of the
    /// login or the registration; `None` if the client never began one. May be called until it succeeds.
    pub async fn reconnect(&mut self) -> Result<Option<Value>, ClientError> {
        self.socket = Socket::connect(&self.url).await?;
        let mut data = None;
        if !self.person.person.is_empty() {
            let LoggedInPerson { person, secret, session, .. } = self.person.clone();
            let login = Login {
                person: Some(person),
                secret: Some(secret),
                session: Some(session),
                brief: self.brief,
                language: self.language.clone(),
                ..Login::default()
            };
            let id = self.new_id();
            self.send_text(Request::Login(login).frame(id)).await?;
            data = Some(self.note(id).await?);
        }
        for frame in self.unanswered.values() {
            self.socket.send(FrameData::Text(frame)).await?;
        }
        match self.entering {
            Some(id) => Ok(Some(self.note(id).await?)),
            None => Ok(data),
        }
    }

    fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Sends a request without waiting for the reply; returns its id. If that fails, or the connection ends
    /// before the reply, [`reconnect`](Client::reconnect) sends it again.
    pub async fn send(&mut self, request: &Request) -> Result<u64, ClientError> {
        let id = self.new_id();
        let frame = request.frame(id);
        self.unanswered.insert(id, frame.clone());
        self.send_text(frame).await?;
        Ok(id)
    }

    /// The id of the latest request.
    pub const fn last_id(&self) -> u64 {
        self.next_id - 1
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
        let message: Value =
            serde_json::from_str(text).map_err(|error| ClientError::Strange(error.to_string()))?;
        if let Some(id) = message["id"].as_u64() {
            self.unanswered.remove(&id);
        }
        Ok(message)
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

    /// Registers a new person. The client chooses the secret if none is given, so that the registration can be
    /// sent again and is executed once.
    pub async fn enter(&mut self, mut register: RegisterPlayer) -> Result<Value, ClientError> {
        register.secret = register.secret.or_else(new_secret);
        (self.brief, self.language) = (register.brief, register.language.clone());
        self.begin(Request::RegisterPlayer(register)).await
    }

    /// Logs in as a known person.
    pub async fn login(&mut self, login: Login) -> Result<Value, ClientError> {
        (self.brief, self.language) = (login.brief, login.language.clone());
        self.begin(Request::Login(login)).await
    }

    async fn begin(&mut self, request: Request) -> Result<Value, ClientError> {
        let id = self.next_id;
        self.entering = Some(id);
        self.send(&request).await?;
        self.note(id).await
    }

    /// Waits for the reply to a registration or login, and notes who the client is.
    async fn note(&mut self, id: u64) -> Result<Value, ClientError> {
        let answer = self.answer(id).await;
        if !self.unanswered.contains_key(&id) {
            self.entering = self.entering.filter(|entering| *entering != id);
        }
        let data = answer?;
        let text = |name: &str| data[name].as_str().unwrap_or_default().to_string();
        self.person = LoggedInPerson {
            person: text("person"),
            name: text("name"),
            secret: text("secret"),
            session: text("session"),
        };
        Ok(data)
    }

    /// Closes the connection.
    pub async fn close(self) {
        self.socket.close().await;
    }
}

/// A secret as the server wants it: 128 random bits in hexadecimal digits. None if the system has no randomness;
/// then the server chooses one.
fn new_secret() -> Option<String> {
    let halves = [getrandom::u64().ok()?, getrandom::u64().ok()?];
    Some(halves.map(|half| format!("{half:016x}")).concat())
}

fn outcome(mut message: Value) -> Result<Value, ClientError> {
    let data = message["data"].take();
    if message["event"] == "ok" {
        return Ok(data);
    }
    let text = |name: &str| data[name].as_str().unwrap_or_default().to_string();
    Err(ClientError::Refused { code: text("code"), text: text("text"), data })
}
