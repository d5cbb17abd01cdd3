//! The one way to write a `.rules` file. Authors choose where lines break; the formatter chooses
//! everything else: indentation, blanks, columns of neighbouring rows and of their comments.
//! It works on the tokens of the parse tree and on the comments between them, so it keeps both.

mod columns;
mod layout;
mod tokens;
mod values;

use super::parse::{self, Unread};
use sandtable_diag::{Problems, without_mark};
use std::rc::Rc;

/// The text as it should be written.
///
/// # Errors
/// What cannot be read in it; `name` is what the file is called in messages.
pub fn format_rules(name: &str, text: &str) -> Result<String, Problems> {
    let mut problems = Problems::default();
    let text = without_mark(text);
    let file = problems.sources_mut().add(name, text);
    parse::parse_rules(
        file,
        text,
        &parse::chunks(text),
        &Rc::default(),
        &mut problems,
        &mut Unread::default(),
    );
    // Which options there are is said in other files too, and does not matter here.
    problems.retain_mut(|problem| !problem.code.starts_with("option/"));
    if problems.has_errors() {
        problems.sort();
        return Err(problems);
    }
    let mut lines = layout::lines(text, &tokens::tokens(text));
    columns::align(&mut lines);
    Ok(lines.iter().map(layout::TextLine::text).collect())
}
