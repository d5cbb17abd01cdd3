//! Politics, permissions, movement, capture.

use super::{Kids, Tree, choice};
use crate::pack::ast::{CaptureRow, Deed, Item, MoveRow, NameList, PermitItem};
use crate::pack::grammar::Rule;
use crate::rules::{Action, Relation};
use pest::iterators::Pair;

impl Tree {
    pub(super) fn policy_item(&self, pair: Pair<'_, Rule>) -> Item {
        let rule = pair.as_rule();
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair.clone());
        match rule {
            Rule::relations => Item::Relations(kids.rest().map(|p| self.relation(p)).collect(), 0),
            Rule::as_one => Item::AsOne(self.list(kids.next())),
            Rule::guardians => {
                let (guardians, wards) = (self.list(kids.next()), self.list(kids.next()));
                Item::Guardians(guardians, wards, kids.maybe().map(|p| self.when(p)))
            }
            Rule::permit => Item::Permit(self.permit(pair)),
            Rule::site => Item::Site(self.list(kids.next()), self.places(kids.next())),
            Rule::movement => Item::Movement(kids.rest().map(|p| self.move_row(p)).collect(), loc),
            _ => Item::Capture(kids.rest().map(|p| self.capture_row(p)).collect()),
        }
    }

    fn relation(&self, pair: Pair<'_, Rule>) -> (NameList, Relation, NameList) {
        let mut kids = Kids::of(pair);
        let a = self.list(kids.next());
        let relation = match choice(kids.next()) {
            Rule::k_at_war_with => Relation::War,
            Rule::k_neutral_to => Relation::Neutral,
            _ => Relation::Allied,
        };
        (a, relation, self.list(kids.next()))
    }

    fn permit(&self, pair: Pair<'_, Rule>) -> PermitItem {
        let loc = self.loc(&pair);
        let mut kids = Kids::of(pair);
        let forbid = choice(kids.next()) == Rule::k_forbid;
        let powers = self.list(kids.next());
        let with = kids.next_if(Rule::units).map(|p| self.list(p));
        let deed = self.deed(kids.next());
        let when = kids.next_if(Rule::when).map(|p| self.when(p));
        let because = kids.maybe().map(|p| self.text(Kids::of(p).next()));
        PermitItem {
            forbid,
            powers,
            with,
            deed,
            when,
            because,
            loc,
        }
    }

    fn deed(&self, pair: Pair<'_, Rule>) -> Deed {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::d_declare => Deed::Declare(self.list(kids.next())),
            Rule::d_buy => Deed::Buy(self.list(kids.next())),
            Rule::d_place => {
                Deed::Place(self.list(kids.next()), kids.maybe().map(|p| self.places(p)))
            }
            _ => {
                let mut actions = Vec::new();
                while let Some(action) = kids.next_if(Rule::action) {
                    actions.push(match choice(action) {
                        Rule::k_enter => Action::Enter,
                        Rule::k_fly_over => Action::Fly,
                        Rule::k_attack => Action::Attack,
                        Rule::k_load_before_sailing_in => Action::LoadBeforeSailing,
                        Rule::k_load_in => Action::Load,
                        Rule::k_board_in => Action::Board,
                        Rule::k_use_facilities_in => Action::UseFacility,
                        _ => Action::Repair,
                    });
                }
                Deed::Act(actions, self.places(kids.next()))
            }
        }
    }

    fn move_row(&self, pair: Pair<'_, Rule>) -> MoveRow {
        let (rule, whole) = (pair.as_rule(), pair.clone());
        let mut kids = Kids::of(pair);
        match rule {
            Rule::m_hostile => MoveRow::Hostile(self.list(kids.next())),
            Rule::m_ignore => MoveRow::Ignore(self.list(kids.next())),
            Rule::m_load => MoveRow::Load(self.list(kids.next())),
            Rule::m_unload => MoveRow::Unload(self.list(kids.next())),
            Rule::m_landing => MoveRow::Landing {
                by: self.list(kids.next()),
                escorts: kids.maybe().map(|p| self.list(p)),
            },
            Rule::m_shot => {
                let loc = self.loc(&whole);
                let (shooters, value) = (self.list(kids.next()), self.name(kids.next()));
                MoveRow::Shot {
                    loc,
                    shooters,
                    value,
                    targets: self.list(kids.next()),
                    escorts: kids.maybe().map(|p| self.list(p)),
                }
            }
            Rule::m_allied => MoveRow::AlliedDecks,
            Rule::m_new => MoveRow::NewDecks,
            _ => MoveRow::Stranded(self.number(kids.next())),
        }
    }

    fn capture_row(&self, pair: Pair<'_, Rule>) -> CaptureRow {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::x_none => CaptureRow::NoLiberation(self.list(kids.next())),
            Rule::x_always => CaptureRow::Always(self.list(kids.next())),
            Rule::x_never => CaptureRow::Never(self.places(kids.next())),
            _ => CaptureRow::Treasury,
        }
    }
}
