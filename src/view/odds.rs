//! The odds of a battle as text and as JSON.

use serde_json::{Value, json};

use super::Paint;
use super::bars::Bars;
use super::names::count;
use crate::odds::{Force, Method, Odds};
use crate::rules::Rules;

/// Survivors are listed down to this chance, and at most so many.
const LISTED: (f64, usize) = (0.005, 8);

/// Bars of a histogram in text at most.
const SWINGS: usize = 12;
/// Less than this is what adding up costs, not something that was left out.
const ROUNDING: f64 = 1e-12;

fn percent(p: f64) -> String {
    format!("{:.1} %", p * 100.0)
}

/// A force in words.
pub fn force_text(rules: &Rules, force: &Force) -> String {
    let stack = |s: &crate::odds::Stack| {
        let name = count(rules, s.kind, s.count.into());
        let hurt = if s.damage > 0 {
            format!("({})", s.damage)
        } else {
            String::new()
        };
        let sea = if s.seaborne { " landing" } else { "" };
        format!("{name}{hurt}{sea}")
    };
    let parts: Vec<String> = force.stacks().iter().map(stack).collect();
    if parts.is_empty() {
        "nothing".to_owned()
    } else {
        parts.join(", ")
    }
}

/// The odds as people read them.
pub fn odds_text(rules: &Rules, odds: &Odds, paint: Paint) -> String {
    let money = &rules.economy.currency;
    let mut lines = Vec::new();
    let mut say = |what: &str, figure: String| lines.push(format!("{what:<26}{figure}"));
    if odds.damage.is_empty() {
        say("attacker wins", paint.bold(&percent(odds.win)));
        say("nobody wins", percent(odds.draw));
        say("defender wins", percent(odds.lose));
    }
    if odds.takes > 0.0 {
        say("takes the territory", percent(odds.takes));
    }
    say("rounds", format!("{:.2}", odds.rounds));
    if !odds.damage.is_empty() {
        say("damage", format!("{:.2}", odds.mean_damage()));
    }
    for (who, side) in ["attacker", "defender"].iter().zip(&odds.sides) {
        say(
            &format!("{who} loses"),
            format!("{:.1} {money}, keeps {:.2} units", side.lost, side.left),
        );
        if side.fled > 0.0 {
            say(&format!("{who} breaks off"), percent(side.fled));
        }
    }
    say("swing", format!("{:+.1} {money}", odds.swing()));
    for (who, side) in ["attacker", "defender"].iter().zip(&odds.sides) {
        let likely: Vec<_> = side
            .survivors
            .iter()
            .filter(|(_, p)| *p >= LISTED.0)
            .take(LISTED.1)
            .collect();
        if !likely.is_empty() {
            lines.push(format!("what the {who} may keep"));
            lines.extend(
                likely.iter().map(|(force, p)| {
                    format!("  {:>7}  {}", percent(*p), force_text(rules, force))
                }),
            );
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
        lines.extend(
            odds.damage
                .iter()
                .filter(|(_, p)| *p >= LISTED.0)
                .map(|(n, p)| format!("  {:>7}  {n}", percent(*p))),
        );
    }
    lines.push(paint.dim(&method(&odds.method)));
    lines.join("\n")
}

/// Numbers of rounds with their chances, those that never are left out.
fn lengths(odds: &Odds) -> impl Iterator<Item = (usize, f64)> {
    odds.lengths
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, p)| *p > 0.0)
}

/// A line of a histogram.
fn bar(what: &str, p: f64) -> String {
    const WHOLE: f64 = 40.0;
    let line = format!(
        "  {:>7}  {what:<14}{}",
        percent(p),
        "▪".repeat((p * WHOLE).round() as usize)
    );
    line.trim_end().to_owned()
}

/// What the defender loses more than the attacker, in bars.
fn shown_swings(odds: &Odds, money: &str) -> Vec<String> {
    let bars = Bars::of(&odds.swings, SWINGS, LISTED.0);
    let words = |i: usize| match bars.width {
        1 => format!("{:+} {money}", bars.from(i)),
        width => format!("{:+} to {:+}", bars.from(i), bars.from(i) + width - 1),
    };
    bars.chances
        .iter()
        .enumerate()
        .map(|(i, p)| bar(&words(i), *p))
        .collect()
}

/// Numbers of rounds with bars; what is longer than is worth a line comes last.
fn shown_lengths(odds: &Odds) -> Vec<String> {
    let line = |what: String, p: f64| bar(&what, p);
    let word = |n: usize| {
        if n == 1 {
            "1 round".to_owned()
        } else {
            format!("{n} rounds")
        }
    };
    let worth = |(_, p): &(usize, f64)| *p >= LISTED.0;
    let last = lengths(odds)
        .filter(worth)
        .map(|(n, _)| n)
        .last()
        .unwrap_or(0);
    let mut lines: Vec<String> = lengths(odds)
        .filter(|(n, _)| *n <= last)
        .map(|(n, p)| line(word(n), p))
        .collect();
    let more: f64 = lengths(odds)
        .filter(|(n, _)| *n > last)
        .map(|(_, p)| p)
        .sum();
    if more >= LISTED.0 / 5.0 {
        lines.push(line("more".to_owned(), more));
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
        } => {
            format!("from {runs} battles, seed {seed}; {}", between(*interval))
        }
        Method::Played {
            runs,
            seed,
            interval,
        } => {
            format!(
                "from {runs} battles played by the game, seed {seed}; {}",
                between(*interval)
            )
        }
    }
}

fn between((low, high): (f64, f64)) -> String {
    format!(
        "the attacker wins {} to {} (95 %)",
        percent(low),
        percent(high)
    )
}

/// The odds as a value.
pub fn odds_json(rules: &Rules, odds: &Odds) -> Value {
    let method = match odds.method {
        Method::Exact { pruned } => json!({ "method": "exact", "pruned": pruned }),
        Method::Sampled {
            runs,
            seed,
            interval: (low, high),
        } => {
            json!({ "method": "sampled", "runs": runs, "seed": seed, "interval": [low, high] })
        }
        Method::Played {
            runs,
            seed,
            interval: (low, high),
        } => {
            json!({ "method": "played", "runs": runs, "seed": seed, "interval": [low, high] })
        }
    };
    let side = |side: &crate::odds::SideOdds| {
        let survivors: Vec<Value> = side
            .survivors
            .iter()
            .map(|(f, p)| json!({ "units": force_json(rules, f), "chance": p }))
            .collect();
        json!({ "lost": side.lost, "units_left": side.left, "breaks_off": side.fled, "survivors": survivors })
    };
    let pairs = |all: &mut dyn Iterator<Item = (i64, f64)>, what: &str| -> Vec<Value> {
        all.map(|(n, p)| json!({ what: n, "chance": p })).collect()
    };
    json!({
        "how": method,
        "win": odds.win,
        "draw": odds.draw,
        "lose": odds.lose,
        "takes": odds.takes,
        "rounds": odds.rounds,
        "lengths": pairs(&mut lengths(odds).map(|(n, p)| (n as i64, p)), "rounds"),
        "attacker": side(&odds.sides[0]),
        "defender": side(&odds.sides[1]),
        "swing": odds.swing(),
        "swings": pairs(&mut odds.swings.iter().copied(), "ipc"),
        "damage": pairs(&mut odds.damage.iter().map(|(n, p)| (i64::from(*n), *p)), "points"),
    })
}

/// A force as a list of stacks.
pub fn force_json(rules: &Rules, force: &Force) -> Value {
    let stack = |s: &crate::odds::Stack| {
        let name = rules
            .units
            .types
            .values()
            .nth(s.kind.0.into())
            .map_or("?", |t| &t.name);
        json!({ "unit": name, "count": s.count, "damage": s.damage, "seaborne": s.seaborne })
    };
    force.stacks().iter().map(stack).collect()
}
