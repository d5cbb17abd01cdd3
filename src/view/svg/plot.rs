//! Plots of simulated games: who won when, and how the sides stood round by round.

use super::ink::{DARK, Ink, fill, letters, line, mix, pen};
use super::plane::{Point, Rect, point, rect};
use crate::sim::{Mean, Round, Summary};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 64.0;
const GAP: f64 = 56.0;

/// A plot's frame: where values lie on the page.
struct Frame {
    area: Rect,
    rounds: usize,
    most: f64,
}

impl Frame {
    fn x(&self, round: f64) -> f64 {
        self.area.x + self.area.w * (round - 0.5) / self.rounds.max(1) as f64
    }
    fn y(&self, value: f64) -> f64 {
        self.area.y + self.area.h * (1.0 - value / self.most)
    }
    fn at(&self, round: usize, value: f64) -> Point {
        point(self.x(round as f64), self.y(value))
    }

    /// Axes, grid and title.
    fn draw(&self, ink: &mut Ink, title: &str) {
        let Rect { x, y, w, h } = self.area;
        ink.text(point(x, y - 12.0), letters(15.0, DARK).bold(), title);
        let small = letters(11.0, DARK).middle();
        let step = step(self.most);
        let mut value = 0.0;
        while value <= self.most + step * 0.01 {
            let y = self.y(value);
            let across = line(&[point(x, y), point(x + w, y)]);
            ink.path(&across, pen("#d8d2c4", 1.0));
            let at = point(x - 28.0, y + 4.0);
            ink.text(at, small.clone(), &format!("{value:.0}"));
            value += step;
        }
        let every = self.rounds.div_ceil(20).max(1);
        for round in (1..=self.rounds).step_by(every) {
            let at = point(self.x(round as f64), y + h + 16.0);
            ink.text(at, small.clone(), &round.to_string());
        }
    }
}

/// A round distance between grid lines.
fn step(most: f64) -> f64 {
    let mut step = 1.0;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if most / step <= 8.0 {
            break;
        }
        step *= factor;
    }
    step
}

/// The plots of every arm: each a column of three.
pub fn sim_svg(arms: &[Summary], colours: &[String]) -> String {
    let column = LEFT + WIDTH + 24.0;
    let width = column * arms.len().max(1) as f64;
    let height = 3.0 * (HEIGHT + GAP) + 96.0;
    let labels: Vec<&str> = arms.iter().map(|a| a.label.as_str()).collect();
    let mut ink = Ink::page(width, height, &labels.join(", "));
    ink.rect(&rect(0.0, 0.0, width, height), 0.0, fill("#faf7ef"));
    for (nth, arm) in arms.iter().enumerate() {
        let x = column * nth as f64 + LEFT;
        let title = format!("{}, {} games", arm.label, arm.games);
        ink.text(point(x, 30.0), letters(19.0, DARK).bold(), &title);
        legend(&mut ink, point(x, 52.0), arm, colours);
        let area = |row: usize| rect(x, 96.0 + row as f64 * (HEIGHT + GAP), WIDTH, HEIGHT);
        victories(&mut ink, area(0), arm, colours);
        curves(&mut ink, area(1), "units' worth", arm, colours, |r| {
            &r.worth
        });
        curves(&mut ink, area(2), "income", arm, colours, |r| &r.income);
    }
    ink.finish()
}

/// The colour of a side, where the pack is not at hand one of these; nobody's is the last, grey.
fn colour(colours: &[String], nth: usize, arm: &Summary) -> String {
    const OTHERS: [&str; 4] = ["#c46a3c", "#5f8f4e", "#4f74a8", "#8a5fa0"];
    match colours.get(nth) {
        _ if arm.wins.get(nth).is_none_or(|w| w.side.is_none()) => "#9a948a".to_owned(),
        Some(colour) => mix(colour, (0, 0, 0), 0.1),
        None => OTHERS[nth % OTHERS.len()].to_owned(),
    }
}

fn legend(ink: &mut Ink, at: Point, arm: &Summary, colours: &[String]) {
    let mut x = at.x;
    for (nth, won) in arm.wins.iter().enumerate() {
        let side = won.side.as_deref().unwrap_or("nobody yet");
        let name = format!("{side} {:.1} %", won.share * 100.0);
        let square = rect(x, at.y - 10.0, 12.0, 12.0);
        ink.rect(&square, 2.0, fill(&colour(colours, nth, arm)));
        ink.text(point(x + 17.0, at.y), letters(12.0, DARK), &name);
        x += 40.0 + super::metrics::width(&name, 12.0);
    }
}

fn victories(ink: &mut Ink, area: Rect, arm: &Summary, colours: &[String]) {
    let rounds = arm.wins.iter().map(|w| w.by_round.len()).max().unwrap_or(0);
    let sides = || arm.wins.iter().filter(|w| w.side.is_some());
    let total = |round: usize| sides().filter_map(|w| w.by_round.get(round)).sum::<usize>();
    let most = (0..rounds).map(total).max().unwrap_or(0).max(1) as f64;
    let frame = Frame { area, rounds, most };
    frame.draw(ink, "games won, by round");
    let width = area.w / rounds.max(1) as f64 * 0.7;
    for round in 0..rounds {
        let mut below = 0.0;
        for (nth, won) in sides().enumerate() {
            let n = won.by_round.get(round).copied().unwrap_or(0) as f64;
            let (top, bottom) = (frame.y(below + n), frame.y(below));
            let left = frame.x((round + 1) as f64) - width / 2.0;
            let bar = rect(left, top, width, bottom - top);
            if n > 0.0 {
                ink.rect(&bar, 1.0, fill(&colour(colours, nth, arm)));
            }
            below += n;
        }
    }
}

fn curves(
    ink: &mut Ink,
    area: Rect,
    what: &str,
    arm: &Summary,
    colours: &[String],
    of: fn(&Round) -> &Mean,
) {
    let rounds = arm.by_round.iter().map(|r| r.round).max().unwrap_or(0);
    let high = |r: &Round| match of(r).interval.high {
        high if high.is_finite() => high,
        _ => of(r).mean,
    };
    let most = arm.by_round.iter().map(high).fold(1.0, f64::max);
    let frame = Frame { area, rounds, most };
    let title = format!("{what} at the end of each round, mean and 95 %");
    frame.draw(ink, &title);
    let wins = arm.wins.iter().enumerate();
    for (nth, won) in wins.filter(|(_, w)| w.side.is_some()) {
        let all = arm.by_round.iter();
        let points: Vec<&Round> = all.filter(|r| Some(&r.side) == won.side.as_ref()).collect();
        let sure = points.iter().filter(|r| of(r).interval.high.is_finite());
        let upper = sure.clone().map(|r| frame.at(r.round, of(r).interval.high));
        let lower = sure
            .rev()
            .map(|r| frame.at(r.round, of(r).interval.low.max(0.0)));
        let band: Vec<Point> = upper.chain(lower).collect();
        let colour = colour(colours, nth, arm);
        if band.len() > 2 {
            let shade = fill(&colour).with("fill-opacity", 0.25);
            ink.path(&(line(&band) + "Z"), shade);
        }
        let means = points.iter().map(|r| frame.at(r.round, of(r).mean));
        let middle: Vec<Point> = means.collect();
        ink.path(&line(&middle), pen(&colour, 2.5));
    }
}
