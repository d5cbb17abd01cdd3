//! Orders: in words and in forms, whole or not at all, taken back, by programs and by hand.

use super::{ask, edition, fine, seeded};
use sandtable::protocol::Engine;
use serde_json::{Value, json};

/// The digest of a game's position.
fn digest(engine: &mut Engine, game: u64) -> Value {
    fine(engine, &json!({ "do": "state", "game": game }))["digest"].take()
}

#[test]
fn an_order_is_carried_out_whole_or_not_at_all() {
    let mut engine = edition();
    let before = digest(&mut engine, 1);
    let half = json!({ "do": "apply", "order": "buy 1 walker; buy 99 walker" });
    assert_eq!(ask(&mut engine, &half)["error"]["code"], "buy/too-poor");
    assert_eq!(digest(&mut engine, 1), before);
    let events = fine(&mut engine, &json!({ "do": "events" }));
    assert_eq!(events["next"], 3, "{events:#}");
}

/// Both forms of every legal order, wherever a game that takes one after the other goes, come to the same.
#[test]
fn words_and_forms_of_an_order_are_the_same_order() {
    let mut engine = seeded("1941", 3);
    for step in 0..120usize {
        let legal = fine(
            &mut engine,
            &json!({ "do": "legal", "game": 1, "forms": true }),
        );
        let orders = legal["orders"].as_array().expect("a list");
        if orders.is_empty() {
            break;
        }
        let nth = step * 7919 % orders.len();
        let copy = fine(&mut engine, &json!({ "do": "clone", "game": 1 }))["game"].take();
        let give = |game: &Value, order: &Value| json!({ "do": "apply", "game": game, "order": order, "digest": true });
        let form = fine(&mut engine, &give(&copy, &legal["forms"][nth]["order"]));
        let words = fine(&mut engine, &give(&json!(1), &orders[nth]));
        assert_eq!(form["digest"], words["digest"], "{}", orders[nth]);
        assert_eq!(form["events"], words["events"], "{}", orders[nth]);
        fine(&mut engine, &json!({ "do": "drop", "game": copy }));
    }
}

/// The line `end` of a person who placed everything is taken for a habit; a form is meant as it is.
#[test]
fn the_form_of_an_end_is_exact() {
    let mut engine = seeded("pacific-1940", 3);
    let orders = "buy 1 infantry; end phase; end phase; end phase; place 1 infantry in Japan";
    for order in [orders, "end"] {
        fine(&mut engine, &json!({ "do": "apply", "order": order }));
    }
}

#[test]
fn what_says_nothing_is_no_order_and_mistakes_are_told_in_plain_words() {
    let mut engine = edition();
    for order in [
        "",
        "#",
        " ; # nothing",
        "# one\n# two",
        "# one\nbuy 1 walker",
    ] {
        let answer = ask(&mut engine, &json!({ "do": "apply", "order": order }));
        assert_eq!(
            answer["error"]["code"], "order/unknown",
            "{order}: {answer}"
        );
    }
    fine(
        &mut engine,
        &json!({ "do": "apply", "order": "buy 1 walker # for later" }),
    );
    for request in [
        json!({ "do": "undo", "orders": "two" }),
        json!({ "do": "undo", "orders": -1 }),
        json!({ "do": "legal", "units": ["a"] }),
    ] {
        let answer = ask(&mut engine, &request);
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(
            message.ends_with("expected a whole number from 0 on"),
            "{answer}"
        );
    }
}

#[test]
fn a_game_is_saved_and_loaded_and_taken_back() {
    let mut engine = seeded("tests/edition", 5);
    fine(
        &mut engine,
        &json!({ "do": "apply", "order": "buy 1 walker" }),
    );
    fine(&mut engine, &json!({ "do": "apply", "order": "end phase" }));
    let save = fine(&mut engine, &json!({ "do": "save" }))["save"].take();
    fine(&mut engine, &json!({ "do": "load", "save": save }));
    assert_eq!(digest(&mut engine, 1), digest(&mut engine, 2));
    let [one, two] = [1, 2].map(|game| fine(&mut engine, &json!({ "do": "events", "game": game })));
    assert_eq!(one, two);
    let undone = fine(&mut engine, &json!({ "do": "undo", "game": 2 }));
    assert_eq!(undone["undone"], json!(["end phase"]));
    let events = fine(&mut engine, &json!({ "do": "events", "game": 2 }));
    assert_eq!(events["events"][3]["event"], "bought");
    assert_eq!(events["next"], 4);
}

#[test]
fn a_position_is_edited_and_the_save_says_so() {
    let mut engine = edition();
    let there = |engine: &mut Engine| {
        let asked = json!({ "do": "units", "space": "Middle", "power": "Blue" });
        fine(engine, &asked)["units"].as_array().map(Vec::len)
    };
    let before = there(&mut engine);
    let edit = json!({ "do": "edit", "edit": "put 2 walker of Blue in Middle" });
    fine(&mut engine, &edit);
    assert_eq!(there(&mut engine), before.map(|n| n + 2));
    let save = fine(&mut engine, &json!({ "do": "save" }));
    let save = save["save"].as_str().expect("a text").to_owned();
    assert!(save.contains("put 2 walker of Blue in Middle"), "{save}");
    let events = fine(&mut engine, &json!({ "do": "events" }));
    let last = events["events"].as_array().and_then(|all| all.last());
    assert_eq!(last.map(|e| &e["event"]), Some(&json!("edited")));
    let log = fine(&mut engine, &json!({ "do": "log" }));
    assert_eq!(log["entries"][1]["deed"], "edit", "{log:#}");
    fine(&mut engine, &json!({ "do": "undo" }));
    assert_eq!(there(&mut engine), before);
    let odd = ask(
        &mut engine,
        &json!({ "do": "edit", "edit": "buy 1 walker" }),
    );
    assert_eq!(odd["error"]["code"], "edit/unknown", "{odd}");
}

#[test]
fn a_program_is_asked_for_with_its_budget() {
    let mut engine = seeded("1941", 3);
    fine(
        &mut engine,
        &json!({ "do": "delegate", "program": "planner:40" }),
    );
    for (program, code) in [
        ("planner:100001", "seat/budget"),
        ("plan", "protocol/value"),
    ] {
        let answer = ask(
            &mut engine,
            &json!({ "do": "delegate", "program": program }),
        );
        assert_eq!(answer["error"]["code"], code, "{answer:#}");
    }
}
