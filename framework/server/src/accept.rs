//! Who connects: HTTP/1 for everybody, with a bound on how long somebody may take to ask for something.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{convert::Infallible, io::ErrorKind, time::Duration};
use tokio::{net::TcpListener, time};

/// How long nobody is let in where that failed, such as for want of files that may be open.
const PAUSE: Duration = Duration::from_secs(1);

/// Serves everybody who comes, without end. Whoever does not say within `patience` what they want, at first or
/// after an answer, is let go: otherwise silent connections would use up all there can be.
pub(crate) async fn accept(listener: TcpListener, router: Router, patience: Duration) -> Infallible {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience);
    let service = TowerToHyperService::new(router);
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if is_theirs(error.kind()) => continue,
            Err(error) => {
                tracing::warn!(%error, "nobody can be let in for a moment");
                time::sleep(PAUSE).await;
                continue;
            }
        };
        // A move is a small message that somebody waits for.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection cannot be made quick");
        }
        let serve = http.serve_connection(TokioIo::new(stream), service.clone()).with_upgrades();
        tokio::spawn(async move {
            if let Err(error) = serve.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
}

/// Whether a connection was gone before it was let in, which is nobody else's concern.
fn is_theirs(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}
