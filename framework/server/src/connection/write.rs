//! Writing to a connection, and its end.

use super::{CloseCode, Connection, End, READ_BUFFER};
use crate::host::Problem;
use std::{
    future::poll_fn,
    io,
    pin::Pin,
    task::{Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWriteExt, ReadBuf},
    time::timeout,
};

/// How long the network may take nothing of what is written.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the other side may go on sending after the connection was closed.
const LINGER_TIMEOUT: Duration = Duration::from_secs(2);
/// As much is gathered for one write, beyond which only a single message goes.
pub(super) const WRITE_SIZE: usize = 16 * 1024;

impl Connection {
    /// Writes all messages of the connection and of the host that wait, several at a time.
    pub(super) async fn write(&mut self) -> Result<(), End> {
        loop {
            let room = WRITE_SIZE.saturating_sub(self.codec.output_size());
            let Connection { outbound, codec, .. } = self;
            outbound.take(room, |message| codec.put_text(message));
            let output = self.codec.take_output();
            if output.is_empty() {
                return Ok(());
            }
            self.write_bytes(&output).await?;
        }
    }

    async fn write_bytes(&mut self, mut bytes: &[u8]) -> Result<(), End> {
        while !bytes.is_empty() {
            match timeout(WRITE_TIMEOUT, self.stream.write(bytes)).await {
                Ok(Ok(written @ 1..)) => bytes = &bytes[written..],
                _ => return Err(End::Stuck),
            }
        }
        Ok(())
    }

    /// Sends the reason why the connection ends, and waits a moment for the other side to read it.
    pub(super) async fn finish(mut self, end: End) {
        if !matches!(end, End::Closed) {
            let Connection { outbound, codec, .. } = &mut self;
            outbound.take(usize::MAX, |message| codec.put_text(message));
        }
        match end {
            End::Stuck => return,
            End::Gone => self.codec.put_close(CloseCode::Away, ""),
            End::Broken => self.codec.put_close(CloseCode::Protocol, ""),
            End::Wrong(code, key) => {
                self.refuse(None, &Problem::new(key));
                self.codec.put_close(code, key);
            }
            End::TooLarge(id) => {
                self.refuse(id, &Problem::new("too-large"));
                self.codec.put_close(CloseCode::Size, "too-large");
            }
            // The library has answered already.
            End::Closed => {}
        }
        let output = self.codec.take_output();
        if self.write_bytes(&output).await.is_ok() && self.stream.shutdown().await.is_ok() {
            let _ = timeout(LINGER_TIMEOUT, self.drain()).await;
        }
    }

    /// Reads on until the other side ends the connection as well. If the connection were dropped while something is
    /// still arriving, the other side might never read the last of what was written.
    async fn drain(&mut self) {
        while poll_fn(|context| {
            READ_BUFFER.with_borrow_mut(|buffer| {
                let mut buffer = ReadBuf::new(buffer);
                ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer))?;
                Poll::Ready(io::Result::Ok(!buffer.filled().is_empty()))
            })
        })
        .await
        .unwrap_or(false)
        {}
    }
}
