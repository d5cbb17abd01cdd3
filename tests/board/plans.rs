//! Plans beside the game.

use super::{Book, Server, order};
use serde_json::{Value, json};

#[test]
fn a_plan_is_tried_and_dropped_or_played() {
    let server = Server::edition(&Book::default());
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
    let server = Server::edition(&Book::default());
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
