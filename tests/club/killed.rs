//! A server of its own, which is killed: 20 times, `KILLED=50` for the full count; and clients that are slow.

use super::for_ada;
use sandtable::game::dice::Stream;
use sandtable::web::{Club, Guard, Serves, serve};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server of its own, to be killed.
struct Running {
    child: Child,
    port: u16,
    /// The lobby's key, where it was told.
    key: Option<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args(["board", "--host", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut said = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        said.read_line(&mut line).expect("it says where it is");
        let address = line.split("http://127.0.0.1:").nth(1).expect("an address");
        let (port, rest) = address.split_once('/').expect("a path");
        let key = rest.trim().strip_prefix('#').map(str::to_owned);
        let port = port.parse().expect("a port");
        Self { child, port, key }
    }
    /// An answer; `None`: there came none.
    fn post(&self, path: &str, token: &str, body: &Value) -> Option<Value> {
        let (port, body) = (self.port, body.to_string());
        let mut line = TcpStream::connect(("127.0.0.1", port)).ok()?;
        line.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
             Cookie: seat-a={token}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        line.write_all(head.as_bytes()).ok()?;
        let mut answer = String::new();
        line.read_to_string(&mut answer).ok()?;
        let (_, body) = answer.split_once("\r\n\r\n")?;
        serde_json::from_str(body).ok()
    }
}

#[test]
fn a_killed_server_loses_nothing_it_has_acknowledged() {
    let kills = std::env::var("KILLED").map_or(20, |n| n.parse().expect("KILLED is a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("club.db");
    let mut chance = Stream::new(1);
    let first = Running::start(&data);
    let key = first.key.clone().expect("the first run tells it");
    let game = first.post("/lobby/games", &key, &for_ada(json!({})));
    let game = game.expect("an answer");
    let token = game["ok"]["seats"][0]["token"]
        .as_str()
        .expect("a token")
        .to_owned();
    let path = format!("/g/{}", game["ok"]["game"].as_str().expect("a name"));
    let host = game["ok"]["host"].as_str().expect("a token");
    let begun = first.post(&format!("{path}/begin"), host, &json!({}));
    assert!(begun.expect("an answer")["ok"].is_object());
    drop(first);
    let (mut known, mut orders) = (0, 0);
    for kill in 0..kills {
        let mut server = Running::start(&data);
        assert_eq!(server.key, None, "the key stays");
        let ask = server.post(&format!("{path}/ask"), &token, &json!({ "do": "pending" }));
        let mut at = ask.expect("an answer")["at"].as_u64().expect("a number") as usize;
        assert!(
            at == known || at == known + 1,
            "{at} orders after {known} were acknowledged"
        );
        known = at;
        let (after, id) = (Duration::from_millis(chance.below(60)), server.child.id());
        let killed = std::thread::spawn(move || {
            std::thread::sleep(after);
            Command::new("kill")
                .args(["-9", &id.to_string()])
                .status()
                .is_ok()
        });
        let mut words = json!("end phase");
        for n in 0.. {
            let body =
                json!({ "id": format!("{kill}.{n}"), "at": at, "do": "apply", "order": words });
            let Some(answer) = server.post(&format!("{path}/give"), &token, &body) else {
                break;
            };
            if answer["ok"].is_object() {
                at = answer["at"].as_u64().expect("a number") as usize;
                (known, orders) = (at, orders + 1);
                words = json!("end phase");
                continue;
            }
            // Something else is asked.
            let legal = json!({ "do": "legal" });
            let Some(mut legal) = server.post(&format!("{path}/ask"), &token, &legal) else {
                break;
            };
            words = legal["ok"]["orders"][0].take();
        }
        assert!(killed.join().expect("nobody panics"));
        server.child.wait().expect("it ends");
    }
    assert!(orders > 0, "some orders came through");
}

#[test]
fn who_says_nothing_or_says_it_slowly_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = Club::open(&folder.path().join("club.db")).expect("a club");
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let mut guard = Guard::loopback(port);
    guard.patience = Duration::from_secs(1);
    // It serves until all tests are over.
    std::thread::spawn(move || serve(listener, guard, Serves::Club(Box::new(club))));
    let slow = |said: &[u8]| {
        let mut line = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        let time = Duration::from_secs(60);
        line.set_read_timeout(Some(time)).expect("a time");
        line.write_all(said).expect("it is heard");
        line
    };
    let body = format!(
        "POST /lobby/enter HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{"
    );
    let mut lines = [&b""[..], b"GET / HTTP/1.1\r\nHost: 127", body.as_bytes()].map(slow);
    let answers = lines.each_mut().map(|line| {
        let mut answer = String::new();
        line.read_to_string(&mut answer)
            .expect("the server ends it");
        answer
    });
    let [silent, slow, stopped] = answers;
    assert!(!silent.starts_with("HTTP/1.1 200") && !slow.starts_with("HTTP/1.1 200"));
    // It was waited for, and told why nobody goes on waiting.
    assert!(stopped.starts_with("HTTP/1.1 400"), "{stopped}");
}
