//! The order language on the real board: what is printed reads back as the same order.

use proptest::prelude::*;
use sandtable::game::dice::Stream;
use sandtable::game::{Opened, Session, open};
use std::sync::OnceLock;

fn pack() -> &'static Opened {
    static PACK: OnceLock<Opened> = OnceLock::new();
    PACK.get_or_init(|| open("pacific-1940").unwrap_or_else(|p| panic!("{p:?}")))
}

fn session(seed: u64) -> Session {
    let pack = pack();
    Session::new(pack.rules.clone(), pack.hooks.clone(), seed).unwrap_or_else(|r| panic!("{r:?}")).0
}

/// Reads a text in the position of a session and says which order it was taken for.
fn read(session: &Session, text: &str) -> Result<Vec<sandtable::kernel::Order>, String> {
    use sandtable::diag::{FileId, Loc};
    use sandtable::game::language::{Reader, parse_line};
    let decision = session.pending().map_err(|r| format!("{r:?}"))?;
    let reader = Reader { cx: session.cx(), names: session.names(), decision: decision.as_ref() };
    let clauses = parse_line(Loc { file: FileId(0), start: 0, end: 0 }, text).map_err(|p| format!("{text}: {p:?}"))?;
    let mut orders = Vec::new();
    for clause in &clauses {
        orders.extend(reader.orders(clause).map_err(|p| format!("{text}: {p:?}"))?);
    }
    Ok(orders)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn orders_read_back_as_they_were_printed(seed in 0u64..10_000) {
        let mut session = session(seed);
        let mut choice = Stream::numbered(seed, 9);
        for _ in 0..150 {
            let legal = session.legal().unwrap_or_else(|r| panic!("{r:?}"));
            if legal.is_empty() {
                break;
            }
            for _ in 0..4 {
                let order = &legal[usize::try_from(choice.below(legal.len() as u64)).expect("an index")];
                let text = session.print(order);
                prop_assert_eq!(read(&session, &text), Ok(vec![sandtable::game::normal(order)]), "{}", text);
            }
            let order = &legal[usize::try_from(choice.below(legal.len() as u64)).expect("an index")];
            session.order(order).unwrap_or_else(|r| panic!("a legal order is refused: {r:?} {order:?}"));
        }
    }

    #[test]
    fn no_line_of_text_makes_it_panic(text in "\\PC{0,60}", words in proptest::collection::vec("(move|buy|1|2|-3|tank|infantry|from|to|Japan|Korea|sz|6|,|;|#|:|\\(|\\)|all|of|in|on|answer|none|bomb|with)", 0..12)) {
        let mut session = session(1);
        session.type_line("test", &text);
        session.type_line("test", &words.join(" "));
    }
}

#[test]
fn short_and_sloppy_forms_are_understood() {
    let session = session(1);
    for (short, full) in [
        ("b 2 inf, 1 transports", "buy 2 infantry, 1 transport"),
        ("BUY Mech-Infantry", "buy 1 mech_infantry"),
        ("bu 3 inf and 1 strat", "buy 3 infantry, 1 strategic_bomber"),
        ("e", "end phase"),
        ("done", "end phase"),
    ] {
        assert_eq!(read(&session, short), read(&session, full), "{short}");
        assert!(read(&session, full).is_ok(), "{full}");
    }
    assert!(read(&session, "buy 1 t").is_err_and(|e| e.contains("order/ambiguous")));
}

#[test]
fn what_was_ordered_can_be_taken_back() {
    let mut session = session(1);
    let before = session.state().clone();
    assert!(session.type_line("test", "buy 1 tank; buy 1 infantry; end phase").problems.is_none());
    assert_eq!(session.undo().map(|e| e.text), Some("end phase".to_owned()));
    session.undo();
    assert_eq!(session.undo().map(|e| e.text), Some("buy 1 tank".to_owned()));
    assert_eq!(*session.state(), before);
    assert!(session.undo().is_none());
}
