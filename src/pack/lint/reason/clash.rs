//! Whether conditions that must hold together, or must not, contradict one another or the pack.

use super::{Literal, Reason};
use sandtable_rules::{
    Asset, Cmp, Cond, CounterId, Domain, EconomyId, PowerId, PowerSet, Relation, SpaceSet,
    UnitTypeSet, Who,
};
use std::collections::BTreeSet;

impl Reason<'_> {
    /// Whether these can certainly not come out so, all at once.
    pub(super) fn clash(&self, together: &[Literal<'_>]) -> bool {
        let against = |a: &Literal<'_>| together.iter().any(|b| self.contradict(*a, *b));
        let mut alone = together.iter();
        alone.any(|(cond, wanted)| self.impossible(cond, *wanted))
            || together.iter().any(against)
            || self.no_round(together)
            || self.no_value(together)
            || self.nobody_on_turn(together)
            || self.no_phase(together)
    }

    /// The powers meant, where that is certain.
    fn who(&self, who: &Who) -> Option<PowerSet> {
        match who {
            Who::Powers(set) => Some(*set),
            Who::Self_ => self.me.map(PowerSet::only),
            Who::Anyone => Some(self.rules.powers.powers.ids().collect()),
            Who::Friends | Who::Foes | Who::Neutrals => None,
        }
    }

    /// How many of the spaces these powers control at least, and at most, at any time.
    fn controlled(&self, who: &Who, spaces: SpaceSet) -> (usize, usize) {
        let known = self.who(who);
        if known.is_some_and(|set| set.is_empty()) {
            return (0, 0);
        }
        let (mut least, mut most) = (0, spaces.minus(self.fixed).len());
        for space in spaces.intersect(self.fixed).iter() {
            let Some(owner) = self.rules.board.spaces[space].start else {
                continue;
            };
            least += usize::from(known.is_some_and(|set| set.has(owner)));
            most += usize::from(known.is_none_or(|set| set.has(owner)));
        }
        (least, most)
    }

    /// Whether one condition alone can certainly not come out so.
    fn impossible(&self, cond: &Cond, wanted: bool) -> bool {
        let unless = |none: bool, most: usize| if none { 0 } else { most };
        // How many there are at least and at most, and how many there are to be.
        let (least, most, asked) = match cond {
            Cond::Always => (0, usize::MAX, 0),
            Cond::Have(count) => {
                let nobody = self.who(&count.who).is_some_and(|set| set.is_empty());
                let (least, most) = match count.what {
                    Asset::Controlled => self.controlled(&count.who, count.spaces),
                    Asset::Taken => (0, unless(nobody, count.spaces.minus(self.fixed).len())),
                    Asset::Units(kinds) => {
                        let none = nobody || !self.could_stand(kinds, count.spaces);
                        (0, unless(none, usize::MAX))
                    }
                };
                (least, most, count.at_least)
            }
            Cond::Held(clock, turns) => {
                let cond = &self.rules.clocks[*clock].cond;
                let none = self.at_any_time().never_held(cond);
                (0, unless(none, usize::MAX), *turns)
            }
            Cond::AtWar(a, b) => return self.war(a, b) == Some(!wanted),
            Cond::HoldsCapital(who) => {
                let powers = &self.rules.powers;
                let capital = |e: &EconomyId| powers.economies[*e].capital.is_some();
                let holds = |p: PowerId| powers[p].economies.iter().any(capital);
                return self.who(who).is_some_and(|set| match wanted {
                    true => set.is_empty(),
                    false => !set.iter().all(holds),
                });
            }
            Cond::All(_) | Cond::Any(_) | Cond::Not(_) => return false,
            Cond::Round(..)
            | Cond::OnTurn(_)
            | Cond::InPhase(_)
            | Cond::Has(..)
            | Cond::Counter(..)
            | Cond::Script(_) => return false,
        };
        match wanted {
            true => most < usize::from(asked),
            false => least >= usize::from(asked),
        }
    }

    /// Whether a clock's condition never holds; clocks do not look at clocks here, so that this ends.
    fn never_held(&self, cond: &Cond) -> bool {
        super::alternatives(cond, true).is_some_and(|all| {
            let looks = |together: &Vec<Literal<'_>>| {
                together.iter().any(|(c, _)| matches!(c, Cond::Held(..)))
            };
            all.iter()
                .all(|together| !looks(together) && self.clash(together))
        })
    }

    /// Whether some unit of these types could be in one of these spaces.
    fn could_stand(&self, units: UnitTypeSet, spaces: SpaceSet) -> bool {
        // Land units are at sea as cargo.
        let fits = |kind, space| {
            let domain = self.rules.units[kind].domain;
            domain == Domain::Land || domain.fits(self.rules.board.is_sea(space))
        };
        units
            .iter()
            .any(|kind| spaces.iter().any(|space| fits(kind, space)))
    }

    /// Whether these are at war, where that never changes.
    fn war(&self, a: &Who, b: &Who) -> Option<bool> {
        let (a, b) = (self.who(a), self.who(b));
        if a.is_some_and(|set| set.is_empty()) || b.is_some_and(|set| set.is_empty()) {
            return Some(false);
        }
        let (a, b) = (a?, b?);
        let powers = &self.rules.powers;
        let at_war = a.iter().any(|x| {
            b.iter()
                .any(|y| powers.relations.get(powers.pair(x, y)) == Some(&Relation::War))
        });
        self.settled.then_some(at_war)
    }

    /// Whether the first, coming out so, excludes the second.
    fn contradict(&self, (a, a_wanted): Literal<'_>, (b, b_wanted): Literal<'_>) -> bool {
        if a == b {
            return a_wanted != b_wanted;
        }
        let (Cond::Have(a), Cond::Have(b)) = (a, b) else {
            return false;
        };
        if [a, b].iter().any(|c| c.what != Asset::Controlled) {
            return false;
        }
        let whose = [a, b].map(|c| self.who(&c.who));
        match (a_wanted, b_wanted) {
            // So many of the one and so many of the other are more spaces than there are.
            (true, true) => {
                let apart = matches!(whose, [Some(x), Some(y)] if !x.meets(&y));
                let asked = usize::from(a.at_least) + usize::from(b.at_least);
                apart && asked > a.spaces.union(b.spaces).len()
            }
            // Who controls many of a few controls few of many.
            (true, false) => {
                let wider = match whose {
                    [Some(x), Some(y)] => x.within(&y),
                    _ => a.who == b.who,
                };
                wider && a.spaces.within(&b.spaces) && a.at_least >= b.at_least
            }
            (false, _) => false,
        }
    }

    fn no_round(&self, together: &[Literal<'_>]) -> bool {
        let rounds = asked(together, |cond| match cond {
            Cond::Round(cmp, n) => Some((*cmp, i64::from(*n))),
            _ => None,
        });
        let first = i64::from(self.rules.setup.first_round);
        let near = near(&rounds).chain([first]);
        none_fits(
            &rounds,
            near.filter(|n| (first..=u16::MAX.into()).contains(n)),
        )
    }

    fn no_value(&self, together: &[Literal<'_>]) -> bool {
        let counters = asked(together, |cond| match cond {
            Cond::Counter(id, cmp, n) => Some((*id, (*cmp, i64::from(*n)))),
            _ => None,
        });
        let named: BTreeSet<CounterId> = counters.iter().map(|((id, _), _)| *id).collect();
        named.into_iter().any(|id| {
            let own = counters.iter().filter(|((other, _), _)| *other == id);
            let own: Vec<_> = own.map(|((_, is), wanted)| (*is, *wanted)).collect();
            match self.values.get(&id) {
                Some(known) => none_fits(&own, known.iter().map(|n| i64::from(*n))),
                None => none_fits(&own, near(&own)),
            }
        })
    }

    fn nobody_on_turn(&self, together: &[Literal<'_>]) -> bool {
        let turns = asked(together, |cond| match cond {
            Cond::OnTurn(set) => Some(*set),
            _ => None,
        });
        let left = turns.iter().fold(self.on_turn, |left, (set, wanted)| {
            if *wanted {
                left.intersect(*set)
            } else {
                left.minus(*set)
            }
        });
        !turns.is_empty() && left.is_empty()
    }

    fn no_phase(&self, together: &[Literal<'_>]) -> bool {
        let kinds = asked(together, |cond| match cond {
            Cond::InPhase(kind) => Some(*kind),
            _ => None,
        });
        let fits = |phase| {
            kinds
                .iter()
                .all(|(kind, wanted)| (phase == kind) == *wanted)
        };
        !kinds.is_empty() && !self.phases.iter().any(fits)
    }
}

/// How a number is to compare with another, and whether it must or must not.
type Compared = ((Cmp, i64), bool);

/// What conditions ask of one thing, and whether it must come out so.
fn asked<T>(together: &[Literal<'_>], of: impl Fn(&Cond) -> Option<T>) -> Vec<(T, bool)> {
    let parts = together.iter();
    parts
        .filter_map(|(cond, wanted)| Some((of(cond)?, *wanted)))
        .collect()
}

/// The numbers at which comparisons come out differently.
fn near(asked: &[Compared]) -> impl Iterator<Item = i64> {
    asked.iter().flat_map(|((_, n), _)| [n - 1, *n, n + 1])
}

/// Whether none of these numbers compares with all others as is asked.
fn none_fits(asked: &[Compared], mut possible: impl Iterator<Item = i64>) -> bool {
    let fits = |((cmp, m), wanted): &Compared, n| cmp.holds(n, *m) == *wanted;
    !possible.any(|n| asked.iter().all(|one| fits(one, n)))
}
