//! How long an order takes until everybody has seen it: one game with twenty viewers, then many games at once, all of a
//! club with its database on the disk. A clock, not instructions: a claim about a machine.
//!
//! Run with `cargo bench --bench board`; `-- GAMES SECONDS` says how many games play for how long.
#![expect(clippy::disallowed_types, reason = "a clock is what this is about")]
#![expect(
    clippy::disallowed_methods,
    reason = "the system says in a file how much memory is held"
)]

use axum::body::{Body, to_bytes};
use axum::http::Request;
use futures_util::StreamExt as _;
use sandtable::web::{Club, Names, Serves, router};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tower::ServiceExt as _;

const PACK: &str = "pacific-1940";
const VIEWERS: usize = 20;
/// So many orders the viewers watch.
const WATCHED: usize = 200;
/// Somebody gives an order so often.
const PAUSE: Duration = Duration::from_millis(500);

#[derive(Clone)]
struct Server {
    router: axum::Router,
    key: String,
}

impl Server {
    async fn send(
        &self,
        method: &str,
        path: &str,
        token: &str,
        body: Body,
    ) -> axum::response::Response {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "127.0.0.1:1")
            .header("origin", "http://127.0.0.1:1")
            .header("content-type", "application/json")
            .header("cookie", format!("seat-a={token}"));
        let request = request.body(body).expect("a request");
        self.router
            .clone()
            .oneshot(request)
            .await
            .expect("an answer")
    }
    async fn post(&self, path: &str, token: &str, body: &Value) -> Value {
        let answer = self
            .send("POST", path, token, Body::from(body.to_string()))
            .await;
        let bytes = to_bytes(answer.into_body(), 64 << 20)
            .await
            .expect("it ends");
        serde_json::from_slice(&bytes).expect("JSON")
    }
    /// A new game: its path and a token for all its powers.
    async fn begin(&self) -> (String, String) {
        let wanted = json!({ "title": "bench", "pack": PACK, "seats": { "all": "human:Ada" } });
        let mut game = self.post("/lobby/games", &self.key, &wanted).await;
        while game["error"]["code"] == "board/busy" {
            tokio::time::sleep(Duration::from_millis(100)).await;
            game = self.post("/lobby/games", &self.key, &wanted).await;
        }
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let path = format!("/g/{}", text(&game["ok"]["game"]));
        let host = text(&game["ok"]["host"]);
        self.post(&format!("{path}/begin"), &host, &json!({})).await;
        (path, text(&game["ok"]["seats"][0]["token"]))
    }
    /// Gives an order, or takes it back, so that the game goes on for ever.
    async fn give(&self, path: &str, token: &str, nth: usize) {
        let mut body = match nth % 2 {
            0 => json!({ "do": "apply", "order": "end phase" }),
            _ => json!({ "do": "undo" }),
        };
        (body["id"], body["at"]) = (nth.to_string().into(), (nth % 2).into());
        let answer = self.post(&format!("{path}/give"), token, &body).await;
        assert!(answer["ok"].is_object(), "{answer}");
    }
    /// When each frame comes to a viewer.
    async fn view(&self, path: &str, token: &str) -> UnboundedReceiver<Instant> {
        let (sender, seen) = unbounded_channel();
        let answer = self
            .send("GET", &format!("{path}/follow"), token, Body::empty())
            .await;
        let mut stream = answer.into_body().into_data_stream();
        tokio::spawn(async move {
            while let Some(Ok(bytes)) = stream.next().await {
                let told = |kind: &[u8]| bytes.windows(kind.len()).any(|part| part == kind);
                let changes = told(b"\"kind\":\"order\"") || told(b"\"kind\":\"back\"");
                if changes && sender.send(Instant::now()).is_err() {
                    return;
                }
            }
        });
        seen
    }
}

/// A share of them takes no longer.
fn share(times: &mut [Duration], of: f64) -> Duration {
    times.sort_unstable();
    let nth = (times.len() as f64 * of) as usize;
    times[nth.min(times.len() - 1)]
}

fn said(what: &str, times: &mut [Duration]) {
    let [half, most, nearly] = [0.5, 0.95, 0.99].map(|of| share(times, of));
    println!(
        "{what}: median {half:.1?}, p95 {most:.1?}, p99 {nearly:.1?} of {}",
        times.len()
    );
}

async fn watched(server: &Server) {
    let (path, token) = server.begin().await;
    let mut viewers = Vec::new();
    for _ in 0..VIEWERS {
        viewers.push(server.view(&path, &token).await);
    }
    let mut times = Vec::new();
    for nth in 0..WATCHED {
        let given = Instant::now();
        server.give(&path, &token, nth).await;
        for viewer in &mut viewers {
            let seen = viewer.recv().await.expect("it goes on");
            times.push(seen.duration_since(given));
        }
        // A seat may not give orders faster for long.
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    said(
        &format!("an order until {VIEWERS} viewers have it"),
        &mut times,
    );
}

async fn many(server: &Server, games: usize, time: Duration) {
    let before = memory();
    let times = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = Vec::new();
    for nth in 0..games {
        let (path, token) = server.begin().await;
        let (server, times) = (server.clone(), times.clone());
        tasks.push(tokio::spawn(async move {
            let _viewer = server.view(&path, &token).await;
            tokio::time::sleep(PAUSE * (nth as u32) / (games as u32)).await;
            let begun = Instant::now();
            for nth in 0.. {
                if begun.elapsed() > time {
                    return;
                }
                let given = Instant::now();
                server.give(&path, &token, nth).await;
                times.lock().expect("nobody panics").push(given.elapsed());
                tokio::time::sleep(PAUSE).await;
            }
        }));
    }
    for task in tasks {
        task.await.expect("nobody panics");
    }
    let mut times = times.lock().expect("nobody panics");
    said(&format!("an order in {games} games at once"), &mut times);
    println!("memory: {} kB a game", (memory() - before) / games.max(1));
}

/// The kilobytes this program holds.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|n| n.parse().ok()).unwrap_or(0)
}

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(async {
        let club = Club::open(&folder.path().join("club.db")).unwrap_or_else(|p| panic!("{p:?}"));
        let key = club.token().unwrap_or_else(|p| panic!("{p:?}"));
        let router = router(Names::loopback(1), Serves::Club(Box::new(club)));
        let server = Server { router, key };
        watched(&server).await;
        let [games, seconds] =
            [(0, 300), (1, 20)].map(|(at, usual)| numbers.get(at).copied().unwrap_or(usual));
        many(&server, games, Duration::from_secs(seconds as u64)).await;
    });
}
