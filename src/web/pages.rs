//! The page and what does not change while a game is played: files with a mark by which a browser knows them again.

use super::{House, ask};
use crate::protocol::looked;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, json};
use std::borrow::Cow;

#[derive(rust_embed::RustEmbed)]
#[folder = "src/web/page/"]
struct Page;

/// A file of the page. A program that is still worked on reads it from where it is written.
fn read(file: &str) -> Option<Cow<'static, [u8]>> {
    /// Larger files are none of the page.
    const LIMIT: usize = 1 << 20;
    if cfg!(debug_assertions) && Page::get(file).is_some() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page");
        if let Ok(bytes) = crate::diag::read_file(&folder.join(file), LIMIT) {
            return Some(bytes.into());
        }
    }
    Page::get(file).map(|file| file.data)
}

/// What kind of file a name means.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// Something that changes rarely: only what a browser does not have yet is sent.
fn marked(headers: &HeaderMap, kind: &'static str, bytes: Cow<'static, [u8]>) -> Response {
    let mark = format!("\"{}\"", &blake3::hash(&bytes).to_hex()[..32]);
    let known = headers.get(header::IF_NONE_MATCH);
    let head = [
        (header::ETAG, mark.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_TYPE, kind.to_owned()),
    ];
    if known.is_some_and(|known| known.as_bytes() == mark.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (head, bytes.into_owned()).into_response()
}

/// A file of the page.
pub async fn file(Path(file): Path<String>, headers: HeaderMap) -> Response {
    match read(&file) {
        Some(bytes) => marked(&headers, kind(&file), bytes),
        None => ask::none("there is no such file"),
    }
}

/// The document of a game.
pub async fn document(
    State(house): State<House>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    match house.table(&game) {
        Ok(_) => file(Path("index.html".to_owned()), headers).await,
        Err(none) => *none,
    }
}

/// What a client needs to know of the edition.
pub async fn edition(
    State(house): State<House>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let table = match house.table(&game) {
        Ok(table) => table,
        Err(none) => return *none,
    };
    let question = Map::from_iter([("do".to_owned(), json!("rules"))]);
    match looked(table.feed.shown().at(), question) {
        Ok(text) => marked(&headers, "application/json", text.into_bytes().into()),
        Err(_) => ask::none("there is no edition"),
    }
}

/// What the board looks like.
pub async fn board(
    State(house): State<House>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let table = match house.table(&game) {
        Ok(table) => table,
        Err(none) => return *none,
    };
    match tokio::task::spawn_blocking(move || table.picture()).await {
        Ok(text) => marked(
            &headers,
            "application/json",
            text.as_bytes().to_vec().into(),
        ),
        Err(_) => ask::none("there is no picture"),
    }
}
