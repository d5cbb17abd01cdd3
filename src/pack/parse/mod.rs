//! Text to tree. A file is cut into chunks at its top-level items, each chunk is parsed on its own, and what pest
//! understood becomes [`Node`]s; so one mistake hides nothing else.

mod chunks;
mod errors;

use super::grammar::{Rule, RulesParser};
use super::options::Settings;
use super::tree::{Name, Node, Walk};
use pest::Parser as _;
use pest::iterators::{Pair, Pairs};
use sandtable_diag::{FileId, Problem, Problems, fold_name};
use std::ops::Range;
use std::rc::Rc;

pub use chunks::chunks;

/// What could not be read. A name that stands in there may well be defined there, so that it is
/// unknown elsewhere is no second mistake.
#[derive(Default)]
pub struct Unread {
    text: String,
    files: bool,
}

impl Unread {
    /// A stretch of text that could not be read.
    pub fn add(&mut self, text: &str) {
        let long = text.char_indices().nth(100_000);
        let fits = long.map_or(text.len(), |(at, _)| at);
        self.text.push_str(&fold_name(&text[..fits]));
        self.text.push('\n');
    }
    /// A whole file is not there.
    pub fn add_file(&mut self) {
        self.files = true;
    }
    /// Whether the name may have been defined in there.
    pub fn may_define(&self, name: &str) -> bool {
        if self.files || self.text.is_empty() {
            return self.files;
        }
        let name = fold_name(name);
        let zone = name.strip_prefix("sz ");
        let long = zone.map(|number| format!("sea zone {number}"));
        self.text.contains(&name) || long.is_some_and(|long| self.text.contains(&long))
    }
}

/// The options that a `.rules` file declares or takes away; what cannot be read is reported when all of it is.
pub fn parse_options(file: FileId, text: &str, chunks: &[Range<usize>]) -> Vec<Node> {
    let read = |chunk: Range<usize>| {
        let walk = Walk::new(file, chunk.start, &Rc::default());
        let pairs = parse(Rule::chunk, &text[chunk]).ok()?;
        Some(nodes(&walk, pairs).collect::<Vec<_>>())
    };
    let options = chunks.iter().cloned();
    let options = options.filter(|c| chunks::declares_option(&text[c.clone()]));
    let said = options.filter_map(read).flatten();
    said.filter(Node::is_option).collect()
}

/// The sentences of a chunk.
fn nodes<'i>(walk: &Walk, chunk: Pairs<'i, Rule>) -> impl Iterator<Item = Node> {
    chunk
        .flat_map(Pair::into_inner)
        .filter(|p| p.as_rule() != Rule::EOI)
        .map(|p| walk.node(p))
}

/// Every sentence of a `.rules` file that can be read; what cannot is reported.
pub fn parse_rules(
    file: FileId,
    text: &str,
    chunks: &[Range<usize>],
    settings: &Rc<Settings>,
    problems: &mut Problems,
    unread: &mut Unread,
) -> Vec<Node> {
    let mut all = Vec::new();
    for chunk in chunks.iter().cloned() {
        if problems.is_full() {
            break;
        }
        let walk = Walk::new(file, chunk.start, settings);
        let text = &text[chunk];
        let read = match chunks::too_deep(&walk, text) {
            Some(problem) => Err(problem),
            None => {
                parse(Rule::chunk, text).map_err(|e| errors::syntax(&walk, text, Rule::chunk, &e))
            }
        };
        match read {
            Ok(pairs) => all.extend(nodes(&walk, pairs)),
            Err(problem) => {
                unread.add(text);
                problems.push(problem);
            }
        }
        let found = walk.found.into_inner();
        problems.extend(found);
    }
    all
}

/// The trees of a text that can be read, each with where it begins.
pub fn trees(text: &str) -> Vec<(usize, Pair<'_, Rule>)> {
    let tree =
        |chunk: Range<usize>| Some((chunk.start, parse(Rule::chunk, &text[chunk]).ok()?.next()?));
    chunks(text).into_iter().filter_map(tree).collect()
}

/// A part of a sentence out of a string of a table, whose place is that of its quotes.
///
/// # Errors
/// It is no such part.
pub fn parse_part(rule: Rule, said: &Name) -> Result<Node, Problem> {
    // The place inside the string is exact for plain strings; escapes in names are nobody's habit.
    let walk = Walk::new(said.loc.file, said.loc.start as usize + 1, &Rc::default());
    let pairs = parse(rule, &said.text).map_err(|e| errors::syntax(&walk, &said.text, rule, &e))?;
    let part = pairs.flat_map(Pair::into_inner).next();
    Ok(part.map_or_else(|| Node::leaf(rule, said.clone()), |part| walk.node(part)))
}

fn parse(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<pest::error::Error<Rule>>> {
    // A fuse against input that makes the parser try for ever; real items need a hundredth of it.
    pest::set_call_limit(std::num::NonZeroUsize::new(20_000_000));
    RulesParser::parse(rule, text).map_err(Box::new)
}
