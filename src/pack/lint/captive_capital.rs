//! Capitals in other hands when the game starts.

use super::{Found, View};

pub fn lint(v: &View<'_>, found: &mut Found) {
    for (id, space) in v.rules.board.spaces.iter() {
        if let Some(power) = space.capital_of
            && space.start != Some(power)
        {
            let name = &v.rules.powers[power].name;
            let message = format!("`{name}` does not hold its capital when the game starts");
            found.note(message, v.places.spaces[id], "this is its capital");
        }
    }
}
