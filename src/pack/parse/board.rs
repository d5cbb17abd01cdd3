//! The board, the opening position and the turn.

use super::conds::phase_kind;
use super::{Kids, Tree, choice};
use crate::pack::ast::{CondAst, GateItem, Item, PhaseItem, Pieces, SetupRow, SpaceFact, SpaceItem, TurnRow};
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
                Item::Space(SpaceItem { name, sea: rule == Rule::sea_zone, facts: kids.rest().map(|p| self.fact(p)).collect() })
            }
            Rule::gate => {
                let name = self.name(kids.next());
                let joins = [self.name(kids.next()), self.name(kids.next())];
                let movers = kids.next_if(Rule::units).map(|p| self.list(p));
                Item::Gate(GateItem { name, joins, movers, held: self.places(kids.next()) })
            }
            Rule::marks => Item::Marks(self.names(kids.next())),
            Rule::region => Item::Region(self.name(kids.next()), self.places(kids.next())),
            Rule::setup => Item::Setup(self.name(kids.next()), kids.rest().map(|p| self.setup_row(p)).collect()),
            _ => Item::Turn(kids.rest().map(|p| self.turn_row(p)).collect(), loc),
        }
    }

    fn fact(&self, pair: Pair<'_, Rule>) -> SpaceFact {
        let rule = pair.as_rule();
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair);
        match rule {
            Rule::f_income => SpaceFact::Income(self.number(kids.next()), loc),
            Rule::f_owner => SpaceFact::Owner(self.name(kids.next())),
            Rule::f_emblem => SpaceFact::Emblem(self.name(kids.next())),
            Rule::f_capital => SpaceFact::Capital(kids.maybe().map(|p| self.name(p)), loc),
            Rule::f_city => SpaceFact::City(self.text(kids.next()), loc),
            Rule::f_island => SpaceFact::Island(kids.maybe().map(|p| self.name(p)), loc),
            Rule::f_borders => SpaceFact::Borders(self.names(kids.next())),
            Rule::f_marked => SpaceFact::Marked(self.names(kids.next())),
            Rule::f_closed => SpaceFact::Closed(loc),
            Rule::f_militia => SpaceFact::Militia(self.number(kids.next()), loc),
            _ => SpaceFact::Also(self.names(kids.next())),
        }
    }

    fn setup_row(&self, pair: Pair<'_, Rule>) -> SetupRow {
        let mut kids = Kids::of(pair);
        SetupRow { space: self.name(kids.next()), pieces: kids.rest().map(|p| self.pieces(p)).collect() }
    }

    fn pieces(&self, pair: Pair<'_, Rule>) -> Pieces {
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair);
        let (count, kind) = (self.number(kids.next()), self.name(kids.next()));
        Pieces { count, kind, damage: kids.maybe().map_or(0, |p| self.number(p)), loc }
    }

    fn turn_row(&self, pair: Pair<'_, Rule>) -> TurnRow {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::turn_order => TurnRow::Order(self.names(kids.next())),
            Rule::turn_start => TurnRow::Start(self.number(kids.next())),
            _ => {
                let (name, kind) = (self.name(kids.next()), phase_kind(kids.next()));
                TurnRow::Phase(Box::new(PhaseItem { name, kind, skip: kids.maybe().map(|p| self.skip(p)) }))
            }
        }
    }

    fn skip(&self, pair: Pair<'_, Rule>) -> CondAst {
        let mut kids = Kids::of(pair);
        let unless = choice(kids.next()) == Rule::k_unless;
        let cond = self.cond(kids.next());
        if unless { CondAst::Not(Box::new(cond)) } else { cond }
    }
}
