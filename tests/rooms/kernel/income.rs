//! What `kernel/income.rs` promises: an account of land, objectives and scripts.

use sandtable::kernel::{Dice, Event, Hooks, IncomeLine, NoHooks, Scripted, State, View, edit};
use sandtable::rules::*;

use super::bay::*;

struct Tax(i32);
impl Hooks for Tax {
    fn income(&self, _: PowerId, lines: &mut Vec<IncomeLine>, _: &mut dyn Dice, _: View<'_>) {
        lines.push(IncomeLine::Script {
            script: SpecialId(0),
            name: "tax".to_owned(),
            seat: None,
            ipc: -self.0,
        });
    }
}

/// Plays red's phase of income; what happened but for turns and phases that come.
fn collect(rules: &Rules, state: &mut State, hooks: &dyn Hooks) -> Vec<Event> {
    go_to(rules, state, PhaseKind::Income);
    let (at, mut dice) = ((0, state.phase), Scripted::default());
    let mut events = edit::enter_phase(rules, state, at, &mut dice, hooks).expect("red collects");
    events.retain(|e| !matches!(e, Event::Phase { .. } | Event::Turn { .. }));
    events
}

#[test]
fn an_account_of_land_objectives_and_scripts() {
    let mut rules = rules();
    let objective = |once, when| Objective {
        name: String::new(),
        power: RED,
        seat: None,
        gains: 5,
        each: None,
        once,
        when,
    };
    rules.acts.objectives = Table::from_vec(vec![
        objective(true, Cond::Always),
        objective(false, Cond::Not(Box::new(Cond::Always))),
        Objective {
            power: BLUE,
            ..objective(false, Cond::Always)
        },
    ]);
    let mut state = state(&rules);
    let events = collect(&rules, &mut state, &Tax(3));
    let lines = vec![
        IncomeLine::Territories { ipc: 7 },
        IncomeLine::Objective {
            objective: ObjectiveId(0),
            ipc: 5,
        },
        IncomeLine::Script {
            script: SpecialId(0),
            name: "tax".to_owned(),
            seat: None,
            ipc: -3,
        },
    ];
    assert_eq!(
        events,
        [Event::Income {
            power: RED,
            account: lines,
            treasury: 49
        }]
    );
    // Paid once for all, and an account never falls below nothing.
    let events = collect(&rules, &mut state, &Tax(100));
    assert!(
        matches!(&events[..], [Event::Income { account: lines, treasury: 49, .. }] if lines.len() == 2)
    );
}

#[test]
fn a_second_economy_takes_its_region_while_its_capital_holds() {
    let mut rules = rules();
    let region = set(&[HILL]);
    let second = Economy {
        name: String::new(),
        power: RED,
        capital: Some(HILL),
        region,
        treasury: 1,
    };
    let id = rules.powers.economies.push(second);
    rules.powers.powers[RED].economies.push(id);
    let mut state = state(&rules);
    collect(&rules, &mut state, &NoHooks);
    assert_eq!((state.treasury[0], state.treasury[3]), (45, 3));
    state.set_owner(HILL, Some(BLUE));
    collect(&rules, &mut state, &NoHooks);
    assert_eq!((state.treasury[0], state.treasury[3]), (50, 3));
}
