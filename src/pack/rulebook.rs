//! The rules a pack states in words (`RULES.md`): each statement with its id, and where the pack
//! says in a comment that it carries it. What stands here decides nothing; it explains.

use super::grammar::Rule;
use super::layer::Piece;
use super::tables::CiteRow;
use super::tree::Name;
use sandtable_diag::{FileId, Loc, Problem, Problems, Source, Sources};
use sandtable_rules::{cited, rule_id};

/// The file of the statements, where a manifest names no other.
pub const RULEBOOK: &str = "RULES.md";

/// The rules of a pack in words.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// The statements, in the order of the file.
    pub statements: Vec<Statement>,
    file: FileId,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Its id.
    pub id: String,
    /// The heading it stands under.
    pub section: String,
    /// What it says.
    pub text: String,
    /// How it was read where the sources are silent or unclear.
    pub rulings: Vec<String>,
    /// The files of the program that carry it, below `src/`.
    pub mechanisms: Vec<String>,
    /// Where its id stands.
    pub loc: Loc,
}

/// A place in the files of a pack that carries a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// Which statement.
    pub id: String,
    /// In which file.
    pub file: FileId,
    /// The file's name.
    pub name: String,
    /// The line, counted from one.
    pub line: usize,
    /// What stands in the line, without the comment that follows.
    pub text: String,
}

impl Rulebook {
    /// Reads a rulebook; whatever is wrong with its ids is reported.
    pub fn read(file: FileId, text: &str, problems: &mut Problems) -> Self {
        let mut book = Self {
            statements: Vec::new(),
            file,
        };
        let mut section = String::new();
        for (start, lines) in paragraphs(text) {
            let first = lines[0];
            let words = lines.join(" ");
            let loc = |from: usize, len: usize| Loc::within(file, start, from..from + len);
            if let Some(heading) = first.strip_prefix("## ") {
                heading.trim().clone_into(&mut section);
            } else if let Some((id, said)) = words
                .strip_prefix("**")
                .and_then(|w| w.split_once("**"))
                .filter(|(id, _)| meant(id))
            {
                book.add(id, &section, said.trim(), loc(2, id.len()), problems);
            } else if let Some((kind, said)) = note(&words) {
                let Some(statement) = book.statements.last_mut().filter(|s| s.section == section)
                else {
                    let problem = Problem::error("rulebook/stray", "this belongs to no statement")
                        .at(loc(0, first.len()), "no statement precedes it")
                        .help("a ruling or mechanism follows the statement it is about");
                    problems.push(problem);
                    continue;
                };
                if kind == "Ruling" {
                    statement.rulings.push(said.to_owned());
                } else {
                    let files = said.split(',').map(|f| f.trim().trim_matches(['`', '.']));
                    let files = files.filter(|f| !f.is_empty()).map(str::to_owned);
                    statement.mechanisms.extend(files);
                }
            }
        }
        book
    }

    fn add(&mut self, id: &str, section: &str, text: &str, loc: Loc, problems: &mut Problems) {
        if rule_id(id) != Some(id) {
            let help =
                "an id is capitals and digits joined by `-`, a number last, as in `ABC-MOV-07`";
            let problem = Problem::error("rulebook/id", format!("`{id}` is no id of a rule"));
            problems.push(problem.at(loc, "this id").help(help));
        } else if let Some(first) = self.get(id) {
            let message = format!("two statements have the id `{id}`");
            problems.push(Problem {
                code: "rulebook/duplicate",
                ..Problem::twice(message, loc, first.loc)
            });
        } else {
            self.statements.push(Statement {
                id: id.to_owned(),
                section: section.to_owned(),
                text: text.to_owned(),
                rulings: Vec::new(),
                mechanisms: Vec::new(),
                loc,
            });
        }
    }

    /// The statement of this id.
    pub fn get(&self, id: &str) -> Option<&Statement> {
        self.statements.iter().find(|s| s.id == id)
    }
    /// Every id.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.statements.iter().map(|s| s.id.as_str())
    }
    /// Where comments of the pack's files and scripts name a statement.
    pub fn mentions(&self, sources: &Sources) -> Vec<Mention> {
        let files = sources.iter().filter(|(file, _)| *file != self.file);
        let found = files.flat_map(|(file, source)| mentions(file, source));
        found.filter(|m| self.get(&m.id).is_some()).collect()
    }

    /// Reports citations of statements that are not there.
    pub(super) fn check(&self, cites: &[CiteRow], pieces: &[Piece], problems: &mut Problems) {
        let unknown = |id: &str, loc: Loc| {
            let message = format!("the rulebook has no statement `{id}`");
            let problem = Problem::error("pack/unknown-rule", message);
            problem.at(loc, "cited here").suggest(id, self.ids())
        };
        let rows = cites.iter().flat_map(|row| {
            row.finer
                .iter()
                .flat_map(|(_, ids)| ids)
                .chain(&row.otherwise)
        });
        let rows = rows.map(|Name { text, loc }| (text.as_str(), *loc));
        let permits = pieces.iter().filter(|p| p.kind == Rule::permit);
        let reasons = permits.filter_map(|p| Some((p.node.kid(Rule::because)?, p.node.loc)));
        let reasons = reasons.flat_map(|(because, loc)| {
            let ids = cited(&because.kids[0].text).1;
            ids.into_iter().map(move |id| (id, loc))
        });
        for (id, loc) in rows.chain(reasons).filter(|(id, _)| self.get(id).is_none()) {
            problems.push(unknown(id, loc));
        }
    }
}

/// Whether bold words at the beginning of a paragraph are meant as an id.
fn meant(words: &str) -> bool {
    words.contains('-') && !words.contains(char::is_whitespace)
}

fn note(words: &str) -> Option<(&str, &str)> {
    let (kind, said) = words.strip_prefix('*')?.split_once(":*")?;
    matches!(kind, "Ruling" | "Mechanism").then_some((kind, said.trim()))
}

/// The paragraphs of a Markdown text as lines, each with the byte where it begins. Headings,
/// statements and what is noted about them begin one even without a blank line before them.
fn paragraphs(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found: Vec<(usize, Vec<&str>)> = Vec::new();
    let (mut at, mut open) = (0, false);
    for whole in text.split_inclusive('\n') {
        let line = whole.trim();
        let begins = line.starts_with('#') || line.starts_with("**") || note(line).is_some();
        if line.is_empty() {
            open = false;
        } else {
            if !open || begins {
                found.push((at + (whole.len() - whole.trim_start().len()), Vec::new()));
            }
            open = !line.starts_with('#');
            let last = found.last_mut().into_iter();
            last.for_each(|(_, lines)| lines.push(line));
        }
        at += whole.len();
    }
    found
}

/// The statements that the comments of a file name. A comment of its own lines speaks of the line
/// right below; where that is blank, of the file.
fn mentions(file: FileId, source: &Source) -> Vec<Mention> {
    let script = source.name.ends_with(".rhai");
    let mark = if script { "//" } else { "#" };
    let lines = source.text.lines().map(|l| without_comment(l, mark));
    let lines: Vec<(&str, &str)> = lines.collect();
    let mut found = Vec::new();
    for (nth, (code, comment)) in lines.iter().enumerate() {
        let ends = |(code, comment): &(&str, &str)| !code.is_empty() || comment.is_empty();
        let at = match lines[nth..].iter().position(ends) {
            Some(more) if code.is_empty() && !lines[nth + more].0.is_empty() => nth + more,
            _ => nth,
        };
        let text = match lines[at].0 {
            "" => comment,
            code => code,
        };
        let mention = |id| Mention {
            id,
            file,
            name: source.name.clone(),
            line: at + 1,
            text: text.to_owned(),
        };
        found.extend(ids_in(comment).into_iter().map(mention));
    }
    found
}

/// What a line says, and its comment, both trimmed.
pub(super) fn without_comment<'t>(line: &'t str, mark: &str) -> (&'t str, &'t str) {
    let comment = line
        .match_indices(mark)
        .find(|(at, _)| line[..*at].matches('"').count().is_multiple_of(2));
    match comment {
        Some((at, _)) => (line[..at].trim(), line[at + mark.len()..].trim()),
        None => (line.trim(), ""),
    }
}

/// Every id that a text names, ranges such as `ABC-01 to 03` and `ABC-01 to ABC-03` in full.
pub fn ids_in(text: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    let in_word = |c: char| c.is_alphanumeric() || c == '-';
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_uppercase()) {
        let fresh = !rest[..at].ends_with(in_word);
        rest = &rest[at..];
        let Some(id) = rule_id(rest).filter(|_| fresh) else {
            rest = rest.trim_start_matches(in_word);
            continue;
        };
        rest = &rest[id.len()..];
        ids.push(id.to_owned());
        if let Some((last, after)) = range(id, rest) {
            ids.extend(last);
            rest = after;
        }
    }
    ids
}

/// What follows the first id of a range: the other ids, and the text behind it.
fn range<'t>(first: &str, rest: &'t str) -> Option<(Vec<String>, &'t str)> {
    let (stem, from) = first.rsplit_once('-')?;
    let behind = rest.strip_prefix(" to ")?;
    let same = behind.strip_prefix(stem);
    let number = same.and_then(|b| b.strip_prefix('-')).unwrap_or(behind);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let from: u16 = from.parse().ok()?;
    let to: u16 = number[..digits].parse().ok()?;
    let width = first.len() - stem.len() - 1;
    // A range that spans hundreds of rules is a slip of the pen.
    let ids = (from + 1..=to.min(from.saturating_add(200))).map(|n| format!("{stem}-{n:0width$}"));
    Some((ids.collect(), &number[digits..]))
}
