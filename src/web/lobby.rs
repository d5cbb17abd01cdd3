//! Where games of a club begin, and where people sit down, hand over and leave.

use super::ask::{Done, aside, bad, json, refused, wished, work};
use super::club::{Club, Wanted, powers_of};
use super::draw::Draw;
use super::guard::IMPORT;
use super::house::{Guest, House};
use super::pages;
use super::seat;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use sandtable_ai::PROGRAMS;
use sandtable_diag::{Problem, Problems};
use sandtable_game::Opened;
use sandtable_pack::{Choices, bundled_names};
use sandtable_protocol::{answered, object};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// What a club answers besides its games.
pub fn routes() -> Router<House> {
    let games = get(games).post(begin);
    Router::new()
        .route("/", get(pages::lobby))
        .route("/lobby/packs", get(packs))
        .route("/lobby/pack", get(pack))
        .route("/lobby/enter", post(enter))
        .route("/lobby/games", games.layer(DefaultBodyLimit::max(IMPORT)))
        .route("/g/{game}/join", post(join))
        .route("/g/{game}/seats", get(seats))
        .route("/g/{game}/hand", post(hand))
        .route("/g/{game}/resign", wished("resign"))
        .route("/g/{game}/begin", wished("begin"))
        .route("/g/{game}/dice", wished("dice").get(dice))
}

fn ok(value: &Value) -> Response {
    json(StatusCode::OK, json!({ "ok": value }).to_string())
}

fn failed(problems: impl Into<Problems>) -> Response {
    let body = answered(0, Err(problems.into()), &[]);
    json(StatusCode::UNPROCESSABLE_ENTITY, body)
}

/// The packs and programs that there are, and the hash that binds the server to the next game's dice.
async fn packs(State(house): State<House>) -> Done {
    let club = house.club()?;
    // Overlays stand in folders.
    let (overlays, packs): (Vec<_>, Vec<_>) = bundled_names()
        .into_iter()
        .partition(|name| name.contains('/'));
    Ok(ok(&json!({
        "packs": packs,
        "overlays": overlays,
        "programs": PROGRAMS,
        "commitment": club.commitment(),
    })))
}

/// What can be chosen about a pack.
async fn pack(State(house): State<House>, uri: Uri) -> Done {
    let query = uri.query().unwrap_or_default();
    let name = query.split('&').find_map(|part| part.strip_prefix("name="));
    let name = name.unwrap_or_default().replace("%2F", "/");
    let known = club(&house, move |club| club.pack(&name, &Choices::default()));
    let (opened, _) = known.await?;
    Ok(ok(&about(&opened)))
}

fn about(opened: &Opened) -> Value {
    let rules = &opened.rules;
    let power = |id: &sandtable_rules::PowerId| {
        let power = &rules.powers[*id];
        json!({ "name": power.name, "side": power.side.map(|s| sandtable_rules::side_name(rules, s)) })
    };
    let options = opened.info.settings.all.iter().map(|s| {
        json!({ "name": s.name, "about": s.about, "may_be": s.may_be, "usual": s.usual.to_string() })
    });
    json!({
        "name": rules.name,
        "title": rules.title,
        "powers": rules.turn.order.iter().map(power).collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
    })
}

fn field(body: &[u8], name: &str) -> Result<String, Response> {
    let mut fields = object(body).map_err(bad)?;
    match fields.remove(name) {
        Some(Value::String(text)) => Ok(text),
        _ => {
            let message = format!("`{name}` is missing");
            Err(bad(Problem::error("protocol/value", message)))
        }
    }
}

fn stranger() -> Response {
    let problem = Problem::error("board/no-seat", "this address opens nothing here");
    let problem = problem.help("ask whoever gave it to you for a new one");
    refused(StatusCode::UNAUTHORIZED, problem)
}

/// What the club says, which is looked up beside everything else.
async fn club<T: Send + 'static, E: Into<Problems> + Send + 'static>(
    house: &House,
    asks: impl FnOnce(&Club) -> Result<T, E> + Send + 'static,
) -> Result<T, Response> {
    let club = house.club()?;
    work(move || asks(&club)).await?.map_err(failed)
}

fn with_cookie(response: Response, cookie: String) -> Response {
    ([(header::SET_COOKIE, cookie)], response).into_response()
}

/// Lets in who has the club's token.
async fn enter(State(house): State<House>, body: Bytes) -> Done {
    let token = field(&body, "token")?;
    let asked = token.clone();
    if !club(&house, move |club| club.lets_in(&[asked])).await? {
        return Err(stranger());
    }
    let cookie = seat::cookie(&token, "/lobby", house.guard.is_secure());
    Ok(with_cookie(ok(&json!({})), cookie))
}

async fn may_begin(house: &House, headers: &HeaderMap) -> Result<(), Response> {
    let tokens = seat::tokens(headers);
    let known = club(house, move |club| club.lets_in(&tokens)).await?;
    known.then_some(()).ok_or_else(stranger)
}

/// Every game of the club.
async fn games(State(house): State<House>, headers: HeaderMap) -> Done {
    may_begin(&house, &headers).await?;
    let games = club(&house, Club::games).await?;
    Ok(ok(&json!({ "games": games })))
}

/// Begins a game.
async fn begin(State(house): State<House>, headers: HeaderMap, body: Bytes) -> Done {
    may_begin(&house, &headers).await?;
    house.may_begin()?;
    let wanted: Wanted = serde_json::from_slice(&body)
        .map_err(|e| bad(Problem::error("protocol/value", e.to_string())))?;
    let begun = club(&house, move |club| club.begin(&wanted)).await?;
    Ok(ok(&json!(begun)))
}

/// Sits somebody down who has a token.
async fn join(State(house): State<House>, Path(game): Path<String>, body: Bytes) -> Done {
    let token = field(&body, "token")?;
    let (asked, of) = (token.clone(), game.clone());
    let passes = club(&house, move |club| club.passes(&of, &[asked])).await?;
    let pass = passes.into_iter().next().ok_or_else(stranger)?;
    let shown = house.table(&game).await?.feed.shown();
    let name = pass.name.as_deref();
    let powers = name.map(|name| powers_of(&shown.opened, &shown.now.seats, name));
    let told = json!({ "name": name, "powers": powers.unwrap_or_default(), "host": pass.host });
    let cookie = seat::cookie(&token, &format!("/g/{game}/"), house.guard.is_secure());
    Ok(with_cookie(ok(&told), cookie))
}

/// Who sits where.
async fn seats(guest: Guest) -> Done {
    let (shown, here) = (guest.table.feed.shown(), guest.table.feed.present());
    let people = shown.now.seats.people();
    let seat = |name: &&str| {
        let powers = powers_of(&shown.opened, &shown.now.seats, name);
        json!({ "name": name, "powers": powers, "here": here.iter().any(|n| n == name) })
    };
    let words = shown.now.seats.words(&shown.opened.rules);
    let programs = words.iter().filter(|(_, who)| !who.starts_with("human"));
    let shared = shown.shared.as_ref();
    let clock = shared.and_then(|shared| shared.clock);
    let begun = shown.now.draw.as_ref().is_none_or(|draw| !draw.is_open());
    let left = |clock: u32| {
        let clock = Duration::from_secs(clock.into());
        guest.table.feed.left(clock).as_secs()
    };
    Ok(ok(&json!({
        "title": shared.map(|shared| &shared.title),
        "seats": people.iter().map(seat).collect::<Vec<_>>(),
        "programs": programs.collect::<std::collections::BTreeMap<_, _>>(),
        "me": people.iter().filter(|name| guest.voice.has(name)).collect::<Vec<_>>(),
        "host": guest.host,
        "clock": clock,
        "left": clock.filter(|_| begun).map(left),
        "commitment": shown.now.draw.as_ref().map(|draw| draw.commitment()),
    })))
}

/// Hands powers over; a person gets a token for them.
async fn hand(
    State(house): State<House>,
    Path(game): Path<String>,
    guest: Guest,
    body: Bytes,
) -> Done {
    let done = aside(&guest, &body, "hand").await?;
    if done.status != 200 {
        return Ok(done.into_response());
    }
    let told = object(done.body.as_bytes()).map_err(bad)?.remove("ok");
    let mut told = told.unwrap_or_default();
    if let Some(name) = told["name"].as_str().map(str::to_owned) {
        let token = club(&house, move |club| club.seat(&game, &name)).await?;
        told["token"] = token.into();
    }
    Ok(ok(&told))
}

/// What the dice come from; how it makes the seed, once the game is over.
async fn dice(guest: Guest) -> Done {
    let shown = guest.table.feed.shown();
    let over = shown.now.session.pending().is_none();
    let told = |draw: &Arc<Draw>| draw.told(&shown.now.seats, over);
    Ok(ok(&json!(shown.now.draw.as_ref().map(told))))
}
