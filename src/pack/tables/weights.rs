//! Weights of programs: `[weights]` of a manifest, and files that are such a table by themselves.

use super::reader::Reader;
use super::value::{Value, parse_toml};
use crate::files;
use sandtable_diag::{Problem, Problems, read_file, without_mark};
use sandtable_rules::{MOST_WEIGHT, SomeWeights, Weight, weight, weights};
use std::path::Path;

/// Reads figures by the names of weights.
pub fn read_weights(table: &mut Reader) -> SomeWeights {
    let mut said = SomeWeights::default();
    for (name, value) in table.take_entries() {
        let weight = match named_weight(&name.text) {
            Ok(weight) => weight,
            Err(problem) => {
                table.complain(problem.at(name.loc, "named here"));
                continue;
            }
        };
        let wanted = format!("a number from 0 to {MOST_WEIGHT}");
        let figure = match &value.value {
            Value::Whole(text, number) => {
                number.map_or_else(|| text.parse().ok(), |n| Some(n as f64))
            }
            Value::Number(text) => text.parse().ok(),
            _ => {
                table.wrong_type(&value, &name.text, &wanted);
                continue;
            }
        };
        let Some(figure) = figure.filter(|f| (0.0..=MOST_WEIGHT).contains(f)) else {
            let message = format!("the weight `{}` must be {wanted}", name.text);
            table.complain(Problem::error("pack/weight", message).at(value.loc, "this is not"));
            continue;
        };
        said.say(weight, figure);
    }
    said
}

/// The weight of a name.
///
/// # Errors
/// There is none.
pub fn named_weight(name: &str) -> Result<&'static Weight, Problem> {
    weight(name).ok_or_else(|| {
        let message = format!("there is no weight `{name}`");
        Problem::error("pack/unknown-weight", message)
            .suggest(name, weights().iter().map(|w| w.name))
            .help("`sandtable docs weights` lists them")
    })
}

/// Reads a file that is a table of weights by itself.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_weights(path: &str) -> Result<SomeWeights, Problems> {
    let unreadable = |why: String| {
        let message = format!("the weights `{path}` cannot be read: {why}");
        Problem::error("pack/unreadable", message)
    };
    let bytes = read_file(Path::new(path), files::LARGEST);
    let bytes = bytes.map_err(|e| unreadable(e.to_string()))?;
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| unreadable("it is not UTF-8 text".to_owned()))?;
    let text = without_mark(&text);
    let (mut problems, file) = Problems::about(path, text);
    let (entries, _) = parse_toml(file, text, &mut problems);
    let mut table = Reader::file(file, text, entries, "the weights");
    let said = read_weights(&mut table);
    table.finish(&mut problems);
    problems.sort();
    match problems.has_errors() {
        true => Err(problems),
        false => Ok(said),
    }
}
