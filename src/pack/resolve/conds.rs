//! Who, where and when: the lists, places and conditions that all other items use.

use super::Compiler;
use crate::grammar::{Rule, keyword_text};
use crate::tree::{Name, Node};
use sandtable_diag::Problem;
use sandtable_rules::{Asset, Clock, Cmp, Cond, Count, PhaseKind, SpaceFilter, SpaceSet, Who};

impl Compiler<'_> {
    pub(super) fn who(&mut self, said: &Node) -> Who {
        let word = said.choice(Rule::who_word);
        match word {
            None => Who::Powers(self.power_set(said)),
            Some(Rule::k_friends) => Who::Friends,
            Some(Rule::k_enemies) => Who::Foes,
            Some(Rule::k_neutrals) => Who::Neutrals,
            Some(Rule::k_anyone) => Who::Anyone,
            Some(_) => Who::Self_,
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
    pub(super) fn static_places(&mut self, places: &Node) -> SpaceSet {
        match self.filter(places) {
            SpaceFilter::In(set) => set,
            SpaceFilter::Any => self.all_spaces(),
            _ => {
                let message = "these places change during play, and here they must not";
                let help = "who controls or holds a place can be asked with `controls`, `has` and in permissions";
                let problem = Problem::error("pack/changing-places", message)
                    .at(places.loc, "this depends on the state of the game")
                    .help(help);
                self.problems.push(problem);
                SpaceSet::EMPTY
            }
        }
    }

    pub(super) fn filter(&mut self, places: &Node) -> SpaceFilter {
        let (take, but): (Vec<&Node>, Vec<&Node>) =
            places.kids.iter().partition(|p| p.rule != Rule::but_places);
        let gone = take.iter().all(|p| self.is_gone(p));
        let take = union(take.into_iter().map(|p| self.place(p)));
        // A list of which a smaller map leaves nothing says nothing.
        self.hollow |= gone && matches!(&take, SpaceFilter::In(set) if set.is_empty());
        let except = |place: &Node| {
            let taken = self.place(place);
            if let (SpaceFilter::In(set), SpaceFilter::In(taken)) = (&take, &taken) {
                self.note_idle(place, *set, *taken);
            }
            taken
        };
        let but = union(but.into_iter().flat_map(|b| &b.kids).map(except));
        let all = self.all_spaces();
        match (take, but) {
            (take, SpaceFilter::In(but)) if but.is_empty() => take,
            (SpaceFilter::In(take), SpaceFilter::In(but)) => SpaceFilter::In(take.minus(but)),
            (SpaceFilter::Any, SpaceFilter::In(but)) => SpaceFilter::In(all.minus(but)),
            (SpaceFilter::Any, but) => SpaceFilter::Not(Box::new(but)),
            (take, but) => SpaceFilter::All(vec![take, SpaceFilter::Not(Box::new(but))]),
        }
    }

    fn is_gone(&self, place: &Node) -> bool {
        match place.rule {
            Rule::name => self.is_cut_off(place),
            Rule::grouped => {
                let mut inside = place.kids[0].kids.iter();
                inside.all(|p| p.rule == Rule::but_places || self.is_gone(p))
            }
            _ => false,
        }
    }

    fn place(&mut self, place: &Node) -> SpaceFilter {
        match place.rule {
            Rule::anywhere => return SpaceFilter::Any,
            Rule::grouped => return self.filter(&place.kids[0]),
            Rule::described => {}
            _ => return SpaceFilter::In(self.named_spaces(place)),
        }
        let all = self.all_spaces();
        let mut fixed = match place.choice(Rule::noun) {
            Some(Rule::k_territories) => self.board().land,
            Some(Rule::k_sea_zones) => self.board().sea,
            _ => all,
        };
        let narrow = place.choice(Rule::noun) != Some(Rule::k_spaces);
        let mut changing = Vec::new();
        for quality in place.all(Rule::quality) {
            match self.quality(quality) {
                SpaceFilter::In(set) => fixed = fixed.intersect(set),
                other => changing.push(other),
            }
        }
        let counts = changing.is_empty() || narrow || fixed != all;
        together(counts.then_some(fixed), changing, SpaceFilter::All)
    }

    fn quality(&mut self, said: &Node) -> SpaceFilter {
        let not = said.kid(Rule::negated).is_some();
        let what = &said.kids[usize::from(not)];
        let filter = match (what.rule, what.kids.first()) {
            (Rule::q_emblem, Some(who)) => match self.who(who) {
                Who::Powers(powers) => {
                    self.where_space(|s| s.original.is_some_and(|p| powers.has(p)))
                }
                who => SpaceFilter::OriginallyOf(who),
            },
            (Rule::q_marked, Some(name)) => {
                let tag = self.find(|s| &mut s.tags, name);
                SpaceFilter::In(tag.map_or(SpaceSet::EMPTY, |tag| self.board().tagged(tag)))
            }
            (Rule::q_city, _) => self.where_space(|s| s.city.is_some()),
            (Rule::q_capital, _) => self.where_space(|s| s.capital_of.is_some()),
            (Rule::q_island, _) => self.where_space(|s| s.island),
            (Rule::q_worth, Some(income)) => {
                let income: u16 = self.number(income);
                self.where_space(|s| s.income >= income)
            }
            (Rule::q_next, Some(place)) => match self.place(place) {
                SpaceFilter::In(set) => self.where_space(|s| s.borders.iter().any(|b| set.has(*b))),
                other => SpaceFilter::Bordering(Box::new(other)),
            },
            (Rule::q_since, _) => SpaceFilter::HeldSinceTurnStart,
            (Rule::q_control, Some(who)) => SpaceFilter::ControlledBy(self.who(who)),
            (Rule::q_allied, Some(who)) => SpaceFilter::StandingWith(self.who(who)),
            (Rule::q_holding, Some(units)) => {
                let units = self.unit_set(units);
                SpaceFilter::Holding(self.who(&what.kids[1]), units)
            }
            _ => SpaceFilter::Uncontrolled,
        };
        match (not, filter) {
            (false, filter) => filter,
            (true, SpaceFilter::In(set)) => SpaceFilter::In(self.all_spaces().minus(set)),
            (true, filter) => SpaceFilter::Not(Box::new(filter)),
        }
    }

    fn where_space(&self, test: impl Fn(&sandtable_rules::Space) -> bool) -> SpaceFilter {
        SpaceFilter::In(self.board().spaces.those(test))
    }

    /// The condition of a sentence, if it has one.
    pub(super) fn when_of(&mut self, said: &Node) -> Cond {
        let when = said.kid(Rule::when);
        when.map_or(Cond::Always, |w| self.cond(&w.kids[0]))
    }

    pub(super) fn cond(&mut self, said: &Node) -> Cond {
        let kids = &said.kids;
        match said.rule {
            Rule::cond | Rule::cond_all if kids.len() == 1 => self.cond(&kids[0]),
            Rule::cond => Cond::Any(kids.iter().map(|c| self.cond(c)).collect()),
            Rule::cond_all => Cond::All(kids.iter().map(|c| self.cond(c)).collect()),
            Rule::bracket => self.cond(&kids[0]),
            Rule::negation => Cond::Not(Box::new(self.cond(&kids[0]))),
            Rule::c_held => self.held(said),
            Rule::c_round => Cond::Round(compare(&kids[0]), self.number(&kids[1])),
            Rule::c_on_turn => Cond::OnTurn(self.power_set(&kids[0])),
            Rule::c_phase => Cond::InPhase(phase_kind(&kids[0])),
            Rule::c_flag => self.counter_is(&kids[0], Cmp::AtLeast, 1),
            Rule::c_counter => {
                let value = self.number(&kids[2]);
                self.counter_is(&kids[0], compare(&kids[1]), value)
            }
            Rule::c_script => {
                let script = self.find(|s| &mut s.scripts, &kids[0]);
                script.map_or(Cond::Always, Cond::Script)
            }
            Rule::statement => self.statement(&kids[0], &kids[1]),
            _ => Cond::Always,
        }
    }

    fn statement(&mut self, who: &Node, said: &Node) -> Cond {
        let kids = &said.kids;
        let not = match said.rule {
            Rule::s_war => said.kid(Rule::negated).is_some(),
            Rule::s_capital | Rule::s_advance => false,
            _ => matches!(kids[0].word, Some(Rule::k_none_of | Rule::k_no)),
        };
        let cond = match said.rule {
            Rule::s_controls | Rule::s_took => {
                let (spaces, at_least) = self.counted(&kids[0], &kids[1]);
                Cond::Have(Count {
                    who: self.who(who),
                    what: match said.rule {
                        Rule::s_took => Asset::Taken,
                        _ => Asset::Controlled,
                    },
                    spaces,
                    at_least,
                })
            }
            Rule::s_has => {
                let at_least = kids[0].kid(Rule::number).map(|n| self.number(n));
                let what = Asset::Units(self.unit_set(&kids[1]));
                let spaces = self.static_places(&kids[2]);
                Cond::Have(Count {
                    who: self.who(who),
                    what,
                    spaces,
                    at_least: at_least.unwrap_or(1),
                })
            }
            Rule::s_advance => match self.advance_named(&kids[0]) {
                Some(advance) => Cond::Has(self.who(who), advance),
                None => Cond::Always,
            },
            Rule::s_war => {
                let with = said.kid(Rule::who);
                let who = self.who(who);
                Cond::AtWar(who, with.map_or(Who::Anyone, |w| self.who(w)))
            }
            _ => Cond::HoldsCapital(self.who(who)),
        };
        if not { Cond::Not(Box::new(cond)) } else { cond }
    }

    /// Fixed places, and how many of them at least; `none of` is a negation that the caller makes.
    fn counted(&mut self, quantity: &Node, places: &Node) -> (SpaceSet, u16) {
        let spaces = self.static_places(places);
        if spaces.is_empty() && !self.cut_off.spaces.is_empty() {
            self.hollow = true;
            return (spaces, 0);
        }
        let of = u16::try_from(spaces.len()).unwrap_or(u16::MAX);
        let at_least = match (quantity.word, quantity.kids.first()) {
            (Some(Rule::k_all_of), _) => of,
            (Some(Rule::k_none_of), _) => 1,
            (_, number) => number.map_or(1, |n| self.number(n)),
        };
        if at_least > of && quantity.word != Some(Rule::k_none_of) {
            let message = format!("at least {at_least} of {of} can never be");
            let problem = Problem::error("pack/never", message)
                .at(places.loc, format!("these are only {of}"));
            self.problems.push(problem);
        }
        if spaces.is_empty() && !self.problems.has_errors() {
            let message = "no space is like this, so the condition means nothing";
            let problem =
                Problem::error("pack/no-places", message).at(places.loc, "this is an empty set");
            self.problems.push(problem);
        }
        (spaces, at_least)
    }

    fn counter_is(&mut self, name: &Name, cmp: Cmp, value: i32) -> Cond {
        self.counter_named(name)
            .map_or(Cond::Always, |id| Cond::Counter(id, cmp, value))
    }

    fn held(&mut self, said: &Node) -> Cond {
        let turns = self.number(&said.kids[0]);
        let cond = self.cond(&said.kids[1]);
        let clocks = &self.rules.clocks;
        let same = clocks.iter().find(|(_, clock)| clock.cond == cond);
        let clock = match same.map(|(id, _)| id) {
            Some(known) => known,
            None if self.room(clocks.len(), 250, "durations", said.loc) => {
                self.rules.clocks.push(Clock { cond })
            }
            None => return Cond::Always,
        };
        Cond::Held(clock, turns)
    }
}

/// Fixed places, where they count, and changing ones as one filter.
fn together(
    fixed: Option<SpaceSet>,
    mut filters: Vec<SpaceFilter>,
    join: fn(Vec<SpaceFilter>) -> SpaceFilter,
) -> SpaceFilter {
    filters.splice(0..0, fixed.map(SpaceFilter::In));
    match filters.len() {
        1 => filters.remove(0),
        _ => join(filters),
    }
}

/// How two numbers are compared.
pub fn compare(said: &Name) -> Cmp {
    match said.text.as_str() {
        ">=" => Cmp::AtLeast,
        "<=" => Cmp::AtMost,
        "<" => Cmp::Less,
        ">" => Cmp::More,
        _ => Cmp::Equal,
    }
}

/// What a phase does.
pub(super) fn phase_kind(said: &Node) -> PhaseKind {
    let called = said
        .word
        .and_then(|rule| PhaseKind::said(&keyword_text(rule)));
    called.unwrap_or(PhaseKind::Custom)
}

/// One of these; the fixed ones are folded into one set.
fn union(places: impl IntoIterator<Item = SpaceFilter>) -> SpaceFilter {
    let mut fixed = SpaceSet::EMPTY;
    let mut changing = Vec::new();
    for place in places {
        match place {
            SpaceFilter::Any => return SpaceFilter::Any,
            SpaceFilter::In(set) => fixed = fixed.union(set),
            other => changing.push(other),
        }
    }
    let counts = changing.is_empty() || !fixed.is_empty();
    together(counts.then_some(fixed), changing, SpaceFilter::AnyOf)
}
