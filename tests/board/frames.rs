//! Orders, the frames that tell of them, and what is kept.

use super::{Book, Server, order};
use axum::body::Body;
use futures_util::StreamExt as _;
use serde_json::{Value, json};

#[test]
fn an_order_is_done_once_at_its_time_and_told_in_a_frame() {
    let book = Book::default();
    let server = Server::edition(&book);
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
    let server = Server::edition(&Book::default());
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
    let server = Server::edition(&book);
    let before = server.digest();
    book.0.lock().expect("nobody panics").1 = true;
    let refused = server.refused("/g/here/give", &order("a", 0, "end phase"));
    assert_eq!(refused, (422, "save/unwritable".into()));
    assert_eq!(server.digest(), before);
    book.0.lock().expect("nobody panics").1 = false;
    server.fine("/g/here/give", &order("b", 0, "end phase"));
}
