//! What `kernel/politics.rs` promises: who may declare war, and who is drawn in.

use sandtable::kernel::{Code, Event, Frame, Marks, Order, Refusal, State};
use sandtable::rules::*;

use super::bay::*;

const MOVES: PhaseKind = PhaseKind::CombatMove;

fn declaration(when: Cond, reason: &str) -> Declaration {
    Declaration {
        verdict: Verdict::Allow,
        by: set(&[RED]),
        on: set(&[BLUE]),
        when,
        reason: reason.to_owned(),
    }
}

/// Whether the power on turn, about to move, may declare war on this one.
fn check(rules: &Rules, state: &State, on: PowerId) -> Result<(), Refusal> {
    checked(rules, state, MOVES, &Order::Declare(on))
}

#[test]
fn rows_decide_and_give_their_reason() {
    let mut rules = rules();
    let state = state(&rules);
    let never = || Cond::Not(Box::new(Cond::Always));
    let refused = |rules: &Rules, on| check(rules, &state, on).unwrap_err();
    assert_eq!(refused(&rules, BLUE).code, Code::NoDeclaration);
    assert_eq!(
        refused(&rules, PowerId(200)).sentence(&rules),
        "there is no such power"
    );
    assert_eq!(refused(&rules, RED).code, Code::NoDeclaration);
    rules.politics.declarations = vec![
        declaration(never(), "not yet"),
        declaration(never(), "not at all"),
    ];
    assert_eq!(refused(&rules, BLUE).sentence(&rules), "not at all");
    rules
        .politics
        .declarations
        .push(declaration(Cond::Always, ""));
    assert!(check(&rules, &state, BLUE).is_ok());
    assert_eq!(legal(&rules, &state, MOVES), [Order::Declare(BLUE)]);
    let forbidden = |when, reason| Declaration {
        verdict: Verdict::Forbid,
        ..declaration(when, reason)
    };
    rules
        .politics
        .declarations
        .insert(0, forbidden(never(), "no longer"));
    assert!(check(&rules, &state, BLUE).is_ok());
    rules
        .politics
        .declarations
        .insert(0, forbidden(Cond::Always, "too early"));
    assert_eq!(refused(&rules, BLUE).sentence(&rules), "too early");
}

#[test]
fn war_comes_before_the_first_move() {
    let mut rules = rules();
    rules.politics.declarations = vec![declaration(Cond::Always, "")];
    let mut state = state(&rules);
    let walker = put(&mut state, WALKER, RED, HILL, 1);
    state.unit_mut(walker).marks.set(Marks::MOVED);
    assert_eq!(
        check(&rules, &state, BLUE).unwrap_err().code,
        Code::DeclareFirst
    );
}

#[test]
fn a_declaration_draws_in_those_who_are_one() {
    let mut rules = rules();
    rules.politics.declarations = vec![declaration(Cond::Always, "")];
    let heard = |on| Trigger {
        name: String::new(),
        at: When::WarDeclared(set(&[RED]), set(&[on])),
        when: Cond::Always,
        once: false,
        effects: Vec::new(),
    };
    rules.acts.triggers = Table::from_vec(vec![heard(BLUE), heard(CYAN)]);
    let mut state = state(&rules);
    let events = give(&rules, &mut state, MOVES, &Order::Declare(BLUE));
    let war = |a, b| state.relation(&rules, a, b) == Relation::War;
    assert!(
        war(RED, BLUE) && war(BLUE, RED) && war(RED, CYAN) && war(CYAN, RED) && !war(BLUE, CYAN)
    );
    assert_eq!(
        events[0],
        Event::Declared {
            power: RED,
            on: BLUE
        }
    );
    assert_eq!(events.len(), 4);
    // The named pair was on top: it is heard first, after the two relations.
    let named = Event::Triggered {
        trigger: TriggerId(0),
    };
    assert_eq!(events[3], named);
    let drawn_in = Frame::Moment(Moment::WarDeclared(RED, CYAN), 0);
    assert_eq!(state.agenda[1..], [drawn_in]);
    assert_eq!(
        check(&rules, &state, CYAN).unwrap_err().code,
        Code::AtWarAlready
    );
}
