//! What a pack says that is well-formed and yet cannot be meant. One lint, one file; a new one is
//! a function here and its file.

mod battles;
mod decks;
mod flags;
mod map;
mod purchase;
mod reach;
mod setup;
mod turns;

use super::resolve::Places;
use crate::diag::Problems;
use crate::rules::Rules;

/// Looks at a compiled pack and reports what it finds.
type Lint = fn(&Rules, &Places, &mut Problems);

/// Runs every lint over a compiled pack.
pub fn run(rules: &Rules, places: &Places, problems: &mut Problems) {
    let lints: [Lint; 8] =
        [setup::lint, decks::lint, reach::lint, map::lint, turns::lint, purchase::lint, battles::lint, flags::lint];
    lints.iter().for_each(|lint| lint(rules, places, problems));
}
