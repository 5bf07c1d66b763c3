//! Accepts TCP connections and serves HTTP/1 on them, with a timeout for requests that do not arrive.

use axum::{Router, extract::Request};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{
    convert::Infallible,
    io::ErrorKind,
    net::{IpAddr, Ipv4Addr},
    time::Duration,
};
use tokio::{net::TcpListener, time};

/// How long no connection is accepted after accepting failed, such as for want of open files.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Stands in where no address is known.
pub(crate) const UNKNOWN_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The address that a request comes from, among the request's extensions.
#[derive(Clone, Copy)]
pub(crate) struct PeerAddress(pub(crate) IpAddr);

/// Serves all connections, without end. A connection is closed if its next request does not arrive within
/// `request_timeout`: otherwise silent connections would use up all there can be.
pub(crate) async fn accept(listener: TcpListener, router: Router, request_timeout: Duration) -> Infallible {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(request_timeout);
    let router = TowerToHyperService::new(router);
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) if is_by_client(error.kind()) => continue,
            Err(error) => {
                tracing::warn!(%error, "no connection can be accepted for a moment");
                time::sleep(RETRY_DELAY).await;
                continue;
            }
        };
        // A move is a small message that must not wait for more.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection cannot be made quick");
        }
        let (router, address) = (router.clone(), PeerAddress(peer.ip().to_canonical()));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(address);
            router.call(request)
        });
        let serve = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        tokio::spawn(async move {
            if let Err(error) = serve.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
}

/// Whether the client was gone before its connection was accepted, which concerns no other connection.
fn is_by_client(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}
