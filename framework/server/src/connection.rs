//! One WebSocket connection: frames in, limits, frames out.

use crate::{
    app::App,
    host::{ConnId, Mailbox, Problem, ToHost},
    identity,
    protocol::{BadRequest, ErrorData, Frame, Login, Message, RegisterPlayer, Request},
    replays,
    wire::{Outlet, WayOut},
};
use axum::{
    body::Bytes,
    extract::{
        ConnectInfo, State, WebSocketUpgrade,
        ws::{CloseFrame, Message as WsMessage, Utf8Bytes, WebSocket},
    },
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use parlor_runtime::PersonId;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::time;

/// How often a connection is asked whether it is still there.
const BEAT: Duration = Duration::from_secs(25);
/// After so long without a sign the connection is given up.
const SILENCE: Duration = Duration::from_secs(80);
/// How long a connection may take to accept what is sent to it.
const PATIENCE: Duration = Duration::from_secs(10);
/// Messages above the limit after which the connection ends, in bursts.
const PATIENCE_BURSTS: u32 = 3;
/// The WebSocket library fills its whole read buffer with zeros before every read.
pub(crate) const READ_BUFFER: usize = 1024;
pub(crate) const WRITE_BUFFER: usize = 8 * 1024;

/// `/ws`: accepts pages of this host and programs.
pub(crate) async fn upgrade(
    State(app): State<Arc<App>>,
    ConnectInfo(WayOut(outlet)): ConnectInfo<WayOut>,
    headers: HeaderMap,
    ws: WebSocketUpgrade,
) -> Response {
    if !origin_fits(&headers, &app.config.origins) {
        return (StatusCode::FORBIDDEN, "this page may not connect here").into_response();
    }
    let Some(place) = app.take_place() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many connections").into_response();
    };
    let largest = app.config.limits.message_bytes;
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let wanted = wanted.and_then(|list| list.split([',', ';']).next()).unwrap_or("en").to_string();
    ws.read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(largest)
        .max_frame_size(largest)
        .on_upgrade(move |socket| async move {
            let language = app.shelf.get().language(&wanted);
            Connection::new(app, socket, language).serve(outlet).await;
            drop(place);
        })
}

/// A page may connect if it comes from here or from an origin that is allowed; programs send no origin.
fn origin_fits(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").map(|(_, host)| host);
    (own.is_some() && own == host) || allowed.iter().any(|allowed| allowed == origin)
}

struct Connection {
    app: Arc<App>,
    conn: ConnId,
    socket: WebSocket,
    language: usize,
    bucket: Bucket,
    heard: Instant,
    pinged: Option<Instant>,
    /// Half of the time a message takes both ways.
    lag: u64,
}

/// Why a connection ends.
enum End {
    /// The other side went away, or the host let go of it.
    Gone,
    /// It broke a rule, with the WebSocket code and the message that says so.
    Wrong(u16, &'static str),
}

impl Connection {
    fn new(app: Arc<App>, socket: WebSocket, language: usize) -> Connection {
        let limits = &app.config.limits;
        let bucket = Bucket::new(limits.messages_per_second, limits.burst);
        let conn = app.next_conn();
        Connection { conn, socket, language, bucket, heard: Instant::now(), pinged: None, lag: 0, app }
    }

    async fn serve(mut self, outlet: Arc<Outlet>) {
        let most = self.app.config.limits.waiting_messages;
        let mailbox = Arc::new(Mailbox::new(self.conn, most, outlet.clone()));
        self.app.tell(ToHost::Connected { conn: self.conn, out: mailbox.clone(), language: self.language });
        let end = self.exchange(&mailbox).await;
        self.app.tell(ToHost::Gone { conn: self.conn });
        // Whatever is said now is the last.
        outlet.share(false);
        let (code, reason) = match end {
            End::Gone => (1001, ""),
            End::Wrong(code, key) => {
                let frame = self.problem(None, &Problem::new(key));
                let _ = time::timeout(PATIENCE, self.socket.send(WsMessage::Text(frame))).await;
                (code, key)
            }
        };
        let close = WsMessage::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = time::timeout(PATIENCE, self.socket.send(close)).await;
    }

    async fn exchange(&mut self, mailbox: &Mailbox) -> End {
        let mut beat = time::interval_at(time::Instant::now() + BEAT, BEAT);
        beat.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                // Messages come first: asking for the rest takes longer, and is left out while there are any.
                biased;
                message = self.socket.recv() => {
                    self.heard = Instant::now();
                    let end = match message {
                        None => return End::Gone,
                        Some(Err(error)) => return ended_by(&error),
                        Some(Ok(message)) => self.read(message).await,
                    };
                    if let Some(end) = end {
                        return end;
                    }
                }
                more = mailbox.rung() => {
                    if !more || !matches!(time::timeout(PATIENCE, mailbox.go_on()).await, Ok(Ok(()))) {
                        return End::Gone;
                    }
                }
                _ = beat.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        return End::Gone;
                    }
                    self.pinged = Some(Instant::now());
                    let ping = self.socket.send(WsMessage::Ping(Bytes::new()));
                    if !matches!(time::timeout(PATIENCE, ping).await, Ok(Ok(()))) {
                        return End::Gone;
                    }
                }
            }
        }
    }

    async fn read(&mut self, message: WsMessage) -> Option<End> {
        let text = match message {
            WsMessage::Text(text) => text,
            WsMessage::Binary(_) => return Some(End::Wrong(1003, "not-text")),
            WsMessage::Close(_) => return Some(End::Gone),
            WsMessage::Pong(_) => {
                let way = self.pinged.take().map(|at| at.elapsed().as_millis() as u64 / 2);
                self.lag = way.unwrap_or(self.lag);
                return None;
            }
            WsMessage::Ping(_) => return None,
        };
        match self.bucket.take() {
            Allowed::Yes => {}
            Allowed::No => {
                let id = serde_json::from_str::<Frame<'_>>(&text).ok().and_then(|frame| frame.id);
                return self.refuse(id, &Problem::new("too-fast")).await;
            }
            Allowed::NeverAgain => return Some(End::Wrong(1008, "too-fast")),
        }
        match Request::parse(&text) {
            (Some(id), Ok(request)) => self.ask(id, request).await,
            (id, Err(error)) => self.refuse(id, &bad_request(error)).await,
            (None, Ok(_)) => None,
        }
    }

    /// Hands a request to the host; what takes long is worked on elsewhere first.
    async fn ask(&mut self, id: u64, request: Request) -> Option<End> {
        match request {
            Request::RegisterPlayer(register) => self.register(id, register).await,
            Request::Login(login) if login.password.is_some() => self.login(id, login).await,
            Request::Replay(replay) => {
                let (shelf, store) = (self.app.shelf.clone(), self.app.store.clone());
                let language = self.language;
                let work = move || replays::replay(&*store, &shelf.get(), language, &replay);
                match tokio::task::spawn_blocking(work).await {
                    Ok(Ok(data)) => self.send(Message::Ok(data).answer(Some(id)).into()).await,
                    Ok(Err(problem)) => self.refuse(Some(id), &problem).await,
                    Err(_) => self.refuse(Some(id), &Problem::new("server-trouble")).await,
                }
            }
            request => {
                let language = match &request {
                    Request::Language(chosen) => Some(&chosen.language),
                    Request::Login(login) => login.language.as_ref(),
                    _ => None,
                };
                if let Some(language) = language {
                    self.language = self.app.shelf.get().language(language);
                }
                self.app.tell(ToHost::Ask { conn: self.conn, id, request, lag: self.lag });
                None
            }
        }
    }

    async fn register(&mut self, id: u64, mut register: RegisterPlayer) -> Option<End> {
        if let Some(language) = &register.language {
            self.language = self.app.shelf.get().language(language);
        }
        let Some(password) = register.password.take() else {
            self.app.tell(ToHost::Register { conn: self.conn, id, register, password: None });
            return None;
        };
        if !identity::PASSWORD.contains(&password.chars().count()) {
            let (least, most) = (*identity::PASSWORD.start(), *identity::PASSWORD.end());
            let problem = Problem::new("bad-password").arg("least", least).arg("most", most);
            return self.refuse(Some(id), &problem).await;
        }
        let app = self.app.clone();
        let Ok(turn) = app.passwords.acquire().await else { return Some(End::Gone) };
        let hash = tokio::task::spawn_blocking(move || identity::hash_password(&password)).await;
        drop(turn);
        match hash {
            Ok(Some(hash)) => {
                self.app.tell(ToHost::Register { conn: self.conn, id, register, password: Some(hash) });
                None
            }
            _ => self.refuse(Some(id), &Problem::new("server-trouble")).await,
        }
    }

    async fn login(&mut self, id: u64, mut login: Login) -> Option<End> {
        if let Some(language) = &login.language {
            self.language = self.app.shelf.get().language(language);
        }
        let (Some(name), Some(password)) = (login.name.take(), login.password.take()) else {
            return self.refuse(Some(id), &Problem::new("login-incomplete")).await;
        };
        let store = self.app.store.clone();
        let app = self.app.clone();
        let Ok(turn) = app.passwords.acquire().await else { return Some(End::Gone) };
        let check = move || -> Option<PersonId> {
            let name = identity::clean_name(&name).unwrap_or_default();
            let known = store.person_called(&identity::name_key(&name)).ok()?;
            let hash = known.as_ref().and_then(|known| known.password.as_deref());
            let right = identity::verify_password(&password, hash);
            known.filter(|_| right).map(|known| known.person)
        };
        let person = tokio::task::spawn_blocking(check).await;
        drop(turn);
        match person {
            Ok(Some(person)) => {
                self.app.tell(ToHost::Enter { conn: self.conn, id, person, login: Box::new(login) });
                None
            }
            _ => self.refuse(Some(id), &Problem::new("wrong-credentials")).await,
        }
    }

    async fn refuse(&mut self, id: Option<u64>, problem: &Problem) -> Option<End> {
        let frame = self.problem(id, problem);
        self.send(frame).await
    }

    async fn send(&mut self, frame: Utf8Bytes) -> Option<End> {
        let sent = time::timeout(PATIENCE, self.socket.send(WsMessage::Text(frame))).await;
        (!matches!(sent, Ok(Ok(())))).then_some(End::Gone)
    }

    fn problem(&self, id: Option<u64>, Problem(text): &Problem) -> Utf8Bytes {
        let catalogue = self.app.shelf.get();
        let words = catalogue.lobby.say(&catalogue.languages[self.language], text, &[]);
        let error = ErrorData { code: text.key.clone(), text: words, version: None };
        Message::Error(error).answer(id).into()
    }
}

fn bad_request(error: BadRequest) -> Problem {
    match error {
        BadRequest::Form(reason) => Problem::new("bad-message").arg("reason", reason),
        BadRequest::Unknown(event) => Problem::new("unknown-event").arg("event", event),
        BadRequest::Data { place, reason } => {
            Problem::new("bad-request").arg("place", place).arg("reason", reason)
        }
    }
}

fn ended_by(error: &axum::Error) -> End {
    use tokio_tungstenite::tungstenite::Error as WsError;
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        if let Some(WsError::Capacity(_)) = inner.downcast_ref() {
            return End::Wrong(1009, "too-large");
        }
        if let Some(WsError::Utf8(_)) = inner.downcast_ref() {
            return End::Wrong(1007, "not-text");
        }
        source = inner.source();
    }
    End::Gone
}

/// Lets so many messages through in a second, and a burst at once.
struct Bucket {
    per_second: f64,
    size: f64,
    level: f64,
    at: Instant,
    refused: u32,
}

enum Allowed {
    Yes,
    No,
    NeverAgain,
}

impl Bucket {
    fn new(per_second: u32, burst: u32) -> Bucket {
        let size = f64::from(burst.max(1));
        Bucket { per_second: f64::from(per_second), size, level: size, at: Instant::now(), refused: 0 }
    }

    fn take(&mut self) -> Allowed {
        let now = Instant::now();
        let gained = now.duration_since(self.at).as_secs_f64() * self.per_second;
        self.level = (self.level + gained).min(self.size);
        self.at = now;
        if self.level >= 1.0 {
            self.level -= 1.0;
            self.refused = 0;
            return Allowed::Yes;
        }
        self.refused += 1;
        if f64::from(self.refused) > self.size * f64::from(PATIENCE_BURSTS) {
            Allowed::NeverAgain
        } else {
            Allowed::No
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn pages_of_other_hosts_may_not_connect() {
        let from = |origin: &str| headers(&[(header::ORIGIN, origin), (header::HOST, "play.example:80")]);
        let allowed = ["https://club.example".to_string()];
        assert!(origin_fits(&HeaderMap::new(), &[]), "programs send no origin");
        assert!(origin_fits(&from("http://play.example:80"), &[]));
        assert!(origin_fits(&from("https://club.example"), &allowed));
        for foreign in ["http://evil.example", "null", "http://play.example.evil:80", ""] {
            assert!(!origin_fits(&from(foreign), &allowed), "{foreign}");
        }
    }

    #[test]
    fn a_burst_is_let_through_and_a_flood_is_not() {
        let mut bucket = Bucket::new(0, 3);
        let mut take = || match bucket.take() {
            Allowed::Yes => 'y',
            Allowed::No => 'n',
            Allowed::NeverAgain => 'x',
        };
        assert_eq!((0..13).map(|_| take()).collect::<String>(), "yyynnnnnnnnnx");
    }
}
