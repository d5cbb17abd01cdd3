//! Rows of passing shots of which each fires at the same passing units: they are hit twice.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    let rows: Vec<_> = v.rules.movement.passing_shots.iter().collect();
    for (nth, row) in rows.iter().enumerate() {
        let meets = |first: &usize| {
            let mut fires = rows[*first].volleys().zip(row.volleys());
            fires.any(|(a, b)| a.shooters.meets(&b.shooters) && a.targets.meets(&b.targets))
        };
        if let Some(first) = (0..nth).find(meets) {
            let message = "some units fire twice at the same passing units: both rows count";
            found
                .note(message, v.places.shots[nth], "this row")
                .and(v.places.shots[first], "this one has them fire, too")
                .advise("say in one of the rows `but` the types that the other is about");
        }
    }
}
