//! Values of tables inside a sentence: TOML on one line, its blanks where they always stand.

/// A value as it should be written; one with comments inside stays as it is.
pub fn value(text: &str) -> String {
    let Some(tokens) = tokens(text) else {
        return text.to_owned();
    };
    let mut out = String::new();
    let mut before = "";
    for token in tokens {
        let clings = out.is_empty()
            || before == "["
            || matches!(token, "]" | ",")
            || (before, token) == ("{", "}");
        if !clings {
            out.push(' ');
        }
        out.push_str(token);
        before = token;
    }
    out
}

/// Texts, signs and words; nothing if there is a comment among them.
fn tokens(text: &str) -> Option<Vec<&str>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '#' => return None,
            '"' | '\'' => closed(rest, first),
            '[' | ']' | '{' | '}' | ',' | '=' => 1,
            _ => rest
                .find(|c: char| c.is_whitespace() || "[]{},=#\"'".contains(c))
                .unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    Some(tokens)
}

/// How long the text at the beginning is, its quotes included.
fn closed(text: &str, quote: char) -> usize {
    let end = text.char_indices().skip(1).find(|(_, c)| *c == quote);
    end.map_or(text.len(), |(at, _)| at + 1)
}
