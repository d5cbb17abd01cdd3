//! The odds of a battle as text.

use super::Paint;
use super::bars::Bars;
use super::names::{count, joined_or, percent};
use sandtable_odds::{Force, Method, Odds, Stack};
use sandtable_rules::{Role, Rules, many};

/// Survivors are listed down to this chance, and at most so many.
const LISTED: (f64, usize) = (0.005, 8);

/// Bars of a histogram in text at most.
const SWINGS: usize = 12;
/// Less than this is what adding up costs, not something that was left out.
const ROUNDING: f64 = 1e-12;

/// Between what a figure lies, where it comes from battles that were fought.
fn within(interval: Option<(f64, f64)>, words: impl Fn(f64) -> String) -> String {
    interval.map_or_else(String::new, |(low, high)| {
        format!(" ({} to {})", words(low), words(high))
    })
}

/// A chance and, where battles were fought for it, between what it lies.
pub fn chance(chance: f64, interval: Option<(f64, f64)>) -> String {
    percent(chance) + &within(interval, percent)
}

/// Between what a mean lies.
fn mean_within(odds: &Odds, all: impl Iterator<Item = (f64, f64)>) -> String {
    within(odds.interval_of(all), |x| format!("{x:.2}"))
}

/// A force in words.
pub fn force_text(rules: &Rules, force: &Force) -> String {
    let stack = |s: &Stack| {
        let name = count(rules, s.kind, s.count.into());
        let hurt = match s.damage {
            0 => String::new(),
            damage => format!("({damage})"),
        };
        let sea = if s.seaborne { " landing" } else { "" };
        format!("{name}{hurt}{sea}")
    };
    joined_or(force.stacks().iter().map(stack), ", ", "nothing")
}

/// The odds as people read them.
pub fn odds_text(rules: &Rules, odds: &Odds, paint: Paint) -> String {
    let money = &rules.economy.currency;
    let mut lines = Vec::new();
    let mut say = |what: &str, figure: String| lines.push(format!("{what:<26}{figure}"));
    let chance = |p: f64| chance(p, odds.interval(p));
    if odds.damage.is_empty() {
        let [won, lost] = [Role::Attacker, Role::Defender].map(|role| odds.beats(role));
        let known = within(odds.interval(won), percent);
        say("attacker wins", paint.bold(&percent(won)) + &known);
        say("nobody wins", chance(odds.draw));
        say("defender wins", chance(lost));
        for (who, away) in ["attacker", "defender"].iter().zip(odds.away) {
            if away > 0.0 {
                let figure = format!("{}, neither beaten nor holding the field", chance(away));
                say(&format!("the {who} has got away"), figure);
            }
        }
    }
    if odds.takes > 0.0 {
        say("takes the territory", chance(odds.takes));
    }
    if let Some(holds) = odds.holds {
        say("holds it after the attack", chance(holds));
    }
    let known = mean_within(odds, each_length(odds));
    say("rounds", format!("{:.2}{known}", odds.rounds));
    if !odds.damage.is_empty() {
        let known = mean_within(odds, each_damage(odds));
        let (points, swing) = (odds.mean_damage(), odds.swing_repaired());
        let worth = points * f64::from(odds.repair);
        let figures = format!("{points:.2}{known}, {worth:.1} {money} to repair");
        say("damage", figures);
        say("swing with the repairs", format!("{swing:+.1} {money}"));
    }
    for (who, side) in ["attacker", "defender"].iter().zip(&odds.sides) {
        let lost = mean_within(odds, side.each_loss());
        let kept = mean_within(odds, side.each_left());
        let figures = format!(
            "{:.1} {money}{lost}, keeps {:.2} units",
            side.lost, side.left
        );
        say(&format!("{who} loses"), figures + &kept);
        let crashed = || side.crashed.iter().map(|(n, p)| (f64::from(*n), *p));
        let mean: f64 = crashed().map(|(n, p)| n * p).sum();
        if mean > 0.0 {
            let known = mean_within(odds, crashed());
            say("  for want of a deck", format!("{mean:.2} aircraft{known}"));
        }
        if side.fled > 0.0 {
            say(&format!("{who} breaks off"), chance(side.fled));
        }
    }
    let known = mean_within(odds, each_swing(odds));
    say("swing", format!("{:+.1} {money}{known}", odds.swing()));
    if odds.parts.len() > 1 {
        lines.push("battle by battle".to_owned());
    }
    for (n, part) in odds.parts.iter().enumerate() {
        let (fought, won) = (percent(part.fought), percent(part.won));
        let [ours, theirs] = part.left;
        let left = format!("leaves {ours:.2} against {theirs:.2} units");
        let what = format!("  {}. fought", n + 1);
        lines.push(format!(
            "{what:<26}{fought}, attacker holds the field {won}, {left}"
        ));
    }
    for (who, side) in ["attacker", "defender"].iter().zip(&odds.sides) {
        let all = side.survivors.iter().filter(|(_, p)| *p >= LISTED.0);
        let likely: Vec<_> = all.take(LISTED.1).collect();
        if !likely.is_empty() {
            lines.push(format!("what the {who} may keep"));
        }
        for (force, p) in likely {
            let kept = force_text(rules, force);
            lines.push(format!("  {:>7}  {kept}", percent(*p)));
        }
    }
    if odds.swings.len() > 2 {
        lines.push("the swing: what the defender loses more than the attacker".to_owned());
        lines.extend(shown_swings(odds, money));
    }
    if odds.lengths.len() > 1 && odds.damage.is_empty() {
        lines.push("how long it lasts".to_owned());
        lines.extend(shown_lengths(odds));
    }
    if !odds.damage.is_empty() {
        lines.push("damage done".to_owned());
        let likely = odds.damage.iter().filter(|(_, p)| *p >= LISTED.0);
        lines.extend(likely.map(|(n, p)| format!("  {:>7}  {n}", percent(*p))));
    }
    let why = odds.because.as_ref();
    let why = why.map_or_else(String::new, |why| format!("; {why}"));
    lines.push(paint.dim(&(method(&odds.method) + &why)));
    lines.join("\n")
}

/// Numbers of rounds with their chances, those that never are left out.
pub(super) fn lengths(odds: &Odds) -> impl Iterator<Item = (usize, f64)> {
    let all = odds.lengths.iter().copied().enumerate();
    all.filter(|(_, p)| *p > 0.0)
}

/// The numbers of rounds that a mean is made of, with their chances.
pub(super) fn each_length(odds: &Odds) -> impl Iterator<Item = (f64, f64)> {
    lengths(odds).map(|(n, p)| (n as f64, p))
}

/// The swings, likewise.
pub(super) fn each_swing(odds: &Odds) -> impl Iterator<Item = (f64, f64)> {
    odds.swings.iter().map(|(ipc, p)| (*ipc as f64, *p))
}

/// The damage, likewise.
pub(super) fn each_damage(odds: &Odds) -> impl Iterator<Item = (f64, f64)> {
    odds.damage.iter().map(|(n, p)| (f64::from(*n), *p))
}

/// A line of a histogram.
fn bar(what: &str, p: f64) -> String {
    const WHOLE: f64 = 40.0;
    let bar = "▪".repeat((p * WHOLE).round() as usize);
    let line = format!("  {:>7}  {what:<14}{bar}", percent(p));
    line.trim_end().to_owned()
}

/// What the defender loses more than the attacker, in bars.
fn shown_swings(odds: &Odds, money: &str) -> Vec<String> {
    let bars = Bars::of(&odds.swings, SWINGS, LISTED.0);
    let words = |i: usize| match bars.width {
        1 => format!("{:+} {money}", bars.from(i)),
        width => format!("{:+} to {:+}", bars.from(i), bars.from(i) + width - 1),
    };
    let chances = bars.chances.iter().enumerate();
    chances.map(|(i, p)| bar(&words(i), *p)).collect()
}

/// Numbers of rounds with bars; what is longer than is worth a line comes last.
fn shown_lengths(odds: &Odds) -> Vec<String> {
    let worth = lengths(odds).filter(|(_, p)| *p >= LISTED.0);
    let last = worth.map(|(n, _)| n).last().unwrap_or(0);
    let shown = lengths(odds).filter(|(n, _)| *n <= last);
    let mut lines: Vec<String> = shown.map(|(n, p)| bar(&many(n, "round"), p)).collect();
    let longer = lengths(odds).filter(|(n, _)| *n > last);
    let more: f64 = longer.map(|(_, p)| p).sum();
    if more >= LISTED.0 / 5.0 {
        lines.push(bar("more", more));
    }
    lines
}

fn method(method: &Method) -> String {
    match method {
        Method::Exact { pruned } if *pruned < ROUNDING => "exact".to_owned(),
        Method::Exact { pruned } => format!("exact, but for {pruned:.0e} of all that may happen"),
        Method::Sampled {
            runs,
            seed,
            interval,
        }
        | Method::Played {
            runs,
            seed,
            interval,
        } => {
            let by = match method {
                Method::Played { .. } => " played by the game",
                _ => "",
            };
            let [low, high] = <[f64; 2]>::from(*interval).map(percent);
            format!(
                "from {runs} battles{by}, seed {seed}; the attacker wins {low} to {high} (95 %, as all figures)"
            )
        }
    }
}
