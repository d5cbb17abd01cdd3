//! Playing by rule of thumb within a stance: what a program does without searching, and what a search
//! expects of everybody. A phase is planned as a whole on a copy of the game; the orders then come one
//! by one.

use std::collections::VecDeque;

use super::dealt::Dealt;
use super::force::Force;
use super::profile::Profile;
use super::scratch::Scratch;
use super::stance::Stance;
use super::{
    assault, attack, battle, buy, escort, fleet, landing, muster, raid, screen, settle, support,
};
use sandtable_kernel::{Cx, Decision, DecisionKind, Order, apply, check, legal};
use sandtable_rules::{PhaseId, PhaseKind};

/// What is left of the plan for a phase.
#[derive(Clone, Debug, Default)]
pub struct Reflex {
    plan: VecDeque<Order>,
    /// The round, turn and phase that the plan is for.
    planned: Option<(u16, u8, PhaseId)>,
}

impl Reflex {
    /// The answer to a decision.
    pub fn answer(
        &mut self,
        cx: Cx<'_>,
        profile: &Profile,
        stance: &Stance,
        decision: &Decision,
    ) -> Order {
        let mut order = self.next(cx, profile, stance, decision);
        while check(cx, &order).is_err() {
            let Some(other) = self.instead(cx, decision, &order) else {
                break;
            };
            order = other;
        }
        if order == Order::EndPhase {
            self.planned = None;
        }
        order
    }

    /// What comes next by the plan; it may turn out not to be allowed.
    pub fn next(
        &mut self,
        cx: Cx<'_>,
        profile: &Profile,
        stance: &Stance,
        decision: &Decision,
    ) -> Order {
        let DecisionKind::Phase(kind) = decision.kind else {
            return battle::answer(cx, profile, decision.power, &decision.kind);
        };
        let now = (cx.state.round, cx.state.turn, cx.state.phase);
        if self.planned != Some(now) {
            self.planned = Some(now);
            let mut scratch = Scratch::new(cx, profile, decision.power, stance);
            plan(&mut scratch, kind);
            self.plan = scratch.orders.into();
            self.plan.push_back(Order::EndPhase);
        }
        self.plan.pop_front().unwrap_or(Order::EndPhase)
    }

    /// What comes next instead of an order that is refused: the one after it, the [`last_resort`] where the phase cannot end
    /// yet; nothing where no other way is left.
    pub fn instead(&mut self, cx: Cx<'_>, decision: &Decision, refused: &Order) -> Option<Order> {
        match (&decision.kind, refused) {
            (DecisionKind::Phase(_), Order::EndPhase) => {
                Some(last_resort(cx)).filter(|order| *order != Order::EndPhase)
            }
            (DecisionKind::Phase(_), _) => self.plan.pop_front(),
            _ => None,
        }
    }
}

/// Gives the orders of a whole phase.
pub fn plan(scratch: &mut Scratch<'_>, kind: PhaseKind) {
    match kind {
        PhaseKind::Purchase => buy::plan(scratch),
        PhaseKind::CombatMove => attacks(scratch),
        PhaseKind::NoncombatMove => {
            // Who has landed is guarded before those beside the warships put ashore what they carry.
            escort::cover(scratch);
            screen::plan(scratch);
            fleet::unload(scratch);
            muster::plan(scratch);
            // Who holds which ground is settled before aircraft choose theirs.
            landing::plan(scratch);
            fleet::plan(scratch);
            landing::rest(scratch);
        }
        PhaseKind::Mobilize => settle::plan(scratch),
        _ => {}
    }
}

/// Declares war and attacks; again for what would be repelled, which takes more then or is left out.
fn attacks(scratch: &mut Scratch<'_>) {
    /// More often nothing is planned anew.
    const AGAIN: usize = 3;
    attack::declare(scratch);
    let start = scratch.mark();
    for left in (0..=AGAIN).rev() {
        let mut force = Force::read(scratch);
        // What may decide the war comes first, and again once attacks have cleared the way.
        assault::plan(&mut force, scratch, scratch.profile.weights.attack_decisive);
        attack::plan(&mut force, scratch);
        assault::plan(&mut force, scratch, 0.0);
        support::plan(&mut force, scratch);
        // Whoever has no task yet attacks once more, also where others do: the more hold what is taken.
        attack::plan(&mut force, scratch);
        support::plan(&mut force, scratch);
        raid::plan(&mut force, scratch);
        let repelled = attack::repelled(scratch);
        if repelled.from.is_empty() || left == 0 {
            fleet::flee(scratch, &force.busy);
            return;
        }
        // What was prepared for is left out.
        if repelled.by.keys().all(|s| scratch.risen.contains_key(s)) {
            scratch.spared = scratch.spared.union(repelled.from);
        }
        scratch.risen.extend(repelled.by);
        scratch.back(start.clone());
    }
}

/// A phase that cannot end yet: whatever brings its end nearer, so that fewest units stand in its way, and of what brings
/// it as near what is put down somewhere.
pub fn last_resort(cx: Cx<'_>) -> Order {
    let rest = |order: &Order| {
        let mut state = cx.state.clone();
        let done = apply(cx.rules, &mut state, order, &mut Dealt::new(0), cx.hooks);
        let ends = done.and_then(|_| check(cx.on(&state), &Order::EndPhase));
        let left = ends.map_or_else(|refusal| refusal.numbers.map_or(i64::MAX, |n| n.0), |()| 0);
        let put_down = matches!(order, Order::Unload { .. } | Order::Place { .. });
        (left, !put_down)
    };
    let best = legal(cx).into_iter().min_by_key(rest);
    best.unwrap_or(Order::EndPhase)
}
