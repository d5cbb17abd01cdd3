//! Evaluating conditions: a walk over the compiled tree. Nothing is changed, and no script is
//! called unless the pack wrote one into the condition.

use super::query::Cx;
use sandtable_rules::{Cond, Id, PowerId, PowerSet, SpaceId};

impl Cx<'_> {
    /// Whether a condition holds, seen from a power.
    pub fn holds(&self, cond: &Cond, me: PowerId) -> bool {
        let state = self.state;
        match cond {
            Cond::Always => true,
            Cond::All(all) => !self.first_is(all, false, me),
            Cond::Any(any) => self.first_is(any, true, me),
            Cond::Not(not) => !self.holds(not, me),
            Cond::Controls {
                who,
                spaces,
                at_least,
            } => {
                let who = self.who(who, me);
                let held = spaces.iter().filter(|s| held(state.owner(*s), who));
                reaches(held, *at_least)
            }
            Cond::Took {
                who,
                spaces,
                at_least,
            } => {
                let who = self.who(who, me);
                let took =
                    |s: &SpaceId| held(state.owner(*s), who) && !held(state.start_owner(*s), who);
                reaches(spaces.iter().filter(took), *at_least)
            }
            Cond::Present {
                who,
                units,
                spaces,
                at_least,
            } => {
                let who = self.who(who, me);
                let counted = |(_, u): &(_, &super::Unit)| {
                    units.has(u.kind) && spaces.has(u.space) && who.has(u.owner)
                };
                reaches(state.all().filter(counted), *at_least)
            }
            Cond::AtWar(a, b) => {
                let (a, b) = (self.who(a, me), self.who(b, me));
                a.iter().any(|x| b.iter().any(|y| self.at_war(x, y)))
            }
            Cond::Round(cmp, n) => cmp.holds(state.round.into(), (*n).into()),
            Cond::OnTurn(who) => who.has(self.active()),
            Cond::InPhase(kind) => self.rules.turn.phases[state.phase].kind == *kind,
            Cond::Has(who, advance) => {
                let mut who = self.who(who, me).iter();
                who.any(|p| state.advances[p.index()].has(*advance))
            }
            Cond::Counter(id, cmp, n) => cmp.holds(state.counter(*id).into(), (*n).into()),
            Cond::Held(clock, turns) => state.clock(*clock) >= *turns,
            Cond::HoldsCapital(who) => self.who(who, me).iter().any(|p| self.holds_capitals(p)),
            Cond::Script(special) => self.hooks.holds(*special, me, self.view()),
        }
    }

    /// Whether one of the conditions comes out as `wanted`; the rest is not asked then.
    fn first_is(&self, conds: &[Cond], wanted: bool, me: PowerId) -> bool {
        conds.iter().any(|cond| self.holds(cond, me) == wanted)
    }

    /// Whether every capital of a power is in its own or friendly hands.
    pub fn holds_capitals(&self, power: PowerId) -> bool {
        let economies = &self.rules.powers[power].economies;
        let mut capitals = economies
            .iter()
            .filter_map(|e| self.rules.powers.economies[*e].capital);
        capitals.all(|c| self.is_friend(power, self.state.owner(c)))
    }
}

fn held(owner: Option<PowerId>, who: PowerSet) -> bool {
    owner.is_some_and(|o| who.has(o))
}

/// Whether there are at least so many of these.
fn reaches<T>(mut these: impl Iterator<Item = T>, at_least: u16) -> bool {
    at_least == 0 || these.nth(usize::from(at_least) - 1).is_some()
}
