//! Whether conditions that must hold together, or must not, contradict one another or the pack.

use super::{Literal, Reason};
use sandtable_rules::{
    Cmp, Cond, CounterId, Domain, PowerSet, Relation, SpaceSet, UnitTypeSet, Who,
};
use std::collections::BTreeSet;

impl Reason<'_> {
    /// Whether these can certainly not come out so, all at once.
    pub(super) fn clash(&self, together: &[Literal<'_>]) -> bool {
        let pairs = || {
            together
                .iter()
                .enumerate()
                .flat_map(|(nth, a)| together[nth + 1..].iter().map(move |b| (*a, *b)))
        };
        together
            .iter()
            .any(|(cond, wanted)| self.impossible(cond, *wanted))
            || pairs().any(|(a, b)| self.contradict(a, b) || self.contradict(b, a))
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
        match cond {
            Cond::Always => !wanted,
            Cond::Controls {
                who,
                spaces,
                at_least,
            } => {
                let (least, most) = self.controlled(who, *spaces);
                let wanted_number = usize::from(*at_least);
                if wanted {
                    most < wanted_number
                } else {
                    least >= wanted_number
                }
            }
            Cond::Took {
                who,
                spaces,
                at_least,
            } => {
                let nobody = self.who(who).is_some_and(|set| set.is_empty());
                let most = if nobody {
                    0
                } else {
                    spaces.minus(self.fixed).len()
                };
                if wanted {
                    most < usize::from(*at_least)
                } else {
                    *at_least == 0
                }
            }
            Cond::Present {
                who,
                units,
                spaces,
                at_least,
            } => {
                let nobody = self.who(who).is_some_and(|set| set.is_empty());
                let nothing = nobody || !self.could_stand(*units, *spaces);
                if wanted {
                    nothing && *at_least > 0
                } else {
                    *at_least == 0
                }
            }
            Cond::AtWar(a, b) => self.war(a, b) == Some(!wanted),
            Cond::Held(clock, turns) => {
                let cond = &self.rules.clocks[*clock].cond;
                if wanted {
                    *turns > 0 && self.at_any_time().never_held(cond)
                } else {
                    *turns == 0
                }
            }
            Cond::HoldsCapital(who) => {
                let Some(set) = self.who(who) else {
                    return false;
                };
                let capital = |e: &sandtable_rules::EconomyId| {
                    self.rules.powers.economies[*e].capital.is_some()
                };
                let without = set
                    .iter()
                    .any(|p| !self.rules.powers[p].economies.iter().any(capital));
                if wanted { set.is_empty() } else { without }
            }
            Cond::All(_) | Cond::Any(_) | Cond::Not(_) => false,
            Cond::Round(..)
            | Cond::OnTurn(_)
            | Cond::InPhase(_)
            | Cond::Has(..)
            | Cond::Counter(..)
            | Cond::Script(_) => false,
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
        let board = &self.rules.board;
        let fits = |kind, space| match self.rules.units[kind].domain {
            Domain::Sea => board.is_sea(space),
            Domain::Facility => !board.is_sea(space),
            // Land units are at sea as cargo.
            Domain::Land | Domain::Air => true,
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
        let (
            Cond::Controls {
                who,
                spaces,
                at_least,
            },
            Cond::Controls {
                who: whom,
                spaces: others,
                at_least: fewer,
            },
        ) = (a, b)
        else {
            return false;
        };
        match (a_wanted, b_wanted) {
            // So many of the one and so many of the other are more spaces than there are.
            (true, true) => {
                let apart = self
                    .who(who)
                    .zip(self.who(whom))
                    .is_some_and(|(x, y)| !x.meets(&y));
                apart && usize::from(*at_least) + usize::from(*fewer) > spaces.union(*others).len()
            }
            // Who controls many of a few controls few of many.
            (true, false) => {
                let wider = match (self.who(who), self.who(whom)) {
                    (Some(x), Some(y)) => x.within(&y),
                    _ => who == whom,
                };
                wider && spaces.within(others) && at_least >= fewer
            }
            (false, _) => false,
        }
    }

    fn no_round(&self, together: &[Literal<'_>]) -> bool {
        let rounds: Vec<(Cmp, i64, bool)> = together
            .iter()
            .filter_map(|(c, w)| {
                if let Cond::Round(cmp, n) = c {
                    Some((*cmp, (*n).into(), *w))
                } else {
                    None
                }
            })
            .collect();
        let first = i64::from(self.rules.setup.first_round);
        let near = rounds
            .iter()
            .flat_map(|(_, n, _)| [n - 1, *n, n + 1])
            .chain([first]);
        let within: Vec<i64> = near
            .filter(|n| (first..=u16::MAX.into()).contains(n))
            .collect();
        !rounds.is_empty()
            && !within.iter().any(|n| {
                rounds
                    .iter()
                    .all(|(cmp, m, wanted)| cmp.holds(*n, *m) == *wanted)
            })
    }

    fn no_value(&self, together: &[Literal<'_>]) -> bool {
        let counters = together.iter().filter_map(|(c, w)| {
            if let Cond::Counter(id, cmp, n) = c {
                Some((*id, *cmp, i64::from(*n), *w))
            } else {
                None
            }
        });
        let counters: Vec<(CounterId, Cmp, i64, bool)> = counters.collect();
        let named: BTreeSet<CounterId> = counters.iter().map(|(id, ..)| *id).collect();
        named.into_iter().any(|id| {
            let asked: Vec<_> = counters.iter().filter(|(other, ..)| *other == id).collect();
            let possible: Vec<i64> = match self.values.get(&id) {
                Some(known) => known.iter().map(|n| i64::from(*n)).collect(),
                None => asked
                    .iter()
                    .flat_map(|(_, _, n, _)| [n - 1, *n, n + 1])
                    .collect(),
            };
            !possible.iter().any(|n| {
                asked
                    .iter()
                    .all(|(_, cmp, m, wanted)| cmp.holds(*n, *m) == *wanted)
            })
        })
    }

    fn nobody_on_turn(&self, together: &[Literal<'_>]) -> bool {
        let mut asked = together
            .iter()
            .filter_map(|(c, w)| {
                if let Cond::OnTurn(set) = c {
                    Some((*set, *w))
                } else {
                    None
                }
            })
            .peekable();
        asked.peek().is_some()
            && asked
                .fold(self.on_turn, |left, (set, wanted)| {
                    if wanted {
                        left.intersect(set)
                    } else {
                        left.minus(set)
                    }
                })
                .is_empty()
    }

    fn no_phase(&self, together: &[Literal<'_>]) -> bool {
        let asked: Vec<_> = together
            .iter()
            .filter_map(|(c, w)| {
                if let Cond::InPhase(kind) = c {
                    Some((*kind, *w))
                } else {
                    None
                }
            })
            .collect();
        !asked.is_empty()
            && !self.phases.iter().any(|phase| {
                asked
                    .iter()
                    .all(|(kind, wanted)| (phase == kind) == *wanted)
            })
    }
}
