//! What it may cost that those who are sent out are not where they were, or where they could have gone instead.

use std::collections::BTreeSet;

use super::army::Army;
use super::haven;
use super::look::Look;
use super::scratch::Scratch;
use sandtable_kernel::{Standing, Unit, UnitIx};
use sandtable_rules::SpaceId;

/// What that may cost, in IPC, where units are sent to a space and such an army attacks there: what they leave open, and what
/// aircraft stand to lose where they come down.
pub fn uncovered(scratch: &Scratch<'_>, sent: &[UnitIx], (target, army): (SpaceId, &Army)) -> f64 {
    let look = scratch.look();
    let sea = scratch.rules.board.is_sea(target);
    let won = look.forecast(sea, army, &scratch.foes(target)).beaten;
    haven::stake(scratch, target, sent.iter().copied()) + left_open(look, sent, (target, won))
}

/// What units leave open, in IPC, who leave for a battle that is won with such a chance: what capitals are worth that fall
/// without them, and a share of what other territories are, and of what ships left behind stand to lose.
pub fn left_open(look: Look<'_>, sent: &[UnitIx], (target, won): (SpaceId, f64)) -> f64 {
    let sent: Vec<Unit> = sent.iter().map(|u| *look.cx.state.unit(*u)).collect();
    let mut left: BTreeSet<SpaceId> = sent.iter().map(|u| u.space).collect();
    let mine = |c: &SpaceId| look.cx.standing(*c, look.me) == Standing::Friendly;
    left.extend(look.capitals().filter(mine));
    let leaving = Leaving {
        look,
        sent,
        target,
        won,
    };
    // Capitals are what foes come for.
    let share = |s: SpaceId| match look.is_capital(s) {
        true => 1.0,
        false => look.weights().attack_uncovered,
    };
    left.into_iter().map(|s| share(s) * leaving.open(s)).sum()
}

/// Units that leave for an attack.
struct Leaving<'a> {
    look: Look<'a>,
    sent: Vec<Unit>,
    target: SpaceId,
    /// The chance that it wins.
    won: f64,
}

impl Leaving<'_> {
    /// What a space stands to lose without them, in IPC.
    fn open(&self, space: SpaceId) -> f64 {
        match self.look.cx.rules.board.is_sea(space) {
            true => self.offshore(space),
            false => self.ashore(space),
        }
    }

    fn offshore(&self, zone: SpaceId) -> f64 {
        let look = &self.look;
        let before = look.guard(zone);
        let now = self.without(&before, |u| u.space == zone);
        (look.exposure(zone, &now) - look.exposure(zone, &before)).max(0.0)
    }

    fn ashore(&self, space: SpaceId) -> f64 {
        /// What is worth less is no reason to stay, in IPC.
        const LEAST: f64 = 6.0;
        let look = &self.look;
        if look.worth(space) < LEAST || look.threat(space).is_empty() {
            return 0.0;
        }
        // What was bought for it will be there as well, and aircraft that come back; to a capital others could have walked.
        let mut before = look.reinforced(space);
        let now = self.without(&before, |u| u.space == space && !self.returns(u));
        if look.is_capital(space) {
            let near = self.sent.iter().filter(|u| look.walks(u, space));
            near.for_each(|u| before.push(u.kind, 1));
        }
        let falls = |threat: &Army| {
            let falls = |guard: &Army| look.forecast(false, threat, guard).beaten;
            (falls(&now) - falls(&before)).max(0.0)
        };
        // Foes who are not beaten may come as well.
        let mut risk = self.won * falls(&look.threat_after(space, self.target).worst);
        if self.won < 1.0 {
            risk += (1.0 - self.won) * falls(look.threat(space));
        }
        look.worth(space) * risk
    }

    /// Whether a unit flies to the battle and gets back to where it was.
    fn returns(&self, unit: &Unit) -> bool {
        let rules = self.look.cx.rules;
        let kind = &rules.units[unit.kind];
        let far = rules.board.distance(unit.space, self.target);
        let near = far.is_some_and(|d| d <= kind.moves / 2);
        rules.units.air.has(unit.kind) && !kind.one_way && near
    }

    /// Those who are left of an army without those of the units that are gone from it.
    fn without(&self, army: &Army, gone: impl Fn(&Unit) -> bool) -> Army {
        let mut left = army.clone();
        let gone = self.sent.iter().filter(|u| gone(u));
        gone.for_each(|u| left.units.lose(u.kind));
        left
    }
}
