//! What a pack says that is well-formed and yet cannot be meant. One lint, one file.

use super::resolve::Places;
use crate::diag::Problems;
use crate::rules::Rules;

/// Runs every lint over a compiled pack.
pub fn run(rules: &Rules, places: &Places, problems: &mut Problems) {
    let _ = (rules, places, problems);
}
