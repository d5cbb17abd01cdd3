//! The server of the board: what it answers, what it refuses, and that nothing is lost. Requests go to the router
//! itself, without a network; a sample of the mutated ones, `MUTATED=10000` for the full count.

mod frames;
mod plans;
mod strangers;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use futures_util::StreamExt as _;
use sandtable::ai::SEATED;
use sandtable::diag::Problem;
use sandtable::game::save::Header;
use sandtable::game::{Seats, Session, open};
use sandtable::web::{Game, Guard, Keep, Serves, router};
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
            router(Guard::loopback(7440), serves)
        };
        Self {
            runtime,
            router,
            cookies: Vec::new(),
        }
    }
    /// A game of people on the loopback.
    fn edition(book: &Book) -> Self {
        let opened = open("tests/edition").unwrap_or_else(|p| panic!("{p:?}"));
        let (session, _) = opened.begin(7).expect("it begins");
        let people = ["all=human".to_owned()];
        let seats = Seats::read(&opened.rules, &BTreeMap::new(), &people, SEATED).expect("seats");
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

/// Whether a request is turned away, which always is told in one shape.
pub fn turned_away(told: &str, status: StatusCode, answer: &Value) -> bool {
    let away = status != StatusCode::OK;
    if away {
        assert!(status.is_client_error(), "{told}: {status} {answer:#}");
        for word in ["code", "message"] {
            assert!(answer["error"][word].is_string(), "{told}: {answer:#}");
        }
    }
    away
}

pub fn order(id: &str, at: usize, order: &str) -> Value {
    json!({ "id": id, "at": at, "do": "apply", "order": order })
}
