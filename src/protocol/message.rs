//! Lines: a request is read from one, a reply or an error is written as one.

use super::ask::{Done, REQUESTS, Request, Run};
use super::docs::properties;
use super::game::At;
use super::look::Awaited;
use super::play::Apply;
use sandtable_diag::{Problem, Problems};
use sandtable_game::{Opened, Session};
use sandtable_kernel::{Event, Fault};
use sandtable_view::Summary;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use serde_path_to_error::Error;

/// The fields of a request.
pub(super) type Fields = Map<String, Value>;

/// A request as it was read from a line, with its fields.
type Asked = Result<(&'static Request, Fields), Problems>;

/// Reads a line: what it is answered with, whatever that is, and what it asks.
pub(super) fn asked(line: &str) -> (Option<Value>, Asked) {
    let help = r#"a request is a JSON object on one line, such as {"do":"hello"}"#;
    let mut fields = object(line.trim().as_bytes()).map_err(|problem| problem.help(help));
    let id = fields.as_mut().ok().and_then(|fields| fields.remove("id"));
    let asked = fields.and_then(|mut fields| Ok((request(&mut fields)?, fields)));
    (id, asked.map_err(Problems::from))
}

/// The fields of what is sent.
///
/// # Errors
/// `protocol/json`: it is no JSON object.
pub fn object(sent: &[u8]) -> Result<Map<String, Value>, Problem> {
    let wrong = |why: String| Problem::error("protocol/json", why);
    match serde_json::from_slice(sent) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(wrong("a request is a JSON object".to_owned())),
        Err(error) => Err(wrong(format!("this is no JSON: {error}"))),
    }
}

/// Takes a field off a request, if it is there.
///
/// # Errors
/// `protocol/value`: it is not what it should be.
pub fn taken<T: DeserializeOwned>(
    fields: &mut Map<String, Value>,
    name: &str,
    what: &str,
) -> Result<Option<T>, Problem> {
    let field = fields.remove(name);
    let read = |value: Value| {
        T::deserialize(&value).map_err(|_| {
            let message = format!("`{name}` is {what}, not `{value}`");
            Problem::error("protocol/value", message)
        })
    };
    field.map(read).transpose()
}

fn request(fields: &mut Fields) -> Result<&'static Request, Problem> {
    let names = || REQUESTS.iter().map(|r| r.name);
    let all = || format!("there are: {}", names().collect::<Vec<_>>().join(", "));
    let name = match fields.remove("do") {
        Some(Value::String(name)) => name,
        Some(other) => {
            let message = format!("`do` is the name of a request, not `{other}`");
            return Err(Problem::error("protocol/request", message).help(all()));
        }
        None => {
            let problem = Problem::error("protocol/request", "`do` is missing");
            return Err(problem.help(all()));
        }
    };
    let found = REQUESTS.iter().find(|r| r.name == name);
    found.ok_or_else(|| {
        let problem = Problem::error("protocol/request", format!("there is no request `{name}`"));
        problem.suggest(&name, names()).help(all())
    })
}

/// Reads the fields of a request; unknown ones are refused.
pub(super) fn read<T: DeserializeOwned + JsonSchema>(fields: &Fields) -> Result<T, Problem> {
    serde_path_to_error::deserialize(fields).map_err(|error| {
        misread(
            fields,
            error,
            T::json_schema(&mut SchemaGenerator::default()),
        )
    })
}

/// What is wrong with the fields of a request of this schema.
fn misread(fields: &Fields, error: Error<serde_json::Error>, schema: Schema) -> Problem {
    let known = properties(&schema);
    let names = || known.iter().map(|p| p.name.as_str());
    let help = match known.as_slice() {
        [] => "it has no fields".to_owned(),
        _ => format!("its fields: {}", names().collect::<Vec<_>>().join(", ")),
    };
    if let Some(odd) = fields.keys().find(|g| !names().any(|n| n == *g)) {
        let problem = Problem::error("protocol/field", format!("there is no field `{odd}`"));
        return problem.suggest(odd, names()).help(help);
    }
    let path = error.path().to_string();
    let cause = said(&error.into_inner());
    let message = match path.as_str() {
        "." => cause,
        path => format!("`{path}`: {cause}"),
    };
    Problem::error("protocol/value", message).help(help)
}

/// A request whose fields say nothing, or more than one thing.
pub fn unclear(question: &str, help: &str) -> Problems {
    let problem = Problem::error("protocol/value", question);
    problem.help(help).into()
}

/// What is wrong with a value, in words that are no types of a programming language.
pub(super) fn said(error: &serde_json::Error) -> String {
    let cause = error.to_string();
    let Some((what, wanted)) = cause.rsplit_once(", expected ") else {
        return cause;
    };
    let wanted = match wanted.split(' ').next() {
        Some("u8" | "u16" | "u32" | "u64" | "usize") => "a whole number from 0 on",
        Some("i8" | "i16" | "i32" | "i64") => "a whole number",
        Some("f64") => "a number",
        Some("struct") => "an object",
        _ => wanted,
    };
    format!("{what}, expected {wanted}")
}

/// Writes a reply, with the failures of scripts that came up on the way.
pub(super) fn reply(id: Option<&Value>, done: Done, faults: &[Fault]) -> String {
    let id = id.map_or_else(String::new, |id| format!("\"id\":{id},"));
    headed(&id, done, faults)
}

/// The reply to one who follows a game: it says after how many orders it holds.
pub fn answered(at: usize, done: Result<String, Problems>, faults: &[Fault]) -> String {
    headed(&format!("\"at\":{at},"), done, faults)
}

fn headed(id: &str, done: Done, faults: &[Fault]) -> String {
    let faults = match faults {
        [] => String::new(),
        faults => {
            let reports: Vec<&str> = faults.iter().map(|f| f.report.as_str()).collect();
            format!(",\"faults\":{}", json!(reports))
        }
    };
    match done {
        Ok(reply) => format!("{{{id}\"ok\":{reply}{faults}}}"),
        Err(problems) => format!("{{{id}\"error\":{}{faults}}}", error(&problems)),
    }
}

/// A line that says what is wrong and answers no request.
pub fn problem_reply(problem: Problem) -> String {
    reply(None, Err(problem.into()), &[])
}

/// Problems as a value: the first error, with the others behind it.
fn error(problems: &Problems) -> Value {
    let mut all = problems.to_json();
    let first = all.iter().position(|p| p["severity"] == "error");
    let mut error = all.remove(first.unwrap_or(0).min(all.len().saturating_sub(1)));
    if let Value::Object(error) = &mut error {
        error.retain(|_, value| !value.is_null());
    }
    if !all.is_empty() {
        error["more"] = all.into();
    }
    error
}

/// What became of a line of a player who is asked for an order.
pub enum Came {
    /// It was a question, or a request with something wrong in it.
    Answered,
    /// It was an order, and this has happened.
    Ordered(Vec<Event>),
    /// It was an order that is refused, with this sentence.
    Refused(String),
    /// It was no JSON.
    NoRequest,
}

/// Hears a line of a player who is asked for an order: a question about the position is answered, an order
/// is carried out. What the player is told, and what became of the line.
pub fn hear(opened: &Opened, session: &mut Session, line: &str) -> (String, Came) {
    let (id, asked) = asked(line);
    let mut came = Came::Answered;
    let done = asked.and_then(|(request, fields)| match &request.run {
        Run::Look(look) => look(At { opened, session }, &fields),
        _ if request.name == "apply" => {
            let (reply, events) = read::<Apply>(&fields)?.at_table(opened, session);
            came = events.map_or_else(Came::Refused, Came::Ordered);
            reply
        }
        _ => {
            let message = format!("`{}` is not for players at a table", request.name);
            Err(Problem::error("protocol/request", message).into())
        }
    });
    let no_json = |problems: &Problems| problems.iter().any(|p| p.code == "protocol/json");
    if done.as_ref().is_err_and(no_json) {
        came = Came::NoRequest;
    }
    (reply(id.as_ref(), done, &session.take_faults()), came)
}

/// Answers a question about a position.
///
/// # Errors
/// It is none, or cannot be answered.
pub fn looked(at: At<'_>, mut fields: Map<String, Value>) -> Result<String, Problems> {
    let request = request(&mut fields)?;
    match request.run {
        Run::Look(look) => look(at, &fields),
        _ => {
            let message = format!("`{}` does not only look", request.name);
            Err(Problem::error("protocol/request", message).into())
        }
    }
}

/// What a player is told who must speak.
pub fn decide(at: At<'_>) -> String {
    json!({ "decide": Awaited::of(at).pending }).to_string()
}

/// What a player is told when the game is over, or nobody plays on.
pub fn over(at: At<'_>) -> String {
    let (rules, state) = (at.session.rules(), at.session.state());
    json!({ "over": Summary::of(rules, state) }).to_string()
}
