//! The tokens of a file in their order, each with what the layout must know of its place in the tree.

use super::values;
use crate::grammar::Rule;
use crate::parse::trees;
use pest::iterators::Pair;

/// A node of the tree, by the order in which it is met.
pub type Node = usize;

/// The kind of rows that share columns, and the block they are in.
pub type RowKey = (Rule, Node);

/// A token.
pub struct Token {
    /// Where it begins and ends in the file.
    pub start: usize,
    pub end: usize,
    /// How it is written.
    pub text: String,
    pub rule: Rule,
    /// It begins an item.
    pub is_item: bool,
    /// It begins a row of a block, or an item: which node, and with whom it shares columns.
    pub row: Option<(Node, RowKey)>,
    /// The nodes of which it begins a part other than the first.
    pub part_of: Vec<Node>,
    /// It begins an effect that stands below its trigger's `then`.
    pub is_effect: bool,
    /// Blanks before it if it does not begin a line.
    pub gap: usize,
    /// The column it begins, counted within its row.
    pub column: Option<u8>,
}

/// The tokens of a text that can be read.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut walk = Walk {
        text,
        nodes: 0,
        base: 0,
        found: Vec::new(),
    };
    for (base, chunk) in trees(text) {
        walk.base = base;
        for item in chunk.into_inner().filter(|p| p.as_rule() != Rule::EOI) {
            walk.literals(base + item.as_span().start());
            let first = walk.found.len();
            walk.node(item, 0);
            if let Some(token) = walk.found.get_mut(first) {
                token.is_item = true;
            }
        }
    }
    walk.literals(text.len());
    let mut found = walk.found;
    spaces(&mut found);
    found
}

struct Walk<'t> {
    text: &'t str,
    nodes: Node,
    base: usize,
    found: Vec<Token>,
}

impl Walk<'_> {
    /// Signs that the grammar has without a name stand between the pairs.
    fn literals(&mut self, until: usize) {
        let from = self.found.last().map_or(0, |t| t.end);
        let mut comment = false;
        let between = self.text.get(from..until).unwrap_or_default();
        for (at, c) in between.char_indices() {
            comment = c != '\n' && (comment || c == '#');
            if !comment && !c.is_whitespace() {
                self.push(from + at, from + at + c.len_utf8(), Rule::compare);
            }
        }
    }

    fn push(&mut self, start: usize, end: usize, rule: Rule) {
        let text = &self.text[start..end];
        let quoted = text.starts_with('"');
        let text = match rule {
            Rule::fact_value => values::value(text),
            _ if quoted => text.to_owned(),
            _ => text.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        self.found.push(Token {
            start,
            end,
            text,
            rule,
            is_item: false,
            row: None,
            part_of: Vec::new(),
            is_effect: false,
            gap: 1,
            column: None,
        });
    }

    fn node(&mut self, pair: Pair<'_, Rule>, parent: Node) {
        let rule = pair.as_rule();
        let span = pair.as_span();
        self.literals(self.base + span.start());
        self.nodes += 1;
        let me = self.nodes;
        let first = self.found.len();
        let whole = matches!(rule, Rule::name | Rule::text | Rule::phase_name)
            || pair.clone().into_inner().next().is_none();
        if whole {
            let end = span.start() + span.as_str().trim_end().len();
            self.push(self.base + span.start(), self.base + end, rule);
        } else {
            self.parts(pair, me);
        }
        if parent == 0
            && let Some(token) = self.found.get_mut(first)
        {
            token.row = Some((me, (rule, 0)));
        }
    }

    fn parts(&mut self, pair: Pair<'_, Rule>, me: Node) {
        let parent = pair.as_rule();
        let mut inside = false;
        for (nth, part) in pair.into_inner().enumerate() {
            let rule = part.as_rule();
            let first = self.found.len();
            inside &= rule != Rule::sign_close;
            let number = self.nodes + 1;
            self.node(part, me);
            let Some(token) = self.found.get_mut(first) else {
                continue;
            };
            if inside && begins_row(parent, rule) {
                let key = match parent {
                    Rule::movement | Rule::battles => parent,
                    _ => rule,
                };
                token.row = Some((number, (key, me)));
            } else if nth > 0 {
                token.part_of.push(me);
            }
            token.is_effect |= parent == Rule::trigger && !inside && is_effect(rule);
            if let Some((gap, column)) = place(parent, rule, nth) {
                (token.gap, token.column) = (gap, column);
            }
            inside |= rule == Rule::sign_open;
        }
    }
}

fn is_effect(rule: Rule) -> bool {
    (Rule::e_give..=Rule::e_script).contains(&rule)
}

/// Whether a part of a block begins a row of it.
fn begins_row(parent: Rule, rule: Rule) -> bool {
    match parent {
        Rule::gate => matches!(
            rule,
            Rule::k_joins | Rule::k_for | Rule::k_open_to_holders_of
        ),
        _ => true,
    }
}

/// Blanks before a part of its parent, and the column it begins, where it is not one blank and none.
fn place(parent: Rule, rule: Rule, nth: usize) -> Option<(usize, Option<u8>)> {
    match (parent, rule) {
        (Rule::territory | Rule::sea_zone, Rule::sign_open) => Some((1, Some(0))),
        (Rule::territory | Rule::sea_zone, Rule::sign_close) => None,
        // The name is the second part, the brace the third, the first fact the fourth.
        (Rule::territory | Rule::sea_zone, _) => (nth > 3).then_some((2, None)),
        // The kind, the name, the brace, then the first fact.
        (Rule::row_change, Rule::row_fact) => (nth > 3).then_some((2, None)),
        (Rule::gate, Rule::k_for | Rule::k_open_to_holders_of) => Some((2, None)),
        (Rule::setup_row, Rule::pieces) => (nth == 2).then_some((1, Some(0))),
        (Rule::phase, Rule::k_does) => Some((2, Some(0))),
        (Rule::phase, Rule::skip) => Some((2, Some(1))),
        (Rule::fire, Rule::k_by) => Some((1, Some(0))),
        (Rule::fire, Rule::k_on) => Some((1, Some(1))),
        (Rule::fire, Rule::losses) => Some((2, Some(2))),
        (
            Rule::fire,
            Rule::only_if | Rule::unless | Rule::sparing | Rule::chosen | Rule::own_roll,
        ) => Some((2, None)),
        (Rule::fire, Rule::one_round | Rule::some_rounds | Rule::from_round) => Some((2, None)),
        (
            Rule::m_hostile
            | Rule::m_ignore
            | Rule::m_load
            | Rule::m_unload
            | Rule::m_shot
            | Rule::m_stranded,
            _,
        )
        | (Rule::b_order | Rule::b_raids | Rule::b_escorts | Rule::b_bombard, _) => {
            (nth == 1).then_some((1, Some(0)))
        }
        _ => None,
    }
}

/// Signs that cling to what stands before or after them.
fn spaces(tokens: &mut [Token]) {
    let mut after_bracket = false;
    for token in tokens {
        if after_bracket
            || matches!(
                token.rule,
                Rule::sign_comma | Rule::sign_colon | Rule::sign_right
            )
        {
            token.gap = 0;
        }
        after_bracket = matches!(token.rule, Rule::sign_left | Rule::more_or_less);
    }
}
