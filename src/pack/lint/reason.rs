//! What can be said about conditions without playing: that one can never hold, or always does. All
//! of it is certain; where the pack leaves a way open, or a script could, nothing is said.

mod clash;

use super::effects;
use sandtable_rules::{
    Cond, Counter, CounterId, Effect, Objective, PhaseKind, PowerId, PowerSet, Rules, Space,
    SpaceSet, Terrain, When,
};
use std::collections::{BTreeMap, BTreeSet};

/// A condition that is none of the three connectives, and whether it must hold or must not.
type Literal<'c> = (&'c Cond, bool);

/// More alternatives than this in one condition are not followed.
const MOST: usize = 512;

/// What is known of the moment at which a condition is asked.
#[derive(Clone)]
pub struct Reason<'r> {
    rules: &'r Rules,
    /// The values each counter can ever have; a counter that is not in here can have any.
    values: BTreeMap<CounterId, BTreeSet<i32>>,
    /// Spaces that never change hands.
    fixed: SpaceSet,
    /// No relation ever changes.
    settled: bool,
    /// The power the rule is about, where that is certain.
    me: Option<PowerId>,
    /// Who may be on turn.
    on_turn: PowerSet,
    /// The phases it may be.
    phases: Vec<PhaseKind>,
}

impl<'r> Reason<'r> {
    /// Nor are alternatives followed in which more than this must hold together.
    pub const LONGEST: usize = 128;

    /// What is known at any time of a game of this pack.
    pub fn new(rules: &'r Rules) -> Self {
        let scripts = !rules.specials.is_empty();
        let relates = |e: &Effect| matches!(e, Effect::SetRelation(..) | Effect::DeclareWar(..));
        let gives = effects(rules).any(|e| matches!(e, Effect::SetControl(..)));
        // Nobody enters a closed space and nobody owns the sea.
        let stays = |s: &Space| s.terrain == Terrain::Sea || s.closed && s.start == s.original;
        let start = |(id, c): (CounterId, &Counter)| (id, BTreeSet::from([c.start]));
        let mut reason = Self {
            rules,
            values: BTreeMap::new(),
            fixed: match scripts || gives {
                true => SpaceSet::EMPTY,
                false => rules.board.spaces.those(stays),
            },
            settled: !scripts
                && rules.politics.declarations.is_empty()
                && !effects(rules).any(relates),
            me: None,
            on_turn: rules.turn.order.iter().copied().collect(),
            phases: rules.turn.phases.values().map(|p| p.kind).collect(),
        };
        if !scripts {
            reason.values = rules.counters.iter().map(start).collect();
            reason.follow_counters();
        }
        reason
    }

    /// Lets triggers that can fire change counters, until nothing new comes of it.
    fn follow_counters(&mut self) {
        loop {
            let before = self.values.clone();
            for trigger in self.rules.acts.triggers.values() {
                if self.never_at(&trigger.at, &trigger.when).is_some() {
                    continue;
                }
                for effect in trigger.effects.iter().flat_map(Effect::all) {
                    match effect {
                        Effect::SetCounter(id, value) => {
                            _ = self.values.get_mut(id).map(|known| known.insert(*value));
                        }
                        Effect::AddCounter(id, _) => _ = self.values.remove(id),
                        _ => {}
                    }
                }
            }
            if self.values == before {
                return;
            }
        }
    }

    /// The same without what is known of the moment.
    fn at_any_time(&self) -> Self {
        let turn = &self.rules.turn;
        Self {
            me: None,
            on_turn: turn.order.iter().copied().collect(),
            phases: turn.phases.values().map(|p| p.kind).collect(),
            ..self.clone()
        }
    }

    /// What is known when an objective is asked; `None`: it never is.
    pub fn of_objective(&self, objective: &Objective) -> Option<Self> {
        let owner = PowerSet::only(objective.power);
        let phases = vec![PhaseKind::Income];
        owner.within(&self.on_turn).then(|| Self {
            me: Some(objective.power),
            on_turn: owner,
            phases,
            ..self.clone()
        })
    }

    /// What is known at a moment; `None`: it never comes.
    pub fn at(&self, moment: &When) -> Option<Self> {
        let mut then = self.clone();
        match moment {
            When::SetupDone | When::RoundEnd => {}
            When::TurnBegin(who) | When::TurnEnd(who) => {
                then.on_turn = self.on_turn.intersect(*who)
            }
            When::PhaseBegin(phase, who) | When::PhaseEnd(phase, who) => {
                let phase = &self.rules.turn.phases[*phase];
                if self.always(&phase.skip) {
                    return None;
                }
                then.on_turn = self.on_turn.intersect(*who);
                then.phases = vec![phase.kind];
            }
            When::WarDeclared(by, on) => return self.may_declare(*by, *on).then_some(then),
            When::Captured(spaces, by) => {
                return (!by.is_empty() && !spaces.minus(self.fixed).is_empty()).then_some(then);
            }
        }
        (!then.on_turn.is_empty()).then_some(then)
    }

    /// Why something never happens that is asked at a moment, if it does not: in short, and what to look at.
    pub(super) fn never_at(
        &self,
        moment: &When,
        when: &Cond,
    ) -> Option<(&'static str, &'static str)> {
        match self.at(moment) {
            None => Some((
                "its moment never comes",
                "no turn, declaration or capture of this pack brings it",
            )),
            Some(then) => then.never(when).then_some((
                "its condition never holds then",
                "its condition contradicts itself or the rest of the pack",
            )),
        }
    }

    /// Whether one of these may ever declare war on one of those.
    fn may_declare(&self, by: PowerSet, on: PowerSet) -> bool {
        let one = |set: PowerSet| {
            let groups = self.rules.politics.as_one.iter().filter(|g| g.meets(&set));
            groups.fold(set, |all, g| all.union(*g))
        };
        let meets = |a: PowerSet, b: PowerSet| one(a).meets(&by) && one(b).meets(&on);
        let declares = |effect: &Effect| match effect {
            Effect::DeclareWar(a, b) => meets(PowerSet::only(*a), PowerSet::only(*b)),
            _ => false,
        };
        let mut rows = self.rules.politics.declarations.iter();
        let scripted = !self.rules.specials.is_empty() && !by.is_empty() && !on.is_empty();
        scripted || rows.any(|row| meets(row.by, row.on)) || effects(self.rules).any(declares)
    }

    /// Whether the condition certainly never holds.
    pub fn never(&self, cond: &Cond) -> bool {
        alternatives(cond, true).is_some_and(|all| all.iter().all(|together| self.clash(together)))
    }

    /// Whether the condition certainly holds whenever it is asked.
    pub fn always(&self, cond: &Cond) -> bool {
        alternatives(cond, false).is_some_and(|all| all.iter().all(|together| self.clash(together)))
    }
}

/// The ways in which a condition can come out as wanted: one of these lists, all of it. `None` when there are too
/// many, or too long ones.
fn alternatives(cond: &Cond, wanted: bool) -> Option<Vec<Vec<Literal<'_>>>> {
    match (cond, wanted) {
        (Cond::Not(part), _) => alternatives(part, !wanted),
        (Cond::All(parts), true) | (Cond::Any(parts), false) => {
            let mut all: Vec<Vec<Literal<'_>>> = vec![Vec::new()];
            for part in parts {
                let more = alternatives(part, wanted)?;
                let longest = |lists: &[Vec<_>]| lists.iter().map(Vec::len).max().unwrap_or(0);
                if all.len() * more.len() > MOST || longest(&all) + longest(&more) > Reason::LONGEST
                {
                    return None;
                }
                all = all
                    .iter()
                    .flat_map(|a| more.iter().map(|b| [a.as_slice(), b].concat()))
                    .collect();
            }
            Some(all)
        }
        (Cond::Any(parts), true) | (Cond::All(parts), false) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(alternatives(part, wanted)?);
                if all.len() > MOST {
                    return None;
                }
            }
            Some(all)
        }
        (atom, _) => Some(vec![vec![(atom, wanted)]]),
    }
}
