//! Questions about a game, and orders to it: a JSON object comes in, one goes out.

use super::House;
use super::game::{Answer, Given, Shown, Wish};
use crate::diag::{Problem, Problems};
use crate::protocol::{At, answered, looked, problem_reply};
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

const JSON: [(header::HeaderName, &str); 2] = [
    (header::CONTENT_TYPE, "application/json"),
    (header::CACHE_CONTROL, "no-store"),
];

/// What every refusal looks like.
pub fn refused(status: StatusCode, problem: Problem) -> Response {
    (status, JSON, problem_reply(problem)).into_response()
}

/// There is nothing.
pub fn none(message: &'static str) -> Response {
    refused(StatusCode::NOT_FOUND, Problem::error("board/none", message))
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let frame = [(
            header::HeaderName::from_static("frame"),
            self.frame.to_string(),
        )];
        (status, JSON, frame, self.body).into_response()
    }
}

fn object(body: &[u8]) -> Result<Map<String, Value>, Problem> {
    let wrong = |why: String| Problem::error("protocol/json", why);
    match serde_json::from_slice(body) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(wrong("a request is a JSON object".to_owned())),
        Err(error) => Err(wrong(format!("this is no JSON: {error}"))),
    }
}

fn number(fields: &mut Map<String, Value>, name: &str) -> Result<Option<usize>, Problem> {
    let Some(value) = fields.remove(name) else {
        return Ok(None);
    };
    let number = value.as_u64().and_then(|n| usize::try_from(n).ok());
    number.map(Some).ok_or_else(|| {
        let message = format!("`{name}` is a number of orders, not `{value}`");
        Problem::error("protocol/value", message)
    })
}

/// A question.
pub async fn ask(State(house): State<House>, Path(game): Path<String>, body: Bytes) -> Response {
    let table = match house.table(&game) {
        Ok(table) => table,
        Err(none) => return *none,
    };
    let fields = match object(&body) {
        Ok(fields) => fields,
        Err(problem) => return refused(StatusCode::BAD_REQUEST, problem),
    };
    let shown = table.feed.shown();
    let answer = tokio::task::spawn_blocking(move || look(&shown, fields)).await;
    match answer {
        Ok(answer) => answer.into_response(),
        Err(_) => refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            Problem::error("board/fault", "this is a fault of the program"),
        ),
    }
}

fn look(shown: &Shown, mut fields: Map<String, Value>) -> Answer {
    let now = shown.session.log().entries().len();
    let done = number(&mut fields, "at").map_err(Problems::from);
    let done = done.and_then(|at| match at.filter(|at| *at != now) {
        None => looked(shown.at(), fields).map(|body| (now, body)),
        Some(at) if at > now => {
            let problem = Problem::error("board/late", format!("there is no order {at} any more"));
            Err(problem.help(format!("{now} orders count")).into())
        }
        Some(at) => {
            let mut session = shown.session.clone();
            session.undo_to(at)?;
            let opened = &*shown.opened;
            let then = At {
                opened,
                session: &session,
            };
            looked(then, fields).map(|body| (at, body))
        }
    });
    match done {
        Ok((at, body)) => Answer::new(200, answered(at, Ok(body), &shown.session.take_faults())),
        Err(problems) => Answer::error(422, now, problems),
    }
}

fn given(body: &[u8]) -> Result<Given, Problem> {
    let mut fields = object(body)?;
    let at = number(&mut fields, "at")?;
    let missing = |what: &str| Problem::error("protocol/value", format!("`{what}` is missing"));
    let Some(Value::String(id)) = fields.remove("id") else {
        return Err(missing("id").help("a text of your own, another one for each order"));
    };
    let wish: Wish = serde_json::from_value(Value::Object(fields))
        .map_err(|e| Problem::error("protocol/value", e.to_string()))?;
    let at = at.ok_or_else(|| missing("at"))?;
    Ok(Given { id, at, wish })
}

/// An order, or whatever else changes the game.
pub async fn give(State(house): State<House>, Path(game): Path<String>, body: Bytes) -> Response {
    let table = match house.table(&game) {
        Ok(table) => table,
        Err(none) => return *none,
    };
    match given(&body) {
        Ok(given) => table.give(given).await.into_response(),
        Err(problem) => refused(StatusCode::BAD_REQUEST, problem),
    }
}
