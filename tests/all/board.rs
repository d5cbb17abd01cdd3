//! The server of the board: what it answers, what it refuses, and that nothing is lost. Requests go to the router
//! itself, without a network; a sample of the mutated ones, `MUTATED=10000` for the full count.

use super::protocol::mutated::{mutants, mutated};
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use futures_util::StreamExt as _;
use sandtable::ai::SEATED;
use sandtable::diag::Problem;
use sandtable::game::dice::Stream;
use sandtable::game::save::Header;
use sandtable::game::{Seats, Session, open};
use sandtable::web::{Game, Keep, Names, Serves, router};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tower::ServiceExt as _;

const HOST: &str = "127.0.0.1:7440";

/// A server in this process, and a browser with its cookies.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    router: axum::Router,
    pub cookies: Vec<String>,
}

/// How many orders were kept, and whether that fails.
#[derive(Clone, Default)]
struct Book(Arc<Mutex<(usize, bool)>>);

impl Keep for Book {
    fn keep(&mut self, session: &Session) -> Result<(), Problem> {
        let mut book = self.0.lock().expect("nobody panics");
        if book.1 {
            return Err(Problem::error("save/unwritable", "the disk is full"));
        }
        book.0 = session.log().records().len();
        Ok(())
    }
    fn seats(&mut self, _: Header, _: &Session) -> Result<(), Problem> {
        Ok(())
    }
}

impl Server {
    pub fn new(serves: Serves) -> Self {
        let runtime = tokio::runtime::Runtime::new().expect("there are threads");
        let router = {
            let _inside = runtime.enter();
            router(Names::loopback(7440), serves)
        };
        Self {
            runtime,
            router,
            cookies: Vec::new(),
        }
    }
    /// A game on the loopback.
    fn of(pack: &str, seats: &[&str], book: &Book) -> Self {
        let opened = open(pack).unwrap_or_else(|p| panic!("{p:?}"));
        let (session, _) = opened.begin(7).expect("it begins");
        let seats: Vec<String> = seats.iter().map(|s| (*s).to_owned()).collect();
        let seats = Seats::read(&opened.rules, &BTreeMap::new(), &seats, SEATED).expect("seats");
        let game = Game::new(opened, session, seats).kept(Box::new(book.clone()));
        Self::new(Serves::Game(Box::new(game)))
    }
    pub fn send(&self, request: Request<Body>) -> Response {
        let answer = self.router.clone().oneshot(request);
        self.runtime.block_on(answer).expect("a router answers")
    }
    pub fn request(&self, method: &str, path: &str) -> axum::http::request::Builder {
        let request = Request::builder().method(method).uri(path);
        let request = request
            .header("host", HOST)
            .header("origin", format!("http://{HOST}"));
        request
            .header("content-type", "application/json")
            .header("cookie", self.cookies.join("; "))
    }
    pub fn bytes(&self, response: Response) -> Vec<u8> {
        let bytes = to_bytes(response.into_body(), 64 << 20);
        self.runtime.block_on(bytes).expect("it ends").to_vec()
    }
    pub fn read(&self, response: Response) -> (StatusCode, Value) {
        let status = response.status();
        let text = String::from_utf8(self.bytes(response)).expect("it is text");
        (
            status,
            serde_json::from_str(&text).unwrap_or(Value::String(text)),
        )
    }
    fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let request = self
            .request("POST", path)
            .body(Body::from(body.to_string()));
        self.read(self.send(request.expect("a request")))
    }
    pub fn get(&self, path: &str) -> (StatusCode, Value) {
        let request = self.request("GET", path).body(Body::empty());
        self.read(self.send(request.expect("a request")))
    }
    /// What goes well.
    pub fn fine(&self, path: &str, body: &Value) -> Value {
        let (status, mut answer) = self.post(path, body);
        assert_eq!(status, StatusCode::OK, "{body}: {answer:#}");
        answer["ok"].take()
    }
    /// Why it is refused.
    pub fn refused(&self, path: &str, body: &Value) -> (u16, String) {
        let (status, answer) = self.post(path, body);
        let code = answer["error"]["code"].as_str().unwrap_or_default();
        (status.as_u16(), code.to_owned())
    }
    fn digest(&self) -> Value {
        self.fine("/g/here/ask", &json!({ "do": "state" }))["digest"].take()
    }
    /// The next frames of a stream: so many.
    pub fn frames(&self, path: &str, count: usize) -> Vec<Value> {
        let request = self.request("GET", path).body(Body::empty());
        let response = self.send(request.expect("a request"));
        assert_eq!(response.status(), StatusCode::OK);
        let mut stream = response.into_body().into_data_stream();
        let (mut text, mut found) = (String::new(), Vec::new());
        while found.len() < count {
            let bytes = self.runtime.block_on(stream.next());
            let bytes = bytes.expect("it goes on").expect("it can be read");
            text.push_str(std::str::from_utf8(&bytes).expect("it is text"));
            while let Some((event, rest)) = text.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                found.extend(data.map(|data| serde_json::from_str(data).expect("JSON")));
                text = rest.to_owned();
            }
        }
        found
    }
    /// Shows a token at an address, and keeps the cookie that is given for it.
    pub fn show(&mut self, path: &str, token: &Value) -> Response {
        let body = json!({ "token": token }).to_string();
        let request = self.request("POST", path).body(Body::from(body));
        let response = self.send(request.expect("a request"));
        let cookie = response.headers()["set-cookie"]
            .to_str()
            .expect("it is text");
        assert!(cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        self.cookies.push(cookie);
        response
    }
    /// Sits down with a token.
    pub fn join(&mut self, game: &str, token: &Value) -> Value {
        let response = self.show(&format!("/g/{game}/join"), token);
        self.read(response).1["ok"].take()
    }
}

pub fn order(id: &str, at: usize, order: &str) -> Value {
    json!({ "id": id, "at": at, "do": "apply", "order": order })
}

#[test]
fn an_order_is_done_once_at_its_time_and_told_in_a_frame() {
    let book = Book::default();
    let server = Server::of("tests/edition", &["all=human"], &book);
    let begun = server.digest();
    let give = "/g/here/give";
    assert_eq!(
        server.fine(give, &order("a", 0, "buy 1 walker")),
        json!({ "notes": [] })
    );
    // The same text is answered as before and does nothing.
    assert_eq!(
        server.fine(give, &order("a", 0, "buy 1 walker")),
        json!({ "notes": [] })
    );
    assert_eq!(
        server.refused(give, &order("b", 0, "end phase")),
        (409, "board/late".into())
    );
    assert_eq!(
        server.refused(give, &order("c", 1, "dance")),
        (422, "order/unknown".into())
    );
    // All of a group, or nothing.
    let before = server.digest();
    let group = json!({ "id": "d", "at": 1, "do": "apply", "orders": ["end phase", "dance"] });
    assert_eq!(server.refused(give, &group).0, 422);
    assert_eq!(server.digest(), before);
    assert_eq!(book.0.lock().expect("nobody panics").0, 1);

    let frames = server.frames("/g/here/follow", 1);
    assert_eq!(frames[0]["kind"], "snapshot");
    assert_eq!(frames[0]["at"], 1);
    assert_eq!(frames[0]["log"][0]["order"], "buy 1 walker");
    assert_eq!(frames[0]["position"]["digest"], before);
    let mine = frames[0]["seats"].as_array().expect("a list");
    assert!(mine.iter().all(|seat| seat["me"] == true));

    let undo = json!({ "id": "e", "at": 1, "do": "undo" });
    assert_eq!(
        server.fine(give, &undo),
        json!({ "undone": ["buy 1 walker"] })
    );
    assert_eq!(server.digest(), begun);
    server.fine(give, &json!({ "id": "f", "at": 0, "do": "redo" }));
    assert_eq!(server.digest(), before);
    let earlier = server.fine("/g/here/ask", &json!({ "do": "state", "at": 0 }));
    assert_eq!(earlier["digest"], begun);
}

#[test]
fn who_comes_back_misses_nothing_and_hears_nothing_twice() {
    let server = Server::of("tests/edition", &["all=human"], &Book::default());
    let request = server.request("GET", "/g/here/follow").body(Body::empty());
    let response = server.send(request.expect("a request"));
    let mut stream = response.into_body().into_data_stream();
    let mut next = || {
        let bytes = server.runtime.block_on(stream.next());
        let bytes = bytes.expect("it goes on").expect("it can be read");
        String::from_utf8(bytes.to_vec()).expect("it is text")
    };
    assert_eq!(next(), "retry: 1000\n\n");
    let first = next();
    let id = first
        .lines()
        .find_map(|line| line.strip_prefix("id: "))
        .expect("it has one");
    for (at, words) in ["buy 1 walker", "end phase"].iter().enumerate() {
        server.fine("/g/here/give", &order(&at.to_string(), at, words));
    }
    let missed = server.frames(&format!("/g/here/follow?after={id}"), 2);
    let told: Vec<&Value> = missed.iter().map(|frame| &frame["order"]).collect();
    assert_eq!(told, ["buy 1 walker", "end phase"]);
    // Another run of the server knows nothing of these numbers.
    let anew = server.frames("/g/here/follow?after=other.1", 1);
    assert_eq!(anew[0]["kind"], "snapshot");
}

#[test]
fn what_cannot_be_kept_is_not_done() {
    let book = Book::default();
    let server = Server::of("tests/edition", &["all=human"], &book);
    let before = server.digest();
    book.0.lock().expect("nobody panics").1 = true;
    let refused = server.refused("/g/here/give", &order("a", 0, "end phase"));
    assert_eq!(refused, (422, "save/unwritable".into()));
    assert_eq!(server.digest(), before);
    book.0.lock().expect("nobody panics").1 = false;
    server.fine("/g/here/give", &order("b", 0, "end phase"));
}

#[test]
fn a_plan_is_tried_and_dropped_or_played() {
    let server = Server::of("tests/edition", &["all=human"], &Book::default());
    let (give, begun) = ("/g/here/give", server.digest());
    let wish = |id: &str, at: usize, what: &str| {
        server.fine(give, &json!({ "id": id, "at": at, "do": what }))
    };
    server.fine(
        give,
        &json!({ "id": "a", "at": 0, "do": "branch", "name": "one" }),
    );
    server.fine(give, &order("b", 0, "buy 1 walker"));
    let planned = server.digest();
    assert_eq!(server.frames("/g/here/follow", 1)[0]["plan"], "one");
    wish("c", 1, "back");
    assert_eq!(server.digest(), begun);
    server.fine(
        give,
        &json!({ "id": "d", "at": 0, "do": "branch", "name": "one" }),
    );
    wish("e", 1, "adopt");
    assert_eq!(server.digest(), planned);
    assert_eq!(server.frames("/g/here/follow", 1)[0]["plan"], Value::Null);
}

#[test]
fn a_plan_goes_on_from_an_earlier_order_beside_the_game() {
    let server = Server::of("tests/edition", &["all=human"], &Book::default());
    let give = "/g/here/give";
    server.fine(give, &order("a", 0, "buy 1 walker"));
    let bought = server.digest();
    let branch = |id: &str| {
        let wish = json!({ "id": id, "at": 1, "do": "branch", "name": "other", "from": 0 });
        server.fine(give, &wish);
    };
    branch("b");
    assert_eq!(server.frames("/g/here/follow", 1)[0]["at"], 0);
    let before = json!({ "id": "c", "at": 0, "do": "undo", "to": 0 });
    server.fine(give, &order("d", 0, "buy 2 walker"));
    let planned = server.digest();
    // What it is compared with is the game that waits.
    let game = server.fine("/g/here/ask", &json!({ "do": "state", "of": "game" }));
    assert_eq!(game["digest"], bought);
    server.fine(give, &json!({ "id": "e", "at": 1, "do": "back" }));
    assert_eq!(server.digest(), bought);
    assert_eq!(server.refused(give, &before).0, 409);
    // Played, it takes the place of what was ordered since.
    branch("f");
    server.fine(give, &order("g", 0, "buy 2 walker"));
    server.fine(give, &json!({ "id": "h", "at": 1, "do": "adopt" }));
    assert_eq!(server.digest(), planned);
    let log = server.frames("/g/here/follow", 1)[0]["log"].take();
    assert_eq!(log.as_array().map(Vec::len), Some(1), "{log:#}");
}

#[test]
fn strangers_are_turned_away_in_one_shape() {
    let server = Server::of("tests/edition", &["all=human"], &Book::default());
    let asked = || Body::from(json!({ "do": "pending" }).to_string());
    let plain = |headers: &[(&str, &str)], path: &str, body: Body| {
        let mut request = Request::builder().method("POST").uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = server.send(request.body(body).expect("a request"));
        assert!(
            response.headers()["content-security-policy"]
                .to_str()
                .is_ok_and(|policy| policy.contains("require-trusted-types-for"))
        );
        let (status, answer) = server.read(response);
        (
            status.as_u16(),
            answer["error"]["code"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        )
    };
    let (host, origin) = (("host", HOST), ("origin", "http://127.0.0.1:7440"));
    let json = ("content-type", "application/json");
    let (ask, long) = ("/g/here/ask", "x".repeat(20 << 10));
    for (headers, path, body, expected) in [
        (vec![host, origin, json], ask, asked(), (200, "")),
        (vec![origin, json], ask, asked(), (421, "board/host")),
        (
            vec![("host", "evil.example"), origin, json],
            ask,
            asked(),
            (421, "board/host"),
        ),
        (
            vec![("host", "127.0.0.1:7440.evil.example"), origin, json],
            ask,
            asked(),
            (421, "board/host"),
        ),
        (
            vec![host, host, origin, json],
            ask,
            asked(),
            (421, "board/host"),
        ),
        (vec![host, json], ask, asked(), (403, "board/origin")),
        (
            vec![host, ("origin", "null"), json],
            ask,
            asked(),
            (403, "board/origin"),
        ),
        (
            vec![host, ("origin", "https://127.0.0.1:7440"), json],
            ask,
            asked(),
            (403, "board/origin"),
        ),
        (vec![host, origin], ask, asked(), (415, "board/json")),
        (
            vec![host, origin, json],
            ask,
            Body::from("{"),
            (400, "protocol/json"),
        ),
        (
            vec![host, origin, json],
            ask,
            Body::from(long.clone()),
            (413, "board/too-large"),
        ),
        (
            vec![host, origin, json, ("x-long", &long)],
            ask,
            asked(),
            (431, "board/too-large"),
        ),
        (
            vec![host, origin, json],
            "/g/there/ask",
            asked(),
            (404, "board/none"),
        ),
        (
            vec![host, origin, json],
            "/nowhere",
            asked(),
            (404, "board/none"),
        ),
        (
            vec![host, origin, json],
            "/g/here/follow",
            asked(),
            (405, "board/method"),
        ),
        (
            vec![host, origin, json],
            "/lobby/games",
            asked(),
            (404, "board/none"),
        ),
    ] {
        let (status, code) = expected;
        let told = format!("{headers:?} {path}");
        assert_eq!(
            plain(&headers, path, body),
            (status, code.to_owned()),
            "{told}"
        );
    }
    // What only reads wants the right name, too.
    let read = Request::builder()
        .uri("/g/here/follow")
        .header("host", "evil.example");
    let answer = server.send(read.body(Body::empty()).expect("a request"));
    assert_eq!(answer.status(), StatusCode::MISDIRECTED_REQUEST);
}

#[test]
fn files_of_the_page_are_known_again() {
    let server = Server::of("tests/edition", &["all=human"], &Book::default());
    for path in [
        "/g/here/",
        "/page/main.js",
        "/page/css/base.css",
        "/g/here/edition.json",
    ] {
        let request = server.request("GET", path).body(Body::empty());
        let response = server.send(request.expect("a request"));
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let mark = response.headers()["etag"].clone();
        let again = server.request("GET", path).header("if-none-match", mark);
        let again = server.send(again.body(Body::empty()).expect("a request"));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
    }
    for path in [
        "/page/../mod.rs",
        "/page/%2e%2e/mod.rs",
        "/page//etc/passwd",
        "/page/none.js",
    ] {
        assert_eq!(server.get(path).0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn too_many_orders_at_once_wait() {
    let server = Server::of("tests/edition", &["all=human"], &Book::default());
    let refused =
        (0..100).map(|n| server.refused("/g/here/give", &order(&n.to_string(), 0, "dance")));
    let refused: Vec<(u16, String)> = refused.collect();
    assert!(refused.contains(&(429, "board/busy".into())));
    assert!(refused.contains(&(422, "order/unknown".into())));
}

#[test]
fn mutated_requests_change_nothing_that_is_not_accepted() {
    let mut chance = Stream::new(1);
    let asks = [
        json!({ "do": "legal", "forms": true }),
        json!({ "do": "state", "at": 0 }),
        json!({ "do": "odds", "attackers": "3 walker", "defenders": "2 walker" }),
        json!({ "do": "units" }),
    ];
    let gives = [
        order("a", 0, "buy 1 walker"),
        json!({ "id": "b", "at": 0, "do": "apply", "orders": ["end phase", "end phase"] }),
        json!({ "id": "c", "at": 0, "do": "undo", "orders": 2, "back": "phase" }),
        json!({ "id": "d", "at": 0, "do": "redo", "orders": 1 }),
        json!({ "id": "e", "at": 0, "do": "branch", "name": "one" }),
        // To a person: a program would play on while the next request is made.
        json!({ "id": "f", "at": 0, "do": "hand", "powers": ["all"], "to": "human:Bo" }),
        json!({ "id": "g", "at": 0, "do": "note", "text": "hello" }),
    ];
    let (mut wrong, count) = (0, mutants());
    let mut server = Server::of("tests/edition", &["all=human"], &Book::default());
    for nth in 0..count {
        // Requests that went well have changed it; and only so many orders may come at once.
        if nth % 30 == 0 {
            server = Server::of("tests/edition", &["all=human"], &Book::default());
        }
        let before = server.digest();
        let any = |of: &[Value], chance: &mut Stream| {
            of[chance.below(of.len() as u64) as usize].to_string()
        };
        let (path, body) = match chance.below(3) {
            0 => ("/g/here/ask", any(&asks, &mut chance)),
            1 => ("/g/here/give", any(&gives, &mut chance)),
            _ => ("/g/here/note", any(&gives[6..], &mut chance)),
        };
        let body = mutated(&body, &mut chance);
        let request = server.request("POST", path).body(Body::from(body.clone()));
        let (status, answer) = server.read(server.send(request.expect("a request")));
        if status != StatusCode::OK {
            wrong += 1;
            assert!(
                status.is_client_error(),
                "{path} {body}: {status} {answer:#}"
            );
            assert!(answer["error"]["code"].is_string(), "{body}: {answer:#}");
            assert!(answer["error"]["message"].is_string(), "{body}: {answer:#}");
            assert_eq!(server.digest(), before, "{path} {body}");
        }
    }
    assert!(wrong > count / 3, "{wrong} of {count} were wrong");
}
