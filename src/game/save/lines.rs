//! The lines of a save: what was done, as it is written and read.

use super::damaged;
use crate::chain::Chain;
use crate::joint::Secret;
use crate::log::{Deed, Entry, Reached, Record, Step};
use sandtable_diag::{Loc, Problem, from_line};
use sandtable_rules::{PowerId, Rules, SideId};
use serde::{Deserialize, Serialize};

/// A line of a save: one of an order, an edit, an undo or something for the dice of several people.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    order: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edit: Option<String>,
    /// A standing order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    standing: Option<String>,
    /// An order that follows from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stood: Option<String>,
    /// So many of the last things that still counted were taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undo: Option<usize>,
    /// Who did something for the dice of several people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    who: Option<String>,
    /// Where their chain of secrets begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    begin: Option<Secret>,
    /// The next secret of their chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<Secret>,
    /// An order that was fixed, and waits for dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    announce: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dice: Option<Vec<u8>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    won: Option<String>,
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
    pub dice: Option<Vec<u8>>,
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
    /// The power that an announced order is for.
    pub by: String,
    /// What it was, but for that power.
    pub step: Step,
}

impl SavedStep {
    /// With powers by their names.
    pub fn step(&self, power: &dyn Fn(&str) -> PowerId) -> Step {
        match &self.step {
            Step::Announce { order, .. } => Step::Announce {
                by: power(&self.by),
                order: order.clone(),
            },
            step => step.clone(),
        }
    }
}

impl SavedEntry {
    /// What was done, with powers and sides by their names.
    pub(super) fn entry(
        &self,
        power: &dyn Fn(&str) -> PowerId,
        side: &dyn Fn(&str) -> Option<SideId>,
    ) -> Entry {
        let reached = self.digest.zip(self.reached.as_ref());
        let reached = reached.map(|(digest, saved)| Reached {
            digest,
            round: saved.round,
            turn: power(&saved.turn),
            won: saved.won.as_deref().and_then(side),
        });
        Entry {
            deed: self.deed,
            by: power(&self.by),
            text: self.text.clone(),
            dice: self.dice.clone().unwrap_or_default(),
            reached,
        }
    }
}

/// Records as lines of a save.
pub fn written(rules: &Rules, records: &[Record], chain: &mut Chain) -> String {
    let lines = records.iter().map(|record| line(rules, record, chain));
    lines.collect()
}

/// A record as a line of a save.
fn line(rules: &Rules, record: &Record, chain: &mut Chain) -> String {
    let name = |power: PowerId| rules.powers[power].name.clone();
    let mut line = SavedLine::default();
    match record {
        Record::Undone(count) => line.undo = Some(*count),
        Record::Dice(Step::Begin { who, tip }) => {
            (line.who, line.begin) = (Some(who.clone()), Some(*tip));
        }
        Record::Dice(Step::Open { who, secret }) => {
            (line.who, line.open) = (Some(who.clone()), Some(*secret));
        }
        Record::Dice(Step::Announce { by, order }) => {
            (line.by, line.announce) = (Some(name(*by)), Some(order.clone()));
        }
        Record::Done(entry) => {
            let text = match entry.deed {
                Deed::Order => &mut line.order,
                Deed::Edit => &mut line.edit,
                Deed::Standing => &mut line.standing,
                Deed::Stood => &mut line.stood,
            };
            *text = Some(entry.text.clone());
            line.by = Some(name(entry.by));
            line.dice = (!entry.dice.is_empty()).then(|| entry.dice.clone());
            if let Some(reached) = entry.reached {
                line.digest = Some(format!("{:016x}", reached.digest));
                line.round = Some(reached.round);
                line.turn = Some(name(reached.turn));
                line.won = reached.won.map(|side| rules.powers.sides[side].clone());
            }
        }
    }
    chain.seal(&line)
}

/// Reads a line with something that was done.
pub(super) fn record(
    loc: Loc,
    line: &str,
    chain: Option<&mut Chain>,
) -> Result<SavedRecord, Problem> {
    let damaged = |what: String| damaged(loc, what);
    let mut line: SavedLine = match chain {
        Some(chain) => from_line(&chain.unseal(line).map_err(damaged)?),
        None => from_line(line),
    }
    .map_err(damaged)?;
    let digest = line
        .digest
        .take()
        .map(|d| u64::from_str_radix(&d, 16))
        .transpose();
    let digest = digest.map_err(|_| damaged("its digest is not a number".to_owned()))?;
    let nothing = || damaged("it should say one thing that was done".to_owned());
    let said = [
        line.order.is_some(),
        line.edit.is_some(),
        line.standing.is_some(),
        line.stood.is_some(),
        line.announce.is_some(),
        line.undo.is_some(),
        line.begin.is_some(),
        line.open.is_some(),
    ];
    if said.into_iter().filter(|said| *said).count() != 1 {
        return Err(nothing());
    }
    let won = line.won.take();
    let reached = line.round.zip(line.turn.take());
    let reached = reached.map(|(round, turn)| SavedReached { round, turn, won });
    let (rolled, by_whom) = (line.dice.take(), line.by.take());
    let dice = |by: Option<String>, step: Step| {
        let by = by.unwrap_or_default();
        Ok(SavedRecord::Dice(SavedStep { loc, by, step }))
    };
    let nobody = || damaged("it does not say who did it".to_owned());
    if let Some(count) = line.undo {
        return Ok(SavedRecord::Undone(count));
    }
    if let Some(tip) = line.begin {
        let who = line.who.ok_or_else(nobody)?;
        return dice(None, Step::Begin { who, tip });
    }
    if let Some(secret) = line.open {
        let who = line.who.ok_or_else(nobody)?;
        return dice(None, Step::Open { who, secret });
    }
    if let Some(order) = line.announce {
        let by = PowerId(0);
        return dice(by_whom, Step::Announce { by, order });
    }
    let texts = [
        (Deed::Order, line.order),
        (Deed::Edit, line.edit),
        (Deed::Standing, line.standing),
        (Deed::Stood, line.stood),
    ];
    let mut texts = texts.into_iter();
    let (deed, text) = texts
        .find_map(|(deed, text)| Some((deed, text?)))
        .ok_or_else(nothing)?;
    let by = by_whom.ok_or_else(nobody)?;
    Ok(SavedRecord::Done(SavedEntry {
        loc,
        deed,
        by,
        text,
        dice: rolled,
        digest,
        reached,
    }))
}
