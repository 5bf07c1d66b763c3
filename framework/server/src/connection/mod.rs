//! One WebSocket connection: its task reads requests, checks limits, hands them to the host, and writes what the host
//! and the connection itself have to say.
//!
//! | topic | file |
//! |---|---|
//! | the opening handshake | `handshake.rs` |
//! | frames, by a library | `codec.rs` |
//! | how many messages are allowed | `rate_limit.rs` |
//! | writing, and the end of a connection | `write.rs` |

mod codec;
mod handshake;
mod rate_limit;
mod write;

pub(crate) use handshake::upgrade;

use crate::{
    app_state::AppState,
    host::{ConnId, ConnReceiver, ConnSender, HostMessage, OutboundLimits, Problem, outbound},
    protocol::{BadRequest, ErrorData, Frame, Request, ServerMessage},
};
use codec::{CloseCode, Codec, Fault, Message as WsMessage};
use rate_limit::{Allowed, TokenBucket};
use std::{
    cell::RefCell,
    future::poll_fn,
    io,
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Instant,
};
use tokio::{
    io::{AsyncRead, ReadBuf},
    net::TcpStream,
    time::{self, Interval, MissedTickBehavior},
};
use write::WRITE_SIZE;

/// After so many pings without any sign of the other side the connection ends.
const MAX_UNANSWERED_PINGS: u32 = 3;
/// As much is read at once.
const READ_SIZE: usize = 16 * 1024;

thread_local! {
    /// What was just read. All connections of a thread share it, so an idle connection has no buffer of this size.
    static READ_BUFFER: RefCell<Box<[u8]>> = RefCell::new(vec![0; READ_SIZE].into());
}

struct Connection {
    app: Arc<AppState>,
    conn: ConnId,
    address: IpAddr,
    stream: TcpStream,
    codec: Codec,
    /// The host's end of the queue, until the host has it.
    sender: Option<ConnSender>,
    outbound: ConnReceiver,
    language: usize,
    rate: TokenBucket,
    /// Pings since there was a sign of the other side.
    unanswered_pings: u32,
    pinged: Option<Instant>,
    /// Half of the time a message takes both ways, in milliseconds.
    lag: u64,
}

/// Why a connection ends.
#[derive(Debug)]
enum End {
    /// The other side went away, or the host let go of the connection.
    Gone,
    /// The network takes nothing any more.
    Stuck,
    /// The other side closed the connection, and was answered.
    Closed,
    /// It broke the rules of WebSockets.
    Broken,
    /// It broke a rule of ours, with the WebSocket code and the message that says so.
    Wrong(CloseCode, &'static str),
    /// It sent a message larger than the limit, with this id if it is known.
    TooLarge(Option<u64>),
}

/// What is to be done next.
enum Event {
    /// Messages of the host wait to be written.
    Outbound,
    /// Bytes arrived; none at the end of the stream.
    Arrived(usize),
    /// It is time to ask for a sign.
    Ping,
    /// The connection is over.
    Gone,
}

impl From<Fault> for End {
    fn from(fault: Fault) -> End {
        match fault {
            Fault::Protocol => End::Broken,
            Fault::NotText => End::Wrong(CloseCode::Invalid, "not-text"),
            Fault::TooLarge { id } => End::TooLarge(id),
        }
    }
}

impl Connection {
    fn new(
        app: Arc<AppState>,
        address: IpAddr,
        stream: TcpStream,
        arrived: &[u8],
        language: usize,
    ) -> Connection {
        let limits = &app.config.limits;
        let conn = app.next_conn();
        let waiting = OutboundLimits { messages: limits.waiting_messages, bytes: limits.waiting_bytes };
        let (sender, outbound) = outbound(conn, waiting);
        let mut codec = Codec::new(limits.message_bytes);
        codec.arrived(arrived);
        Connection {
            rate: TokenBucket::new(limits.messages_per_second, limits.burst),
            conn,
            address,
            stream,
            codec,
            sender: Some(sender),
            outbound,
            language,
            unanswered_pings: 0,
            pinged: None,
            lag: 0,
            app,
        }
    }

    async fn run(mut self) {
        if let Some(out) = self.sender.take() {
            self.app
                .host
                .send(HostMessage::Connected {
                    conn: self.conn,
                    address: self.address,
                    out,
                    language: self.language,
                })
                .await;
        }
        let end = self.exchange().await;
        self.app.host.send(HostMessage::Disconnected { conn: self.conn }).await;
        self.finish(end).await;
    }

    /// Reads and writes until the connection is to end.
    async fn exchange(&mut self) -> End {
        let period = self.app.config.limits.ping_time();
        let mut pings = time::interval_at(time::Instant::now() + period, period);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Frames may have arrived right behind the handshake.
        if let Err(end) = self.receive().await {
            return end;
        }
        loop {
            let done = match poll_fn(|context| self.poll_event(&mut pings, context)).await {
                Event::Outbound => self.write().await,
                Event::Arrived(0) | Event::Gone => return End::Gone,
                Event::Arrived(_) => {
                    self.unanswered_pings = 0;
                    self.receive().await
                }
                Event::Ping if self.unanswered_pings == MAX_UNANSWERED_PINGS => return End::Gone,
                Event::Ping => {
                    self.unanswered_pings += 1;
                    self.pinged = Some(Instant::now());
                    self.codec.put_ping();
                    self.write().await
                }
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    fn poll_event(&mut self, pings: &mut Interval, context: &mut Context<'_>) -> Poll<Event> {
        if let Poll::Ready(more) = self.outbound.poll_waiting(context) {
            return Poll::Ready(if more { Event::Outbound } else { Event::Gone });
        }
        if let Poll::Ready(read) = self.poll_read(context) {
            return Poll::Ready(read.map_or(Event::Gone, Event::Arrived));
        }
        pings.poll_tick(context).map(|_| Event::Ping)
    }

    /// Reads available bytes into the codec; says how many there were.
    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        READ_BUFFER.with_borrow_mut(|buffer| {
            let mut buffer = ReadBuf::new(buffer);
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer))?;
            self.codec.arrived(buffer.filled());
            Poll::Ready(Ok(buffer.filled().len()))
        })
    }

    /// Handles all messages that have arrived, and writes what was answered on the spot.
    async fn receive(&mut self) -> Result<(), End> {
        let now = Instant::now();
        while let Some(message) = self.codec.next()? {
            self.handle(message, now).await?;
            // A client that does not read its answers gets no more requests handled.
            if self.codec.output_size() >= WRITE_SIZE {
                self.write().await?;
            }
        }
        if self.codec.output_size() > 0 {
            self.write().await?;
        }
        Ok(())
    }

    async fn handle(&mut self, message: WsMessage, now: Instant) -> Result<(), End> {
        let text = match message {
            WsMessage::Text(text) => text,
            WsMessage::Binary(_) => return Err(End::Wrong(CloseCode::Unsupported, "not-text")),
            WsMessage::Close(_) => return Err(End::Closed),
            WsMessage::Pong(_) => {
                let way = self.pinged.take().map(|at| now.duration_since(at).as_millis() as u64 / 2);
                self.lag = way.unwrap_or(self.lag);
                return Ok(());
            }
            // The library answers pings by itself.
            WsMessage::Ping(_) | WsMessage::Frame(_) => return Ok(()),
        };
        match self.rate.take(now) {
            Allowed::Yes => {}
            Allowed::No(wait) => {
                let id = serde_json::from_str::<Frame<'_>>(&text).ok().and_then(|frame| frame.id);
                self.refuse_for(id, &Problem::new("too-fast"), Some(wait));
                return Ok(());
            }
            Allowed::NeverAgain => return Err(End::Wrong(CloseCode::Policy, "too-fast")),
        }
        match Request::parse(&text) {
            (Some(id), Ok(request)) => self.forward(id, request).await,
            (None, Ok(_)) => {}
            (id, Err(error)) => self.refuse(id, &bad_request(error)),
        }
        Ok(())
    }

    /// Hands a request to the host.
    async fn forward(&mut self, id: u64, request: Request) {
        let language = match &request {
            Request::RegisterPlayer(register) => register.language.as_ref(),
            Request::Language(chosen) => Some(&chosen.language),
            Request::Login(login) => login.language.as_ref(),
            _ => None,
        };
        if let Some(language) = language {
            self.language = self.app.catalogues.get().language(language);
        }
        self.app.host.send(HostMessage::Request { conn: self.conn, id, request, lag: self.lag }).await;
    }

    fn refuse(&mut self, id: Option<u64>, problem: &Problem) {
        self.refuse_for(id, problem, None);
    }

    /// Refuses a request that may be sent again after so many milliseconds.
    fn refuse_for(&mut self, id: Option<u64>, Problem(text): &Problem, retry_ms: Option<u64>) {
        let catalogue = self.app.catalogues.get();
        let words = catalogue.lobby.translate(&catalogue.languages[self.language], text, &[]);
        let error = ErrorData { retry_ms, ..ErrorData::new(text.key.clone(), words) };
        self.codec.put_text(&ServerMessage::Error(error).answer(id));
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
