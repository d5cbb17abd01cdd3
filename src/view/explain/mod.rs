//! Why the game is as it is: a printed rule with the places that carry and prove it, the rules behind
//! a refusal, the step of a plan behind dice.

mod roll;

pub use roll::{Roll, explain_roll};

use super::Paint;
use sandtable_diag::Problem;
use sandtable_game::Opened;
use sandtable_kernel::Code;
use sandtable_pack::{Mention, PackInfo};
use sandtable_rules::Rules;
use schemars::JsonSchema;
use serde::Serialize;
use textwrap::{Options, WordSplitter};

/// Columns of an explanation.
const WIDTH: usize = 100;

/// What can be explained.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Explained<'a> {
    /// A printed rule.
    Rule(Rule<'a>),
    /// Why orders are refused.
    Code(Reason<'a>),
}

/// A statement of a rulebook with everything that is known about it.
#[derive(Serialize, JsonSchema)]
pub struct Rule<'a> {
    id: &'a str,
    section: &'a str,
    text: &'a str,
    /// How it was read where the sources are silent or unclear.
    rulings: &'a [String],
    expressed_in: Vec<Place>,
    /// The files of the program that carry it, below `src/`.
    mechanisms: &'a [String],
    /// The transcripts that prove it.
    proved_by: Vec<String>,
}

/// A place in the files of a pack.
#[derive(Serialize, JsonSchema)]
struct Place {
    file: String,
    line: usize,
    text: String,
}

/// The code of a refusal and the rules it can cite.
#[derive(Serialize, JsonSchema)]
pub struct Reason<'a> {
    code: &'static str,
    /// Its sentence, with `<words>` for the facts.
    sentence: String,
    cites: Vec<String>,
    /// Those of them that the pack states.
    rules: Vec<Rule<'a>>,
}

impl<'a> Explained<'a> {
    /// The rule of this id in the first pack that states it, or the code of this name, with the rules of the
    /// first pack.
    ///
    /// # Errors
    /// There is neither.
    pub fn find(packs: &'a [Opened], what: &str) -> Result<Self, Problem> {
        if let Some(first) = packs.first().filter(|_| what.contains('/')) {
            let reason = Reason::of(&first.rules, &first.info, code(what)?);
            return Ok(Self::Code(reason));
        }
        let mut infos = packs.iter().map(|p| &*p.info);
        let found = infos.find_map(|info| Rule::find(info, &what.to_uppercase()));
        found.map(Self::Rule).ok_or_else(|| unknown(packs, what))
    }

    /// As text.
    pub fn text(&self, paint: Paint) -> String {
        match self {
            Self::Rule(rule) => rule.text(paint),
            Self::Code(reason) => reason.text(paint),
        }
    }
}

impl<'a> Rule<'a> {
    /// The statement of this id; `None` if the pack does not state it.
    fn find(info: &'a PackInfo, id: &str) -> Option<Self> {
        let statement = info.rulebook.as_ref()?.get(id)?;
        let mut expressed = info.mentions();
        expressed.retain(|m| m.id == id);
        expressed.dedup();
        let place = |m: Mention| Place {
            file: m.name,
            line: m.line,
            text: m.text,
        };
        let proofs = info.proofs(id);
        Some(Self {
            id: &statement.id,
            section: &statement.section,
            text: &statement.text,
            rulings: &statement.rulings,
            expressed_in: expressed.into_iter().map(place).collect(),
            mechanisms: &statement.mechanisms,
            proved_by: proofs.iter().map(|name| format!("tests/{name}")).collect(),
        })
    }

    fn text(&self, paint: Paint) -> String {
        let section = match self.section {
            "" => String::new(),
            section => paint.dim(&format!("  {section}")),
        };
        let head = format!("{}{section}", paint.bold(self.id));
        let mut lines = vec![head, wrapped(self.text)];
        let rulings = self.rulings.iter();
        lines.extend(rulings.map(|ruling| wrapped(&format!("Ruling: {ruling}"))));
        let mut part = |title: &str, without: &str, entries: Vec<String>| {
            let title = if entries.is_empty() { without } else { title };
            lines.push(format!("  {title}"));
            lines.extend(entries.iter().map(|entry| format!("    {entry}")));
        };
        let places = self.expressed_in.iter();
        let written = places.map(|p| format!("{}:{}  {}", p.file, p.line, paint.dim(&p.text)));
        let mechanisms = self.mechanisms.iter();
        let carried = mechanisms.map(|m| format!("the mechanism src/{m}"));
        let expressed = written.chain(carried).collect();
        part("expressed in", "expressed nowhere", expressed);
        let proofs = self.proved_by.clone();
        part("proved by", "proved by no transcript", proofs);
        lines.join("\n")
    }
}

impl<'a> Reason<'a> {
    fn of(rules: &Rules, info: &'a PackInfo, code: Code) -> Self {
        let cites = rules.cites.all(code.name());
        let stated = cites.iter().filter_map(|id| Rule::find(info, id));
        Self {
            code: code.name(),
            sentence: code.text().replace('{', "<").replace('}', ">"),
            rules: stated.collect(),
            cites: cites.iter().map(ToString::to_string).collect(),
        }
    }

    fn text(&self, paint: Paint) -> String {
        let mut lines = vec![format!("{}  {}", paint.bold(self.code), self.sentence)];
        if self.cites.is_empty() {
            lines.push("  no printed rule is cited for it".to_owned());
        }
        let rule = |id: &String| {
            let stated = self.rules.iter().find(|rule| rule.id == id);
            stated.map_or_else(|| id.clone(), |rule| rule.text(paint))
        };
        lines.extend(self.cites.iter().map(rule));
        lines.join("\n")
    }
}

/// The rules of these ids as text; of those that the pack does not state, the ids alone.
pub fn explain_rules<S: AsRef<str>>(info: &PackInfo, ids: &[S], paint: Paint) -> Vec<String> {
    let one = |id: &S| {
        Rule::find(info, id.as_ref())
            .map_or_else(|| id.as_ref().to_owned(), |found| found.text(paint))
    };
    ids.iter().map(one).collect()
}

/// A code by its name.
fn code(name: &str) -> Result<Code, Problem> {
    let found = Code::ALL.iter().find(|c| c.name() == name);
    found.copied().ok_or_else(|| {
        let message = format!("no order is refused with `{name}`");
        let names = Code::ALL.iter().map(|c| c.name());
        Problem::error("explain/unknown", message).suggest(name, names)
    })
}

/// The problem that no pack states a rule, with the ids that are near.
fn unknown(packs: &[Opened], id: &str) -> Problem {
    let books = || packs.iter().filter_map(|p| p.info.rulebook.as_ref());
    let ids = || books().flat_map(|b| b.ids());
    let problem = Problem::error("explain/unknown", format!("no rule has the id `{id}`"));
    if books().next().is_none() {
        return problem.help("the pack states no rules: it has no `RULES.md`");
    }
    let stem = id.to_uppercase();
    let problem = problem.suggest(&stem, ids());
    let section = stem.rsplit_once('-').map_or("", |(section, _)| section);
    let within = |id: &&str| id.rsplit_once('-').is_some_and(|(s, _)| s == section);
    let beside: Vec<&str> = ids().filter(within).collect();
    match (beside.first(), beside.last()) {
        (Some(first), Some(last)) => {
            problem.help(format!("that section goes from {first} to {last}"))
        }
        _ => problem,
    }
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
