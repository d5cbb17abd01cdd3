//! Pieces of the opening position with more damage than they can take.

use super::Places;
use crate::diag::{Problem, Problems};
use crate::rules::Rules;

pub fn lint(rules: &Rules, places: &Places, problems: &mut Problems) {
    for (row, units) in rules.setup.units.iter().enumerate() {
        let kind = &rules.units[units.kind];
        let most = kind
            .facility
            .as_ref()
            .map_or(kind.hits.saturating_sub(1), |f| f.max_damage);
        if units.damage > most {
            let message = format!(
                "`{}` takes at most {most} damage, not {}",
                kind.name, units.damage
            );
            problems.push(
                Problem::error("pack/setup-damage", message).at(places.setup[row], "placed here"),
            );
        }
    }
}
