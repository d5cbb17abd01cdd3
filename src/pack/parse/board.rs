//! The board, the opening position and the turn.

use super::conds::phase_kind;
use super::{Kids, Tree, choice};
use crate::pack::ast::{
    CondAst, GateItem, Item, Name, PhaseItem, Pieces, SetupRow, Sign, SpaceFact, SpaceItem, TurnRow,
};
use crate::pack::grammar::Rule;
use pest::iterators::Pair;

impl Tree {
    pub(super) fn board_item(&self, pair: Pair<'_, Rule>) -> Item {
        let rule = pair.as_rule();
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair);
        match rule {
            Rule::territory | Rule::sea_zone => {
                let name = self.name(kids.next());
                let (mut facts, mut said) = (Vec::new(), Vec::new());
                for pair in kids.rest() {
                    let loc = self.loc(&pair);
                    for fact in self.facts(pair) {
                        facts.push(fact);
                        said.push(loc);
                    }
                }
                Item::Space(SpaceItem {
                    name,
                    sea: rule == Rule::sea_zone,
                    facts,
                    said,
                })
            }
            Rule::gate => {
                let name = self.name(kids.next());
                let joins = [self.name(kids.next()), self.name(kids.next())];
                let movers = kids.next_if(Rule::units).map(|p| self.list(p));
                Item::Gate(GateItem {
                    name,
                    joins,
                    movers,
                    held: self.places(kids.next()),
                })
            }
            Rule::marks => Item::Marks(self.names(kids.next())),
            Rule::attributes => Item::Attributes(self.names(kids.next())),
            Rule::sides => Item::Sides(self.names(kids.next())),
            Rule::group => Item::Group(self.name(kids.next()), self.list(kids.next())),
            Rule::position => Item::Position(
                self.name(kids.next()),
                (self.number(kids.next()), self.number(kids.next())),
            ),
            Rule::region => Item::Region(self.name(kids.next()), self.places(kids.next())),
            Rule::setup => Item::Setup(
                self.name(kids.next()),
                kids.rest().map(|p| self.setup_row(p)).collect(),
            ),
            _ => Item::Turn(kids.rest().flat_map(|p| self.turn_rows(p)).collect(), loc),
        }
    }

    /// A fact; names with signs are a fact each.
    fn facts(&self, pair: Pair<'_, Rule>) -> Vec<SpaceFact> {
        let rule = pair.as_rule();
        if !matches!(rule, Rule::f_borders | Rule::f_marked | Rule::f_also) {
            return vec![self.fact(pair)];
        }
        let (mut plain, mut facts) = (Vec::new(), Vec::new());
        for (sign, name) in self.signed_names(Kids::of(pair).next()) {
            facts.push(match (rule, sign) {
                (_, None) | (Rule::f_also, Some(Sign::More)) => {
                    plain.push(name);
                    continue;
                }
                (Rule::f_also, Some(Sign::Less)) => SpaceFact::NotAlso(name),
                (Rule::f_borders, Some(sign)) => SpaceFact::Border(sign, name),
                (_, Some(sign)) => SpaceFact::Mark(sign, name),
            });
        }
        let whole = match rule {
            Rule::f_borders => SpaceFact::Borders,
            Rule::f_marked => SpaceFact::Marked,
            _ => SpaceFact::Also,
        };
        if !plain.is_empty() {
            facts.insert(0, whole(plain));
        }
        facts
    }

    /// Names, each with its sign if it has one.
    fn signed_names(&self, pair: Pair<'_, Rule>) -> Vec<(Option<Sign>, Name)> {
        let signed = |pair| {
            let mut kids = Kids::of(pair);
            (self.sign(&mut kids), self.name(kids.next()))
        };
        Kids::of(pair).rest().map(signed).collect()
    }

    /// `+` or `-`, if one of them comes next.
    pub(super) fn sign(&self, kids: &mut Kids<'_>) -> Option<Sign> {
        let sign = kids.next_if(Rule::more_or_less)?;
        Some(if sign.as_str() == "+" {
            Sign::More
        } else {
            Sign::Less
        })
    }

    fn fact(&self, pair: Pair<'_, Rule>) -> SpaceFact {
        let rule = pair.as_rule();
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair);
        match rule {
            Rule::f_income => match self.sign(&mut kids) {
                Some(sign) => SpaceFact::IncomeBy(sign, self.number(kids.next())),
                None => SpaceFact::Income(self.number(kids.next()), loc),
            },
            Rule::f_without => SpaceFact::Without(lost_fact(&kids.next())),
            Rule::f_owner => SpaceFact::Owner(self.name(kids.next())),
            Rule::f_emblem => SpaceFact::Emblem(self.name(kids.next())),
            Rule::f_capital => SpaceFact::Capital(kids.maybe().map(|p| self.name(p)), loc),
            Rule::f_city => SpaceFact::City(self.text(kids.next()), loc),
            Rule::f_island => SpaceFact::Island(kids.maybe().map(|p| self.name(p)), loc),
            Rule::f_militia => SpaceFact::Militia(self.number(kids.next()), loc),
            _ => SpaceFact::Closed(loc),
        }
    }

    fn setup_row(&self, pair: Pair<'_, Rule>) -> SetupRow {
        self.row_of(Kids::of(pair))
    }

    pub(super) fn row_of(&self, mut kids: Kids<'_>) -> SetupRow {
        SetupRow {
            space: self.name(kids.next()),
            pieces: kids.rest().map(|p| self.pieces(p)).collect(),
        }
    }

    fn pieces(&self, pair: Pair<'_, Rule>) -> Pieces {
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair);
        let sign = self.sign(&mut kids);
        let (count, kind) = (self.number(kids.next()), self.name(kids.next()));
        Pieces {
            sign,
            count,
            kind,
            damage: kids.maybe().map_or(0, |p| self.number(p)),
            loc,
        }
    }

    /// A row; powers with signs are a row each.
    pub(super) fn turn_rows(&self, pair: Pair<'_, Rule>) -> Vec<TurnRow> {
        if pair.as_rule() != Rule::turn_order {
            return vec![self.turn_row(pair)];
        }
        let (mut plain, mut rows) = (Vec::new(), Vec::new());
        for (sign, name) in self.signed_names(Kids::of(pair).next()) {
            match sign {
                Some(sign) => rows.push(TurnRow::OrderBy(sign, name)),
                None => plain.push(name),
            }
        }
        if !plain.is_empty() {
            rows.insert(0, TurnRow::Order(plain));
        }
        rows
    }

    fn turn_row(&self, pair: Pair<'_, Rule>) -> TurnRow {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair.clone());
        match rule {
            Rule::turn_start => TurnRow::Start(self.number(kids.next())),
            Rule::phase_beside => {
                let before = choice(kids.next()) == Rule::k_before;
                let anchor = self.name(kids.next());
                TurnRow::Beside {
                    before,
                    anchor,
                    phase: Box::new(self.phase(kids.next())),
                }
            }
            _ => TurnRow::Phase(Box::new(self.phase(pair))),
        }
    }

    fn phase(&self, pair: Pair<'_, Rule>) -> PhaseItem {
        let mut kids = Kids::of(pair);
        let (name, kind) = (self.name(kids.next()), phase_kind(kids.next()));
        PhaseItem {
            name,
            kind,
            skip: kids.maybe().map(|p| self.skip(p)),
        }
    }

    fn skip(&self, pair: Pair<'_, Rule>) -> CondAst {
        let mut kids = Kids::of(pair);
        let unless = choice(kids.next()) == Rule::k_unless;
        let cond = self.cond(kids.next());
        if unless {
            CondAst::Not(Box::new(cond))
        } else {
            cond
        }
    }
}

fn lost_fact(pair: &Pair<'_, Rule>) -> &'static str {
    match choice(pair.clone()) {
        Rule::k_income => "income",
        Rule::k_owner => "owner",
        Rule::k_emblem => "emblem",
        Rule::k_capital => "capital",
        Rule::k_city => "city",
        Rule::k_island => "island",
        Rule::k_closed => "closed",
        Rule::k_borders => "borders",
        Rule::k_marked => "marked",
        Rule::k_also => "also",
        _ => "militia",
    }
}
