//! Who, where and when: the lists, places and conditions that all other items use.

use super::{Kids, Tree, choice};
use crate::pack::ast::{
    CondAst, NameList, Noun, Place, Places, Quality, QualityKind, Quantity, WhoAst,
};
use crate::pack::grammar::Rule;
use crate::rules::{Cmp, PhaseKind};
use pest::iterators::Pair;

impl Tree {
    pub(super) fn who(&self, pair: Pair<'_, Rule>) -> WhoAst {
        let loc = self.loc(&pair);
        let inner = Kids::of(pair).next();
        match inner.as_rule() {
            Rule::who_word => match choice(inner) {
                Rule::k_friends => WhoAst::Friends,
                Rule::k_enemies => WhoAst::Enemies,
                Rule::k_neutrals => WhoAst::Neutrals,
                Rule::k_anyone => WhoAst::Anyone,
                _ => WhoAst::Itself,
            },
            Rule::name => WhoAst::Named(NameList {
                take: vec![self.name(inner)],
                but: Vec::new(),
                loc,
            }),
            _ => WhoAst::Named(self.list(inner)),
        }
    }

    pub(super) fn places(&self, pair: Pair<'_, Rule>) -> Places {
        let loc = self.loc(&pair);
        let (mut take, mut but) = (Vec::new(), Vec::new());
        for part in Kids::of(pair).rest() {
            match part.as_rule() {
                Rule::but_places => {
                    but = Kids::of(part).rest().map(|p| self.one_place(p)).collect()
                }
                _ => take.push(self.one_place(part)),
            }
        }
        Places { take, but, loc }
    }

    fn one_place(&self, pair: Pair<'_, Rule>) -> Place {
        match pair.as_rule() {
            Rule::anywhere => Place::Anywhere,
            Rule::grouped => Place::Group(self.places(Kids::of(pair).next())),
            Rule::described => {
                let mut kids = Kids::of(pair);
                let noun = match choice(kids.next()) {
                    Rule::k_territories => Noun::Territories,
                    Rule::k_sea_zones => Noun::SeaZones,
                    _ => Noun::Spaces,
                };
                Place::Described(noun, kids.rest().map(|q| self.quality(q)).collect())
            }
            _ => Place::Named(self.name(pair)),
        }
    }

    fn quality(&self, pair: Pair<'_, Rule>) -> Quality {
        let mut kids = Kids::of(pair);
        let not = kids.next_if(Rule::negated).is_some();
        let kind = kids.next();
        let rule = kind.as_rule();
        let mut parts = Kids::of(kind);
        let what = match rule {
            Rule::q_emblem => QualityKind::OriginallyOf(self.list(parts.next())),
            Rule::q_marked => QualityKind::Marked(self.name(parts.next())),
            Rule::q_city => QualityKind::City,
            Rule::q_capital => QualityKind::Capital,
            Rule::q_island => QualityKind::Island,
            Rule::q_worth => QualityKind::Worth(self.number(parts.next())),
            Rule::q_next => QualityKind::NextTo(Box::new(self.one_place(parts.next()))),
            Rule::q_since => QualityKind::HeldSinceTurnBegan,
            Rule::q_control => QualityKind::ControlledBy(self.who(parts.next())),
            Rule::q_nobody => QualityKind::Uncontrolled,
            _ => QualityKind::Holding(self.list(parts.next()), self.who(parts.next())),
        };
        Quality { not, what }
    }

    /// The condition of a `when` clause.
    pub(super) fn when(&self, pair: Pair<'_, Rule>) -> CondAst {
        self.cond(Kids::of(pair).next())
    }

    pub(super) fn cond(&self, pair: Pair<'_, Rule>) -> CondAst {
        let rule = pair.as_rule();
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair);
        match rule {
            Rule::cond => one_or(kids.rest().map(|p| self.cond(p)).collect(), CondAst::Any),
            Rule::cond_all => one_or(kids.rest().map(|p| self.cond(p)).collect(), CondAst::All),
            Rule::bracket => self.cond(kids.next()),
            Rule::negation => CondAst::Not(Box::new(self.cond(kids.next()))),
            Rule::c_held => CondAst::Held(
                self.number(kids.next()),
                Box::new(self.cond(kids.next())),
                loc,
            ),
            Rule::c_round => CondAst::Round(compare(&kids.next()), self.number(kids.next())),
            Rule::c_on_turn => CondAst::OnTurn(self.list(kids.next())),
            Rule::c_phase => CondAst::During(phase_kind(kids.next())),
            Rule::c_flag => CondAst::Flag(self.name(kids.next())),
            Rule::c_counter => CondAst::Counter(
                self.name(kids.next()),
                compare(&kids.next()),
                self.number(kids.next()),
            ),
            Rule::c_script => CondAst::Script(self.name(kids.next())),
            Rule::statement => self.statement(kids),
            _ => CondAst::Always,
        }
    }

    fn statement(&self, mut kids: Kids<'_>) -> CondAst {
        let who = self.who(kids.next());
        let said = kids.next();
        let rule = said.as_rule();
        let mut parts = Kids::of(said);
        match rule {
            Rule::s_controls => {
                CondAst::Controls(who, self.quantity(parts.next()), self.places(parts.next()))
            }
            Rule::s_took => {
                CondAst::Took(who, self.quantity(parts.next()), self.places(parts.next()))
            }
            Rule::s_has => {
                let amount = self.quantity(parts.next());
                CondAst::Has(
                    who,
                    amount,
                    self.list(parts.next()),
                    self.places(parts.next()),
                )
            }
            Rule::s_war => {
                let not = parts.next_if(Rule::negated).is_some();
                let war =
                    CondAst::AtWar(who, parts.maybe().map_or(WhoAst::Anyone, |p| self.who(p)));
                if not {
                    CondAst::Not(Box::new(war))
                } else {
                    war
                }
            }
            _ => CondAst::HoldsCapital(who),
        }
    }

    fn quantity(&self, pair: Pair<'_, Rule>) -> Quantity {
        let word = pair.clone().into_inner().next().map(|p| p.as_rule());
        match word {
            Some(Rule::k_all_of) => Quantity::All,
            Some(Rule::k_none_of | Rule::k_no) => Quantity::None,
            Some(Rule::k_at_least) => Quantity::AtLeast(self.number(Kids::of(pair).next())),
            _ => Quantity::AtLeast(1),
        }
    }
}

fn one_or(mut parts: Vec<CondAst>, many: fn(Vec<CondAst>) -> CondAst) -> CondAst {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            many(parts)
        }
        None => CondAst::Always,
    }
}

pub(super) fn compare(pair: &Pair<'_, Rule>) -> Cmp {
    match pair.as_str() {
        ">=" => Cmp::AtLeast,
        "<=" => Cmp::AtMost,
        "<" => Cmp::Less,
        ">" => Cmp::More,
        _ => Cmp::Equal,
    }
}

pub(super) fn phase_kind(pair: Pair<'_, Rule>) -> PhaseKind {
    match choice(pair) {
        Rule::k_purchase => PhaseKind::Purchase,
        Rule::k_combat_move => PhaseKind::CombatMove,
        Rule::k_combat => PhaseKind::Combat,
        Rule::k_noncombat_move => PhaseKind::NoncombatMove,
        Rule::k_mobilize => PhaseKind::Mobilize,
        Rule::k_collect_income => PhaseKind::Income,
        _ => PhaseKind::Custom,
    }
}
