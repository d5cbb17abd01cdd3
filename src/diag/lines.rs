//! Files that hold a JSON value on each line, the first of which says what file it is.

use super::source::{FileId, Loc};
use serde::{Serialize, de::DeserializeOwned};

/// The first line of a text and its place, and all that follow; the places leave their ends out.
pub fn lines(file: FileId, text: &str) -> ((Loc, &str), impl Iterator<Item = (Loc, &str)>) {
    let mut at = 0;
    let mut lines = text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (Loc::within(file, start, 0..line.trim_end().len()), line)
    });
    let nothing = (Loc::within(file, 0, 0..0), "");
    (lines.next().unwrap_or(nothing), lines)
}

/// The value of a line.
///
/// # Errors
/// Why it is none.
pub fn from_line<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    serde_json::from_str(line.trim_end()).map_err(|error| {
        let text = error.to_string();
        // The place inside the line is no help to a reader, the label shows the line.
        text.split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned()
    })
}

/// A value as a line.
pub fn to_line(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value);
    text.expect("plain texts and figures always become JSON") + "\n"
}
