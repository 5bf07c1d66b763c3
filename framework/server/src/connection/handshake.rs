//! The opening handshake of a WebSocket (RFC 6455, section 4.2).

use super::Connection;
use crate::{
    accept::{PeerAddress, UNKNOWN_ADDRESS},
    app_state::AppState,
};
use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderName, Method, StatusCode, Version, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use hyper::upgrade::{OnUpgrade, Parts, Upgraded};
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use tokio::net::TcpStream;
use tungstenite::handshake::derive_accept_key;

/// The size of a key, decoded.
const KEY_BYTES: usize = 16;

/// Why a handshake is refused: the status, and the reason as text.
type Refused = (StatusCode, &'static str);

/// `/ws`: accepts pages of this host and programs.
pub(crate) async fn upgrade(State(app): State<Arc<AppState>>, mut request: Request) -> Response {
    let checked = check(request.method(), request.version(), request.headers(), &app.config.origins);
    let accept_key = match checked {
        Ok(key) => key,
        Err((status, why)) => return (status, [(header::SEC_WEBSOCKET_VERSION, "13")], why).into_response(),
    };
    let Some(upgrading) = request.extensions_mut().remove::<OnUpgrade>() else {
        return (StatusCode::UPGRADE_REQUIRED, "this connection cannot become a WebSocket").into_response();
    };
    let address = request.extensions().get().copied().map_or(UNKNOWN_ADDRESS, |PeerAddress(address)| address);
    let Some(permit) = app.acquire_connection() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many connections").into_response();
    };
    let wanted = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let wanted = wanted.unwrap_or_default();
    let language = app.catalogues.get().language(wanted);
    tokio::spawn(async move {
        let upgraded = upgrading.await;
        if let Some((stream, arrived)) = upgraded.ok().and_then(tcp_stream) {
            // The large future of the handshake ends here, not with the connection.
            tokio::spawn(async move {
                Connection::new(app, address, stream, &arrived, language).run().await;
                drop(permit);
            });
        }
    });
    let headers = [
        (header::CONNECTION, "upgrade"),
        (header::UPGRADE, "websocket"),
        (header::SEC_WEBSOCKET_ACCEPT, &accept_key),
    ];
    (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
}

/// The connection without the layers that HTTP needed, and what arrived behind the request already.
fn tcp_stream(upgraded: Upgraded) -> Option<(TcpStream, Vec<u8>)> {
    match upgraded.downcast::<TokioIo<TcpStream>>() {
        Ok(Parts { io, read_buf, .. }) => Some((io.into_inner(), read_buf.to_vec())),
        Err(_) => {
            tracing::error!("a connection is not what it was when it was accepted");
            None
        }
    }
}

/// Checks a request for a WebSocket; gives the answer to its key.
fn check(
    method: &Method,
    version: Version,
    headers: &HeaderMap,
    allowed: &[String],
) -> Result<String, Refused> {
    let bad = |why| (StatusCode::BAD_REQUEST, why);
    let has = |name: HeaderName, wanted: &str| {
        let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(wanted))
    };
    if *method != Method::GET {
        return Err((StatusCode::METHOD_NOT_ALLOWED, "a WebSocket is asked for with GET"));
    }
    if version < Version::HTTP_11 {
        return Err(bad("WebSockets need HTTP/1.1"));
    }
    if !has(header::CONNECTION, "upgrade") || !has(header::UPGRADE, "websocket") {
        return Err(bad("this is a place for WebSockets"));
    }
    if only(headers, header::HOST)?.is_none() {
        return Err(bad("the host is missing"));
    }
    if only(headers, header::SEC_WEBSOCKET_VERSION)? != Some("13") {
        return Err((StatusCode::UPGRADE_REQUIRED, "only version 13 is spoken here"));
    }
    let key = only(headers, header::SEC_WEBSOCKET_KEY)?.ok_or(bad("the key is missing"))?;
    if STANDARD.decode(key).map_or(0, |bytes| bytes.len()) != KEY_BYTES {
        return Err(bad("the key is not 16 bytes in base64"));
    }
    if !origin_fits(headers, allowed)? {
        return Err((StatusCode::FORBIDDEN, "this page may not connect here"));
    }
    Ok(derive_accept_key(key.as_bytes()))
}

/// The value of a header that may be there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Refused> {
    let mut values = headers.get_all(name).into_iter();
    match (values.next().map(|value| value.to_str()), values.next()) {
        (None, _) => Ok(None),
        (Some(Ok(value)), None) => Ok(Some(value)),
        _ => Err((StatusCode::BAD_REQUEST, "a header is there twice or cannot be read")),
    }
}

/// A page may connect if it comes from here or from an origin that is allowed; programs send no origin.
fn origin_fits(headers: &HeaderMap, allowed: &[String]) -> Result<bool, Refused> {
    let Some(origin) = only(headers, header::ORIGIN)? else { return Ok(true) };
    let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    let is_own = own.is_some() && own == only(headers, header::HOST)?;
    Ok(is_own || allowed.iter().any(|allowed| allowed == origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn pages_of_other_hosts_may_not_connect() {
        let from = |origin: &str| headers(&[(header::ORIGIN, origin), (header::HOST, "play.example:80")]);
        let allowed = ["https://club.example".to_string()];
        assert!(origin_fits(&HeaderMap::new(), &[]).unwrap(), "programs send no origin");
        assert!(origin_fits(&from("http://play.example:80"), &[]).unwrap());
        assert!(origin_fits(&from("https://club.example"), &allowed).unwrap());
        for foreign in
            ["http://evil.example", "null", "http://play.example.evil:80", "", "ftp://play.example:80"]
        {
            assert!(!origin_fits(&from(foreign), &allowed).unwrap(), "{foreign}");
        }
    }
}
