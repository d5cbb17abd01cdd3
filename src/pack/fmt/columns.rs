//! Columns: what stands below one another in neighbouring rows, and their comments.

use super::layout::TextLine;
use std::collections::BTreeMap;

/// Blanks before a comment at the end of a line.
const BEFORE_COMMENT: usize = 3;

/// A line that reaches so much further than the shortest of its neighbours does not move their comments.
const OUTLIER: usize = 30;

/// Aligns the columns of neighbouring rows, then comments.
pub fn align(lines: &mut [TextLine]) {
    let mut rest = &mut *lines;
    while !rest.is_empty() {
        let key = rest[0].key;
        let joins = |l: &&TextLine| key.is_some() && l.key == key && !l.apart;
        let more = rest[1..].iter().take_while(joins).count();
        let (rows, after) = rest.split_at_mut(1 + more);
        (0..3).for_each(|column| align_column(rows, column));
        rest = after;
    }
    align_comments(lines);
}

fn align_column(rows: &mut [TextLine], column: u8) {
    let reach = |line: &TextLine| {
        let nth = line.parts.iter().position(|p| p.column == Some(column))?;
        Some((nth, line.reach(nth)))
    };
    let Some(widest) = rows.iter().filter_map(|l| Some(reach(l)?.1)).max() else {
        return;
    };
    for line in rows {
        if let Some((nth, width)) = reach(line) {
            line.parts[nth].gap += widest - width;
        }
    }
}

/// Comments stand below one another on lines that follow each other, and on lines of one paragraph
/// that begin with the same word.
fn align_comments(lines: &mut [TextLine]) {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut by_word: BTreeMap<(usize, String), usize> = BTreeMap::new();
    let mut above: Option<(usize, usize)> = None;
    for (at, line) in lines.iter().enumerate() {
        if line.apart {
            by_word.clear();
            above = None;
        }
        let (Some(first), true) = (line.parts.first(), line.comment.is_some()) else {
            above = None;
            continue;
        };
        let word = (line.indent, first.text.clone());
        let near = above.filter(|(indent, _)| *indent == line.indent);
        let group = near.map(|(_, group)| group);
        let group = group.or_else(|| by_word.get(&word).copied());
        let group = group.unwrap_or(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(at);
        by_word.insert(word, group);
        above = Some((line.indent, group));
    }
    for group in groups {
        let widths: Vec<usize> = group
            .iter()
            .map(|at| lines[*at].reach(usize::MAX))
            .collect();
        let most = widths.iter().min().map_or(0, |least| least + OUTLIER);
        let near = widths.iter().copied().filter(|w| *w <= most);
        let widest = near.max().unwrap_or(0);
        for (at, width) in group.into_iter().zip(widths) {
            lines[at].comment_gap = BEFORE_COMMENT + widest.saturating_sub(width);
        }
    }
}
