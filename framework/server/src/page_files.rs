//! The web page: files in the program, or from a folder, with headers that keep it safe.

use crate::app_state::AppState;
use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;
use std::{borrow::Cow, path::Path, sync::Arc};

#[derive(RustEmbed)]
#[folder = "../web/public"]
struct Page;

/// Nothing may run, load or connect but what this host serves itself; user text can never become a program.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
    connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// Adds the headers to every answer.
pub(crate) async fn protect(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

/// A file of the page. Addresses without an ending, such as `/t/t1a2b`, are places within the page.
pub(crate) async fn page(State(app): State<Arc<AppState>>, method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let inside = !path.split('/').next_back().unwrap_or(path).contains('.');
    let folder = app.config.assets.as_deref();
    let found = read(folder, path).map(|file| (path, file));
    let found =
        found.or_else(|| if inside { Some(("index.html", read(folder, "index.html")?)) } else { None });
    match found {
        Some((path, file)) => {
            let kind = HeaderValue::from_static(content_type(path));
            let fresh = HeaderValue::from_static("no-cache");
            ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, fresh)], Body::from(file)).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file of the page: from the folder, if there is one, or else from the program.
pub(crate) fn read(folder: Option<&Path>, path: &str) -> Option<Cow<'static, [u8]>> {
    let Some(folder) = folder else { return Page::get(path).map(|file| file.data) };
    let plain = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':']);
    if !path.split('/').all(plain) {
        return None;
    }
    std::fs::read(folder.join(path)).ok().map(Cow::Owned)
}

/// The type of a file by the ending of its name.
pub(crate) fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
