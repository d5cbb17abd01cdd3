//! How long an order takes until everybody has seen it: one game with twenty viewers, then many games of five seats at
//! once, all of a club with its database on the disk, over sockets of the loopback. A clock, not instructions: a claim
//! about a machine, on which whoever orders and looks takes his share as well.
//!
//! Run with `cargo bench --bench board`; `-- GAMES SECONDS` says how many games play for how long.
#![expect(clippy::disallowed_types, reason = "a clock is what this is about")]
#![expect(
    clippy::disallowed_methods,
    reason = "the system says in a file how much memory is held"
)]

use sandtable::web::{Club, Guard, Serves, serve};
use serde_json::{Map, Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

const PACK: &str = "pacific-1940";
const VIEWERS: usize = 20;
/// So many orders the viewers watch.
const WATCHED: usize = 200;
/// Five seats, each of which gives an order every five seconds.
const PAUSE: Duration = Duration::from_secs(1);

/// A line to the server, as a browser keeps one open.
struct Line {
    stream: TcpStream,
    port: u16,
    heard: Vec<u8>,
}

impl Line {
    async fn to(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).await;
        let stream = stream.expect("the server listens");
        stream.set_nodelay(true).expect("a line has this option");
        let heard = Vec::new();
        Self {
            stream,
            port,
            heard,
        }
    }
    async fn ask(&mut self, method: &str, path: &str, token: &str, body: &str) {
        let host = format!("127.0.0.1:{}", self.port);
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n\
             Cookie: seat-a={token}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            self.stream.writable().await.expect("the line holds");
            let sent = self.stream.try_write(rest).unwrap_or(0);
            rest = &rest[sent..];
        }
    }
    /// Hears on, and what was heard up to some words.
    async fn until(&mut self, words: &str) -> String {
        let mut from = 0;
        loop {
            let new = &self.heard[from..];
            let found = new.windows(words.len()).position(|w| w == words.as_bytes());
            if let Some(at) = found {
                let rest = self.heard.split_off(from + at + words.len());
                let said = std::mem::replace(&mut self.heard, rest);
                return String::from_utf8_lossy(&said).into_owned();
            }
            from = self.heard.len().saturating_sub(words.len());
            self.hear().await;
        }
    }
    async fn hear(&mut self) {
        self.stream.readable().await.expect("the line holds");
        let mut room = [0; 16 << 10];
        let come = self.stream.try_read(&mut room).unwrap_or(0);
        self.heard.extend(&room[..come]);
    }
    async fn post(&mut self, path: &str, token: &str, body: &Value) -> Value {
        self.ask("POST", path, token, &body.to_string()).await;
        let head = self.until("\r\n\r\n").await.to_lowercase();
        let size = head
            .lines()
            .find_map(|l| l.strip_prefix("content-length: "));
        let size: usize = size.and_then(|n| n.parse().ok()).expect("it has a size");
        while self.heard.len() < size {
            self.hear().await;
        }
        let rest = self.heard.split_off(size);
        let body = std::mem::replace(&mut self.heard, rest);
        serde_json::from_slice(&body).expect("JSON")
    }
}

#[derive(Clone)]
struct Server {
    port: u16,
    key: String,
    powers: Arc<Vec<String>>,
}

impl Server {
    /// A new game: its path and a token for each seat, that of the first power first.
    async fn begin(&self) -> (String, Vec<String>) {
        let mut line = Line::to(self.port).await;
        let seats = self.powers.iter();
        let seats = seats.map(|power| (power.clone(), format!("human:{power}").into()));
        let wanted = json!({ "title": "bench", "pack": PACK, "seats": Map::from_iter(seats) });
        let mut game = line.post("/lobby/games", &self.key, &wanted).await;
        while game["error"]["code"] == "board/busy" {
            tokio::time::sleep(Duration::from_millis(100)).await;
            game = line.post("/lobby/games", &self.key, &wanted).await;
        }
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let path = format!("/g/{}", text(&game["ok"]["game"]));
        let host = text(&game["ok"]["host"]);
        line.post(&format!("{path}/begin"), &host, &json!({})).await;
        let seats = game["ok"]["seats"].as_array().expect("a list");
        let first = |seat: &&Value| seat["name"] != *self.powers[0];
        let mut seats: Vec<&Value> = seats.iter().collect();
        seats.sort_by_key(first);
        (
            path,
            seats.iter().map(|seat| text(&seat["token"])).collect(),
        )
    }
    /// Gives an order, or takes it back, so that the game goes on for ever.
    async fn give(&self, line: &mut Line, path: &str, token: &str, nth: usize) {
        let mut body = match nth % 2 {
            0 => json!({ "do": "apply", "order": "end phase" }),
            _ => json!({ "do": "undo" }),
        };
        (body["id"], body["at"]) = (nth.to_string().into(), (nth % 2).into());
        let answer = line.post(&format!("{path}/give"), token, &body).await;
        assert!(answer["ok"].is_object(), "{answer}");
    }
    /// When each frame comes to a viewer.
    async fn view(&self, path: &str, token: &str) -> UnboundedReceiver<Instant> {
        let (sender, seen) = unbounded_channel();
        let mut line = Line::to(self.port).await;
        line.ask("GET", &format!("{path}/follow"), token, "").await;
        line.until("\"kind\":\"snapshot\"").await;
        tokio::spawn(async move {
            loop {
                let event = line.until("\n\n").await;
                let told = |kind: &str| event.contains(kind);
                let changes = told("\"kind\":\"order\"") || told("\"kind\":\"back\"");
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
    let (path, tokens) = server.begin().await;
    let mut line = Line::to(server.port).await;
    let mut viewers = Vec::new();
    for nth in 0..VIEWERS {
        viewers.push(server.view(&path, &tokens[nth % tokens.len()]).await);
    }
    let mut times = Vec::new();
    for nth in 0..WATCHED {
        let given = Instant::now();
        server.give(&mut line, &path, &tokens[0], nth).await;
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

/// Plays a game for a while, everybody at it looking on: how long each order took until it was answered, and until the last
/// of them had it.
async fn played(server: Server, wait: Duration, time: Duration) -> Vec<[Duration; 2]> {
    let (path, tokens) = server.begin().await;
    let mut viewers = Vec::new();
    for token in &tokens {
        viewers.push(server.view(&path, token).await);
    }
    tokio::time::sleep(wait).await;
    // Only now: the server closes a line on which nothing is asked for long.
    let mut line = Line::to(server.port).await;
    let (begun, mut times) = (Instant::now(), Vec::new());
    for nth in 0.. {
        if begun.elapsed() > time {
            break;
        }
        let given = Instant::now();
        server.give(&mut line, &path, &tokens[0], nth).await;
        let answered = given.elapsed();
        let mut last = answered;
        for viewer in &mut viewers {
            let seen = viewer.recv().await.expect("it goes on");
            last = last.max(seen.duration_since(given));
        }
        times.push([answered, last]);
        tokio::time::sleep(PAUSE.saturating_sub(given.elapsed())).await;
    }
    times
}

async fn many(server: &Server, games: usize, time: Duration) {
    let before = memory();
    let all = Arc::new(Mutex::new(Vec::new()));
    let mut tasks = Vec::new();
    // The server lets so many games begin in a second; all are there before the first order.
    let ready = Duration::from_millis(150) * (games as u32);
    for nth in 0..games {
        let wait = ready.saturating_sub(Duration::from_millis(150) * (nth as u32));
        let wait = wait + PAUSE * (nth as u32) / (games as u32);
        let (server, all) = (server.clone(), all.clone());
        tasks.push(tokio::spawn(async move {
            let times = played(server, wait, time).await;
            all.lock().expect("nobody panics").extend(times);
        }));
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    for task in tasks {
        task.await.expect("nobody panics");
    }
    let all = all.lock().expect("nobody panics");
    for (at, what) in ["is answered", "has come to all at it"].iter().enumerate() {
        let mut times: Vec<Duration> = all.iter().map(|both| both[at]).collect();
        said(
            &format!("an order in {games} games at once {what}"),
            &mut times,
        );
    }
    println!(
        "memory: {} kB a game, both ends of its lines in it",
        (memory().saturating_sub(before)) / games.max(1)
    );
}

/// The kilobytes this program holds.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// A club on a free port, that serves until the program ends.
fn club(folder: &std::path::Path) -> Server {
    let club = Club::open(&folder.join("club.db")).unwrap_or_else(|p| panic!("{p:?}"));
    let key = club.token().unwrap_or_else(|p| panic!("{p:?}"));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let port = listener.local_addr().expect("it has an address").port();
    let guard = Guard::loopback(port);
    std::thread::spawn(move || {
        serve(listener, guard, Serves::Club(Box::new(club))).unwrap_or_else(|p| panic!("{p:?}"));
    });
    let rules = sandtable::game::open(PACK).unwrap_or_else(|p| panic!("{p:?}"));
    let playing = rules.rules.turn.order.iter();
    let powers = playing.map(|p| rules.rules.powers[*p].name.clone());
    Server {
        port,
        key,
        powers: Arc::new(powers.collect()),
    }
}

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let server = club(folder.path());
    runtime.block_on(async {
        watched(&server).await;
        let [games, seconds] =
            [(0, 300), (1, 20)].map(|(at, usual)| numbers.get(at).copied().unwrap_or(usual));
        many(&server, games, Duration::from_secs(seconds as u64)).await;
    });
}
