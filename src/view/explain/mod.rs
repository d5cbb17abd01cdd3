//! Why the game is as it is: a printed rule with the places that carry and prove it, the rules behind
//! a refusal, the step of a plan behind dice.

mod roll;

pub use roll::{Roll, explain_roll};

use super::Paint;
use crate::kernel::Code;
use crate::pack::{Mention, PackInfo, Statement};
use crate::rules::Rules;
use serde_json::{Value, json};
use textwrap::{Options, WordSplitter};

/// Columns of an explanation.
const WIDTH: usize = 100;

/// A statement with everything that is known about it.
pub struct Explained<'a> {
    statement: &'a Statement,
    expressed: Vec<Mention>,
    proofs: Vec<&'a str>,
}

impl<'a> Explained<'a> {
    /// The statement of this id; `None` if the pack does not state it.
    pub fn find(info: &'a PackInfo, id: &str) -> Option<Self> {
        let statement = info.rulebook.as_ref()?.get(id)?;
        let mut expressed = info.mentions();
        expressed.retain(|m| m.id == id);
        expressed.dedup();
        Some(Self {
            statement,
            expressed,
            proofs: info.proofs(id),
        })
    }

    /// As text.
    pub fn text(&self, paint: Paint) -> String {
        let Statement {
            id,
            section,
            text,
            rulings,
            mechanisms,
            ..
        } = self.statement;
        let section = if section.is_empty() {
            String::new()
        } else {
            paint.dim(&format!("  {section}"))
        };
        let mut lines = vec![format!("{}{section}", paint.bold(id)), wrapped(text)];
        lines.extend(
            rulings
                .iter()
                .map(|ruling| wrapped(&format!("Ruling: {ruling}"))),
        );
        let mut part = |title: &str, without: &str, entries: Vec<String>| {
            lines.push(format!(
                "  {}",
                if entries.is_empty() { without } else { title }
            ));
            lines.extend(entries.iter().map(|entry| format!("    {entry}")));
        };
        let written = self
            .expressed
            .iter()
            .map(|m| format!("{}:{}  {}", m.name, m.line, paint.dim(&m.text)));
        part(
            "expressed in",
            "expressed nowhere",
            written
                .chain(mechanisms.iter().map(|m| format!("the mechanism src/{m}")))
                .collect(),
        );
        part(
            "proved by",
            "proved by no transcript",
            self.proofs
                .iter()
                .map(|name| format!("tests/{name}"))
                .collect(),
        );
        lines.join("\n")
    }

    /// As a value.
    pub fn json(&self) -> Value {
        let Statement {
            id,
            section,
            text,
            rulings,
            mechanisms,
            ..
        } = self.statement;
        let place = |m: &Mention| json!({ "file": m.name, "line": m.line, "text": m.text });
        let proofs: Vec<String> = self
            .proofs
            .iter()
            .map(|name| format!("tests/{name}"))
            .collect();
        json!({
            "id": id, "section": section, "text": text, "rulings": rulings,
            "expressed_in": self.expressed.iter().map(place).collect::<Vec<_>>(),
            "mechanisms": mechanisms, "proved_by": proofs,
        })
    }
}

/// A code of a refusal and the rules it can cite, as text.
pub fn explain_code(rules: &Rules, info: &PackInfo, code: Code, paint: Paint) -> String {
    let ids = rules.cites.all(code.name());
    let mut lines = vec![format!("{}  {}", paint.bold(code.name()), template(code))];
    if ids.is_empty() {
        lines.push("  no printed rule is cited for it".to_owned());
    }
    lines.extend(explain_rules(info, &ids, paint));
    lines.join("\n")
}

/// The rules of these ids as text; of those that the pack does not state, the ids alone.
pub fn explain_rules<S: AsRef<str>>(info: &PackInfo, ids: &[S], paint: Paint) -> Vec<String> {
    let one = |id: &S| {
        Explained::find(info, id.as_ref())
            .map_or_else(|| id.as_ref().to_owned(), |found| found.text(paint))
    };
    ids.iter().map(one).collect()
}

/// The same as a value.
pub fn code_json(rules: &Rules, info: &PackInfo, code: Code) -> Value {
    let ids = rules.cites.all(code.name());
    let stated: Vec<Value> = ids
        .iter()
        .filter_map(|id| Explained::find(info, id))
        .map(|found| found.json())
        .collect();
    json!({ "code": code.name(), "sentence": template(code), "cites": ids, "rules": stated })
}

/// The sentence of a code with words for the facts that it leaves open.
fn template(code: Code) -> String {
    code.text().replace('{', "<").replace('}', ">")
}

/// A text in lines of a few words, indented.
fn wrapped(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let lines = Options::new(WIDTH)
        .initial_indent("  ")
        .subsequent_indent("  ")
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(&words.join(" "), lines)
}
