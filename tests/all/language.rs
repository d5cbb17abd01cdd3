//! The order language on the real board: what is printed reads back as the same order.

use proptest::prelude::*;
use sandtable::game::dice::Stream;
use sandtable::game::{Opened, Session, open};
use sandtable::kernel::Marks;
use sandtable::view::describe_note;
use std::sync::OnceLock;

fn pack() -> &'static Opened {
    static PACK: OnceLock<Opened> = OnceLock::new();
    PACK.get_or_init(|| open("pacific-1940").unwrap_or_else(|p| panic!("{p:?}")))
}

fn session(seed: u64) -> Session {
    let pack = pack();
    Session::new(pack.rules.clone(), pack.hooks.clone(), seed)
        .unwrap_or_else(|r| panic!("{r:?}"))
        .0
}

/// Reads a text in the position of a session and says which order it was taken for.
fn read(session: &Session, text: &str) -> Result<Vec<sandtable::kernel::Order>, String> {
    use sandtable::diag::{FileId, Loc};
    use sandtable::game::language::{Reader, parse_line};
    let decision = session.pending();
    let reader = Reader::new(session.cx(), session.names(), decision.as_ref());
    let clauses = parse_line(
        Loc {
            file: FileId(0),
            start: 0,
            end: 0,
        },
        text,
    )
    .map_err(|p| format!("{text}: {p:?}"))?;
    let mut orders = Vec::new();
    for clause in &clauses {
        orders.extend(
            reader
                .orders(clause)
                .map_err(|p| format!("{text}: {p:?}"))?,
        );
    }
    Ok(orders)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn orders_read_back_as_they_were_printed(seed in 0u64..10_000) {
        let mut session = session(seed);
        let mut choice = Stream::numbered(seed, 9);
        for _ in 0..150 {
            let legal = session.legal();
            if legal.is_empty() {
                break;
            }
            for _ in 0..4 {
                let order = &legal[usize::try_from(choice.below(legal.len() as u64)).expect("an index")];
                let text = session.print(order);
                prop_assert_eq!(read(&session, &text), Ok(vec![order.normal()]), "{}", text);
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
    let mut moving = self::session(1);
    moving.type_line("test", "end");
    let full = read(
        &moving,
        "move 3 infantry, 1 artillery from Kiangsi to Hunan",
    );
    assert!(full.is_ok());
    for short in [
        "m 3 inf, 1 art from kiangsi hunan",
        "mv all inf and artillery to hunan from kiangsi",
        "mo 3 infantries,art from KIANGSI to hun",
    ] {
        assert_eq!(read(&moving, short), full, "{short}");
    }
    assert!(read(&session, "buy 1 t").is_err_and(|e| e.contains("order/ambiguous")));
}

/// What was taken back to go back to where so many orders had been given.
fn undone(session: &mut Session, left: usize) -> Vec<String> {
    let gone = session.undo_to(left).unwrap_or_else(|p| panic!("{p:?}"));
    gone.iter().map(|entry| entry.text.clone()).collect()
}

#[test]
fn what_was_ordered_can_be_taken_back() {
    let mut session = session(1);
    let before = session.state().clone();
    assert!(
        session
            .type_line("test", "buy 1 tank; buy 1 infantry; end phase")
            .problems
            .is_none()
    );
    assert_eq!(undone(&mut session, 2), ["end phase"]);
    assert_eq!(undone(&mut session, 0), ["buy 1 tank", "buy 1 infantry"]);
    assert_eq!(*session.state(), before);
    assert!(undone(&mut session, 0).is_empty());
    let (entry, typed) = session.redo().expect("it can be done again");
    assert!(typed.problems.is_none());
    assert_eq!(entry.text, "buy 1 tank");
    session.type_line("test", "buy 1 fighter");
    assert!(session.redo().is_none(), "something else was done");
}

/// Orders of a program that moves stacks, not single units.
#[test]
fn what_a_program_orders_reads_back_as_the_same() {
    use sandtable::ai::{Level, Planner, Player};
    let mut session = session(5);
    let mut player = Planner::new(Level::EASY, 0);
    let mut counted = 0;
    while session.state().round < 5 {
        let Some(decision) = session.pending() else {
            break;
        };
        let order = player.answer(session.rules(), session.state(), session.hooks(), &decision);
        let text = session.print(&order);
        assert_eq!(read(&session, &text), Ok(vec![order.normal()]), "{text}");
        counted += usize::from(!text.contains('#'));
        session
            .order(&order)
            .unwrap_or_else(|r| panic!("{text}: {r:?}"));
    }
    let all = session.log().entries().len();
    assert!(
        counted * 10 > all * 9,
        "{counted} of {all} orders read without unit numbers"
    );
}

/// A diagnostic as a person sees it.
fn complaint(lines: &str) -> String {
    let mut session = session(1);
    let typed = lines
        .lines()
        .map(|line| session.type_line("order", line))
        .last()
        .expect("there is a line");
    typed
        .problems
        .map(|p| p.render(sandtable::diag::Style::Unicode, 90))
        .unwrap_or_default()
}

#[test]
fn complaints_read_well() {
    let all: Vec<String> = [
        "end\nmove 1 fighter from Kiangsu",
        "buy 3",
        "byu 3 infantry",
        "buy 3 infantrie, 2 tonk",
        "buy 1 m",
        "r",
        "USA: buy 1 tank",
        "buy 9223372036854775808 tanks",
        "yes",
        "end\nmove 9 infantry from Korea to Manchuria",
        "end\nmove 1 infantry from Korea to Hunan",
        "end\nload 1 tank from Japan on destroyer in sz 6",
        "end\nmove all from Japan to Korea",
        "end\ndeclare war on england",
        "none",
    ]
    .iter()
    .map(|lines| complaint(lines))
    .collect();
    insta::assert_snapshot!(all.join("\n"));
}

/// What is said about the last of several lines.
fn notes(lines: &str) -> String {
    let mut session = session(1);
    let mut last = None;
    for line in lines.lines() {
        last = Some(session.type_line("test", line));
    }
    let last = last.expect("there is a line");
    assert!(last.problems.is_none(), "{:?}", last.problems);
    let told = last.notes.iter();
    let told = told.map(|n| sandtable::view::describe_note(session.rules(), n));
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_came_along_and_what_stayed_is_told() {
    let moving = "end\nend phase\n";
    let carriers = notes(&format!("{moving}move 2 carriers from sz 6 to sz 7"));
    assert_eq!(carriers, "  aboard: 2 fighters, 2 tactical bombers");
    let loaded = "load 1 infantry from Japan on transport in sz 6";
    let empty = notes(&format!(
        "{moving}{loaded}\nmove 1 empty transport from sz 6 to sz 5"
    ));
    assert_eq!(empty, "  another transport stays, carrying 1 infantry");
}

#[test]
fn how_a_move_becomes_an_attack_is_said() {
    let pack = open("1941").unwrap_or_else(|p| panic!("{p:?}"));
    let new = Session::new(pack.rules.clone(), pack.hooks.clone(), 1);
    let mut session = new.unwrap_or_else(|r| panic!("{r:?}")).0;
    for _ in 0..7 {
        session.type_line("test", "end phase");
    }
    // A submarine lies there, which need not be fought.
    let beside = "move 1 battleship from sz 8 to sz 9";
    let typed = session.type_line("test", beside).problems;
    let said = typed.map(|p| p.render(sandtable::diag::Style::Plain, 100));
    assert!(said.is_some_and(|s| s.contains("`attacking` behind the order")));
    let typed = session.type_line("test", &format!("{beside} attacking"));
    assert!(typed.problems.is_none());
}

#[test]
fn units_are_shared_out_among_ships() {
    let mut session = session(1);
    session.type_line("test", "end");
    let load = "load 3 infantry, 1 tank from Japan on 2 transports in sz 6";
    assert!(session.type_line("test", load).problems.is_none());
    let given = session
        .log()
        .entries()
        .iter()
        .skip(1)
        .map(|e| e.text.as_str());
    assert_eq!(
        given.collect::<Vec<_>>(),
        [
            "load 1 infantry, 1 tank from Japan on transport in sz 6",
            "load 2 infantry from Japan on transport in sz 6"
        ]
    );
    let more = "load 4 infantry from Manchuria on 2 transports in sz 6";
    assert!(session.type_line("test", more).problems.is_some());
}

/// A refusal says whose units are meant, and whose are there.
#[test]
fn losses_of_another_power_are_told_by_owner() {
    let mut session = session(1);
    for edit in [
        "set war Japan USA",
        "put 30 cruiser, 30 destroyer of USA in sz 16",
        "put 30 cruiser, 30 destroyer of Japan in sz 17",
    ] {
        session.edit("test", edit).expect("it can stand so");
    }
    session.type_line("test", "end");
    let all = "move 30 cruiser, 30 destroyer from sz 17 to sz 16";
    session.type_line("test", all);
    session.type_line("test", "end");
    let refused = session.type_line("test", "casualties 1 cruiser of UK");
    let problem = refused.problems.expect("none of them is there");
    let problem = problem.iter().next().expect("it is said");
    assert_eq!(problem.message, "there is no cruiser of UK to choose from");
    let help = problem.help.as_deref().unwrap_or_default();
    assert!(
        help.contains("of USA") && help.contains("of Japan"),
        "{help}"
    );
}

#[test]
fn everything_goes_aboard_or_nothing() {
    let mut session = session(1);
    session.type_line("test", "end");
    let many = session.type_line("test", "load all from Japan on 2 transports in sz 6");
    let problem = many.problems.expect("there are more than fit");
    assert_eq!(problem.iter().next().map(|p| p.code), Some("load/no-room"));
    let all = "load all from Korea on transport in sz 6";
    assert!(session.type_line("test", all).problems.is_none());
    let given = session.log().entries().last().map(|e| e.text.as_str());
    assert_eq!(
        given,
        Some("load 1 infantry from Korea on transport in sz 6")
    );
    let again = session
        .type_line("test", all)
        .problems
        .expect("nobody is left");
    assert_eq!(again.iter().next().map(|p| p.code), Some("order/too-few"));
}

#[test]
fn the_sign_on_the_map_names_a_type_where_no_name_begins_so() {
    let mut session = session(1);
    for (sign, meant) in [("CV", "carrier"), ("i", "infantry")] {
        let typed = session.type_line("test", &format!("buy 1 {sign}"));
        assert!(typed.problems.is_none(), "{sign}");
        let given = session.log().entries().last().map(|e| e.text.clone());
        assert_eq!(given, Some(format!("buy 1 {meant}")));
    }
}

#[test]
fn a_habitual_end_does_not_end_the_next_turn() {
    let mut session = session(1);
    for line in [
        "buy 1 infantry",
        "end",
        "end",
        "end",
        "place 1 infantry in Japan",
    ] {
        assert!(session.type_line("test", line).problems.is_none(), "{line}");
    }
    let next = session.pending();
    let typed = session.type_line("test", "end");
    let problem = typed.problems.expect("it is refused");
    assert_eq!(problem.iter().next().map(|p| p.code), Some("order/ended"));
    assert_eq!(session.pending(), next);
    assert!(session.type_line("test", "end phase").problems.is_none());
    assert_ne!(session.pending(), next);
}

#[test]
fn a_ship_that_was_loaded_is_the_one_that_is_meant() {
    let mut game = session(1);
    game.type_line("test", "end");
    let load = "load 2 infantry from Japan on transport in 6";
    assert!(game.type_line("test", load).problems.is_none());
    // The number of a zone is enough of its name.
    let typed = game.type_line("test", "m 1 transport from 6 to 36");
    assert!(typed.problems.is_none());
    let sailed = "move 1 transport (2 infantry) from sz 6 via sz 19, sz 20 to sz 36";
    assert_eq!(
        game.log().entries().last().map(|e| e.text.as_str()),
        Some(sailed)
    );
    // Logs say what is aboard; there, as in those of before, who says nothing means the one that is free.
    undone(&mut game, 2);
    let again = game.repeat("save", "move 1 transport from sz 6 to sz 19");
    assert!(again.problems.is_none());
    let notes = format!("{:?}", again.notes);
    assert!(notes.contains("Stays"), "{notes}");
}

#[test]
fn aircraft_that_a_carrier_leaves_behind_are_told() {
    let mut game = session(1);
    game.type_line("test", "end phase; declare war on UK");
    let typed = game.type_line(
        "test",
        "m 1 carrier from 33 to 36; m 1 carrier from 6 to 36",
    );
    assert!(typed.problems.is_none());
    let notes = typed.notes.iter();
    let told: Vec<String> = notes.map(|n| describe_note(game.rules(), n)).collect();
    let aloft = "  in the air where the ship was, to be moved by themselves: ";
    assert!(
        told.contains(&format!("{aloft}1 fighter, 1 tactical bomber")),
        "{told:?}"
    );
    assert!(told.contains(&format!("{aloft}2 fighters")), "{told:?}");
}

#[test]
fn who_came_aboard_in_this_turn_lands_first() {
    let mut game = session(1);
    let load = "load 1 infantry from Japan on transport in 6";
    for line in ["end", "end", load, "end"] {
        assert!(game.type_line("test", line).problems.is_none(), "{line}");
    }
    let japan = game.log().entries()[0].by;
    while game.state().round < 2 || game.pending().map(|d| d.power) != Some(japan) {
        let typed = game.type_line("test", "end phase");
        assert!(typed.problems.is_none(), "{:?}", game.pending());
    }
    // One infantry has been aboard since the last turn and may stay; the other has to land.
    for line in [
        "end",
        "declare war on USA",
        "load 1 infantry from Japan on transport (1 infantry) in 6",
        "m 1 transport (2 infantry) from 6 to 35 attacking",
        "land 1 infantry from 35 on Philippines",
    ] {
        let typed = game.type_line("test", line);
        assert!(typed.problems.is_none(), "{line}: {:?}", typed.problems);
    }
    let landed = game.state().all().map(|(_, unit)| unit);
    let landed: Vec<_> = landed.filter(|u| u.marks.any(Marks::LANDING)).collect();
    assert!(landed.len() == 1 && landed[0].marks.any(Marks::LOADED));
}

#[test]
fn the_city_in_a_space_is_enough_of_its_name() {
    let mut game = session(1);
    game.type_line("test", "end; declare war on UK");
    let typed = game.type_line("test", "m 1 infantry from Kwangsi to hong kong");
    assert!(typed.problems.is_none());
    let moved = "move 1 infantry from Kwangsi to Kwangtung";
    assert_eq!(
        game.log().entries().last().map(|e| e.text.as_str()),
        Some(moved)
    );
    assert!(game.names().spaces.exact("Hong Kong").is_none());
    let typed = game.battle_in(
        game.names().spaces.exact("Chahar").expect("it is there"),
        None,
    );
    let problem = typed.err().expect("nobody is there");
    assert!(
        problem.message.contains("it is taken without dice"),
        "{}",
        problem.message
    );
}
