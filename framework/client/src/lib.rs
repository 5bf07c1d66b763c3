//! A client library for programs: bots, load tests, tests.
//!
//! | topic | file |
//! |---|---|
//! | requests and their answers | `client.rs` |
//! | what a client knows of a table | `view.rs` |
//! | the WebSocket below, for any server | `socket.rs` |

mod client;
mod socket;
mod view;

pub use client::{Client, ClientError, LoggedInPerson};
pub use socket::{FrameData, Socket, SocketError};
pub use view::View;
