//! Tokens and comments to lines: where lines break and how far each is indented.

use super::tokens::{Node, RowKey, Token};
use crate::grammar::Rule;
use std::ops::Range;

/// How much deeper what belongs to a line stands.
const STEP: usize = 2;

/// A token on a line.
pub struct Part {
    pub text: String,
    /// Blanks before it.
    pub gap: usize,
    pub column: Option<u8>,
}

/// A line.
#[derive(Default)]
pub struct TextLine {
    pub indent: usize,
    pub parts: Vec<Part>,
    /// The comment at its end, or all there is of it.
    pub comment: Option<String>,
    /// Blanks before the comment.
    pub comment_gap: usize,
    /// An empty line stands before it.
    pub apart: bool,
    /// The row that begins here.
    pub key: Option<RowKey>,
}

impl TextLine {
    /// How far the first so many tokens reach, in characters.
    pub fn reach(&self, count: usize) -> usize {
        let parts = self.parts.iter().take(count);
        let widths = parts.map(|p| p.gap + p.text.chars().count());
        self.indent + widths.sum::<usize>()
    }

    /// The line as it is written.
    pub fn text(&self) -> String {
        let mut text = if self.apart { "\n" } else { "" }.to_owned();
        text.push_str(&" ".repeat(self.indent));
        for part in &self.parts {
            text.push_str(&" ".repeat(part.gap));
            text.push_str(&part.text);
        }
        if let Some(comment) = &self.comment {
            text.push_str(&" ".repeat(self.comment_gap));
            text.push_str(comment);
        }
        text.push('\n');
        text
    }
}

/// What stands between two tokens.
#[derive(Default)]
struct Between {
    /// A comment on the line of the token before.
    trailing: Option<String>,
    /// Comments on lines of their own, each with whether an empty line stands before it.
    own: Vec<(String, bool)>,
    breaks: bool,
    /// An empty line stands before the token after.
    apart: bool,
}

impl Between {
    fn read(file: &str, stretch: Range<usize>) -> Self {
        let text = &file[stretch.clone()];
        let mut between = Self {
            breaks: text.contains('\n'),
            ..Self::default()
        };
        let mut empty = 0;
        for (nth, line) in text.split('\n').enumerate() {
            let line = line.trim();
            if line.is_empty() {
                empty += 1;
            } else if nth == 0 {
                between.trailing = Some(line.to_owned());
            } else {
                let first = between.own.is_empty() && between.trailing.is_none();
                let apart = empty > usize::from(first);
                between.own.push((line.to_owned(), apart));
                empty = 0;
            }
        }
        // What follows the last line break is the beginning of the token's own line.
        let first = between.own.is_empty() && between.trailing.is_none();
        between.apart = empty > 1 + usize::from(first);
        // The beginning of a file is no line of a token before.
        let begins = between.trailing.take_if(|_| stretch.start == 0);
        between.own.splice(0..0, begins.map(|c| (c, false)));
        between
    }
}

/// The row that is being written.
#[derive(Clone, Copy, Default)]
struct Row {
    node: Node,
    indent: usize,
    /// The part it has come to began a line.
    led: bool,
}

#[derive(Default)]
struct Layout {
    lines: Vec<TextLine>,
    row: Row,
    /// The rows outside, one for each open block, with whether the block has lines of its own.
    outer: Vec<(Row, usize, bool)>,
}

/// The lines of a text.
pub fn lines(text: &str, tokens: &[Token]) -> Vec<TextLine> {
    let mut layout = Layout::default();
    let mut end = 0;
    for (nth, token) in tokens.iter().enumerate() {
        let between = Between::read(text, end..token.start);
        layout.token(text, tokens, nth, between);
        end = token.end;
    }
    layout.comments(Between::read(text, end..text.len()), 0);
    if let Some(first) = layout.lines.first_mut() {
        first.apart = false;
    }
    layout.lines
}

impl Layout {
    fn token(&mut self, text: &str, tokens: &[Token], nth: usize, between: Between) {
        let token = &tokens[nth];
        let has_comment = between.trailing.is_some() || !between.own.is_empty();
        let opened = nth > 0 && tokens[nth - 1].rule == Rule::sign_open;
        let in_lines = self.outer.last().is_some_and(|(.., lines)| *lines);
        let closes = token.rule == Rule::sign_close;
        let row = token.row.filter(|_| token.is_item || in_lines);
        let clings = matches!(
            token.rule,
            Rule::sign_comma | Rule::sign_colon | Rule::sign_open
        );
        let breaks = nth == 0
            || token.is_item
            || row.is_some()
            || closes && in_lines
            || has_comment
            || between.breaks && !clings;
        let breaks = breaks && !(closes && opened && !has_comment);
        if breaks {
            let indent = self.indent(token, row);
            let apart = between.apart && !opened && !closes;
            let within = if closes { indent + STEP } else { indent };
            let opening = opened && between.trailing.is_none();
            self.comments(between, within);
            let comments = self.lines.iter_mut().rev();
            let first = comments.take_while(|l| l.parts.is_empty()).last();
            if let Some(first) = first.filter(|_| opening) {
                first.apart = false;
            }
            self.lines.push(TextLine {
                indent,
                apart,
                key: row.map(|(_, key)| key),
                ..TextLine::default()
            });
        }
        if let Some((node, _)) = row {
            let indent = self.lines.last().map_or(0, |l| l.indent);
            let led = false;
            self.row = Row { node, indent, led };
        } else if token.part_of.contains(&self.row.node) {
            self.row.led = breaks;
        }
        self.write(token, breaks, block_has_lines(text, tokens, nth));
    }

    /// How far a line that begins with this token is indented.
    fn indent(&self, token: &Token, row: Option<(Node, RowKey)>) -> usize {
        if token.is_item {
            return 0;
        }
        let block = self.outer.last().map_or(0, |(_, indent, _)| *indent);
        if token.rule == Rule::sign_close {
            return block;
        }
        if row.is_some() {
            return block + STEP;
        }
        let deeper = token.is_effect || self.row.led && !token.part_of.contains(&self.row.node);
        self.row.indent + if deeper { 2 * STEP } else { STEP }
    }

    fn write(&mut self, token: &Token, begins_line: bool, block_has_lines: bool) {
        let Some(line) = self.lines.last_mut() else {
            return;
        };
        let opens = token.rule == Rule::sign_open;
        // Only blocks on one line stand in columns.
        let column = token.column.filter(|_| !(opens && block_has_lines));
        let gap = if begins_line { 0 } else { token.gap };
        line.parts.push(Part {
            text: token.text.clone(),
            gap,
            column,
        });
        if opens {
            self.outer.push((self.row, line.indent, block_has_lines));
        } else if token.rule == Rule::sign_close
            && let Some((row, ..)) = self.outer.pop()
        {
            self.row = row;
        }
    }

    fn comments(&mut self, between: Between, indent: usize) {
        if let (Some(line), Some(_)) = (self.lines.last_mut(), &between.trailing) {
            line.comment = between.trailing;
        }
        for (comment, apart) in between.own {
            self.lines.push(TextLine {
                indent,
                comment: Some(comment),
                apart,
                ..TextLine::default()
            });
        }
    }
}

/// Whether the block that this token opens is written on lines of its own.
fn block_has_lines(text: &str, tokens: &[Token], open: usize) -> bool {
    if tokens[open].rule != Rule::sign_open {
        return false;
    }
    let mut depth = 0usize;
    for token in &tokens[open..] {
        match token.rule {
            Rule::sign_open => depth += 1,
            Rule::sign_close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let inside = &text[tokens[open].end..token.start];
            return inside.contains('\n') && !inside.trim().is_empty();
        }
    }
    false
}
