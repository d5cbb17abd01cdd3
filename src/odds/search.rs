//! The cheapest part of a force that is likely enough to win.

use super::field::Field;
use super::force::{Force, Stack};
use super::reckon::Unknown;
use super::setup::Setup;
use crate::rules::SiteKind;

/// More parts of a force than this are not tried.
pub const PARTS: u64 = 50_000;

/// A force that is likely enough to win.
#[derive(Clone, PartialEq, Debug)]
pub struct Commitment {
    /// The force.
    pub force: Force,
    /// Its chance: to take the territory in a battle on land, to win in others.
    pub chance: f64,
    /// What it is worth, in IPC.
    pub cost: i64,
}

/// Finds the cheapest part of the attacker's force that is as likely to win as needed, and among
/// equally cheap ones the likeliest; `None` if not even the whole of it is.
///
/// # Errors
/// A battle is too large to be read exactly.
pub fn cheapest(setup: &Setup<'_>, needed: f64) -> Result<Option<Commitment>, Unknown> {
    let whole = setup.forces[0].stacks();
    let parts: u64 = whole.iter().fold(1, |n, s| n.saturating_mul(u64::from(s.count) + 1));
    if parts > PARTS {
        return Err(Unknown::TooManyParts);
    }
    let mut forces: Vec<(i64, Force)> = (1..parts).map(|number| part(whole, number)).map(|f| (f.cost(setup.rules), f)).collect();
    forces.sort_by_key(|(cost, _)| *cost);
    let mut best: Option<Commitment> = None;
    for (cost, force) in forces {
        if best.as_ref().is_some_and(|b| b.cost < cost) {
            break;
        }
        let tried = Setup { forces: [force, setup.forces[1].clone()], ..setup.clone() };
        let chance = chance(&tried)?;
        if chance >= needed && best.as_ref().is_none_or(|b| b.chance < chance) {
            let [force, _] = tried.forces;
            best = Some(Commitment { force, chance, cost });
        }
    }
    Ok(best)
}

/// The part with this number: its counts are the digits.
fn part(whole: &[Stack], number: u64) -> Force {
    let mut rest = number;
    let mut force = Force::default();
    for stack in whole {
        let digit = rest % (u64::from(stack.count) + 1);
        rest /= u64::from(stack.count) + 1;
        // A digit is at most the count of its stack.
        force.add(Stack { count: digit as u16, ..*stack });
    }
    force
}

/// The chance to take the territory, or to win where there is none.
fn chance(setup: &Setup<'_>) -> Result<f64, Unknown> {
    let mut field = Field::new(setup)?;
    if !field.close() {
        return Err(Unknown::TooLarge);
    }
    let starts = field.starts();
    let solved = field.solve(&starts);
    let takes = setup.plan().kind == SiteKind::Land;
    Ok(solved.endings.iter().filter(|e| field.succeeds(e.live, takes)).map(|e| e.chance).sum())
}
