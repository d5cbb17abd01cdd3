//! What `kernel/cond.rs` promises: conditions read the state.

use sandtable::kernel::{Cx, NoHooks};
use sandtable::rules::*;

use super::bay::*;

#[test]
fn conditions_read_the_state() {
    let mut rules = rules();
    rules.counters = Table::from_vec(vec![Counter {
        name: "c".to_owned(),
        start: 2,
    }]);
    let mut state = state(&rules);
    state.set_owner(FAR, Some(RED));
    put(&mut state, WALKER, RED, HILL, 3);
    let cx = Cx::new(&rules, &state, &NoHooks);
    let holds = |cond: &Cond, me| cx.holds(cond, me);
    let lands = set(&[HOME, HILL, FAR]);
    let have = |who, what, at_least| {
        Cond::Have(Count {
            who,
            what,
            spaces: lands,
            at_least,
        })
    };
    let controls = |who, at_least| have(who, Asset::Controlled, at_least);
    assert!(holds(&controls(Who::Self_, 3), RED) && !holds(&controls(Who::Self_, 4), RED));
    assert!(!holds(&controls(Who::Friends, 1), BLUE) && holds(&controls(Who::Self_, 0), BLUE));
    let took = |at_least| have(Who::Self_, Asset::Taken, at_least);
    assert!(holds(&took(1), RED) && !holds(&took(2), RED));
    let walkers = Asset::Units(set(&[WALKER]));
    let present = |at_least| have(Who::Powers(set(&[RED])), walkers, at_least);
    assert!(holds(&present(3), BLUE) && !holds(&present(4), BLUE));
    assert!(
        holds(&Cond::HoldsCapital(Who::Self_), RED)
            && !holds(&Cond::HoldsCapital(Who::Self_), BLUE)
    );
    assert!(
        holds(&Cond::HoldsCapital(Who::Self_), CYAN),
        "no capital, none to lose"
    );
    assert!(holds(&Cond::Counter(CounterId(0), Cmp::AtLeast, 2), RED));
    assert!(
        holds(&Cond::InPhase(PhaseKind::Purchase), RED) && holds(&Cond::OnTurn(set(&[RED])), BLUE)
    );
    assert!(!holds(&Cond::AtWar(Who::Self_, Who::Anyone), RED));
    let both = [Cond::Always, Cond::Round(Cmp::More, 1)];
    assert!(holds(&Cond::Any(both.to_vec()), RED) && !holds(&Cond::All(both.to_vec()), RED));
    assert!(holds(&Cond::All(Vec::new()), RED) && !holds(&Cond::Any(Vec::new()), RED));
}

#[test]
fn war_counts_between_any_two_of_the_groups() {
    let rules = rules();
    let mut state = state(&rules);
    state.relations[rules.powers.pair(RED, CYAN)] = Relation::War;
    state.relations[rules.powers.pair(CYAN, RED)] = Relation::War;
    let cx = Cx::new(&rules, &state, &NoHooks);
    assert!(!cx.holds(&Cond::AtWar(Who::Self_, Who::Friends), RED));
    assert!(cx.holds(&Cond::AtWar(Who::Friends, Who::Powers(set(&[RED]))), BLUE));
}
