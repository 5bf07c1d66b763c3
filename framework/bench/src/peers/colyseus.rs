//! The protocol of Colyseus 0.18: a seat is reserved over HTTP, the rest are binary messages over WebSocket.

use super::{Heard, Message, Move, Player, post, text};
use anyhow::{Context, Result, bail};
use parlor_client::{FrameData, Socket};
use serde_json::{Value, json};

// Message types, in the first byte.
const JOIN: u8 = 10;
const DATA: u8 = 13;
const STATE: u8 = 14;
const PATCH: u8 = 15;

/// A player in a room that sends moves as messages.
pub(super) struct Messages;

impl Player for Messages {
    async fn sit_down(address: &str) -> Result<[(Socket, Messages); 2]> {
        let [ada, ben] = enter(address).await?;
        Ok([(ada, Messages), (ben, Messages)])
    }

    fn say(&self, next: &Move) -> Message {
        say(next)
    }

    fn hear(&mut self, message: FrameData<'_>, next: &Move) -> Result<Heard> {
        let FrameData::Binary(bytes) = message else { return Ok(Heard::Else) };
        let mut rest = Bytes(bytes);
        if rest.byte()? != DATA || rest.text()? != b"moved" {
            bail!("{bytes:?} in place of {next:?}");
        }
        let (mut cell, mut moves) = (None, None);
        for _ in 0..rest.entries()? {
            match rest.text()? {
                b"cell" => cell = Some(rest.number()?),
                b"moves" => moves = Some(rest.number()?),
                _ => bail!("{bytes:?} has more in it than a move"),
            }
        }
        if (cell, moves) != (Some(next.cell.into()), Some(next.number + 1)) {
            bail!("cell {cell:?} and moves {moves:?} in place of {next:?}");
        }
        Ok(Heard::TheMove)
    }
}

/// A player in a room with a state, which is synchronised by patches.
#[derive(Debug, Default)]
pub(super) struct State {
    /// The reference id of the board in patches.
    board: u8,
    cells: [u8; 9],
    last: u8,
    moves: u32,
}

/// The reference id of the state itself.
const ROOT: u8 = 0;

impl Player for State {
    async fn sit_down(address: &str) -> Result<[(Socket, State); 2]> {
        let [mut ada, mut ben] = enter(address).await?;
        let states = [State::first(&mut ada).await?, State::first(&mut ben).await?];
        let [first, second] = states;
        Ok([(ada, first), (ben, second)])
    }

    fn say(&self, next: &Move) -> Message {
        say(next)
    }

    fn hear(&mut self, message: FrameData<'_>, next: &Move) -> Result<Heard> {
        let FrameData::Binary(bytes) = message else { return Ok(Heard::Else) };
        let mut rest = Bytes(bytes);
        if rest.byte()? != PATCH {
            bail!("{bytes:?} in place of {next:?}");
        }
        self.apply(rest)?;
        if (self.last, self.moves, self.cells) != (next.cell, next.number + 1, next.cells) {
            bail!("{self:?} in place of {next:?}");
        }
        Ok(Heard::TheMove)
    }
}

impl State {
    #[cfg(test)]
    pub(super) fn known(board: u8, cells: [u8; 9]) -> State {
        State { board, cells, ..State::default() }
    }

    /// Reads the first messages after joining.
    async fn first(socket: &mut Socket) -> Result<State> {
        let mut state = State::default();
        loop {
            let FrameData::Binary(bytes) = socket.next().await? else { continue };
            let mut rest = Bytes(bytes);
            if rest.byte()? == STATE {
                state.apply(rest)?;
                return Ok(state);
            }
        }
    }

    /// Applies a patch.
    fn apply(&mut self, mut rest: Bytes<'_>) -> Result<()> {
        const OTHER: u8 = 255;
        const DELETE: u8 = 64;
        const ADD: u8 = 128;
        const RENEW: u8 = DELETE | ADD;
        let mut place = ROOT;
        while !rest.0.is_empty() {
            let first = rest.byte()?;
            if first == OTHER {
                place = rest.small()?;
            } else if place == ROOT {
                // The operation is in two bits of the byte, the field in the others.
                match (first & RENEW, first & !RENEW) {
                    (DELETE, _) => bail!("a field of the state is gone"),
                    (_, 0) => self.board = rest.small()?,
                    (_, 1) => self.last = rest.byte()?,
                    (_, 2) => self.moves = u32::from_le_bytes(rest.array()?),
                    (_, field) => bail!("the state has no field {field}"),
                }
            } else if place == self.board {
                let cell = rest.small()?;
                let content = rest.byte()?;
                match (first, self.cells.get_mut(usize::from(cell))) {
                    (0 | ADD | RENEW, Some(known)) => *known = content,
                    _ => bail!("{first} is done with cell {cell}"),
                }
            } else {
                bail!("there is nothing with number {place}");
            }
        }
        Ok(())
    }
}

/// A room with two players.
async fn enter(address: &str) -> Result<[Socket; 2]> {
    let first = post(address, "/matchmake/create/noughts", &json!({}))?;
    let ada = join(address, &first).await?;
    let second = post(address, &format!("/matchmake/joinById/{}", text(&first, "roomId")?), &json!({}))?;
    let ben = join(address, &second).await?;
    Ok([ada, ben])
}

/// Connects with a reserved seat.
async fn join(address: &str, seat: &Value) -> Result<Socket> {
    let [process, room, session] =
        [text(seat, "processId")?, text(seat, "roomId")?, text(seat, "sessionId")?];
    let mut socket = Socket::connect(&format!("ws://{address}/{process}/{room}?sessionId={session}")).await?;
    let message = socket.next().await?;
    if !matches!(message, FrameData::Binary([JOIN, ..])) {
        bail!("{message:?} in place of a welcome");
    }
    socket.send(FrameData::Binary(&[JOIN])).await?;
    Ok(socket)
}

/// A message: its name, then its payload, here a small number.
fn say(next: &Move) -> Message {
    Message::Binary(vec![DATA, 0xa4, b'm', b'o', b'v', b'e', next.cell])
}

/// The rest of a message. Strings and numbers are encoded as in MessagePack.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).context("the message is too short")?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        Ok(self.take(N)?.try_into()?)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    /// A one-byte number.
    fn small(&mut self) -> Result<u8> {
        match self.byte()? {
            number @ 0..0x80 => Ok(number),
            other => bail!("{other:#x} is no small number"),
        }
    }

    fn number(&mut self) -> Result<u32> {
        Ok(match self.byte()? {
            small @ 0..0x80 => small.into(),
            0xcc => self.byte()?.into(),
            0xcd => u16::from_be_bytes(self.array()?).into(),
            0xce => u32::from_be_bytes(self.array()?),
            other => bail!("{other:#x} is no number"),
        })
    }

    /// A short string.
    fn text(&mut self) -> Result<&'a [u8]> {
        match self.byte()? {
            length @ 0xa0..0xc0 => self.take(usize::from(length & 0x1f)),
            other => bail!("{other:#x} is no text"),
        }
    }

    /// The number of entries of the object that begins here.
    fn entries(&mut self) -> Result<u16> {
        match self.byte()? {
            few @ 0x80..0x90 => Ok(u16::from(few & 0x0f)),
            0xde => Ok(u16::from_be_bytes(self.array()?)),
            other => bail!("{other:#x} is no object"),
        }
    }
}
