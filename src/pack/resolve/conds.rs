//! Places, filters and conditions.

use super::Compiler;
use crate::diag::{Loc, Problem};
use crate::pack::ast::{
    CondAst, Name, Noun, Place, Places, Quality, QualityKind, Quantity, WhoAst,
};
use crate::rules::{ClockId, Cmp, Cond, Id, SpaceFilter, SpaceSet, Who};

impl Compiler<'_> {
    pub(super) fn who(&mut self, who: &WhoAst) -> Who {
        match who {
            WhoAst::Itself => Who::Self_,
            WhoAst::Friends => Who::Friends,
            WhoAst::Enemies => Who::Foes,
            WhoAst::Neutrals => Who::Neutrals,
            WhoAst::Anyone => Who::Anyone,
            WhoAst::Named(list) => Who::Powers(self.power_set(list)),
        }
    }

    /// A space or the spaces of a region.
    pub(super) fn named_spaces(&mut self, name: &Name) -> SpaceSet {
        if let Some(region) = self.scope.regions.get(&name.text) {
            return region;
        }
        if self.scope.space(name).is_err() && self.is_cut_off(name) {
            return SpaceSet::EMPTY;
        }
        self.space(name).map_or(SpaceSet::EMPTY, SpaceSet::only)
    }

    /// Spaces that never change during play; a filter that looks at the game is refused.
    pub(super) fn static_places(&mut self, places: &Places) -> SpaceSet {
        match self.filter(places) {
            SpaceFilter::In(set) => set,
            SpaceFilter::Any => self.all_spaces(),
            _ => {
                let problem = Problem::error(
                    "pack/changing-places",
                    "these places change during play, and here they must not",
                );
                let help = "who controls or holds a place can be asked with `controls`, `has` and in permissions";
                self.problems.push(
                    problem
                        .at(places.loc, "this depends on the state of the game")
                        .help(help),
                );
                SpaceSet::EMPTY
            }
        }
    }

    pub(super) fn filter(&mut self, places: &Places) -> SpaceFilter {
        let take = self.union(&places.take);
        // A list of which a smaller map leaves nothing says nothing.
        self.hollow |= matches!(&take, SpaceFilter::In(set) if set.is_empty())
            && places.take.iter().all(|p| self.is_gone(p));
        let but = self.union(&places.but);
        let all = self.all_spaces();
        match (take, but) {
            (take, SpaceFilter::In(but)) if but.is_empty() => take,
            (SpaceFilter::In(take), SpaceFilter::In(but)) => SpaceFilter::In(take.minus(but)),
            (SpaceFilter::Any, SpaceFilter::In(but)) => SpaceFilter::In(all.minus(but)),
            (SpaceFilter::Any, but) => SpaceFilter::Not(Box::new(but)),
            (take, but) => SpaceFilter::All(vec![take, SpaceFilter::Not(Box::new(but))]),
        }
    }

    fn is_gone(&self, place: &Place) -> bool {
        match place {
            Place::Named(name) => self.is_cut_off(name),
            Place::Group(places) => places.take.iter().all(|p| self.is_gone(p)),
            Place::Anywhere | Place::Described(..) => false,
        }
    }

    /// One of these; the fixed ones are folded into one set.
    fn union(&mut self, places: &[Place]) -> SpaceFilter {
        let mut fixed = SpaceSet::EMPTY;
        let mut changing = Vec::new();
        for place in places {
            match self.place(place) {
                SpaceFilter::Any => return SpaceFilter::Any,
                SpaceFilter::In(set) => fixed = fixed.union(set),
                other => changing.push(other),
            }
        }
        if changing.is_empty() {
            return SpaceFilter::In(fixed);
        }
        if !fixed.is_empty() {
            changing.push(SpaceFilter::In(fixed));
        }
        match changing.len() {
            1 => changing.remove(0),
            _ => SpaceFilter::AnyOf(changing),
        }
    }

    fn place(&mut self, place: &Place) -> SpaceFilter {
        match place {
            Place::Anywhere => SpaceFilter::Any,
            Place::Named(name) => SpaceFilter::In(self.named_spaces(name)),
            Place::Group(places) => self.filter(places),
            Place::Described(noun, qualities) => {
                let mut fixed = match noun {
                    Noun::Territories => self.board().land,
                    Noun::SeaZones => self.board().sea,
                    Noun::Spaces => self.all_spaces(),
                };
                let mut changing = Vec::new();
                for quality in qualities {
                    match self.quality(quality) {
                        SpaceFilter::In(set) => fixed = fixed.intersect(set),
                        other => changing.push(other),
                    }
                }
                if changing.is_empty() {
                    return SpaceFilter::In(fixed);
                }
                if *noun != Noun::Spaces || fixed != self.all_spaces() {
                    changing.insert(0, SpaceFilter::In(fixed));
                }
                match changing.len() {
                    1 => changing.remove(0),
                    _ => SpaceFilter::All(changing),
                }
            }
        }
    }

    fn quality(&mut self, quality: &Quality) -> SpaceFilter {
        let filter = match &quality.what {
            QualityKind::OriginallyOf(list) => {
                let powers = self.power_set(list);
                self.where_space(|s| s.original.is_some_and(|p| powers.has(p)))
            }
            QualityKind::Marked(name) => {
                let found = self.scope.tags.find(name);
                SpaceFilter::In(
                    self.keep(found)
                        .map_or(SpaceSet::EMPTY, |tag| self.board().tagged(tag)),
                )
            }
            QualityKind::City => self.where_space(|s| s.city.is_some()),
            QualityKind::Capital => self.where_space(|s| s.capital_of.is_some()),
            QualityKind::Island => self.where_space(|s| s.island),
            QualityKind::Worth(income) => self.where_space(|s| s.income >= *income),
            QualityKind::NextTo(place) => match self.place(place) {
                SpaceFilter::In(set) => self.where_space(|s| s.borders.iter().any(|b| set.has(*b))),
                other => SpaceFilter::Bordering(Box::new(other)),
            },
            QualityKind::HeldSinceTurnBegan => SpaceFilter::HeldSinceTurnStart,
            QualityKind::ControlledBy(who) => SpaceFilter::ControlledBy(self.who(who)),
            QualityKind::Uncontrolled => SpaceFilter::Uncontrolled,
            QualityKind::Holding(units, who) => {
                let units = self.unit_set(units);
                SpaceFilter::Holding(self.who(who), units)
            }
        };
        match (quality.not, filter) {
            (false, filter) => filter,
            (true, SpaceFilter::In(set)) => SpaceFilter::In(self.all_spaces().minus(set)),
            (true, filter) => SpaceFilter::Not(Box::new(filter)),
        }
    }

    fn where_space(&self, test: impl Fn(&crate::rules::Space) -> bool) -> SpaceFilter {
        SpaceFilter::In(
            self.board()
                .spaces
                .iter()
                .filter(|(_, s)| test(s))
                .map(|(id, _)| id)
                .collect(),
        )
    }

    /// How many at least, of so many; `none of` is a negation that the caller makes.
    fn at_least(&mut self, quantity: Quantity, of: usize, loc: Loc) -> u16 {
        let of = u16::try_from(of).unwrap_or(u16::MAX);
        match quantity {
            Quantity::All => of,
            Quantity::None => 1,
            Quantity::AtLeast(n) => {
                if n > of {
                    let problem =
                        Problem::error("pack/never", format!("at least {n} of {of} can never be"));
                    self.problems
                        .push(problem.at(loc, format!("these are only {of}")));
                }
                n
            }
        }
    }

    pub(super) fn when(&mut self, cond: Option<&CondAst>) -> Cond {
        cond.map_or(Cond::Always, |c| self.cond(c))
    }

    pub(super) fn cond(&mut self, cond: &CondAst) -> Cond {
        match cond {
            CondAst::Always => Cond::Always,
            CondAst::All(parts) => Cond::All(parts.iter().map(|c| self.cond(c)).collect()),
            CondAst::Any(parts) => Cond::Any(parts.iter().map(|c| self.cond(c)).collect()),
            CondAst::Not(part) => Cond::Not(Box::new(self.cond(part))),
            CondAst::Controls(who, quantity, places) => {
                let (who, spaces, at_least) = self.counted(who, *quantity, places);
                negate(
                    *quantity,
                    Cond::Controls {
                        who,
                        spaces,
                        at_least,
                    },
                )
            }
            CondAst::Took(who, quantity, places) => {
                let (who, spaces, at_least) = self.counted(who, *quantity, places);
                negate(
                    *quantity,
                    Cond::Took {
                        who,
                        spaces,
                        at_least,
                    },
                )
            }
            CondAst::Has(who, quantity, units, places) => {
                let at_least = if let Quantity::AtLeast(n) = quantity {
                    *n
                } else {
                    1
                };
                let units = self.unit_set(units);
                let spaces = self.static_places(places);
                negate(
                    *quantity,
                    Cond::Present {
                        who: self.who(who),
                        units,
                        spaces,
                        at_least,
                    },
                )
            }
            CondAst::AtWar(a, b) => Cond::AtWar(self.who(a), self.who(b)),
            CondAst::HoldsCapital(who) => Cond::HoldsCapital(self.who(who)),
            CondAst::Round(cmp, round) => Cond::Round(*cmp, *round),
            CondAst::OnTurn(powers) => Cond::OnTurn(self.power_set(powers)),
            CondAst::During(phase) => Cond::InPhase(*phase),
            CondAst::Flag(name) => self.counter_is(name, Cmp::AtLeast, 1),
            CondAst::Counter(name, cmp, value) => self.counter_is(name, *cmp, *value),
            CondAst::Held(turns, part, loc) => self.held(*turns, part, *loc),
            CondAst::Script(name) => {
                let found = self.scope.scripts.find(name);
                self.keep(found).map_or(Cond::Always, Cond::Script)
            }
        }
    }

    fn counted(
        &mut self,
        who: &WhoAst,
        quantity: Quantity,
        places: &Places,
    ) -> (Who, SpaceSet, u16) {
        let spaces = self.static_places(places);
        if spaces.is_empty() && !self.cut_off.spaces.is_empty() {
            self.hollow = true;
            return (self.who(who), spaces, 0);
        }
        let at_least = self.at_least(quantity, spaces.len(), places.loc);
        if spaces.is_empty() && !self.problems.has_errors() {
            let problem = Problem::error(
                "pack/no-places",
                "no space is like this, so the condition means nothing",
            );
            self.problems
                .push(problem.at(places.loc, "this is an empty set"));
        }
        (self.who(who), spaces, at_least)
    }

    fn counter_is(&mut self, name: &Name, cmp: Cmp, value: i32) -> Cond {
        let found = self
            .scope
            .counters
            .find(name)
            .map_err(|p| p.help("flags are declared with `flag …`, counters with `counter …`"));
        self.keep(found)
            .map_or(Cond::Always, |id| Cond::Counter(id, cmp, value))
    }

    fn held(&mut self, turns: u16, part: &CondAst, loc: Loc) -> Cond {
        let cond = self.cond(part);
        let same = self.clocks.iter().position(|c| *c == cond);
        let index = same.unwrap_or(self.clocks.len());
        if same.is_none() {
            if !self.room(self.clocks.len(), 250, "durations", loc) {
                return Cond::Always;
            }
            self.clocks.push(cond);
        }
        Cond::Held(ClockId::new(index), turns)
    }
}

fn negate(quantity: Quantity, cond: Cond) -> Cond {
    if quantity == Quantity::None {
        Cond::Not(Box::new(cond))
    } else {
        cond
    }
}
