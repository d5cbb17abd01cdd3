//! The histogram of a battle: what it costs the one side more than the other.

use super::ink::{Anchor, FACE, Ink};
use super::plane::{Rect, point};
use crate::odds::Odds;

const PAGE: Rect = Rect { x: 0.0, y: 0.0, w: 760.0, h: 420.0 };
const PLOT: Rect = Rect { x: 60.0, y: 70.0, w: 670.0, h: 280.0 };
/// At most so many bars.
const BARS: usize = 48;
const DARK: &str = "fill=\"#1d1a14\"";

/// Bars of equal width: from which sum each begins, and its chance.
struct Bars {
    width: i64,
    first: i64,
    chances: Vec<f64>,
}

/// Puts sums with their chances into bars of a round width.
fn bars(swings: &[(i64, f64)]) -> Bars {
    let seen = || swings.iter().filter(|(_, p)| *p > 1e-6).map(|(ipc, _)| *ipc);
    let (low, high) = (seen().min().unwrap_or(0), seen().max().unwrap_or(0));
    let fits = |width: &i64| ((high - low) / width + 2) as usize <= BARS;
    let width = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].into_iter().find(fits).unwrap_or((high - low) / 20 + 1);
    let first = low.div_euclid(width) * width;
    let mut chances = vec![0.0; ((high - first) / width + 1) as usize];
    for (ipc, p) in swings.iter().filter(|(ipc, _)| (low..=high).contains(ipc)) {
        chances[((ipc - first) / width) as usize] += p;
    }
    Bars { width, first, chances }
}

/// The histogram as an SVG document.
pub fn odds_svg(title: &str, odds: &Odds) -> String {
    let mut ink = Ink::default();
    let (w, h) = (PAGE.w, PAGE.h);
    ink.raw(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {h:.0}\" font-family=\"{FACE}\">"));
    ink.raw(&format!("<title>{}</title>", super::ink::escape(title)));
    ink.rect(&PAGE, 0.0, "fill=\"#fffdf5\"");
    let fitted: String = title.chars().take(100).collect();
    ink.text(point(PLOT.x, 26.0), 14.0, Anchor::Start, &format!("font-weight=\"bold\" {DARK}"), &fitted);
    let chance = |p: f64| format!("{:.1} %", p * 100.0);
    let line = format!(
        "attacker wins {}, nobody {}, defender {}; swing {:+.1} IPC",
        chance(odds.win),
        chance(odds.draw),
        chance(odds.lose),
        odds.swing()
    );
    ink.text(point(PLOT.x, 48.0), 13.0, Anchor::Start, DARK, &line);
    let bars = bars(&odds.swings);
    let top = bars.chances.iter().copied().fold(1e-9, f64::max);
    let step = PLOT.w / bars.chances.len() as f64;
    for (i, p) in bars.chances.iter().enumerate() {
        let from = bars.first + i as i64 * bars.width;
        let height = PLOT.h * p / top;
        let bar = Rect { x: PLOT.x + i as f64 * step + 0.5, y: PLOT.bottom() - height, w: (step - 1.0).max(0.5), h: height };
        ink.rect(&bar, 0.0, if from < 0 { "fill=\"#b5533c\"" } else { "fill=\"#4f7f5a\"" });
    }
    let every = bars.chances.len().div_ceil(12);
    for i in (0..bars.chances.len()).step_by(every) {
        let label = format!("{:+}", bars.first + i as i64 * bars.width);
        ink.text(point(PLOT.x + (i as f64 + 0.5) * step, PLOT.bottom() + 16.0), 11.0, Anchor::Middle, DARK, &label);
    }
    ink.text(point(PLOT.x - 50.0, PLOT.y + 4.0), 11.0, Anchor::Start, DARK, &chance(top));
    let axis = Rect { x: PLOT.x, y: PLOT.bottom(), w: PLOT.w, h: 1.0 };
    ink.rect(&axis, 0.0, DARK);
    let what = format!("what the defender loses more than the attacker, in IPC; each bar is {} wide", bars.width);
    ink.text(point(PLOT.centre().x, PLOT.bottom() + 42.0), 12.0, Anchor::Middle, DARK, &what);
    ink.raw("</svg>");
    ink.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_hold_everything_that_is_likely() {
        let swings: Vec<(i64, f64)> = (-70..70).map(|ipc| (ipc, 1.0 / 140.0)).collect();
        let bars = bars(&swings);
        assert!(bars.chances.len() <= BARS && bars.width == 5, "{} of {}", bars.chances.len(), bars.width);
        assert!((bars.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(bars.first <= -70 && bars.first % bars.width == 0);
    }

    #[test]
    fn one_sum_is_one_bar() {
        assert_eq!(bars(&[(12, 1.0)]).chances, [1.0]);
        assert_eq!(bars(&[]).chances.len(), 1);
    }
}
