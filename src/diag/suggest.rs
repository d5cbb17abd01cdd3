//! Names as people type them: which spellings count as the same, and which known name an unknown
//! one was probably meant to be.

/// The form in which names are compared: lower case, with `_`, `-` and blanks alike.
pub fn fold_name(name: &str) -> String {
    // Most names are plain words with single blanks between them.
    let mut before = b' ';
    let plain = name.bytes().all(|b| {
        let blank = b == b' ' && before != b' ';
        before = b;
        blank || b.is_ascii_graphic() && b != b'_' && b != b'-'
    });
    if plain && before != b' ' {
        return name.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(name.len());
    for c in name.chars() {
        if c == '_' || c == '-' || c.is_whitespace() {
            if !folded.is_empty() && !folded.ends_with(' ') {
                folded.push(' ');
            }
        } else if c.is_ascii() {
            folded.push(c.to_ascii_lowercase());
        } else {
            folded.extend(c.to_lowercase());
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// Names in backticks, with commas between them.
pub fn quoted<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    let quoted = names.into_iter().map(|name| format!("`{}`", name.as_ref()));
    quoted.collect::<Vec<_>>().join(", ")
}

/// A name, and what it may be the plural of.
pub fn singulars(name: &str) -> impl Iterator<Item = String> + use<> {
    let plain = |ending| name.strip_suffix(ending).map(str::to_owned);
    let other = name.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let all = [Some(name.to_owned()), other, plain("es"), plain("s")];
    all.into_iter().flatten().filter(|form| !form.is_empty())
}

/// The candidate closest to a name, if one is close enough to be meant.
pub fn nearest<S: AsRef<str>>(
    name: &str,
    candidates: impl IntoIterator<Item = S>,
) -> Option<String> {
    let candidates = candidates.into_iter();
    closest(name, &mut candidates.map(|c| c.as_ref().to_owned()))
}

/// The same, compiled once for all kinds of candidates.
fn closest(name: &str, candidates: &mut dyn Iterator<Item = String>) -> Option<String> {
    let name = fold_name(name);
    // Nobody mistypes a whole sentence, and the distance costs the product of the lengths.
    if name.is_empty() || name.len() > 80 {
        return None;
    }
    let allowed = (name.chars().count() / 3).clamp(1, 4);
    let mut best = None;
    for candidate in candidates {
        let folded = fold_name(&candidate);
        let starts = name.len() >= 3 && folded.starts_with(&name);
        let distance = if starts {
            1
        } else {
            strsim::osa_distance(&name, &folded)
        };
        // Hardly anybody mistypes the first letter.
        let rank = (distance, folded.chars().next() != name.chars().next());
        if distance <= allowed && best.as_ref().is_none_or(|(b, _)| rank < *b) {
            best = Some((rank, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}
