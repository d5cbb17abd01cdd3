//! Evaluating conditions: a walk over the compiled tree. Nothing is changed, and no script is
//! called unless the pack wrote one into the condition.

use super::query::Cx;
use sandtable_rules::{Asset, Cond, Count, Id, PowerId, SpaceId};

impl Cx<'_> {
    /// Whether a condition holds, seen from a power.
    pub fn holds(&self, cond: &Cond, me: PowerId) -> bool {
        let state = self.state;
        match cond {
            Cond::Always => true,
            Cond::All(all) => !self.first_is(all, false, me),
            Cond::Any(any) => self.first_is(any, true, me),
            Cond::Not(not) => !self.holds(not, me),
            Cond::Have(count) => {
                let mut counted = self.counted(count, me);
                count.at_least == 0 || counted.nth(usize::from(count.at_least) - 1).is_some()
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

    /// Where each of those is that are counted, seen from a power.
    pub fn counted<'c>(
        &'c self,
        count: &'c Count,
        me: PowerId,
    ) -> Box<dyn Iterator<Item = SpaceId> + 'c> {
        let (state, who) = (self.state, self.who(&count.who, me));
        let has = move |owner: Option<PowerId>| owner.is_some_and(|o| who.has(o));
        let held = count.spaces.iter().filter(move |s| has(state.owner(*s)));
        match count.what {
            Asset::Controlled => Box::new(held),
            Asset::Taken => Box::new(held.filter(move |s| !has(state.start_owner(*s)))),
            Asset::Units(kinds) => {
                let units = state.all().map(|(_, u)| u);
                let meant = units.filter(move |u| kinds.has(u.kind) && who.has(u.owner));
                Box::new(meant.map(|u| u.space).filter(|s| count.spaces.has(*s)))
            }
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
