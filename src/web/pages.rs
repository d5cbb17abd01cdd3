//! The page and what does not change while a game is played: files with a mark by which a browser knows them again.

use super::ask::{Done, none, work};
use super::house::{Guest, House};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sandtable_protocol::looked;
use serde_json::{Map, json};
use std::borrow::Cow;

#[derive(rust_embed::RustEmbed)]
#[folder = "page/"]
struct Page;

/// A file of the page. A program that is still worked on reads it from where it is written.
fn read(file: &str) -> Option<Cow<'static, [u8]>> {
    /// Larger files are none of the page.
    const LIMIT: usize = 1 << 20;
    if cfg!(debug_assertions) && Page::get(file).is_some() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        if let Ok(bytes) = sandtable_diag::read_file(&folder.join(file), LIMIT) {
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
    // Weak: the same file may go out in two encodings.
    let mark = format!("W/\"{}\"", &blake3::hash(&bytes).to_hex()[..32]);
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
        None => none("there is no such file"),
    }
}

/// The document of a game. It is the same for everybody: who may see the game is asked for what is in it.
/// With it comes what is wanted for the first view, so that nothing waits for something else to name it, and no more,
/// for each file takes a browser some milliseconds. What is in the game is wanted only by who may see it.
pub async fn document(State(house): State<House>, headers: HeaderMap) -> Response {
    let inside = house.club.is_none() || headers.contains_key(header::COOKIE);
    let mut document = file(Path("index.html".to_owned()), headers).await;
    let of = |room: &'static str| {
        let inside = move |file: &Cow<str>| {
            let found = file.split_once('/').map_or("", |(room, _)| room);
            file.ends_with(".js") && found == room
        };
        let link = move |file| format!("<../../page/{file}>; rel=modulepreload");
        Page::iter().filter(inside).map(link)
    };
    let facts = ["frame.json", "board.json", "edition.json"]
        .into_iter()
        .filter(|_| inside);
    let facts = facts.map(|name| format!("<{name}>; rel=preload; as=fetch; crossorigin"));
    let links = facts.chain(of("")).chain(of("board"));
    if let Ok(links) = links.collect::<Vec<_>>().join(", ").parse() {
        document.headers_mut().insert(header::LINK, links);
    }
    document
}

/// The page where games begin.
pub async fn lobby(headers: HeaderMap) -> Response {
    file(Path("lobby.html".to_owned()), headers).await
}

/// What a client needs to know of the edition.
pub async fn edition(Guest { table, .. }: Guest, headers: HeaderMap) -> Done {
    let question = Map::from_iter([("do".to_owned(), json!("rules"))]);
    let shown = table.feed.shown();
    let text = work(move || looked(shown.here(), question)).await?;
    let text = text.map_err(|_| none("there is no edition"))?;
    let bytes = text.into_bytes();
    Ok(marked(&headers, "application/json", bytes.into()))
}

/// What the board looks like.
pub async fn board(Guest { table, .. }: Guest, headers: HeaderMap) -> Done {
    let text = work(move || table.picture()).await?;
    let bytes = text.as_bytes().to_vec();
    Ok(marked(&headers, "application/json", bytes.into()))
}
