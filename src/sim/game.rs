//! One game played by programs, and the row of figures that is left of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::conduct::{Conduct, Observer};
use super::dice::by_side;
use sandtable_ai::{Player, answer, weighted};
use sandtable_game::{Seat, Seats, Session, SharedHooks};
use sandtable_kernel::{Event, Refusal, State};
use sandtable_rules::{Id, PowerId, Rules, Weights};

/// What is played by whom.
#[derive(Clone)]
pub struct Arm {
    /// How people call it.
    pub label: String,
    /// The edition.
    pub rules: Arc<Rules>,
    /// Its scripts.
    pub hooks: SharedHooks,
    /// Who plays which power; people's seats are taken by the usual program.
    pub seats: Seats,
    /// What the programs of these names go by, if that is not what the pack says.
    pub weights: BTreeMap<String, Weights>,
    /// Whether it is counted how they play.
    pub watched: bool,
}

impl Arm {
    /// The same with so many more IPC in a power's treasury at the start.
    #[must_use]
    pub fn with_bid(&self, power: PowerId, ipc: i32) -> Self {
        let mut rules = Rules::clone(&self.rules);
        if let Some(economy) = rules.powers[power].economies.first().copied() {
            rules.powers.economies[economy].treasury += ipc;
        }
        Self {
            rules: Arc::new(rules),
            ..self.clone()
        }
    }
}

/// How a side stands at the end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Standing {
    /// What its territories are worth, in IPC a turn.
    pub income: u32,
    /// What its units cost together, in IPC.
    pub worth: u32,
}

/// What is left of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    /// Which arm of the run: 0 or 1.
    pub arm: u8,
    /// Which game of the arm, from 0.
    pub game: u32,
    /// Its seed.
    pub seed: u64,
    /// The index of the side that won.
    pub winner: Option<u8>,
    /// The round in which it ended.
    pub rounds: u16,
    /// How many orders were given.
    pub orders: u32,
    /// How many orders of programs were refused, and others given for them.
    #[serde(default)]
    pub refused: u32,
    /// How many battles were fought.
    pub battles: u32,
    /// Hits scored beyond what was to be expected, by side, in hundredths of a hit.
    pub luck: Vec<i32>,
    /// How the sides stood at the end of each round.
    pub standings: Vec<Vec<Standing>>,
    /// How the sides played, where that was counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conduct: Vec<Conduct>,
    /// The digest of the last state.
    pub digest: String,
}

/// The games of an arm.
pub fn of_arm(rows: &[Row], arm: usize) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(move |row| usize::from(row.arm) == arm)
}

/// Plays a game to its end or through so many rounds.
///
/// # Errors
/// Nobody plays, or a program finds no order that is taken.
pub fn play(arm: &Arm, task: super::Task, rounds: u16) -> Result<Row, Refusal> {
    let (mut session, _) = Session::new(arm.rules.clone(), arm.hooks.clone(), task.seed)?;
    session.forget();
    let sides = arm.rules.powers.sides.len();
    let mut row = Row {
        arm: task.arm,
        game: task.game,
        seed: task.seed,
        ..Row::default()
    };
    let mut luck = vec![0.0; sides];
    let mut observer = arm.watched.then(|| Observer::new(&arm.rules, &*arm.hooks));
    let mut players: BTreeMap<PowerId, Box<dyn Player>> = BTreeMap::new();
    while session.state().round <= rounds
        && let Some(decision) = session.pending()
    {
        let power = decision.power;
        let name = match arm.seats.of(power) {
            Seat::Program(name) => name,
            Seat::Human(_) | Seat::Exec(_) => "",
        };
        let player = players.entry(power).or_insert_with(|| {
            weighted(name, arm.weights.get(name), task.seed, u64::from(power.0))
        });
        let round = session.state().round;
        let before = session.state().clone();
        let answered = answer(&mut session, &mut **player, &decision)?;
        let events = answered.events;
        if let Some(observer) = &mut observer {
            observer.note(&before, &events, session.state());
        }
        row.orders += 1;
        row.refused += u32::from(answered.refused.is_some());
        for event in &events {
            row.battles += u32::from(matches!(event, Event::BattleBegan(_)));
            by_side(&arm.rules, &mut luck, event);
        }
        if session.state().round != round {
            row.standings.push(standings(&arm.rules, session.state()));
        }
    }
    let state = session.state();
    if state.winner.is_some() {
        row.standings.push(standings(&arm.rules, state));
    }
    let hundredths = luck.iter().map(|hits| (hits * 100.0).round() as i32);
    row.luck = hundredths.collect();
    row.conduct = observer.map_or_else(Vec::new, Observer::end);
    row.winner = state.winner.map(|side| side.index() as u8);
    row.rounds = state.round.min(rounds);
    row.digest = format!("{:016x}", state.digest());
    Ok(row)
}

pub(super) fn standings(rules: &Rules, state: &State) -> Vec<Standing> {
    let mut sides = vec![Standing::default(); rules.powers.sides.len()];
    for (id, power) in rules.powers.powers.iter() {
        if let Some(side) = power.side {
            sides[side.index()].income += state.production(rules, id);
            sides[side.index()].worth += state.worth(rules, id);
        }
    }
    sides
}
