//! What does not change while a power plans a phase: who its foes are, what they could bring where,
//! how near they are. Worked out when it is first asked for.

use std::cell::OnceCell;

use super::army::Army;
use crate::kernel::Cx;
use crate::rules::{PowerId, PowerSet, Verdict};

/// What the foes could bring against a space in their next turns.
#[derive(Clone, Default, Debug)]
pub struct Threat {
    /// The most dangerous of them alone.
    pub worst: Army,
    /// All of them together.
    pub joint: Army,
}

/// What is known for a whole phase.
pub struct Facts {
    /// Who is at war with the power; where nobody is, every power of another side.
    pub foes: PowerSet,
    /// Who is at war with it or may be before its next turn.
    pub dangers: PowerSet,
    /// Steps from each space to the nearest territory that a foe holds: over land, and of any kind.
    pub steps: OnceCell<Vec<(u8, u8)>>,
    /// By space.
    pub threats: Vec<OnceCell<Threat>>,
}

impl Facts {
    /// Those of a position.
    pub fn new(cx: Cx<'_>, me: PowerId) -> Self {
        let at_war = cx.foes(me);
        let rivals = rivals(cx, me);
        let dangers = rivals
            .iter()
            .filter(|p| at_war.has(*p) || may_declare(cx, *p, me));
        Self {
            foes: if at_war.is_empty() { rivals } else { at_war },
            dangers: at_war.union(dangers.collect()),
            steps: OnceCell::new(),
            threats: vec![OnceCell::new(); cx.rules.board.spaces.len()],
        }
    }
}

/// Every power of another side.
pub fn rivals(cx: Cx<'_>, me: PowerId) -> PowerSet {
    let powers = &cx.rules.powers;
    let side = powers[me].side;
    let others = powers.powers.iter();
    let others = others.filter(|(_, p)| p.side.is_some() && p.side != side);
    others.map(|(id, _)| id).collect()
}

/// Whether a power may declare war on another as things stand.
fn may_declare(cx: Cx<'_>, by: PowerId, on: PowerId) -> bool {
    let rows = cx.rules.politics.declarations.iter();
    let mut rows = rows.filter(|r| r.by.has(by) && r.on.has(on));
    let decides = rows.find(|r| cx.holds(&r.when, by));
    decides.is_some_and(|r| r.verdict == Verdict::Allow)
}
