//! Text to tree. A file is cut into chunks at its top-level items, each chunk is parsed on its
//! own, and what pest understood is walked into [`Item`]s; so one mistake hides nothing else.

mod acts;
mod battles;
mod board;
mod chunks;
mod conds;
mod errors;
mod overlays;
mod policy;

use super::ast::{Item, Name, NameList, Statement, Target, What};
use super::grammar::{Rule, RulesParser, is_mark};
use super::options::Settings;
use crate::diag::{FileId, Loc, Problem, Problems, fold_name};
use pest::Parser as _;
use pest::iterators::{Pair, Pairs};
use std::rc::Rc;

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
        let fits = text
            .char_indices()
            .nth(100_000)
            .map_or(text.len(), |(at, _)| at);
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
        let long = name
            .strip_prefix("sz ")
            .map(|number| format!("sea zone {number}"));
        self.text.contains(&name) || long.is_some_and(|long| self.text.contains(&long))
    }
}

/// The options that a `.rules` file declares or takes away; what cannot be read is reported when all of it is.
pub fn parse_options(file: FileId, text: &str) -> Vec<Statement> {
    let options = chunks::chunks(text)
        .into_iter()
        .filter(|c| chunks::declares_option(&text[c.clone()]));
    let read = |chunk: std::ops::Range<usize>| {
        let tree = Tree {
            file,
            base: chunk.start,
            settings: Rc::default(),
            found: Vec::new().into(),
        };
        let pairs = parse(Rule::chunk, &text[chunk]).ok()?;
        let sentences = pairs
            .flat_map(Pair::into_inner)
            .filter(|p| matches!(p.as_rule(), Rule::option | Rule::removal));
        let about = |s: &Statement| match &s.what {
            What::Remove(Target::Named(kind, _)) => kind == "option",
            what => matches!(what, What::Option(_)),
        };
        Some(
            sentences
                .map(|p| tree.sentence(p))
                .filter(about)
                .collect::<Vec<_>>(),
        )
    };
    options.filter_map(read).flatten().collect()
}

/// Every sentence of a `.rules` file that can be read; what cannot is reported.
pub fn parse_rules(
    file: FileId,
    text: &str,
    settings: &Rc<Settings>,
    problems: &mut Problems,
    unread: &mut Unread,
) -> Vec<Statement> {
    let mut items = Vec::new();
    for chunk in chunks::chunks(text) {
        if problems.is_full() {
            break;
        }
        let tree = Tree {
            file,
            base: chunk.start,
            settings: settings.clone(),
            found: Vec::new().into(),
        };
        if let Some(problem) = chunks::too_deep(&tree, &text[chunk.clone()]) {
            unread.add(&text[chunk]);
            problems.push(problem);
            continue;
        }
        match parse(Rule::chunk, &text[chunk.clone()]) {
            Ok(pairs) => items.extend(
                pairs
                    .flat_map(Pair::into_inner)
                    .filter(|p| p.as_rule() != Rule::EOI)
                    .map(|p| tree.sentence(p)),
            ),
            Err(error) => {
                unread.add(&text[chunk.clone()]);
                problems.push(errors::syntax(&tree, &text[chunk], Rule::chunk, &error));
            }
        }
        tree.found
            .into_inner()
            .into_iter()
            .for_each(|p| problems.push(p));
    }
    items
}

/// The trees of a text that can be read, each with where it begins.
pub fn trees(text: &str) -> Vec<(usize, Pair<'_, Rule>)> {
    let tree = |chunk: std::ops::Range<usize>| {
        Some((chunk.start, parse(Rule::chunk, &text[chunk]).ok()?.next()?))
    };
    chunks::chunks(text).into_iter().filter_map(tree).collect()
}

/// A list of unit types out of a string of a table; `base` is where the string begins in its file.
pub fn parse_units(
    file: FileId,
    base: usize,
    text: &str,
    problems: &mut Problems,
) -> Option<NameList> {
    let tree = Tree {
        file,
        base,
        settings: Rc::default(),
        found: Vec::new().into(),
    };
    match parse(Rule::whole_units, text) {
        Ok(mut pairs) => pairs.next().map(|whole| tree.list(Kids::of(whole).next())),
        Err(error) => {
            problems.push(errors::syntax(&tree, text, Rule::whole_units, &error));
            None
        }
    }
}

fn parse(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<pest::error::Error<Rule>>> {
    // A fuse against input that makes the parser try for ever; real items need a hundredth of it.
    pest::set_call_limit(std::num::NonZeroUsize::new(20_000_000));
    RulesParser::parse(rule, text).map_err(Box::new)
}

/// What a walk needs to know besides the pairs: where they are, and a place for problems.
struct Tree {
    file: FileId,
    base: usize,
    /// What the options of the game are, for numbers that depend on them.
    settings: Rc<Settings>,
    found: std::cell::RefCell<Vec<Problem>>,
}

/// The parts of a pair, keywords left out. The grammar promises what comes next.
struct Kids<'i> {
    pairs: Pairs<'i, Rule>,
}

impl<'i> Kids<'i> {
    fn of(pair: Pair<'i, Rule>) -> Self {
        Self {
            pairs: pair.into_inner(),
        }
    }
    fn maybe(&mut self) -> Option<Pair<'i, Rule>> {
        self.pairs.find(|p| !is_mark(p.as_rule()))
    }
    fn next(&mut self) -> Pair<'i, Rule> {
        self.maybe()
            .expect("the grammar promises another part here")
    }
    /// The next part if it is of this rule.
    fn next_if(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        while self.pairs.peek().is_some_and(|p| is_mark(p.as_rule())) {
            self.pairs.next();
        }
        if self.pairs.peek()?.as_rule() == rule {
            self.pairs.next()
        } else {
            None
        }
    }
    fn rest(self) -> impl Iterator<Item = Pair<'i, Rule>> {
        self.pairs.filter(|p| !is_mark(p.as_rule()))
    }
}

/// The rule of the one keyword inside a pair that is a choice of keywords.
fn choice(pair: Pair<'_, Rule>) -> Rule {
    pair.into_inner().next().map_or(Rule::EOI, |p| p.as_rule())
}

impl Tree {
    /// Where a pair begins, and where its last word ends; a pair itself may end with blanks.
    fn loc(&self, pair: &Pair<'_, Rule>) -> Loc {
        let mut last = pair.clone();
        while !matches!(last.as_rule(), Rule::name | Rule::text) {
            let Some(inner) = last.clone().into_inner().next_back() else {
                break;
            };
            last = inner;
        }
        self.place(pair.as_span().start(), last.as_span().end())
    }
    /// Where a pair stands, from its first word to the end of its last, closing signs included.
    fn loc_whole(&self, pair: &Pair<'_, Rule>) -> Loc {
        let mut text = pair.as_str().trim_end();
        loop {
            let line = text.rfind('\n').map_or(0, |at| at + 1);
            // Comments behind the last word are no part of it.
            let outside = |at: &usize| {
                text[line..line + *at]
                    .matches('"')
                    .count()
                    .is_multiple_of(2)
            };
            let Some(at) = text[line..]
                .match_indices('#')
                .map(|(at, _)| at)
                .find(outside)
            else {
                break;
            };
            text = text[..line + at].trim_end();
        }
        self.place(pair.as_span().start(), pair.as_span().start() + text.len())
    }
    fn place(&self, start: usize, end: usize) -> Loc {
        let at = |i: usize| u32::try_from(self.base + i).unwrap_or(u32::MAX);
        Loc {
            file: self.file,
            start: at(start),
            end: at(end),
        }
    }
    fn name(&self, pair: Pair<'_, Rule>) -> Name {
        let loc = self.loc(&pair);
        Name {
            text: pair.as_str().trim_matches('"').to_owned(),
            loc,
        }
    }
    fn text(&self, pair: Pair<'_, Rule>) -> String {
        pair.as_str().trim_matches('"').to_owned()
    }
    fn names(&self, pair: Pair<'_, Rule>) -> Vec<Name> {
        Kids::of(pair).rest().map(|p| self.name(p)).collect()
    }
    /// `powers`, `units`, or the one-name and bracketed forms of either.
    fn list(&self, pair: Pair<'_, Rule>) -> NameList {
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair);
        let first = kids.next();
        match first.as_rule() {
            Rule::names => NameList {
                take: self.names(first),
                but: kids.maybe().map(|p| self.names(p)).unwrap_or_default(),
                loc,
            },
            Rule::name => NameList {
                take: vec![self.name(first)],
                but: Vec::new(),
                loc,
            },
            _ => self.list(first),
        }
    }
    /// A whole number that must fit its type.
    fn number<T: TryFrom<i64> + Default>(&self, pair: Pair<'_, Rule>) -> T {
        let text = pair.as_str();
        let sum = text
            .strip_prefix('[')
            .and_then(|t| t.strip_suffix(']'))
            .map(|sum| self.settings.sum(sum, self.loc(&pair)));
        let whole = match sum {
            Some(Err(problem)) => {
                self.report(problem);
                return T::default();
            }
            Some(Ok(sum)) => Some(sum),
            None => text.parse::<i64>().ok(),
        };
        let number = whole.and_then(|n| T::try_from(n).ok());
        number.unwrap_or_else(|| {
            let at = self.loc(&pair);
            self.report(
                Problem::error(
                    "pack/number",
                    format!("`{}` is too large or too small here", pair.as_str()),
                )
                .at(at, "this number"),
            );
            T::default()
        })
    }
    fn report(&self, problem: Problem) {
        self.found.borrow_mut().push(problem);
    }

    fn item(&self, pair: Pair<'_, Rule>) -> Item {
        match pair.as_rule() {
            Rule::territory
            | Rule::sea_zone
            | Rule::gate
            | Rule::marks
            | Rule::region
            | Rule::setup
            | Rule::turn => self.board_item(pair),
            Rule::attributes | Rule::sides | Rule::group | Rule::position => self.board_item(pair),
            Rule::battles | Rule::plan | Rule::support | Rule::modifier => self.battle_item(pair),
            Rule::objective
            | Rule::trigger
            | Rule::victory
            | Rule::use_script
            | Rule::flags
            | Rule::counter => self.act_item(pair),
            _ => self.policy_item(pair),
        }
    }
}
