//! What an overlay changes about a battle plan: its dice and limits, and single steps.

use super::ledger::Statement;
use super::merge::Merger;
use super::things::Piece;
use crate::grammar::{Rule, keyword_text};
use crate::tree::{Name, Node};
use sandtable_diag::{Problem, fold_name};

/// What a part of a plan is called.
pub(super) fn part_word(part: &Node) -> String {
    match part.word {
        Some(Rule::k_at_most) => "at most rounds".to_owned(),
        _ => part.first_words(),
    }
}

/// Whether a part of a plan is a list of steps.
pub(super) fn has_steps(part: &Node) -> bool {
    matches!(
        part.rule,
        Rule::before | Rule::each_round | Rule::after_battle
    )
}

/// Whether a step is the one that an overlay points at.
fn meant(step: &Node, wanted: &Node) -> bool {
    let role = wanted.choice(Rule::role);
    let named = match (wanted.rule, wanted.choice(Rule::step_kind)) {
        (Rule::a_volley, _) => {
            step.rule == Rule::fire
                && fold_name(&step.kids[0].text) == fold_name(&wanted.kids[0].text)
        }
        (_, word) => step.word == word,
    };
    named && (role.is_none() || step.choice(Rule::role) == role)
}

/// What an overlay calls a part or a step.
fn fact_name(said: &Node) -> String {
    let role = said.choice(Rule::role).map(keyword_text);
    let role = role.map_or_else(String::new, |r| format!(" {r}"));
    match said.rule {
        Rule::a_volley => format!("fire \"{}\"{role}", said.kids[0].text),
        Rule::a_step => format!("{}{role}", said.kids[0].first_words()),
        _ => part_word(said),
    }
}

/// What a step is called, in a plan or by an overlay.
fn step_name(step: &Node) -> String {
    match step.rule {
        Rule::fire | Rule::a_volley => step.kids[0].text.clone(),
        Rule::a_step => step.kids[0].first_words(),
        _ => step.first_words(),
    }
}

fn lists(plan: &mut Node) -> impl Iterator<Item = &mut Vec<Node>> {
    let parts = plan.kids.iter_mut().filter(|p| has_steps(p));
    parts.map(|p| &mut p.kids)
}

impl Merger {
    /// Where the plan of a name is.
    pub(super) fn plan_at(&self, name: &Name) -> Option<usize> {
        let folded = fold_name(&name.text);
        let is = |p: &Piece| p.kind == Rule::plan && fold_name(&p.node.kids[0].text) == folded;
        self.pieces.iter().position(is)
    }

    /// Changes parts of a plan that is there.
    pub(super) fn change_plan(&mut self, said: &Node) {
        let name = &said.kids[0];
        let Some(at) = self.plan_at(name) else {
            let message = format!("there is no battle plan `{}`", name.text);
            return self.not_there("battle", name, message);
        };
        let Some(thing) = self.pieces[at].thing.clone() else {
            return;
        };
        let mut fresh: Vec<Rule> = Vec::new();
        for edit in &said.kids[1..] {
            let gone = edit.rule == Rule::step_removal;
            let (fact, loc) = match &edit.kids[..] {
                [said] if gone => (fact_name(said), said.loc),
                [place, step, ..] if edit.rule == Rule::step_change => {
                    let place = match place.word {
                        Some(Rule::k_instead_of) => String::new(),
                        _ => format!("{} ", place.first_words()),
                    };
                    (format!("{place}{}", fact_name(step)), step.loc)
                }
                _ => (fact_name(edit), edit.loc),
            };
            // Several `last casualties` of one overlay are a list, not a contradiction.
            let adds = matches!(edit.rule, Rule::last | Rule::takes_part);
            if !(adds && fresh.contains(&edit.rule)) {
                let touch = self.touch(fact, loc);
                self.note(&thing, Statement { gone, ..touch });
            }
            let changed = change(&mut self.pieces[at].node, edit, &mut fresh);
            self.problems.extend(changed.err());
        }
    }
}

fn change(plan: &mut Node, edit: &Node, fresh: &mut Vec<Rule>) -> Result<(), Problem> {
    match (edit.rule, &edit.kids[..]) {
        (Rule::step_removal, [part]) if part.rule == Rule::a_part => {
            let before = plan.kids.len();
            plan.kids
                .retain(|p| p.word.is_none() || p.word != part.word);
            if plan.kids.len() < before {
                return Ok(());
            }
            let (name, word) = (&plan.kids[0].text, part_word(part));
            let message = format!("`{name}` does not say `{word}`");
            Err(part.not_there(message, "nothing to take away", [""; 0]))
        }
        (Rule::step_removal, [step]) => put(plan, Some(Rule::k_instead_of), step, &[]),
        (Rule::step_change, [place, step, new @ ..]) => put(plan, place.word, step, new),
        _ => {
            if !fresh.contains(&edit.rule) {
                plan.kids.retain(|p| p.rule != edit.rule);
                fresh.push(edit.rule);
            }
            plan.kids.push(edit.clone());
            Ok(())
        }
    }
}

/// Puts new steps before, after or instead of some that are there.
fn put(plan: &mut Node, place: Option<Rule>, step: &Node, new: &[Node]) -> Result<(), Problem> {
    let is = |s: &Node| meant(s, step);
    let mut found = false;
    for steps in lists(plan) {
        let (Some(first), Some(last)) = (steps.iter().position(is), steps.iter().rposition(is))
        else {
            continue;
        };
        found = true;
        let at = match place {
            Some(Rule::k_after) => last + 1,
            _ => first,
        };
        if place == Some(Rule::k_instead_of) {
            steps.retain(|s| !is(s));
        }
        drop(steps.splice(at..at, new.iter().cloned()));
    }
    found.then_some(()).ok_or_else(|| no_step(plan, step))
}

fn no_step(plan: &mut Node, step: &Node) -> Problem {
    let title = plan.kids[0].text.clone();
    let mut shown: Vec<String> = Vec::new();
    for name in lists(plan).flatten().map(|s| step_name(s)) {
        if !shown.contains(&name) {
            shown.push(name);
        }
    }
    let message = format!("`{title}` has no step `{}`", fact_name(step));
    Name::new(step_name(step), step.loc)
        .not_there(message, "no such step", &shown)
        .help(format!("its steps are `{}`", shown.join("`, `")))
}
