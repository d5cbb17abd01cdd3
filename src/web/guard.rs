//! Who may speak to the server at all: the names it answers to, where requests may come from, how much of them, and
//! what pages may do.

use super::ask::refused;
use super::house::House;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::StreamExt;
use futures_util::stream::unfold;
use sandtable_diag::Problem;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// The largest body of a request, in bytes.
pub const BODY: usize = 16 << 10;
/// The largest save that is brought along, in bytes.
pub const IMPORT: usize = 4 << 20;
/// The most that all headers of a request may take, in bytes.
pub const HEADERS: usize = 8 << 10;
/// So long they usually may take to come in, also those of the next request on the same line, and then the body.
const COMES_IN: Duration = Duration::from_secs(10);
/// So many lines are open at once; who comes then waits.
pub const LINES: usize = 4096;
/// So long an answer may take, and a stream to begin: programs think about some, and no work ends sooner because nobody
/// waits for it.
const TIME: Duration = Duration::from_secs(120);
/// So many may follow a game at once.
pub const STREAMS: usize = 64;
/// The longest note, in characters.
pub const NOTE: usize = 2000;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meter {
    /// The orders of a seat.
    Orders,
    /// All requests of a seat.
    Seat,
    /// All requests to a game.
    Game,
    /// Games that are begun.
    Games,
}

impl Meter {
    /// So many there may be a second, for long, and so many at once.
    const fn most(self) -> (f64, f64) {
        match self {
            Self::Orders => (20.0, 40.0),
            Self::Seat => (200.0, 1000.0),
            Self::Game => (1000.0, 4000.0),
            Self::Games => (10.0, 100.0),
        }
    }
}

/// How much everybody may still do.
#[derive(Default)]
pub struct Buckets(BTreeMap<(Meter, String), (f64, Instant)>);

impl Buckets {
    /// Takes one of somebody's, if there is one.
    pub fn take(&mut self, meter: Meter, who: &str) -> bool {
        let ((steady, at_once), now) = (meter.most(), Instant::now());
        let bucket = self.0.entry((meter, who.to_owned()));
        let (left, since) = bucket.or_insert((at_once, now));
        *left = (*left + (now - *since).as_secs_f64() * steady).min(at_once);
        *since = now;
        let enough = *left >= 1.0;
        *left -= if enough { 1.0 } else { 0.0 };
        enough
    }
}

/// What is said to those who do too much.
pub fn busy(what: &str) -> Response {
    let problem = Problem::error("board/busy", format!("these are too many {what} at once"));
    let problem = problem.help("try again in a second");
    refused(StatusCode::TOO_MANY_REQUESTS, problem)
}

/// What a server goes by when somebody speaks to it: the names it answers to, and how long it waits.
#[derive(Debug)]
pub struct Guard {
    origins: Vec<String>,
    /// So long the headers of a request may take to come in, and then its body.
    pub patience: Duration,
}

impl Guard {
    /// Those of this computer for itself.
    pub fn loopback(port: u16) -> Self {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        Self {
            origins: names.iter().map(|n| format!("http://{n}:{port}")).collect(),
            patience: COMES_IN,
        }
    }
    /// These too: `http://NAME:PORT` or `https://NAME`.
    ///
    /// # Errors
    /// `board/name`: one is no such address.
    pub fn and(mut self, names: &[String]) -> Result<Self, Problem> {
        for name in names {
            let plain = name.trim_end_matches('/').to_ascii_lowercase();
            let host = plain
                .strip_prefix("http://")
                .or(plain.strip_prefix("https://"));
            if host.is_none_or(|host| host.is_empty() || host.contains(['/', '@', ' '])) {
                let problem =
                    Problem::error("board/name", format!("`{name}` is no name of a server"));
                return Err(problem.help("it is written https://NAME or http://NAME:PORT"));
            }
            self.origins.push(plain);
        }
        Ok(self)
    }
    /// The address that is told to people.
    pub fn told(&self) -> &str {
        self.origins.last().map_or("", String::as_str)
    }
    /// Whether people come over an encrypted line, through another server before this one.
    pub fn is_secure(&self) -> bool {
        self.told().starts_with("https://")
    }
    fn has(&self, host: &str) -> bool {
        let mut hosts = self.origins.iter().filter_map(|o| o.split_once("://"));
        hosts.any(|(_, name)| name.eq_ignore_ascii_case(host))
    }
    fn is_origin(&self, origin: &str) -> bool {
        self.origins.iter().any(|o| o.eq_ignore_ascii_case(origin))
    }
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
require-trusted-types-for 'script'; trusted-types 'none'";

/// Turns away what does not belong here, and says in each answer what a page may do.
pub async fn guard(State(house): State<House>, request: Request, next: Next) -> Response {
    let patience = house.guard.patience;
    let answered = match house.guard.wrong(&request) {
        Some(refused) => refused,
        None => match timeout(TIME, next.run(request.map(|body| prompt(body, patience)))).await {
            Ok(response) => response,
            Err(_) => {
                let problem = Problem::error("board/slow", "this takes too long");
                refused(StatusCode::SERVICE_UNAVAILABLE, problem)
            }
        },
    };
    let mut response = shaped(answered);
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A body that has come in within its time, or ends in an error.
fn prompt(body: Body, patience: Duration) -> Body {
    let end = Instant::now() + patience;
    Body::from_stream(unfold(
        body.into_data_stream(),
        move |mut rest| async move {
            let part = timeout_at(end, rest.next()).await;
            let part = part.unwrap_or_else(|late| Some(Err(axum::Error::new(late))));
            part.map(|part| (part, rest))
        },
    ))
}

/// Refusals of the layers below say it as all others do.
fn shaped(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let ours = kind.is_some_and(|kind| kind == "application/json");
    if ours || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let problem = match status {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Problem::error("board/too-large", "this is too much at once")
        }
        _ => Problem::error("board/refused", "this request cannot be read"),
    };
    refused(status, problem)
}

impl Guard {
    /// Why a request is turned away.
    fn wrong(&self, request: &Request) -> Option<Response> {
        let headers = request.headers();
        let one = |name: HeaderName| text(headers, name);
        // Also without `Origin`: a name that was bound anew to this address sends none with what it reads.
        if !one(header::HOST).is_some_and(|host| self.has(host)) {
            let problem = Problem::error("board/host", "this server has another name");
            return Some(refused(StatusCode::MISDIRECTED_REQUEST, problem));
        }
        let size: usize = headers
            .iter()
            .map(|(n, v)| n.as_str().len() + v.len())
            .sum();
        if size > HEADERS {
            let problem = Problem::error("board/too-large", "the headers are too large");
            return Some(refused(
                StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
                problem,
            ));
        }
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        let foreign = match headers.contains_key(header::ORIGIN) {
            true => !one(header::ORIGIN).is_some_and(|origin| self.is_origin(origin)),
            false => !reads,
        };
        if foreign {
            let problem = Problem::error("board/origin", "this comes from another page");
            return Some(refused(StatusCode::FORBIDDEN, problem));
        }
        let json =
            one(header::CONTENT_TYPE).is_some_and(|kind| kind.starts_with("application/json"));
        (!reads && !json).then(|| {
            let problem = Problem::error("board/json", "a request is JSON");
            let problem = problem.help("say `Content-Type: application/json`");
            refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, problem)
        })
    }
}

/// The value of a header that stands there once.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}
