//! What `kernel/once.rs` promises: any number of things happen once.

use sandtable::kernel::State;
use sandtable::rules::{Cond, Objective, Table};

use super::bay::*;

#[test]
fn the_sixty_fifth_is_another_than_the_first() {
    let mut rules = rules();
    let objective = Objective {
        name: String::new(),
        power: RED,
        seat: None,
        gains: 5,
        each: None,
        once: true,
        when: Cond::Always,
    };
    rules.acts.objectives = Table::from_vec(vec![objective; 70]);
    let mut once = State::new(&rules).objectives_spent;
    once.spend(64);
    assert!(once.is_spent(64) && !once.is_spent(0));
}
