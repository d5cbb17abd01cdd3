//! Writing SVG: elements with fixed decimals and escaped text, and the colours of the map.

use std::fmt::{Display, Write};

use super::plane::{Point, Rect};
use crate::paint::{luminance, rgb};

/// The face of all letters; their room is measured by `metrics`.
const FACE: &str = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans Condensed', sans-serif";

/// What is written and what is drawn in, mostly.
pub const DARK: &str = "#1d1a14";
/// The edge of what is drawn.
pub const EDGE: &str = "#3b342a";
/// What stands on the map as if on a card of its own.
pub const CARD: &str = "#fffdf5";

/// How something is drawn: its attributes, as they are written.
#[derive(Clone, Debug, Default)]
pub struct Style(String);

/// Filled with a colour.
pub fn fill(colour: &str) -> Style {
    Style::default().with("fill", colour)
}

/// A line of this colour and width with nothing inside.
pub fn pen(colour: &str, width: f64) -> Style {
    fill("none").stroke(colour, width)
}

/// Letters of a size and a colour, the first of them at the point where the text stands.
pub fn letters(size: f64, colour: &str) -> Style {
    let style = Style::default().with("font-size", format_args!("{size:.1}"));
    style.with("fill", colour)
}

impl Style {
    /// One attribute more.
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        // Writing to a string cannot fail.
        let _ = write!(self.0, " {name}=\"{value}\"");
        self
    }
    /// A line of this colour and width around it.
    pub fn stroke(self, colour: &str, width: f64) -> Self {
        self.with("stroke", colour).with("stroke-width", width)
    }
    /// Its line is rounded where it bends.
    pub fn bent(self) -> Self {
        self.with("stroke-linejoin", "round")
    }
    /// Its line is rounded where it bends and where it ends.
    pub fn round(self) -> Self {
        self.bent().with("stroke-linecap", "round")
    }
    /// Its line is broken into dashes and gaps of these lengths.
    pub fn dashed(self, lengths: &str) -> Self {
        self.with("stroke-dasharray", lengths)
    }
    /// Letters are bold.
    pub fn bold(self) -> Self {
        self.with("font-weight", "bold")
    }
    /// Letters are slanted.
    pub fn italic(self) -> Self {
        self.with("font-style", "italic")
    }
    /// The point where a text stands is its middle.
    pub fn middle(self) -> Self {
        self.with("text-anchor", "middle")
    }
    /// A rim of this colour and width sets letters off from what lies below.
    pub fn halo(self, colour: &str, width: f64) -> Self {
        let rim = self.with("paint-order", "stroke");
        rim.stroke(colour, width).with("stroke-opacity", 0.75)
    }
}

/// An SVG being written.
#[derive(Debug, Default)]
pub struct Ink {
    out: String,
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
    /// A rectangle with rounded corners.
    pub fn rect(&mut self, r: &Rect, round: f64, Style(style): Style) {
        let Rect { x, y, w, h } = r;
        self.raw(&format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"{round:.1}\"{style}/>"
        ));
    }
    /// A path.
    pub fn path(&mut self, d: &str, Style(style): Style) {
        self.raw(&format!("<path d=\"{d}\"{style}/>"));
    }
    /// Lines that are drawn alike.
    pub fn lines<'l>(&mut self, Style(style): Style, all: impl Iterator<Item = &'l [Point]>) {
        self.raw(&format!("<g{style}>"));
        all.for_each(|points| self.path(&line(points), Style::default()));
        self.raw("</g>");
    }
    /// A shape by its corners, those of one that is 2 wide and high and lies around the origin.
    pub fn shape(&mut self, at: Point, size: f64, corners: &[(f64, f64)], Style(style): Style) {
        let point = |(x, y): &(f64, f64)| format!("{:.1},{:.1}", at.x + x * size, at.y + y * size);
        let points: Vec<String> = corners.iter().map(point).collect();
        let points = points.join(" ");
        self.raw(&format!("<polygon points=\"{points}\"{style}/>"));
    }
    /// A circle.
    pub fn circle(&mut self, Point { x, y }: Point, r: f64, Style(style): Style) {
        self.raw(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"{style}/>"
        ));
    }
    /// A text on its base line.
    pub fn text(&mut self, Point { x, y }: Point, Style(style): Style, text: &str) {
        let text = escape(text);
        self.raw(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\"{style}>{text}</text>"
        ));
    }
}

/// The points of a line as path data.
pub fn line(points: &[Point]) -> String {
    let mut d = String::new();
    for (i, p) in points.iter().enumerate() {
        d.push(if i == 0 { 'M' } else { 'L' });
        tenths(&mut d, p.x);
        d.push(' ');
        tenths(&mut d, p.y);
    }
    d
}

/// Writes a number with one decimal; a line has hundreds of them.
fn tenths(d: &mut String, n: f64) {
    let tenths = (n.abs() * 10.0).round_ties_even() as u64;
    let sign = if n < 0.0 { "-" } else { "" };
    // Writing to a string cannot fail.
    let _ = write!(d, "{sign}{}.{}", tenths / 10, tenths % 10);
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
        DARK
    }
}
