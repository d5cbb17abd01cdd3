//! Writing SVG: elements with fixed decimals and escaped text, and the colours of the map.

use std::fmt::Write;

use super::plane::{Point, Rect};
use crate::view::paint::{luminance, rgb};

/// The face of all letters; their room is measured by `metrics`.
const FACE: &str = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans Condensed', sans-serif";

/// An SVG being written.
#[derive(Debug, Default)]
pub struct Ink {
    out: String,
}

/// Where a text stands at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
}

impl Ink {
    /// A page of this size with a title.
    pub fn page(w: f64, h: f64, title: &str) -> Self {
        let mut ink = Self::default();
        ink.raw(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {h:.0}\" font-family=\"{FACE}\">"));
        ink.raw(&format!("<title>{}</title>", escape(title)));
        ink
    }
    /// The finished text.
    pub fn finish(self) -> String {
        self.out + "</svg>\n"
    }
    /// Raw markup, a line of it.
    pub fn raw(&mut self, markup: &str) {
        self.out.push_str(markup);
        self.out.push('\n');
    }
    /// Opens a group with these attributes.
    pub fn open(&mut self, attributes: &str) {
        self.raw(&format!("<g {attributes}>"));
    }
    /// Closes a group.
    pub fn close(&mut self) {
        self.raw("</g>");
    }
    /// A rectangle with rounded corners.
    pub fn rect(&mut self, r: &Rect, round: f64, attributes: &str) {
        let Rect { x, y, w, h } = r;
        let line = format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"{round:.1}\" {attributes}/>"
        );
        self.raw(&line);
    }
    /// A path.
    pub fn path(&mut self, d: &str, attributes: &str) {
        self.raw(&format!("<path d=\"{d}\" {attributes}/>"));
    }
    /// A circle.
    pub fn circle(&mut self, at: Point, r: f64, attributes: &str) {
        self.raw(&format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{r:.1}\" {attributes}/>",
            at.x, at.y
        ));
    }
    /// A text on its base line.
    pub fn text(&mut self, at: Point, size: f64, anchor: Anchor, attributes: &str, text: &str) {
        let anchor = if anchor == Anchor::Middle {
            " text-anchor=\"middle\""
        } else {
            ""
        };
        let (x, y) = (at.x, at.y);
        self.raw(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\"{anchor} {attributes}>{}</text>",
            escape(text)
        ));
    }
}

/// The points of a line as path data.
pub fn line(points: &[Point]) -> String {
    let mut d = String::new();
    for (i, p) in points.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(d, "{}{:.1} {:.1}", if i == 0 { "M" } else { "L" }, p.x, p.y);
    }
    d
}

/// Rings as path data.
pub fn rings(rings: &[Vec<Point>]) -> String {
    rings.iter().map(|r| line(r) + "Z").collect()
}

/// A text that is safe inside markup; characters that XML does not know are dropped.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' => safe.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => safe.push(c),
        }
    }
    safe
}

/// A colour of the pack mixed with another: `part` of 0 is the colour itself. What is no colour is grey.
pub fn mix(colour: &str, with: (u8, u8, u8), part: f64) -> String {
    let (r, g, b) = rgb(colour).unwrap_or((0xa8, 0xa8, 0xa0));
    let blend = |a: u8, b: u8| (f64::from(a) * (1.0 - part) + f64::from(b) * part).round() as u8;
    format!(
        "#{:02x}{:02x}{:02x}",
        blend(r, with.0),
        blend(g, with.1),
        blend(b, with.2)
    )
}

/// Black or white, whichever can be read on a colour.
pub fn on(colour: &str) -> &'static str {
    let (r, g, b) = rgb(colour).unwrap_or((0xa8, 0xa8, 0xa0));
    if luminance(r, g, b) < 140 {
        "#ffffff"
    } else {
        "#1d1a14"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_colours_mixed() {
        assert_eq!(escape("<A & \"B\">\u{7}"), "&lt;A &amp; &quot;B&quot;&gt;");
        assert_eq!(mix("#000000", (255, 255, 255), 0.5), "#808080");
        assert_eq!(mix("nonsense", (0, 0, 0), 0.0), "#a8a8a0");
        assert_eq!((on("#101010"), on("#f0f0f0")), ("#ffffff", "#1d1a14"));
    }
}
