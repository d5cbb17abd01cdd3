//! Colours for text: each power in the colour of its pieces, or no colour at all.

use anstyle::{AnsiColor, Color, RgbColor, Style};

use super::names::power_name;
use sandtable_rules::{PowerId, Rules};

/// Whether text is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paint {
    /// Plain text, as transcripts and programs read it.
    #[default]
    Off,
    /// With colours and marks for people; a stream that takes no colours leaves the marks.
    On,
}

impl Paint {
    /// A text in a style.
    pub fn styled(self, style: Style, text: &str) -> String {
        match self {
            Self::Off => text.to_owned(),
            Self::On => format!("{style}{text}{style:#}"),
        }
    }
    /// A text in bold.
    pub fn bold(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }
    /// A text that stands back.
    pub fn dim(self, text: &str) -> String {
        self.styled(Style::new().dimmed(), text)
    }
    /// A text that warns: losses, damage.
    pub fn bad(self, text: &str) -> String {
        self.styled(
            Style::new().fg_color(Some(Color::Ansi(AnsiColor::Red))),
            text,
        )
    }
    /// A power's name in its own colour.
    pub fn power(self, rules: &Rules, power: PowerId) -> String {
        self.styled(power_style(rules, power), power_name(rules, power))
    }
}

/// The style of a power: its colour, lightened where a dark terminal would swallow it.
fn power_style(rules: &Rules, power: PowerId) -> Style {
    let style = Style::new().bold();
    let power = rules.powers.powers.get(power);
    let Some((r, g, b)) = power.and_then(|p| rgb(&p.colour)) else {
        return style;
    };
    let dark = luminance(r, g, b) < 90;
    let light = |c: u8| if dark { c / 2 + 127 } else { c };
    style.fg_color(Some(Color::Rgb(RgbColor(light(r), light(g), light(b)))))
}

/// The three parts of `#rrggbb`.
pub fn rgb(colour: &str) -> Option<(u8, u8, u8)> {
    let hex = colour
        .strip_prefix('#')
        .filter(|h| h.len() == 6 && h.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
    Some((part(0)?, part(2)?, part(4)?))
}

/// How light a colour looks, from 0 to 255.
pub fn luminance(r: u8, g: u8, b: u8) -> u16 {
    (u16::from(r) * 30 + u16::from(g) * 59 + u16::from(b) * 11) / 100
}
