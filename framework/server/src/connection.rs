//! One WebSocket connection: messages in, limits, messages out.

use crate::{
    app::App,
    host::{ConnId, Mailbox, Problem, Put, ToHost},
    identity,
    protocol::{BadRequest, ErrorData, Frame, Login, Message, RegisterPlayer, Replay, Request},
    replays,
    websocket::{Fault, Kind, Message as WsMessage, Reader, Role, accept_key, close_frame, put_frame},
    wire::{Waiting, Wire},
};
use axum::{
    body::Body,
    extract::{Request as HttpRequest, State},
    http::{HeaderMap, HeaderName, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use parlor_runtime::PersonId;
use std::{
    future::poll_fn,
    ops::ControlFlow,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};
use tokio::{net::TcpStream, time};

/// After so many pings without any sign the connection is given up.
const SILENT_PINGS: u32 = 3;
/// How long a connection may take to accept what is sent to it.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the other side may go on sending after the last word.
const LINGER: Duration = Duration::from_secs(2);
/// After so many words of its own a connection writes before it hears more.
const AT_ONCE: usize = 4;
/// Messages above the limit after which the connection ends, in bursts.
const PATIENCE_BURSTS: u32 = 3;

/// `/ws`: accepts pages of this host and programs.
pub(crate) async fn upgrade(State(app): State<Arc<App>>, mut request: HttpRequest) -> Response {
    let accepted = match greeting(request.method(), request.headers()) {
        Ok(accepted) => accepted,
        Err((status, why)) => return (status, [(header::SEC_WEBSOCKET_VERSION, "13")], why).into_response(),
    };
    let Some(coming) = request.extensions_mut().remove::<OnUpgrade>() else {
        return (StatusCode::UPGRADE_REQUIRED, "this connection cannot become a WebSocket").into_response();
    };
    let headers = request.headers();
    if !origin_fits(headers, &app.config.origins) {
        return (StatusCode::FORBIDDEN, "this page may not connect here").into_response();
    }
    let Some(place) = app.take_place() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many connections").into_response();
    };
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let wanted = wanted.and_then(|list| list.split([',', ';']).next()).unwrap_or("en").to_string();
    tokio::spawn(async move {
        if let Some((wire, reader)) = open(coming.await, app.config.limits.message_bytes) {
            let language = app.shelf.get().language(&wanted);
            drop(wanted);
            Connection::new(app, &wire, language).serve(wire, reader).await;
        }
        drop(place);
    });
    let headers = [
        (header::CONNECTION, "upgrade"),
        (header::UPGRADE, "websocket"),
        (header::SEC_WEBSOCKET_ACCEPT, &accepted),
    ];
    (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
}

/// The answer to somebody who asks for a WebSocket as the standard has it.
fn greeting(method: &Method, headers: &HeaderMap) -> Result<String, (StatusCode, &'static str)> {
    let has = |name: HeaderName, wanted: &str| {
        let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(wanted))
    };
    if *method != Method::GET {
        return Err((StatusCode::METHOD_NOT_ALLOWED, "a WebSocket is asked for with GET"));
    }
    if !has(header::CONNECTION, "upgrade") || !has(header::UPGRADE, "websocket") {
        return Err((StatusCode::BAD_REQUEST, "this is a place for WebSockets"));
    }
    if !has(header::SEC_WEBSOCKET_VERSION, "13") {
        return Err((StatusCode::UPGRADE_REQUIRED, "only version 13 is spoken here"));
    }
    match headers.get(header::SEC_WEBSOCKET_KEY) {
        Some(key) => Ok(accept_key(key.as_bytes())),
        None => Err((StatusCode::BAD_REQUEST, "the key is missing")),
    }
}

/// The connection itself, without the layers that HTTP needed, and what has arrived behind the request already.
fn open(coming: hyper::Result<Upgraded>, largest: usize) -> Option<(Wire, Reader)> {
    let Ok(parts) = coming.ok()?.downcast::<TokioIo<TcpStream>>() else {
        tracing::error!("a connection is not what it was when it was accepted");
        return None;
    };
    let mut reader = Reader::new(Role::Server, largest);
    reader.keep(&parts.read_buf);
    Some((Wire::new(parts.io.into_inner()), reader))
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
    mailbox: Arc<Mailbox>,
    language: usize,
    bucket: Bucket,
    /// Pings since there was a sign of the other side.
    silent: u32,
    pinged: Option<Instant>,
    /// Half of the time a message takes both ways.
    lag: u64,
    /// Whether something was said that is not written yet.
    said: bool,
    /// Whether a message was left with the host that nobody serves yet.
    alone: bool,
}

/// Why a connection ends.
enum End {
    /// The other side went away, or the host let go of it.
    Gone,
    /// The other side said goodbye, perhaps with a code.
    Goodbye(Option<u16>),
    /// It does not speak WebSocket as it should.
    Broken,
    /// It broke a rule, with the WebSocket code and the message that says so.
    Wrong(u16, &'static str),
}

/// What is to be done next.
enum Next {
    End(End),
    /// Something takes so long that others go on meanwhile.
    Work(u64, Work),
    /// Something waits to be written.
    Write,
    /// What was asked waits to be served.
    Serve,
    Beat,
}

enum Work {
    Register(RegisterPlayer, String),
    Login(Login),
    Replay(Replay),
}

/// What follows from a message: the next one, or something else first.
type Flow = ControlFlow<Next>;
const GO_ON: Flow = Flow::Continue(());

impl Connection {
    fn new(app: Arc<App>, wire: &Wire, language: usize) -> Connection {
        let limits = &app.config.limits;
        let bucket = Bucket::new(limits.messages_per_second, limits.burst);
        let conn = app.next_conn();
        let mailbox = Arc::new(Mailbox::new(conn, limits.waiting_messages, wire.outlet()));
        Connection {
            conn,
            mailbox,
            language,
            bucket,
            silent: 0,
            pinged: None,
            lag: 0,
            said: false,
            alone: false,
            app,
        }
    }

    async fn serve(mut self, mut wire: Wire, reader: Reader) {
        let out = self.mailbox.clone();
        self.app.tell(ToHost::Connected { conn: self.conn, out, language: self.language });
        let end = self.exchange(&mut wire, reader).await;
        self.app.tell(ToHost::Gone { conn: self.conn });
        let (code, reason) = match end {
            End::Gone => (Some(1001), ""),
            End::Goodbye(code) => (code, ""),
            End::Broken => (Some(1002), ""),
            End::Wrong(code, key) => (Some(code), key),
        };
        let words = (!reason.is_empty()).then(|| Waiting::Text(self.problem(None, &Problem::new(reason))));
        let mut close = Vec::new();
        close_frame(code, reason, None, &mut close);
        wire.outlet().put_last(words.into_iter().chain([Waiting::Frame(close)]));
        if matches!(time::timeout(PATIENCE, wire.finish()).await, Ok(Ok(()))) {
            let _ = time::timeout(LINGER, wire.drain()).await;
        }
    }

    async fn exchange(&mut self, wire: &mut Wire, mut reader: Reader) -> End {
        let pause = self.app.config.limits.ping_time();
        let mut beat = time::interval_at(time::Instant::now() + pause, pause);
        beat.set_missed_tick_behavior(time::MissedTickBehavior::Delay);
        let mut kept = true;
        loop {
            let next = poll_fn(|context| {
                // What arrived comes first; all of it is heard before the rest is asked for.
                if let Poll::Ready(next) = self.poll_heard(wire, &mut reader, &mut kept, context) {
                    return Poll::Ready(next);
                }
                if let Poll::Ready(more) = self.mailbox.poll_rung(context) {
                    return Poll::Ready(if more { Next::Write } else { Next::End(End::Gone) });
                }
                beat.poll_tick(context).map(|_| Next::Beat)
            });
            let next = next.await;
            if std::mem::take(&mut self.alone) {
                // Whatever others ask at the same moment is read first.
                tokio::task::yield_now().await;
                self.app.desk.serve_or_ring();
            }
            match next {
                Next::End(end) => return end,
                Next::Work(id, work) => {
                    kept = true;
                    if let Flow::Break(Next::End(end)) = self.work(id, work).await {
                        return end;
                    }
                    self.write();
                }
                Next::Write => {
                    kept = true;
                    if !matches!(time::timeout(PATIENCE, self.mailbox.go_on()).await, Ok(Ok(()))) {
                        return End::Gone;
                    }
                }
                Next::Serve => {}
                Next::Beat => {
                    if self.silent == SILENT_PINGS {
                        return End::Gone;
                    }
                    self.silent += 1;
                    self.pinged = Some(Instant::now());
                    let _ = self.control(Kind::Ping, &[]);
                    self.write();
                }
            }
        }
    }

    /// Hears all that arrived, until nothing is there any more or something else is to be done first.
    fn poll_heard(
        &mut self,
        wire: &mut Wire,
        reader: &mut Reader,
        kept: &mut bool,
        context: &mut Context<'_>,
    ) -> Poll<Next> {
        if std::mem::take(kept)
            && let Flow::Break(next) = self.hear_all(reader, &mut [])
        {
            return Poll::Ready(next);
        }
        loop {
            if self.alone {
                return Poll::Ready(Next::Serve);
            }
            let arrived = wire.poll_arrived(context, |bytes| {
                if bytes.is_empty() {
                    Flow::Break(Next::End(End::Gone))
                } else {
                    self.hear_all(reader, bytes)
                }
            });
            match arrived {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Err(_)) => return Poll::Ready(Next::End(End::Gone)),
                Poll::Ready(Ok(Flow::Break(next))) => return Poll::Ready(next),
                Poll::Ready(Ok(Flow::Continue(()))) => {}
            }
        }
    }

    fn hear_all(&mut self, reader: &mut Reader, arrived: &mut [u8]) -> Flow {
        let now = Instant::now();
        if !arrived.is_empty() {
            self.silent = 0;
        }
        let heard = reader.take(arrived, |message| self.hear(message, now));
        self.write();
        heard.unwrap_or_else(|fault| {
            let end = match fault {
                Fault::TooLarge => End::Wrong(fault.code(), "too-large"),
                Fault::NotText => End::Wrong(fault.code(), "not-text"),
                Fault::Protocol(fault) => {
                    tracing::debug!(fault, "a connection does not speak WebSocket");
                    End::Broken
                }
            };
            Flow::Break(Next::End(end))
        })
    }

    fn hear(&mut self, message: WsMessage<'_>, now: Instant) -> Flow {
        let text = match message {
            WsMessage::Text(text) => text,
            WsMessage::Binary(_) => return Flow::Break(Next::End(End::Wrong(1003, "not-text"))),
            WsMessage::Close { code, .. } => return Flow::Break(Next::End(End::Goodbye(code))),
            WsMessage::Pong(_) => {
                let way = self.pinged.take().map(|at| now.duration_since(at).as_millis() as u64 / 2);
                self.lag = way.unwrap_or(self.lag);
                return GO_ON;
            }
            WsMessage::Ping(body) => return self.control(Kind::Pong, body),
        };
        match self.bucket.take(now) {
            Allowed::Yes => {}
            Allowed::No => {
                let id = serde_json::from_str::<Frame<'_>>(text).ok().and_then(|frame| frame.id);
                return self.refuse(id, &Problem::new("too-fast"));
            }
            Allowed::NeverAgain => return Flow::Break(Next::End(End::Wrong(1008, "too-fast"))),
        }
        match Request::parse(text) {
            (Some(id), Ok(request)) => self.ask(id, request),
            (id, Err(error)) => self.refuse(id, &bad_request(error)),
            (None, Ok(_)) => GO_ON,
        }
    }

    /// Hands a request to the host; what takes long is worked on elsewhere first.
    fn ask(&mut self, id: u64, request: Request) -> Flow {
        let language = match &request {
            Request::RegisterPlayer(register) => register.language.as_ref(),
            Request::Language(chosen) => Some(&chosen.language),
            Request::Login(login) => login.language.as_ref(),
            _ => None,
        };
        if let Some(language) = language {
            self.language = self.app.shelf.get().language(language);
        }
        match request {
            Request::RegisterPlayer(mut register) => match register.password.take() {
                Some(password) => Flow::Break(Next::Work(id, Work::Register(register, password))),
                None => {
                    self.app.tell(ToHost::Register { conn: self.conn, id, register, password: None });
                    GO_ON
                }
            },
            Request::Login(login) if login.password.is_some() => {
                Flow::Break(Next::Work(id, Work::Login(login)))
            }
            Request::Replay(replay) => Flow::Break(Next::Work(id, Work::Replay(replay))),
            request => {
                let put = self.app.desk.put(ToHost::Ask { conn: self.conn, id, request, lag: self.lag });
                self.alone |= put == Put::Alone;
                GO_ON
            }
        }
    }

    async fn work(&mut self, id: u64, work: Work) -> Flow {
        match work {
            Work::Register(register, password) => self.register(id, register, password).await,
            Work::Login(login) => self.login(id, login).await,
            Work::Replay(replay) => {
                let (shelf, store) = (self.app.shelf.clone(), self.app.store.clone());
                let language = self.language;
                let work = move || replays::replay(&*store, &shelf.get(), language, &replay);
                match tokio::task::spawn_blocking(work).await {
                    Ok(Ok(data)) => self.say(Message::Ok(data).answer(Some(id)).into()),
                    Ok(Err(problem)) => self.refuse(Some(id), &problem),
                    Err(_) => self.refuse(Some(id), &Problem::new("server-trouble")),
                }
            }
        }
    }

    async fn register(&mut self, id: u64, register: RegisterPlayer, password: String) -> Flow {
        if !identity::PASSWORD.contains(&password.chars().count()) {
            let (least, most) = (*identity::PASSWORD.start(), *identity::PASSWORD.end());
            let problem = Problem::new("bad-password").arg("least", least).arg("most", most);
            return self.refuse(Some(id), &problem);
        }
        let app = self.app.clone();
        let Ok(turn) = app.passwords.acquire().await else { return Flow::Break(Next::End(End::Gone)) };
        let hash = tokio::task::spawn_blocking(move || identity::hash_password(&password)).await;
        drop(turn);
        match hash {
            Ok(Some(hash)) => {
                self.app.tell(ToHost::Register { conn: self.conn, id, register, password: Some(hash) });
                GO_ON
            }
            _ => self.refuse(Some(id), &Problem::new("server-trouble")),
        }
    }

    async fn login(&mut self, id: u64, mut login: Login) -> Flow {
        let (Some(name), Some(password)) = (login.name.take(), login.password.take()) else {
            return self.refuse(Some(id), &Problem::new("login-incomplete"));
        };
        let store = self.app.store.clone();
        let app = self.app.clone();
        let Ok(turn) = app.passwords.acquire().await else { return Flow::Break(Next::End(End::Gone)) };
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
                GO_ON
            }
            _ => self.refuse(Some(id), &Problem::new("wrong-credentials")),
        }
    }

    fn refuse(&mut self, id: Option<u64>, problem: &Problem) -> Flow {
        let frame = self.problem(id, problem);
        self.say(frame)
    }

    fn say(&mut self, frame: Arc<str>) -> Flow {
        self.put(Waiting::Text(frame))
    }

    /// Says something about the connection itself.
    fn control(&mut self, kind: Kind, body: &[u8]) -> Flow {
        let mut frame = Vec::new();
        put_frame(kind, body, None, &mut frame);
        self.put(Waiting::Frame(frame))
    }

    /// Puts something in line. Nothing more is heard from somebody who does not read the answers.
    fn put(&mut self, waiting: Waiting) -> Flow {
        self.said = true;
        if self.mailbox.say(waiting) < AT_ONCE {
            return GO_ON;
        }
        self.write();
        Flow::Break(Next::Write)
    }

    /// Writes what was said.
    fn write(&mut self) {
        if std::mem::take(&mut self.said) {
            self.mailbox.write();
        }
    }

    fn problem(&self, id: Option<u64>, Problem(text): &Problem) -> Arc<str> {
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

    fn take(&mut self, now: Instant) -> Allowed {
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
        let mut take = || match bucket.take(Instant::now()) {
            Allowed::Yes => 'y',
            Allowed::No => 'n',
            Allowed::NeverAgain => 'x',
        };
        assert_eq!((0..13).map(|_| take()).collect::<String>(), "yyynnnnnnnnnx");
    }
}
