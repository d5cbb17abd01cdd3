//! How much room texts take. The widths are those of a common sans-serif face, rounded up, so
//! that what is laid out by them does not overlap when a similar face draws it.

/// Sizes of type, in pixels.
pub mod size {
    /// Names of spaces.
    pub const NAME: f64 = 13.0;
    /// Cities and other second lines.
    pub const SMALL: f64 = 11.0;
    /// Letters on chips.
    pub const CHIP: f64 = 12.0;
    /// The legend.
    pub const LEGEND: f64 = 14.0;
    /// The title.
    pub const TITLE: f64 = 22.0;
}

/// The width of a text in hundredths of its size.
fn hundredths(c: char) -> u32 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' | '.' | ',' | ':' | ';' | '!' | 'I' | ' ' => 30,
        'f' | 't' | 'r' | '-' | '(' | ')' | '/' | '’' => 36,
        's' | 'c' | 'k' | 'x' | 'y' | 'z' | 'v' | 'J' => 52,
        'm' => 86,
        'w' => 74,
        'M' | '%' => 86,
        'W' | '@' => 96,
        'A'..='Z' => 74,
        'a'..='z' | '0'..='9' => 58,
        '\u{2e80}'.. => 105,
        _ => 64,
    }
}

/// The width of a text in this size of type.
pub fn width(text: &str, size: f64) -> f64 {
    let total: u32 = text.chars().map(hundredths).sum();
    f64::from(total) * size / 100.0
}

/// The width of a text in bold.
pub fn bold(text: &str, size: f64) -> f64 {
    width(text, size) * 1.08
}
