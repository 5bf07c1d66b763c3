//! The frames of WebSockets (RFC 6455), both ways, without any input or output.
//!
//! | topic | file |
//! |---|---|
//! | heads, masks, whole frames to be written | `frame.rs` |
//! | messages from bytes as they arrive | `reader.rs` |
//! | the key that says that the other side speaks it at all | `handshake.rs` |

#![allow(dead_code, unused_imports, reason = "only the client is left to use it")]

mod frame;
mod handshake;
mod reader;

pub(crate) use frame::{Head, Keys, Kind, close_frame, put_frame};
pub(crate) use handshake::accept_key;
pub(crate) use reader::{Fault, Message, Reader, Role};
