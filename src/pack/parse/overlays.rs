//! Sentences about what a layer below says: removals, changes of plans, scripts and rows; options.

use super::conds::compare;
use super::{Kids, Tree, choice};
use crate::diag::{Loc, Problem};
use crate::pack::ast::{
    GuardAst, Item, Must, Name, OptionItem, OptionKind, PlanEdit, RowFact, RowItem, Sign,
    Statement, StepRef, Target, UseItem, What, Where,
};
use crate::pack::grammar::Rule;
use crate::pack::words::keyword_text;
use pest::iterators::Pair;

impl Tree {
    /// A sentence with what stands around it.
    pub(super) fn sentence(&self, pair: Pair<'_, Rule>) -> Statement {
        let loc = self.loc_whole(&pair);
        let rule = pair.as_rule();
        let rows = self.rows(&pair);
        let plain = |what| Statement {
            what,
            loc,
            rows: rows.clone(),
            label: None,
            must: Must::Either,
        };
        let mut kids = Kids::of(pair.clone());
        match rule {
            Rule::option => plain(What::Option(self.option(kids))),
            Rule::guarded => {
                let guards = Kids::of(kids.next())
                    .rest()
                    .map(|p| self.guard(p))
                    .collect();
                plain(What::If(
                    guards,
                    kids.rest().map(|p| self.sentence(p)).collect(),
                ))
            }
            Rule::keeping => plain(match kids.next() {
                powers if powers.as_rule() == Rule::kept_powers => {
                    What::KeepPowers(self.names(Kids::of(powers).next()))
                }
                spaces => What::Keep(self.names(spaces)),
            }),
            Rule::removal => plain(What::Remove(self.target(kids.next()))),
            Rule::plan_change => {
                let name = self.name(kids.next());
                plain(What::Plan(
                    name,
                    kids.rest().map(|p| self.plan_edit(p)).collect(),
                ))
            }
            Rule::row_change => plain(What::Row(self.row(kids))),
            Rule::use_change => {
                let name = self.name(kids.next());
                let param = |p: Pair<'_, Rule>| {
                    let loc = self.loc_whole(&p);
                    let mut kids = Kids::of(p);
                    ((self.name(kids.next()), self.param_value(kids.next())), loc)
                };
                let (params, said) = kids.rest().map(param).unzip();
                let item = UseItem {
                    name,
                    params,
                    said,
                    without: Vec::new(),
                };
                Statement {
                    must: Must::Exist,
                    ..plain(What::Item(Box::new(Item::Use(item))))
                }
            }
            Rule::setup_change => {
                let owner = self.name(kids.next());
                plain(What::Item(Box::new(Item::Setup(
                    owner,
                    vec![self.row_of(kids)],
                ))))
            }
            Rule::fresh => {
                let must = if choice(kids.next()) == Rule::k_new {
                    Must::BeNew
                } else {
                    Must::Exist
                };
                Statement {
                    must,
                    loc,
                    ..self.sentence(kids.next())
                }
            }
            Rule::labelled => {
                let label = Some(self.name(kids.next()));
                Statement {
                    label,
                    ..plain(What::Item(Box::new(self.item(kids.next()))))
                }
            }
            _ => plain(What::Item(Box::new(self.item(pair)))),
        }
    }

    /// Where the rows of a block stand.
    fn rows(&self, pair: &Pair<'_, Rule>) -> Vec<Loc> {
        let block = matches!(
            pair.as_rule(),
            Rule::setup
                | Rule::turn
                | Rule::relations
                | Rule::movement
                | Rule::capture
                | Rule::battles
        );
        let rows = Kids::of(pair.clone())
            .rest()
            .filter(|p| block && p.as_rule() != Rule::name);
        // Powers more and less in the order of play are rows of their own.
        let several = |p: &Pair<'_, Rule>| {
            if p.as_rule() == Rule::turn_order {
                self.turn_rows(p.clone()).len()
            } else {
                1
            }
        };
        rows.flat_map(|p| std::iter::repeat_n(self.loc_whole(&p), several(&p)))
            .collect()
    }

    fn option(&self, mut kids: Kids<'_>) -> OptionItem {
        let name = self.name(kids.next());
        let value = kids.next();
        let kind = match value.as_rule() {
            Rule::v_flag => OptionKind::Flag(matches!(choice(value), Rule::k_yes | Rule::k_true)),
            Rule::o_number => {
                let loc = self.loc(&value);
                let mut numbers = Kids::of(value).rest().map(|p| self.number(p));
                let mut next = || numbers.next().unwrap_or_default();
                let (usual, least, most) = (next(), next(), next());
                if usual < least || usual > most {
                    let problem = Problem::error(
                        "pack/option",
                        format!("{usual} is not between {least} and {most}"),
                    );
                    self.report(problem.at(loc, "the usual value must be one that may be chosen"));
                }
                OptionKind::Number { usual, least, most }
            }
            _ => {
                let loc = self.loc(&value);
                let mut parts = Kids::of(value);
                let usual = self.text(parts.next());
                let of: Vec<String> = self
                    .names(parts.next())
                    .into_iter()
                    .map(|n| n.text)
                    .collect();
                if !of.contains(&usual) {
                    let problem = Problem::error(
                        "pack/option",
                        format!("`{usual}` is not among the words that may be chosen"),
                    );
                    self.report(problem.at(loc, "the usual word must be one of them"));
                }
                OptionKind::Word { usual, of }
            }
        };
        OptionItem {
            name,
            kind,
            about: kids.maybe().map(|p| self.text(p)).unwrap_or_default(),
        }
    }

    fn guard(&self, pair: Pair<'_, Rule>) -> GuardAst {
        let mut kids = Kids::of(pair);
        let not = kids.next_if(Rule::negated).is_some();
        let name = self.name(kids.next());
        let is = kids
            .next_if(Rule::compare)
            .map(|p| (compare(&p), self.name(kids.next())));
        GuardAst { not, name, is }
    }

    fn target(&self, pair: Pair<'_, Rule>) -> Target {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        match rule {
            Rule::t_setup => {
                Target::Setup(self.name(kids.next()), kids.maybe().map(|p| self.name(p)))
            }
            Rule::t_row => {
                let block = match choice(kids.next()) {
                    Rule::k_movement => "movement",
                    Rule::k_capture => "capture",
                    Rule::k_turn => "turn",
                    _ => "battles",
                };
                Target::Row(block, self.name(kids.next()))
            }
            Rule::t_site => Target::Site(self.list(kids.next())),
            Rule::t_guardians => Target::Guardians(self.list(kids.next())),
            Rule::t_relations => Target::Relations(self.list(kids.next()), self.list(kids.next())),
            Rule::t_as_one => Target::AsOne(self.list(kids.next())),
            _ => Target::Named(keyword_text(choice(kids.next())), self.names(kids.next())),
        }
    }

    fn plan_edit(&self, pair: Pair<'_, Rule>) -> PlanEdit {
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair.clone());
        match rule {
            Rule::step_removal => match kids.next() {
                part if part.as_rule() == Rule::a_part => {
                    PlanEdit::Without(part_word(&part), self.loc_whole(&part))
                }
                step => PlanEdit::Remove(self.step_ref(step)),
            },
            Rule::step_change => {
                let place = match choice(kids.next()) {
                    Rule::k_instead_of => Where::Instead,
                    Rule::k_before => Where::Before,
                    _ => Where::After,
                };
                PlanEdit::Put(place, self.step_ref(kids.next()), self.steps(kids))
            }
            _ => {
                let loc = self.loc_whole(&pair);
                PlanEdit::Part(self.plan_part(pair), loc)
            }
        }
    }

    fn step_ref(&self, pair: Pair<'_, Rule>) -> StepRef {
        let loc = self.loc_whole(&pair);
        let rule = pair.as_rule();
        let mut kids = Kids::of(pair);
        let first = kids.next();
        let (volley, word) = match rule {
            Rule::a_volley => (Some(self.name(first)), "fire".to_owned()),
            _ => (None, keyword_text(choice(first))),
        };
        StepRef {
            volley,
            word,
            role: kids.maybe().map(super::battles::role),
            loc,
        }
    }

    fn row(&self, mut kids: Kids<'_>) -> RowItem {
        let table = if choice(kids.next()) == Rule::k_unit {
            "unit"
        } else {
            "power"
        };
        let name = self.name(kids.next());
        RowItem {
            table,
            name,
            facts: kids.rest().map(|p| self.row_fact(p)).collect(),
        }
    }

    fn row_fact(&self, pair: Pair<'_, Rule>) -> RowFact {
        let mut kids = Kids::of(pair);
        let key = self.name(kids.next());
        let value = kids.next();
        let loc = self.loc_whole(&value);
        let rule = value.as_rule();
        let text = match rule {
            Rule::fact_sum => {
                let mut parts = Kids::of(value);
                let less = self.sign(&mut parts) == Some(Sign::Less);
                let number = parts.next();
                let number = if number.as_str().starts_with('[') {
                    self.number::<i64>(number).to_string()
                } else {
                    number.as_str().to_owned()
                };
                if less { format!("-{number}") } else { number }
            }
            Rule::fact_chosen => self.number::<i64>(value).to_string(),
            _ => value.as_str().to_owned(),
        };
        RowFact {
            key,
            value: Name { text, loc },
            relative: rule == Rule::fact_sum,
        }
    }
}

/// What a part of a plan is called.
fn part_word(pair: &Pair<'_, Rule>) -> &'static str {
    match choice(pair.clone()) {
        Rule::k_at_most => "at most rounds",
        Rule::k_last_casualties => "last casualties",
        Rule::k_dice => "dice",
        _ => "before the first round",
    }
}
