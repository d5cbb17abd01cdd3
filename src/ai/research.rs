//! How much research is worth: an advance makes a power's units better, and the dice for it cost what units would.

use super::facts::Facts;
use super::look::Look;
use super::profile::Profile;
use sandtable_kernel::{Cx, Offer};
use sandtable_rules::{Id, PowerId};

/// What an advance is worth, as a share of what the power's units cost.
const SHARE: f64 = 0.1;

/// What all advances of a power are worth, in IPC.
pub fn worth(cx: Cx<'_>, power: PowerId) -> f64 {
    let made = cx.state.advances[power.index()].iter().count();
    made as f64 * advance(cx, power)
}

/// What one more is worth to it.
fn advance(cx: Cx<'_>, power: PowerId) -> f64 {
    SHARE * f64::from(cx.state.worth(cx.rules, power))
}

/// How many dice are bought when they are offered: as long as the next one is worth its price, and none while a capital
/// is open.
pub fn dice(cx: Cx<'_>, profile: &Profile, me: PowerId, offer: &Offer) -> usize {
    let Some(terms) = &cx.rules.turn.phases[cx.state.phase].research else {
        return 0;
    };
    let facts = Facts::new(cx, me);
    let look = Look::new(cx, profile, me, &facts);
    if look.capitals().any(|c| !look.holds(c, &look.guard(c))) {
        return 0;
    }
    let faces = f64::from(terms.sides.saturating_sub(terms.success).saturating_add(1));
    let chance = faces / f64::from(terms.sides.max(1));
    let (worth, price) = (advance(cx, me), f64::from(terms.cost));
    // One success is enough: each further die counts only where all before it failed.
    let gains = std::iter::successors(Some(chance * worth), |gain| Some(gain * (1.0 - chance)));
    let dice = gains.take(usize::from(offer.max));
    dice.take_while(|gain| *gain > price).count()
}
