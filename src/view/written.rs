//! The items of a pack in the language that packs are written in: with their places and layers for
//! people, as values for programs.

use sandtable_diag::Loc;
use sandtable_pack::{PackInfo, Part, Resolved};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A text of the rules language on one line and without comments: the same for what differs only in
/// its layout.
pub fn flat(text: &str) -> String {
    let mut line = String::new();
    let (mut quoted, mut comment) = (false, false);
    for c in text.chars() {
        comment = c != '\n' && (comment || (c == '#' && !quoted));
        quoted ^= c == '"' && !comment;
        if comment || (c.is_whitespace() && !quoted) {
            if !line.is_empty() && !line.ends_with(' ') {
                line.push(' ');
            }
        } else {
            line.push(c);
        }
    }
    line.trim_end().to_owned()
}

/// All of an item on one line.
pub(super) fn whole(item: &Resolved) -> String {
    let parts: Vec<String> = item.parts.iter().map(|p| flat(&p.text)).collect();
    let head = format!("{} {}", item.kind, item.name);
    match (item.facts, item.kind) {
        (false, _) => parts.join("  "),
        (true, "setup") => format!("{head}: {}", parts.join(", ")),
        (true, _) if parts.is_empty() => head,
        (true, _) => format!("{head} {{ {} }}", parts.join("  ")),
    }
}

/// The part of an item that was written at a place.
pub(super) fn part_at(info: &PackInfo, loc: Loc) -> Option<(&Resolved, &Part)> {
    let around =
        |p: &Part| p.loc.file == loc.file && p.loc.start <= loc.start && loc.end <= p.loc.end;
    let parts = info
        .resolved()
        .iter()
        .flat_map(|item| item.parts.iter().map(move |part| (item, part)));
    parts
        .filter(|(_, part)| around(part))
        .min_by_key(|(_, part)| part.loc.end - part.loc.start)
}

/// A place as `FILE:LINE`.
pub(super) fn place(info: &PackInfo, loc: Loc) -> String {
    let (file, line, _) = info.sources.position(loc).unwrap_or(("?", 0, 0));
    format!("{file}:{line}")
}

/// Every item with the file and line that says it, and who changed it.
pub fn resolved_text<'a>(info: &PackInfo, items: impl IntoIterator<Item = &'a Resolved>) -> String {
    let mut text = String::new();
    for item in items {
        let several = item.parts.len() > 1 || item.facts;
        if several {
            let _ = writeln!(text, "{} {}", item.kind, item.name);
        }
        for part in &item.parts {
            let changed = part.before.last().map_or_else(String::new, |before| {
                let (by, was) = (&info.layers[part.pack], place(info, *before));
                format!("; changed by {by}, was at {was}")
            });
            let margin = if several { "  " } else { "" };
            let body = part.text.replace('\n', &format!("\n{margin}"));
            let _ = writeln!(
                text,
                "{margin}{body}   # {}{changed}",
                place(info, part.loc)
            );
        }
    }
    text
}

/// An item as a value: its parts, each with where it was said, by which pack, and what it takes the
/// place of.
pub fn resolved_json(info: &PackInfo, item: &Resolved) -> Value {
    let place = |loc: &Loc| {
        let (file, line, column) = info.sources.position(*loc)?;
        Some(json!({ "file": file, "line": line, "column": column }))
    };
    let part = |part: &Part| {
        let before: Vec<_> = part.before.iter().map(place).collect();
        json!({ "text": part.text, "pack": info.layers[part.pack], "at": place(&part.loc), "before": before })
    };
    let parts: Vec<Value> = item.parts.iter().map(part).collect();
    json!({ "kind": item.kind, "name": item.name, "parts": parts })
}
