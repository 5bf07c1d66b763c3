//! Programs over the network: JSON over TCP, one line per question and answer.
//!
//! The program listens; each seat of each game has its own connection, so a program can keep memory per
//! connection.

use super::{
    ChoiceError, ChoiceLimits,
    external_program::{ExternalProgram, Shown},
};
use parlor_plugins::BOT_CONTRACT;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::{
    fmt,
    io::{self, ErrorKind, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    str::FromStr,
    time::{Duration, Instant},
};

/// The longest answer, in bytes.
const MAX_ANSWER_BYTES: usize = 64 << 10;
/// Timeout of the first connection, before any game.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// After this many consecutive connection failures or timeouts a program is not asked again in this game.
const MAX_FAILURES_IN_A_ROW: u32 = 3;

/// The address of a program: `tcp://HOST:PORT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address(String);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tcp://{}", self.0)
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        let place = text.strip_prefix("tcp://").map(|place| place.trim_end_matches('/'));
        let port = |place: &&str| {
            place.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
        };
        let place = place.filter(port);
        place.map(|place| Address(place.to_string())).ok_or_else(|| {
            format!("'{text}' is no address; a program over the network is named tcp://HOST:PORT")
        })
    }
}

impl Address {
    /// Test connection, so that a tournament does not start without the program.
    pub(crate) fn try_out(&self) -> Result<(), String> {
        self.connect(CONNECT_TIMEOUT).map(drop).map_err(|error| format!("nobody answers at {self}: {error}"))
    }

    fn connect(&self, time: Duration) -> io::Result<TcpStream> {
        let mut last = io::Error::new(ErrorKind::NotFound, "the host has no address");
        for place in self.0.to_socket_addrs()? {
            match TcpStream::connect_timeout(&place, time) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(stream);
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

/// A question on the wire.
#[derive(Serialize)]
struct Question<'a> {
    contract: &'static str,
    game: &'a str,
    seat: u8,
    seats: u8,
    scene: &'a RawValue,
    offers: &'a RawValue,
    luck: u64,
    budget: Budget,
}

/// The budget of a program. Time is enforced; nodes are advisory.
#[derive(Serialize)]
struct Budget {
    nodes: Option<u64>,
    ms: Option<u64>,
    /// The timeout of the answer.
    patience_ms: u64,
}

/// An answer of the program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
enum Said {
    /// The index of the chosen offer.
    Choice(usize),
    /// Why it cannot choose.
    Error(String),
}

/// A program over the network, on one seat of one game.
pub(crate) struct TcpProgram {
    address: Address,
    stream: Option<TcpStream>,
    /// The number of consecutive questions without an answer.
    silent: u32,
}

impl TcpProgram {
    pub(crate) fn new(address: &Address) -> TcpProgram {
        TcpProgram { address: address.clone(), stream: None, silent: 0 }
    }

    /// Sends a line and reads one, on the open connection or a new one.
    fn exchange(&mut self, line: &[u8], until: Instant) -> io::Result<Vec<u8>> {
        let stream = match self.stream.take() {
            Some(stream) => stream,
            None => self.address.connect(left(until)?)?,
        };
        let answer = talk(&stream, line, until)?;
        // After an error the connection is dropped: a late answer must not be taken for the next one.
        self.stream = Some(stream);
        Ok(answer)
    }
}

/// The time left; an error if none.
fn left(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

fn talk(mut stream: &TcpStream, line: &[u8], until: Instant) -> io::Result<Vec<u8>> {
    stream.set_write_timeout(Some(left(until)?))?;
    stream.write_all(line)?;
    let (mut answer, mut part) = (Vec::new(), [0; 4096]);
    while answer.last() != Some(&b'\n') {
        stream.set_read_timeout(Some(left(until)?))?;
        match stream.read(&mut part)? {
            0 => return Err(io::Error::new(ErrorKind::UnexpectedEof, "it closed the connection")),
            n => answer.extend(&part[..n]),
        }
        if answer.len() > MAX_ANSWER_BYTES {
            let reason = format!("its answer is longer than {MAX_ANSWER_BYTES} bytes");
            return Err(io::Error::new(ErrorKind::InvalidData, reason));
        }
    }
    Ok(answer)
}

impl ExternalProgram for TcpProgram {
    fn ask(&mut self, shown: &Shown, limits: &ChoiceLimits, luck: u64) -> Result<usize, ChoiceError> {
        if self.silent >= MAX_FAILURES_IN_A_ROW {
            let reason =
                format!("it did not answer {MAX_FAILURES_IN_A_ROW} times in a row, and is not asked again");
            return Err(ChoiceError::Late(reason));
        }
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let question = Question {
            contract: BOT_CONTRACT,
            game: &shown.game,
            seat: shown.seat,
            seats: shown.seats,
            scene: &shown.scene,
            offers: &shown.offers,
            // 53 bits, which every language's numbers can represent.
            luck: luck >> 11,
            budget: Budget {
                nodes: limits.budget.nodes,
                ms: limits.budget.time.map(millis),
                patience_ms: millis(limits.patience),
            },
        };
        let mut line =
            serde_json::to_vec(&question).map_err(|error| ChoiceError::Wrong(error.to_string()))?;
        line.push(b'\n');
        match self.exchange(&line, Instant::now() + limits.patience) {
            Ok(answer) => {
                self.silent = 0;
                match serde_json::from_slice(&answer) {
                    Ok(Said::Choice(choice)) => Ok(choice),
                    Ok(Said::Error(reason)) => Err(ChoiceError::Wrong(format!("it says: {reason}"))),
                    Err(error) => Err(ChoiceError::Wrong(format!("its answer cannot be read: {error}"))),
                }
            }
            Err(error) => {
                self.silent += 1;
                Err(match error.kind() {
                    ErrorKind::TimedOut | ErrorKind::WouldBlock => {
                        ChoiceError::Late(format!("no answer within {} ms", millis(limits.patience)))
                    }
                    _ => ChoiceError::Wrong(format!("no answer: {error}")),
                })
            }
        }
    }
}
