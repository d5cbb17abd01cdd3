//! Questions about a game, and orders to it: a JSON object comes in, one goes out.

use super::guard::busy;
use super::house::{Guest, House};
use super::past::Past;
use super::shown::Shown;
use super::wish::{Answer, Given, Wish};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use sandtable_diag::{Problem, Problems};
use sandtable_protocol::{answered, looked, object, problem_reply, taken};
use serde_json::{Map, Value};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinHandle;

/// What is said before something of this kind: also whether it may be kept.
pub fn head(kind: &'static str, keep: &'static str) -> [(HeaderName, &'static str); 2] {
    [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep)]
}

/// An answer in JSON.
pub fn json(status: StatusCode, body: String) -> Response {
    (status, head("application/json", "no-store"), body).into_response()
}

/// An answer, or why there is none.
pub type Done = Result<Response, Response>;

/// Nobody can read what was sent.
pub fn bad(problem: Problem) -> Response {
    refused(StatusCode::BAD_REQUEST, problem)
}

/// What every refusal looks like.
pub fn refused(status: StatusCode, problem: Problem) -> Response {
    json(status, problem_reply(problem))
}

/// There is nothing.
pub fn none(message: &'static str) -> Response {
    refused(StatusCode::NOT_FOUND, Problem::error("board/none", message))
}

/// Has something done that takes a while, beside everything else.
///
/// Not generic: with each kind of thing that it runs, a good part of the runtime is compiled anew.
pub fn beside(job: Box<dyn FnOnce() + Send>) -> JoinHandle<()> {
    tokio::task::spawn_blocking(job)
}

/// Does what takes a while beside everything else.
pub async fn work<T: Send + 'static>(
    job: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Response> {
    let done = Arc::new(Mutex::new(None));
    let place = done.clone();
    let job = move || *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(job());
    // Without a result it has panicked.
    let _ = beside(Box::new(job)).await;
    let done = done.lock().unwrap_or_else(PoisonError::into_inner).take();
    done.ok_or_else(fault)
}

/// Something went wrong that nobody who asks can help.
pub fn fault() -> Response {
    let problem = Problem::error("board/fault", "this is a fault of the program");
    refused(StatusCode::INTERNAL_SERVER_ERROR, problem)
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let frame = [(HeaderName::from_static("frame"), self.frame.to_string())];
        (frame, json(status, self.body)).into_response()
    }
}

/// After how many orders a request is meant, where it says that.
fn at(fields: &mut Map<String, Value>) -> Result<Option<usize>, Problem> {
    taken(fields, "at", "a number of orders")
}

/// A question.
pub async fn ask(Guest { table, .. }: Guest, body: Bytes) -> Done {
    let fields = object(&body).map_err(bad)?;
    // Nobody closes it.
    let _leave = table.feed.questions.acquire().await;
    let (shown, feed) = (table.feed.shown(), table.feed.clone());
    let answer = work(move || look(&shown, &feed.past, fields)).await?;
    Ok(answer.into_response())
}

fn look(shown: &Shown, past: &Past, mut fields: Map<String, Value>) -> Answer {
    let (now, session) = (shown.at(), &shown.now.session);
    let done = if fields.get("of").is_some_and(|of| of == "game") {
        // What a plan is compared with.
        fields.remove("of");
        let game = shown.now.plans.game(session);
        looked(shown.with(game), fields).map(|body| (now, body))
    } else {
        let at = at(&mut fields).map_err(Problems::from);
        at.and_then(|at| match at.filter(|at| *at != now) {
            None => looked(shown.here(), fields).map(|body| (now, body)),
            Some(at) if at > now => {
                let message = format!("there is no order {at} any more");
                let problem = Problem::error("board/late", message);
                Err(problem.help(format!("{now} orders count")).into())
            }
            Some(at) => {
                let then = past.at(session, at)?;
                looked(shown.with(&then), fields).map(|body| (at, body))
            }
        })
    };
    match done {
        Ok((at, body)) => Answer::new(200, answered(at, Ok(body), &session.take_faults())),
        Err(problems) => Answer::error(422, now, problems),
    }
}

/// What somebody wishes who is let in.
///
/// # Errors
/// The body says nothing that can be done.
fn given(guest: &Guest, body: &[u8]) -> Result<Given, Problem> {
    let mut fields = object(body)?;
    let at = at(&mut fields)?;
    let missing = |what: &str| Problem::error("protocol/value", format!("`{what}` is missing"));
    let Some(Value::String(id)) = fields.remove("id") else {
        return Err(missing("id").help("a text of your own, another one for each order"));
    };
    let wish = Wish::read(fields)?;
    Ok(Given {
        id: Some(id),
        at: Some(at.ok_or_else(|| missing("at"))?),
        ..guest.wishes(wish)
    })
}

/// An order, or whatever else changes the game.
pub async fn give(guest: Guest, body: Bytes) -> Result<Answer, Response> {
    let given = given(&guest, &body).map_err(bad)?;
    wish(&guest, given).await
}

/// Has a wish granted, unless there are too many.
async fn wish(guest: &Guest, given: Given) -> Result<Answer, Response> {
    match guest.table.feed.may_order(&guest.voice) {
        true => Ok(guest.table.give(given).await),
        false => Err(busy("orders")),
    }
}

/// A wish that does not depend on where the game stands, made in its own place.
pub async fn aside(guest: &Guest, body: &[u8], what: &str) -> Result<Answer, Response> {
    let mut fields = object(body).map_err(bad)?;
    fields.insert("do".to_owned(), what.into());
    wish(guest, guest.wishes(Wish::read(fields).map_err(bad)?)).await
}

/// Where such a wish is made.
pub fn wished(what: &'static str) -> MethodRouter<House> {
    post(move |guest: Guest, body: Bytes| async move { aside(&guest, &body, what).await })
}

/// The game as an ordinary save. Its seed foretells the dice: while several play, all are told.
pub async fn save(State(house): State<House>, guest: Guest) -> Done {
    let shown = guest.table.feed.shown();
    if house.club.is_some() && shown.now.session.pending().is_some() {
        if !guest.host {
            let problem =
                Problem::error("board/not-yours", "only the host may take the game along");
            return Err(refused(StatusCode::FORBIDDEN, problem));
        }
        let told = guest.table.give(guest.wishes(Wish::Taken {})).await;
        if told.status != 200 {
            return Err(told.into_response());
        }
    }
    let text = work(move || shown.save()).await?;
    let name = "attachment; filename=\"game.save\"";
    let named = [(header::CONTENT_DISPOSITION, name)];
    Ok((head("text/plain; charset=utf-8", "no-store"), named, text).into_response())
}
