//! The lines of a save: what was done, as it is written and read.

use super::damaged;
use crate::chain::Chain;
use crate::joint::Secret;
use crate::log::{Deed, Entry, Reached, Record, Step};
use sandtable_diag::{Loc, Problem, from_line};
use sandtable_rules::{PowerId, Rules};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use std::sync::Arc;

/// A line of a save as it is read: one of an order, an edit, an undo or something for the dice of several people.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedLine {
    by: Option<String>,
    order: Option<String>,
    edit: Option<String>,
    /// A standing order.
    standing: Option<String>,
    /// An order that follows from one.
    stood: Option<String>,
    /// So many of the last things that still counted were taken back.
    undo: Option<usize>,
    /// Who did something for the dice of several people.
    who: Option<String>,
    /// Where their chain of secrets begins.
    begin: Option<Secret>,
    /// The next secret of their chain.
    open: Option<Secret>,
    /// An order that was fixed, and waits for dice.
    announce: Option<String>,
    dice: Option<Vec<u8>>,
    digest: Option<String>,
    round: Option<u16>,
    turn: Option<String>,
    won: Option<String>,
}

/// What a line says, in its order.
struct Said(Vec<(&'static str, Value)>);

impl Serialize for Said {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(what, said)| (what, said)))
    }
}

/// Something that was done, as it was read, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedEntry {
    /// Its line.
    pub loc: Loc,
    /// What it is.
    pub deed: Deed,
    /// Who gave the order, or was asked when the edit was made.
    pub by: String,
    /// The order or the edit.
    pub text: String,
    /// The dice that were rolled; saves of before do not say.
    pub dice: Vec<u8>,
    /// The state's digest after it, where a phase ended with it.
    pub digest: Option<u64>,
    /// What was reached with it, where a phase ended.
    pub reached: Option<SavedReached>,
}

/// What was reached when a phase ended, as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedReached {
    /// The round.
    pub round: u16,
    /// Whose turn.
    pub turn: String,
    /// The side that had won, if it was over.
    pub won: Option<String>,
}

/// A record of a save.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SavedRecord {
    Done(SavedEntry),
    Undone(usize),
    Dice(SavedStep),
}

/// Something that was done for the dice of several people, as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SavedStep {
    /// Its line.
    pub loc: Loc,
    /// What it was.
    pub step: Step,
}

impl SavedRecord {
    /// The record of a log; orders of a power that is not there are refused later.
    pub fn record(&self, rules: &Rules) -> Record {
        let power = |name: &str| {
            let mut powers = rules.powers.powers.iter();
            let found = powers.find(|(_, power)| power.name == name);
            found.map_or(PowerId(0), |(id, _)| id)
        };
        let side = |name: &String| {
            let mut sides = rules.powers.sides.iter();
            sides.find(|(_, side)| *side == name).map(|(id, _)| id)
        };
        let saved = match self {
            Self::Undone(count) => return Record::Undone(*count),
            Self::Dice(saved) => return Record::Dice(saved.step.clone()),
            Self::Done(saved) => saved,
        };
        let reached = saved.digest.zip(saved.reached.as_ref());
        let reached = reached.map(|(digest, reached)| Reached {
            digest,
            round: reached.round,
            turn: power(&reached.turn),
            won: reached.won.as_ref().and_then(side),
        });
        Record::Done(Arc::new(Entry {
            deed: saved.deed,
            by: power(&saved.by),
            text: saved.text.clone(),
            dice: saved.dice.clone(),
            reached,
        }))
    }
}

/// Records as lines of a save.
pub fn written(rules: &Rules, records: &[Record], chain: &mut Chain) -> String {
    let lines = records.iter().map(|record| line(rules, record, chain));
    lines.collect()
}

/// A record as a line of a save.
fn line(rules: &Rules, record: &Record, chain: &mut Chain) -> String {
    let power = |power: PowerId| json!(rules.powers[power].name);
    let said = match record {
        Record::Undone(count) => vec![("undo", json!(count))],
        Record::Dice(Step::Begin { who, tip }) => {
            vec![("who", json!(who)), ("begin", json!(tip))]
        }
        Record::Dice(Step::Open { who, secret }) => {
            vec![("who", json!(who)), ("open", json!(secret))]
        }
        Record::Dice(Step::Announce { by, order }) => {
            vec![("by", json!(by)), ("announce", json!(order))]
        }
        Record::Done(entry) => {
            let done = (entry.deed.word(), json!(entry.text));
            let mut said = vec![("by", power(entry.by)), done];
            if !entry.dice.is_empty() {
                said.push(("dice", json!(entry.dice)));
            }
            if let Some(reached) = entry.reached {
                said.push(("digest", json!(format!("{:016x}", reached.digest))));
                said.push(("round", json!(reached.round)));
                said.push(("turn", power(reached.turn)));
                let won = reached.won.map(|side| json!(rules.powers.sides[side]));
                said.extend(won.map(|side| ("won", side)));
            }
            said
        }
    };
    chain.seal(&Said(said))
}

/// Reads a line with something that was done.
pub(super) fn record(
    loc: Loc,
    line: &str,
    chain: Option<&mut Chain>,
) -> Result<SavedRecord, Problem> {
    let damaged = |what: String| damaged(loc, what);
    let line: SavedLine = match chain {
        Some(chain) => from_line(&chain.unseal(line).map_err(damaged)?),
        None => from_line(line),
    }
    .map_err(damaged)?;
    let digest = line.digest.map(|d| u64::from_str_radix(&d, 16)).transpose();
    let digest = digest.map_err(|_| damaged("its digest is not a number".to_owned()))?;
    let nobody = || damaged("it does not say who did it".to_owned());
    let by = line.by;
    let dice = |step: Step| Ok(SavedRecord::Dice(SavedStep { loc, step }));
    let texts = [
        (Deed::Order, line.order),
        (Deed::Edit, line.edit),
        (Deed::Standing, line.standing),
        (Deed::Stood, line.stood),
    ];
    let mut texts = texts.into_iter();
    let mut text = || texts.find_map(|(deed, text)| Some((deed, text?)));
    let others = (line.undo, line.begin, line.open, line.announce);
    match (text(), text(), others) {
        (Some((deed, text)), None, (None, None, None, None)) => {
            let reached = line.round.zip(line.turn);
            Ok(SavedRecord::Done(SavedEntry {
                loc,
                deed,
                by: by.ok_or_else(nobody)?,
                text,
                dice: line.dice.unwrap_or_default(),
                digest,
                reached: reached.map(|(round, turn)| SavedReached {
                    round,
                    turn,
                    won: line.won,
                }),
            }))
        }
        (None, _, (Some(count), None, None, None)) => Ok(SavedRecord::Undone(count)),
        (None, _, (None, Some(tip), None, None)) => {
            let who = line.who.ok_or_else(nobody)?;
            dice(Step::Begin { who, tip })
        }
        (None, _, (None, None, Some(secret), None)) => {
            let who = line.who.ok_or_else(nobody)?;
            dice(Step::Open { who, secret })
        }
        (None, _, (None, None, None, Some(order))) => {
            let by = by.unwrap_or_default();
            dice(Step::Announce { by, order })
        }
        _ => Err(damaged("it should say one thing that was done".to_owned())),
    }
}
