//! Repairs: of what builds units, and of what serves nobody.

use super::scratch::Scratch;
use sandtable_kernel::{Order, UnitIx};

/// Mends facilities as far as a third of the money goes: what builds units first and altogether, then what serves nobody
/// until it does again.
pub fn plan(scratch: &mut Scratch<'_>) {
    let rules = scratch.rules;
    let mut hurt: Vec<(bool, UnitIx, u8)> = Vec::new();
    for (ix, unit) in scratch.own(scratch.state.all()) {
        let Some(facility) = rules.units.facility(unit.kind) else {
            continue;
        };
        let builds = facility.production.is_some();
        let serves = facility
            .disabled_at
            .map_or(u8::MAX, |at| at.saturating_sub(1));
        let sound = if builds { 0 } else { serves };
        hurt.push((!builds, ix, unit.damage.saturating_sub(sound)));
    }
    hurt.sort_unstable();
    let funds = |scratch: &Scratch<'_>| scratch.state.funds(rules, scratch.me);
    let kept = funds(scratch) - funds(scratch).max(0) / 3;
    for (_, facility, most) in hurt {
        for points in (1..=most).rev() {
            let mark = scratch.mark();
            if scratch.give(Order::Repair { facility, points }) && funds(scratch) >= kept {
                break;
            }
            scratch.back(mark);
        }
    }
}
