//! The histograms of a battle: what it costs the one side more than the other, and how long it lasts.

use super::ink::{CARD, DARK, Ink, fill, letters};
use super::plane::{Rect, point, rect};
use crate::bars::Bars;
use crate::names::percent;
use sandtable_odds::Odds;
use sandtable_rules::Role;

const WIDTH: f64 = 760.0;
const SWINGS: Rect = rect(60.0, 70.0, 670.0, 280.0);
const LENGTHS: Rect = rect(60.0, 430.0, 670.0, 180.0);
/// At most so many bars.
const BARS: usize = 48;
/// What is less likely than this, all beyond it included, is not drawn.
const SEEN: f64 = 0.001;

/// The histograms as an SVG document; that of rounds only where they are known and differ.
pub fn odds_svg(title: &str, odds: &Odds) -> String {
    let long = odds.lengths.iter().filter(|p| **p > 0.0).count() > 1;
    let last = if long { LENGTHS } else { SWINGS };
    let (w, h) = (WIDTH, last.bottom() + 60.0);
    let mut ink = Ink::page(w, h, title);
    ink.rect(&rect(0.0, 0.0, w, h), 0.0, fill(CARD));
    let fitted: String = title.chars().take(100).collect();
    let bold = letters(14.0, DARK).bold();
    ink.text(point(SWINGS.x, 26.0), bold, &fitted);
    let both = ["attacker", "defender"].into_iter().zip(odds.away);
    let away: Vec<String> = both
        .filter(|(_, away)| *away > 0.0)
        .map(|(who, away)| format!(", {who} got away {}", percent(away)))
        .collect();
    let line = format!(
        "attacker wins {}, nobody {}, defender {}{}; swing {:+.1}",
        percent(odds.beats(Role::Attacker)),
        percent(odds.draw),
        percent(odds.beats(Role::Defender)),
        away.concat(),
        odds.swing()
    );
    ink.text(point(SWINGS.x, 48.0), letters(13.0, DARK), &line);
    let bars = Bars::of(&odds.swings, BARS, SEEN);
    let from = |i: usize| bars.from(i);
    let wide = match bars.width {
        ..=1 => String::new(),
        width => format!("; each bar is {width} wide"),
    };
    Histogram {
        area: SWINGS,
        chances: &bars.chances,
        label: &|i| format!("{:+}", from(i)),
        fill: &|i| if from(i) < 0 { "#b5533c" } else { "#4f7f5a" },
        caption: &format!("what the defender loses more than the attacker{wide}"),
    }
    .draw(&mut ink);
    if long {
        let last = odds.lengths.iter().rposition(|p| *p >= SEEN);
        let seen = last.map_or(1, |last| last + 1);
        let shown = seen.min(BARS);
        let mut chances = odds.lengths[..shown].to_vec();
        // The last bar stands for all that is longer.
        chances[shown - 1] += odds.lengths[shown..].iter().sum::<f64>();
        let more = match odds.lengths.len() > shown {
            true => ", the last bar that or more",
            false => "",
        };
        Histogram {
            area: LENGTHS,
            chances: &chances,
            label: &|i| i.to_string(),
            fill: &|_| "#4f74a8",
            caption: &format!("how many rounds it lasts{more}"),
        }
        .draw(&mut ink);
    }
    ink.finish()
}

/// Chances as bars side by side.
struct Histogram<'h> {
    area: Rect,
    chances: &'h [f64],
    label: &'h dyn Fn(usize) -> String,
    fill: &'h dyn Fn(usize) -> &'static str,
    caption: &'h str,
}

impl Histogram<'_> {
    fn draw(&self, ink: &mut Ink) {
        let Self { area, chances, .. } = self;
        let top = chances.iter().copied().fold(1e-9, f64::max);
        let step = area.w / chances.len() as f64;
        for (i, p) in chances.iter().enumerate() {
            let height = area.h * p / top;
            let bar = rect(
                area.x + i as f64 * step + 0.5,
                area.bottom() - height,
                (step - 1.0).max(0.5),
                height,
            );
            ink.rect(&bar, 0.0, fill((self.fill)(i)));
        }
        for i in (0..chances.len()).step_by(chances.len().div_ceil(12)) {
            let at = point(area.x + (i as f64 + 0.5) * step, area.bottom() + 16.0);
            ink.text(at, letters(11.0, DARK).middle(), &(self.label)(i));
        }
        let at = point(area.x - 50.0, area.y + 4.0);
        ink.text(at, letters(11.0, DARK), &percent(top));
        ink.rect(&rect(area.x, area.bottom(), area.w, 1.0), 0.0, fill(DARK));
        let at = point(area.centre().x, area.bottom() + 42.0);
        ink.text(at, letters(12.0, DARK).middle(), self.caption);
    }
}
