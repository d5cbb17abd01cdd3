//! Who plays a power: a person or a program. The rules never ask.

use super::language::{Name, Names};
use crate::diag::{FileId, Loc, Problem};
use crate::rules::{PowerId, Rules};
use std::collections::BTreeMap;

/// Who plays a power.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// A person.
    Human,
    /// The program of this name.
    Program(String),
}

/// Who plays which power.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats {
    seats: BTreeMap<PowerId, Seat>,
}

impl Seats {
    /// The first power in the order of play is a person, the others are the program.
    pub fn usual(rules: &Rules, program: &str) -> Self {
        let seat = |i| {
            if i == 0 {
                Seat::Human
            } else {
                Seat::Program(program.to_owned())
            }
        };
        Self {
            seats: rules
                .turn
                .order
                .iter()
                .enumerate()
                .map(|(i, power)| (*power, seat(i)))
                .collect(),
        }
    }
    /// Reads `POWER=WHO`, `SIDE=WHO` and `all=WHO`, later ones over earlier ones; `ai` is the program named first.
    ///
    /// # Errors
    /// No such power, no such player.
    pub fn read(rules: &Rules, wishes: &[String], programs: &[&str]) -> Result<Self, Problem> {
        let names = Names::new(rules);
        let usual = programs.first().copied().unwrap_or_default();
        let mut seats = Self::usual(rules, usual);
        for wish in wishes {
            let Some((power, who)) = wish.split_once('=') else {
                return Err(Problem::error(
                    "seat/syntax",
                    format!("`{wish}` does not say who plays what"),
                )
                .help("it is written POWER=human, SIDE=ai or all=ai"));
            };
            let seat = match who.to_lowercase().as_str() {
                "human" => Seat::Human,
                "ai" => Seat::Program(usual.to_owned()),
                other if programs.contains(&other) => Seat::Program(other.to_owned()),
                _ => {
                    return Err(Problem::error(
                        "seat/player",
                        format!("there is no player `{who}`"),
                    )
                    .suggest(
                        who,
                        ["human", "ai"].into_iter().chain(programs.iter().copied()),
                    )
                    .help(format!("the players: human, ai, {}", programs.join(", "))));
                }
            };
            if power.eq_ignore_ascii_case("all") {
                seats.seats.values_mut().for_each(|s| *s = seat.clone());
                continue;
            }
            let side = rules
                .powers
                .sides
                .iter()
                .find(|(_, name)| name.eq_ignore_ascii_case(power))
                .map(|(id, _)| id);
            if let Some(side) = side {
                let of_side = rules.powers.of_side(side);
                seats
                    .seats
                    .iter_mut()
                    .filter(|(p, _)| of_side.has(**p))
                    .for_each(|(_, s)| *s = seat.clone());
                continue;
            }
            let nowhere = Loc {
                file: FileId(0),
                start: 0,
                end: 0,
            };
            let id = names
                .powers
                .find(&Name {
                    text: power.to_owned(),
                    loc: nowhere,
                })
                .map_err(|mut problem| {
                    problem.labels.clear();
                    problem
                })?;
            seats.seats.insert(id, seat);
        }
        Ok(seats)
    }
    /// Who plays a power; a power without turns of its own is a program.
    pub fn of(&self, power: PowerId) -> &Seat {
        static NOBODY: Seat = Seat::Program(String::new());
        self.seats.get(&power).unwrap_or(&NOBODY)
    }
    /// Whether a person plays at all.
    pub fn any_human(&self) -> bool {
        self.seats.values().any(|s| *s == Seat::Human)
    }
    /// Every seat.
    pub fn iter(&self) -> impl Iterator<Item = (PowerId, &Seat)> {
        self.seats.iter().map(|(power, seat)| (*power, seat))
    }
}
