//! Scripts: what is found when a pack is loaded, scripts that misbehave, the library at work in the
//! stock pack, and the README's examples.

mod games;
mod library;
mod misbehave;
mod mistakes;
mod readme;

use crate::pack::small;
use sandtable::diag::{Problems, Style};
use sandtable::game::{Opened, ready};
use sandtable::pack::load;

/// The small pack with a script of its own, taken into use by these lines.
pub fn opened(script: &str, lines: &str) -> Result<Opened, Problems> {
    let rest = format!("{}\n{lines}\n", small::REST);
    let files = small::pack().with("rest.rules", rest).with("scripts/rule.rhai", script);
    ready("duel", load(&files)?)
}

/// What is wrong with a script, as a person sees it.
pub fn report(script: &str, lines: &str) -> String {
    match opened(script, lines) {
        Ok(opened) => opened.warnings.render(Style::Plain, 100),
        Err(problems) => problems.render(Style::Plain, 100),
    }
}
