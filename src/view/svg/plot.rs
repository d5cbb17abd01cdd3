//! Plots of games: of many simulated ones who won when and how the sides stood round by round, of one how it went.

use super::ink::{DARK, Ink, fill, letters, line, mix, pen};
use super::plane::{Point, Rect, point, rect};
use sandtable_game::Session;
use sandtable_sim::{Figures, Mean, Round, Summary, Wins};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 64.0;
const GAP: f64 = 56.0;
const COLUMN: f64 = LEFT + WIDTH + 24.0;

/// A plot's frame: where values lie on the page.
struct Frame {
    area: Rect,
    rounds: usize,
    least: f64,
    most: f64,
}

/// A round, a value and, where that is known, between what it lies.
type Spot = (usize, f64, Option<(f64, f64)>);

/// The curve of a side.
struct Curve {
    colour: String,
    points: Vec<Spot>,
}

impl Frame {
    fn x(&self, round: f64) -> f64 {
        self.area.x + self.area.w * (round - 0.5) / self.rounds.max(1) as f64
    }
    fn y(&self, value: f64) -> f64 {
        let share = (value - self.least) / (self.most - self.least);
        self.area.y + self.area.h * (1.0 - share)
    }
    fn at(&self, round: usize, value: f64) -> Point {
        point(self.x(round as f64), self.y(value))
    }

    /// Axes, grid and title.
    fn draw(&self, ink: &mut Ink, title: &str) {
        let Rect { x, y, w, h } = self.area;
        ink.text(point(x, y - 12.0), letters(15.0, DARK).bold(), title);
        let small = letters(11.0, DARK).middle();
        let step = step(self.most - self.least);
        let mut value = (self.least / step).ceil() * step;
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

/// A page for so many columns of so many plots.
fn page(columns: usize, rows: usize, title: &str) -> Ink {
    let (width, height) = (COLUMN * columns as f64, area(LEFT, rows).y);
    let mut ink = Ink::page(width, height, title);
    ink.rect(&rect(0.0, 0.0, width, height), 0.0, fill("#faf7ef"));
    ink
}

/// Where the plot of a row lies, in the column that begins here.
fn area(left: f64, row: usize) -> Rect {
    rect(left, 96.0 + row as f64 * (HEIGHT + GAP), WIDTH, HEIGHT)
}

/// The plots of every arm: each a column of three.
pub fn sim_svg(arms: &[Summary], colours: &[String]) -> String {
    let labels: Vec<&str> = arms.iter().map(|a| a.label.as_str()).collect();
    let mut ink = page(arms.len().max(1), 3, &labels.join(", "));
    for (nth, arm) in arms.iter().enumerate() {
        let x = COLUMN * nth as f64 + LEFT;
        let title = format!("{}, {} games", arm.label, arm.games);
        ink.text(point(x, 30.0), letters(19.0, DARK).bold(), &title);
        legend(&mut ink, point(x, 52.0), arm, colours);
        victories(&mut ink, area(x, 0), arm, colours);
        let means = |of| means(arm, colours, of);
        let title = |what| format!("{what} at the end of each round, mean and 95 %");
        let worth = means(|r| &r.worth);
        curves(&mut ink, area(x, 1), &title("units' worth"), &worth);
        let income = means(|r| &r.income);
        curves(&mut ink, area(x, 2), &title("income"), &income);
    }
    ink.finish()
}

/// The colour of a side, where the pack is not at hand one of these; nobody's is grey.
fn colour(colours: &[String], nth: usize, arm: &Summary) -> String {
    match arm.wins.get(nth).is_none_or(|w| w.side.is_none()) {
        true => "#9a948a".to_owned(),
        false => side_colour(colours, nth),
    }
}

fn side_colour(colours: &[String], nth: usize) -> String {
    const OTHERS: [&str; 4] = ["#c46a3c", "#5f8f4e", "#4f74a8", "#8a5fa0"];
    match colours.get(nth) {
        Some(colour) => mix(colour, (0, 0, 0), 0.1),
        None => OTHERS[nth % OTHERS.len()].to_owned(),
    }
}

fn legend(ink: &mut Ink, at: Point, arm: &Summary, colours: &[String]) {
    let names = arm.wins.iter().enumerate().map(|(nth, won)| {
        let side = won.side.as_deref().unwrap_or("nobody yet");
        let name = format!("{side} {:.1} %", won.share * 100.0);
        (colour(colours, nth, arm), name)
    });
    squares(ink, at, &names.collect::<Vec<_>>());
}

/// Colours with what they mean, in a row.
fn squares(ink: &mut Ink, at: Point, names: &[(String, String)]) {
    let mut x = at.x;
    for (colour, name) in names {
        let square = rect(x, at.y - 10.0, 12.0, 12.0);
        ink.rect(&square, 2.0, fill(colour));
        ink.text(point(x + 17.0, at.y), letters(12.0, DARK), name);
        x += 40.0 + super::metrics::width(name, 12.0);
    }
}

fn victories(ink: &mut Ink, area: Rect, arm: &Summary, colours: &[String]) {
    let rounds = arm.wins.iter().map(|w| w.by_round.len()).max().unwrap_or(0);
    let sides = || arm.wins.iter().filter(|w| w.side.is_some());
    let total = |round: usize| sides().filter_map(|w| w.by_round.get(round)).sum::<usize>();
    let most = (0..rounds).map(total).max().unwrap_or(0).max(1) as f64;
    let frame = Frame {
        area,
        rounds,
        least: 0.0,
        most,
    };
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

/// The curves of an arm's sides.
fn means(arm: &Summary, colours: &[String], of: fn(&Round) -> &Mean) -> Vec<Curve> {
    let wins = arm.wins.iter().enumerate();
    let sides = wins.filter(|(_, w)| w.side.is_some());
    let curve = |(nth, won): (usize, &Wins)| {
        let all = arm.by_round.iter();
        let own = all.filter(|r| Some(&r.side) == won.side.as_ref());
        let sure = |r: &Round| Some((of(r).interval.low.max(0.0), of(r).interval.high));
        let points = own.map(|r| {
            let within = sure(r).filter(|(_, high)| high.is_finite());
            (r.round, of(r).mean, within)
        });
        Curve {
            colour: colour(colours, nth, arm),
            points: points.collect(),
        }
    };
    sides.map(curve).collect()
}

fn curves(ink: &mut Ink, area: Rect, title: &str, curves: &[Curve]) {
    let all = || curves.iter().flat_map(|c| &c.points);
    let rounds = all().map(|(round, ..)| *round).max().unwrap_or(0);
    let high = |(_, mean, within): &Spot| within.map_or(*mean, |w| w.1);
    let most = all().map(high).fold(1.0, f64::max);
    let least = all().map(|(_, mean, _)| *mean).fold(0.0, f64::min);
    let frame = Frame {
        area,
        rounds,
        least,
        most,
    };
    frame.draw(ink, title);
    for Curve { colour, points } in curves {
        let sure = || {
            points
                .iter()
                .filter_map(|(round, _, within)| Some((*round, (*within)?)))
        };
        let upper = sure().map(|(round, (_, high))| frame.at(round, high));
        let mut lower: Vec<Point> = sure()
            .map(|(round, (low, _))| frame.at(round, low))
            .collect();
        lower.reverse();
        let band: Vec<Point> = upper.chain(lower).collect();
        if band.len() > 2 {
            let shade = fill(colour).with("fill-opacity", 0.25);
            ink.path(&(line(&band) + "Z"), shade);
        }
        let means = points
            .iter()
            .map(|(round, mean, _)| frame.at(*round, *mean));
        let middle: Vec<Point> = means.collect();
        ink.path(&line(&middle), pen(colour, 2.5));
    }
}

/// The plots of one game: worth, income and units of the sides at the end of each round, and their luck so far.
pub fn game_svg(session: &Session, colours: &[String]) -> String {
    let (rules, figures) = (session.rules(), Figures::all(session));
    let mut ink = page(1, 4, &rules.title);
    ink.text(point(LEFT, 30.0), letters(19.0, DARK).bold(), &rules.title);
    let sides = rules.powers.sides.values().enumerate();
    let names = sides.map(|(nth, side)| (side_colour(colours, nth), side.clone()));
    let names: Vec<(String, String)> = names.collect();
    squares(&mut ink, point(LEFT, 52.0), &names);
    let mut plot = |row: usize, what: &str, of: &dyn Fn(&Figures, f64) -> f64| {
        let curve = |(colour, side): &(String, String)| {
            let mut before = 0.0;
            let own = figures.iter().filter(|f| f.side == *side);
            let points = own.map(|f| {
                before = of(f, before);
                (usize::from(f.round), before, None)
            });
            Curve {
                colour: colour.clone(),
                points: points.collect(),
            }
        };
        let all: Vec<Curve> = names.iter().map(curve).collect();
        curves(&mut ink, area(LEFT, row), what, &all);
    };
    plot(0, "units' worth at the end of each round", &|f, _| {
        f.worth.into()
    });
    plot(1, "income at the end of each round", &|f, _| {
        f.income.into()
    });
    plot(2, "units at the end of each round", &|f, _| f.units as f64);
    plot(3, "hits beyond expectation so far", &|f, before| {
        before + f.luck
    });
    ink.finish()
}
