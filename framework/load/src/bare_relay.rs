//! A bare relay on axum, for comparison.

use axum::{
    Router,
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{Message as WsMessage, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::get,
};
use futures_util::SinkExt;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::{net::TcpListener, sync::mpsc};

/// The WebSocket library zeroes its whole read buffer before every read, so it is small.
const READ_BUFFER: usize = 1024;
const WRITE_BUFFER: usize = 8 * 1024;

/// The socket configuration of a [`relay`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SocketBuffers {
    /// The defaults of axum.
    Plain,
    /// Small buffers: the best any server on this library could reach.
    Tuned,
}

/// A bare relay on axum: every message in a room is forwarded to all connections of the room. No rules, no
/// store.
pub async fn relay(listener: TcpListener, sockets: SocketBuffers) -> std::io::Result<()> {
    let rooms: Rooms = Arc::default();
    let router = Router::new().route("/relay/{room}", get(enter)).with_state((rooms, sockets));
    let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await
}

type Rooms = Arc<Mutex<HashMap<u64, Vec<mpsc::Sender<Utf8Bytes>>>>>;

async fn enter(
    State((rooms, sockets)): State<(Rooms, SocketBuffers)>,
    Path(room): Path<u64>,
    ws: WebSocketUpgrade,
) -> Response {
    let ws = match sockets {
        SocketBuffers::Plain => ws,
        SocketBuffers::Tuned => ws.read_buffer_size(READ_BUFFER).write_buffer_size(WRITE_BUFFER),
    };
    ws.on_upgrade(move |socket| pass_on(rooms, room, socket))
}

async fn pass_on(rooms: Rooms, room: u64, mut socket: WebSocket) {
    let (out, mut frames) = mpsc::channel(256);
    let everybody = |rooms: &Rooms| rooms.lock().unwrap_or_else(PoisonError::into_inner).get(&room).cloned();
    rooms.lock().unwrap_or_else(PoisonError::into_inner).entry(room).or_default().push(out);
    loop {
        tokio::select! {
            frame = frames.recv() => {
                let Some(frame) = frame else { return };
                if socket.feed(WsMessage::Text(frame)).await.is_err() {
                    return;
                }
                while let Ok(frame) = frames.try_recv() {
                    if socket.feed(WsMessage::Text(frame)).await.is_err() {
                        return;
                    }
                }
                if socket.flush().await.is_err() {
                    return;
                }
            }
            message = socket.recv() => {
                let Some(Ok(WsMessage::Text(text))) = message else { return };
                for one in everybody(&rooms).unwrap_or_default() {
                    let _ = one.try_send(text.clone());
                }
            }
        }
    }
}
