//! Problems as a person sees them, through miette, and as values a program reads.

use super::problem::{Label, Problem, Problems, Severity};
use super::source::{Loc, Source};
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource,
    NarratableReportHandler, SourceCode,
};
use serde_json::{Value, json};
use std::fmt::{self, Write as _};
use std::sync::Arc;
use textwrap::{WordSeparator, WordSplitter};

/// How to draw problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// With colours, lines and arrows.
    Colour,
    /// With lines and arrows, without colours.
    Unicode,
    /// With plain characters only.
    Plain,
    /// In words alone, for screen readers.
    Narrated,
}

impl Problems {
    /// Every problem as text, one after the other.
    pub fn render(&self, style: Style, width: usize) -> String {
        let mut out = String::new();
        for problem in self.iter() {
            self.render_one(problem, style, width, &mut out);
        }
        if self.left_out() > 0 {
            let _ = writeln!(
                out,
                "… and {} more problems that are not shown",
                self.left_out()
            );
        }
        out
    }

    fn render_one(&self, problem: &Problem, style: Style, width: usize, out: &mut String) {
        let report = Report::new(self, problem);
        let graphical = |theme| {
            GraphicalReportHandler::new_themed(theme)
                .with_width(width)
                // Ids and names with a hyphen or a slash in them stay whole.
                .with_word_separator(WordSeparator::AsciiSpace)
                .with_word_splitter(WordSplitter::NoHyphenation)
                .with_links(false)
        };
        let done = match style {
            Style::Colour => graphical(GraphicalTheme::unicode()).render_report(out, &report),
            Style::Unicode => {
                graphical(GraphicalTheme::unicode_nocolor()).render_report(out, &report)
            }
            Style::Plain => graphical(GraphicalTheme::none()).render_report(out, &report),
            Style::Narrated => NarratableReportHandler::new().render_report(out, &report),
        };
        // A drawing that fails must not lose the message.
        if done.is_err() {
            let _ = writeln!(out, "{}: {}", problem.code, problem.sentence());
        }
        out.push('\n');
    }

    /// Every problem as a JSON value.
    pub fn to_json(&self) -> Vec<Value> {
        let place = |label: &Label| {
            let (file, line, column) = self.sources().position(label.loc).unwrap_or(("", 0, 0));
            let (start, end) = (label.loc.start, label.loc.end);
            let (_, end_line, end_column) = self
                .sources()
                .position(Loc {
                    start: end,
                    ..label.loc
                })
                .unwrap_or((file, line, column));
            json!({
                "file": file, "line": line, "column": column, "end_line": end_line, "end_column": end_column,
                "start": start, "end": end, "text": label.text,
            })
        };
        let one = |p: &Problem| {
            let mut value = json!({
                "severity": p.severity, "code": p.code, "message": p.message, "help": p.advice(), "nearest": p.nearest, "rules": p.rules,
                "labels": p.labels.iter().map(place).collect::<Vec<_>>(),
            });
            // Where it is drawn: the place of the first label.
            for key in ["file", "line", "column", "end_line", "end_column"] {
                value[key] = value["labels"][0][key].clone();
            }
            value
        };
        self.iter().map(one).collect()
    }
}

/// A problem in the shape miette draws; labels in other files become reports of their own below it.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct Report {
    severity: Severity,
    code: Option<&'static str>,
    message: String,
    advice: Option<String>,
    drawn: Option<NamedSource<Arc<str>>>,
    labels: Vec<LabeledSpan>,
    related: Vec<Report>,
}

impl Report {
    fn new(problems: &Problems, problem: &Problem) -> Self {
        let file = problem.labels.first().map(|l| l.loc.file);
        let source = file.and_then(|f| problems.sources().get(f));
        let here =
            |l: &Label| Some(l.loc.file) == file && !source.is_some_and(|s| is_wide(s, l.loc));
        let (mut same, mut elsewhere): (Vec<_>, Vec<_>) =
            problem.labels.iter().partition(|l| here(l));
        if problem.labels.first().is_some_and(|l| !here(l)) {
            elsewhere.append(&mut same);
        }
        let drawn = problem.labels.first().and_then(|l| excerpt(problems, l));
        let (labels, source) = match &drawn {
            Some((source, label)) => {
                elsewhere = problem.labels[1..].iter().collect();
                let label = span(source, label, true);
                (label.into_iter().collect(), Some(named(source)))
            }
            None => {
                let first = same.first().copied();
                let labels = same.iter();
                let labels = labels.filter_map(|l| span(source?, l, Some(*l) == first));
                (
                    labels.collect(),
                    source.filter(|_| first.is_some()).map(named),
                )
            }
        };
        Self {
            severity: problem.severity,
            code: Some(problem.code),
            message: problem.sentence(),
            advice: problem.advice(),
            labels,
            drawn: source,
            related: elsewhere.iter().map(|l| Self::note(problems, l)).collect(),
        }
    }

    fn note(problems: &Problems, label: &Label) -> Self {
        let excerpt = excerpt(problems, label);
        let (source, label) = match &excerpt {
            Some((source, label)) => (Some(source), label),
            None => (problems.sources().get(label.loc.file), label),
        };
        Self {
            severity: Severity::Warning,
            code: None,
            message: label.text.clone(),
            advice: None,
            labels: source
                .and_then(|s| span(s, label, true))
                .into_iter()
                .collect(),
            drawn: source.map(named),
            related: Vec::new(),
        }
    }
}

/// No line wider than this is drawn: a person could not read it, and the drawing has limits of its own.
const WIDEST: usize = 1000;

/// Whether the place, or a line above or below it, is too wide to draw.
fn is_wide(source: &Source, loc: Loc) -> bool {
    let text = source.text.as_bytes();
    let (start, end) = (
        (loc.start as usize).min(text.len()),
        (loc.end as usize).min(text.len()),
    );
    let before = text[..start].rsplitn(3, |b| *b == b'\n').take(2);
    let after = text[end.max(start)..].splitn(3, |b| *b == b'\n').take(2);
    end.saturating_sub(start) > WIDEST || before.chain(after).any(|line| line.len() > WIDEST)
}

/// The words around a place whose line is too wide, as a source of their own.
fn excerpt(problems: &Problems, label: &Label) -> Option<(Source, Label)> {
    let source = problems.sources().get(label.loc.file)?;
    if !is_wide(source, label.loc) {
        return None;
    }
    let (name, line, column) = problems.sources().position(label.loc)?;
    let mut start = (label.loc.start as usize).saturating_sub(40);
    let mut end = (label.loc.end.min(label.loc.start + 60) as usize + 40).min(source.text.len());
    while !source.text.is_char_boundary(start) {
        start -= 1;
    }
    while !source.text.is_char_boundary(end) {
        end += 1;
    }
    // One line, so that what surrounds it cannot be wide again.
    let text = source.text[start..end].replace(['\n', '\r'], " ");
    let at = |i: u32| u32::try_from((i as usize).clamp(start, end) - start).unwrap_or(0);
    let loc = Loc {
        start: at(label.loc.start),
        end: at(label.loc.end),
        ..label.loc
    };
    let source = Source {
        name: format!("{name}, line {line}, column {column}"),
        text: text.into(),
    };
    Some((
        source,
        Label {
            loc,
            text: label.text.clone(),
        },
    ))
}

fn named(source: &Source) -> NamedSource<Arc<str>> {
    NamedSource::new(&source.name, source.text.clone())
}

/// The label as miette wants it: inside the text, on character borders, at least one character wide.
fn span(source: &Source, label: &Label, primary: bool) -> Option<LabeledSpan> {
    let text = &*source.text;
    let Loc { start, end, .. } = label.loc;
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (mut start, mut end) = (floor(start as usize), floor(end as usize));
    if start >= end {
        // Nothing is drawn under an empty span; at the end of a file the last character stands for it.
        if start == text.len() {
            start = floor(start.saturating_sub(1));
        }
        end = start + text[start..].chars().next().map_or(0, char::len_utf8);
    }
    let words = (!label.text.is_empty()).then(|| label.text.clone());
    let range = start..end;
    Some(if primary {
        LabeledSpan::new_primary_with_span(words, range)
    } else {
        LabeledSpan::new_with_span(words, range)
    })
}

impl Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|c| Box::new(c) as Box<dyn fmt::Display>)
    }
    fn severity(&self) -> Option<miette::Severity> {
        Some(match (self.severity, self.code) {
            (Severity::Error, _) => miette::Severity::Error,
            (Severity::Warning, Some(_)) => miette::Severity::Warning,
            (Severity::Warning, None) => miette::Severity::Advice,
        })
    }
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.advice
            .as_ref()
            .map(|h| Box::new(h) as Box<dyn fmt::Display>)
    }
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.drawn.as_ref().map(|s| s as &dyn SourceCode)
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty())
            .then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = LabeledSpan>>)
    }
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        (!self.related.is_empty())
            .then(|| Box::new(self.related.iter().map(|r| r as &dyn Diagnostic)) as _)
    }
}
