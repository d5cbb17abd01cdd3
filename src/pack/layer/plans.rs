//! What an overlay changes about a battle plan: its dice and limits, and single steps.

use super::ledger::Touch;
use super::merge::Merger;
use crate::diag::{Problem, fold_name};
use crate::pack::ast::{
    Item, Name, PlanEdit, PlanItem, PlanPart, StepAst, StepRef, StepSaid, Where,
};

/// The first words of a step.
pub(super) fn step_word(step: &StepAst) -> &'static str {
    match step {
        StepAst::Fire(_) => "fire",
        StepAst::Remove => "remove losses",
        StepAst::Submerge(..) => "submerge",
        StepAst::Defenceless(..) => "defenceless",
        StepAst::Retreat { .. } => "retreat",
        StepAst::Intercept(_) => "intercept",
        StepAst::Divide => "divide raiders",
        StepAst::Damage(..) => "damage",
    }
}

fn meant(step: &StepAst, wanted: &StepRef) -> bool {
    let role = match step {
        StepAst::Fire(fire) => Some(fire.role),
        StepAst::Submerge(role, ..)
        | StepAst::Defenceless(role, _)
        | StepAst::Retreat { role, .. } => Some(*role),
        _ => None,
    };
    let named = match (step, &wanted.volley) {
        (StepAst::Fire(fire), Some(name)) => fold_name(&fire.name) == fold_name(&name.text),
        (_, Some(_)) => false,
        (step, None) => step_word(step) == wanted.word,
    };
    named && (wanted.role.is_none() || role == wanted.role)
}

pub(super) fn part_word(part: &PlanPart) -> &'static str {
    match part {
        PlanPart::TakesPart(_) => "takes part",
        PlanPart::Before(_) => "before the first round",
        PlanPart::EachRound(_) => "each round",
        PlanPart::MostRounds(_) => "at most rounds",
        PlanPart::Last(_) => "last casualties",
        PlanPart::Roll(_) => "dice",
    }
}

fn lists(plan: &mut PlanItem) -> impl Iterator<Item = &mut Vec<StepSaid>> {
    plan.parts.iter_mut().filter_map(|(p, _)| match p {
        PlanPart::Before(steps) | PlanPart::EachRound(steps) => Some(steps),
        _ => None,
    })
}

impl Merger<'_> {
    /// Changes parts of a plan that is there.
    pub(super) fn change_plan(&mut self, name: &Name, edits: Vec<PlanEdit>) {
        let folded = fold_name(&name.text);
        let plan = |p: &super::things::Piece| matches!(&p.item, Item::Plan(plan) if fold_name(&plan.name.text) == folded);
        let Some(at) = self.pieces.iter().position(plan) else {
            let known = self.shown_names("battle");
            let problem = Problem::error(
                "overlay/not-there",
                format!("there is no battle plan `{}`", name.text),
            );
            self.problems.push(
                problem
                    .at(name.loc, "no plan has this name")
                    .suggest(&name.text, known.iter().map(String::as_str)),
            );
            return;
        };
        let Some(thing) = self.pieces[at].thing.clone() else {
            return;
        };
        let mut fresh: Vec<&'static str> = Vec::new();
        for edit in edits {
            let (fact, loc, gone) = match &edit {
                PlanEdit::Part(part, loc) => (part_word(part).to_owned(), *loc, false),
                PlanEdit::Remove(step) => (step_name(step), step.loc, true),
                PlanEdit::Without(word, loc) => ((*word).to_owned(), *loc, true),
                PlanEdit::Put(Where::Instead, step, _) => (step_name(step), step.loc, false),
                PlanEdit::Put(place, step, _) => {
                    let word = if *place == Where::Before {
                        "before"
                    } else {
                        "after"
                    };
                    (format!("{word} {}", step_name(step)), step.loc, false)
                }
            };
            // Several `last casualties` of one overlay are a list, not a contradiction.
            let again = matches!(
                &edit,
                PlanEdit::Part(PlanPart::Last(_) | PlanPart::TakesPart(_), _)
            ) && fresh.contains(&&*fact);
            if !again {
                let touch = Touch {
                    gone,
                    ..self.touch(fact, loc)
                };
                self.note(&thing, touch);
            }
            let Item::Plan(plan) = &mut self.pieces[at].item else {
                return;
            };
            if let Err(problem) = change(plan, edit, &mut fresh) {
                self.problems.push(problem);
            }
        }
    }
}

fn step_name(step: &StepRef) -> String {
    let role = step
        .role
        .map_or_else(String::new, |r| format!(" {r:?}").to_lowercase());
    match &step.volley {
        Some(name) => format!("fire \"{}\"{}", name.text, role),
        None => format!("{}{role}", step.word),
    }
}

fn change(
    plan: &mut PlanItem,
    edit: PlanEdit,
    fresh: &mut Vec<&'static str>,
) -> Result<(), Problem> {
    match edit {
        PlanEdit::Part(part, loc) => {
            let word = part_word(&part);
            if !fresh.contains(&word) {
                plan.parts.retain(|(p, _)| part_word(p) != word);
                fresh.push(word);
            }
            plan.parts.push((part, loc));
            Ok(())
        }
        PlanEdit::Without(word, loc) => {
            let before = plan.parts.len();
            plan.parts.retain(|(p, _)| part_word(p) != word);
            if plan.parts.len() < before {
                return Ok(());
            }
            let problem = Problem::error(
                "overlay/not-there",
                format!("`{}` does not say `{word}`", plan.name.text),
            );
            Err(problem.at(loc, "nothing to take away"))
        }
        PlanEdit::Remove(step) => {
            let mut found = false;
            for steps in lists(plan) {
                let before = steps.len();
                steps.retain(|s| !meant(&s.step, &step));
                found |= steps.len() < before;
            }
            if found {
                Ok(())
            } else {
                Err(no_step(plan, &step))
            }
        }
        PlanEdit::Put(place, step, new) => {
            let mut found = false;
            for steps in lists(plan) {
                let Some(first) = steps.iter().position(|s| meant(&s.step, &step)) else {
                    continue;
                };
                let last = steps
                    .iter()
                    .rposition(|s| meant(&s.step, &step))
                    .unwrap_or(first);
                found = true;
                match place {
                    Where::Before => drop(steps.splice(first..first, new.iter().cloned())),
                    Where::After => drop(steps.splice(last + 1..=last, new.iter().cloned())),
                    Where::Instead => {
                        steps.retain(|s| !meant(&s.step, &step));
                        drop(steps.splice(first..first, new.iter().cloned()));
                    }
                }
            }
            if found {
                Ok(())
            } else {
                Err(no_step(plan, &step))
            }
        }
    }
}

fn no_step(plan: &mut PlanItem, step: &StepRef) -> Problem {
    let title = plan.name.text.clone();
    let names: Vec<String> = lists(plan)
        .flat_map(|steps| steps.iter())
        .map(|s| match &s.step {
            StepAst::Fire(fire) => fire.name.clone(),
            other => step_word(other).to_owned(),
        })
        .collect();
    let wanted = step.volley.as_ref().map_or(&step.word, |v| &v.text);
    let message = format!("`{title}` has no step `{}`", step_name(step));
    let mut shown: Vec<&str> = Vec::new();
    names.iter().for_each(|n| {
        if !shown.contains(&n.as_str()) {
            shown.push(n);
        }
    });
    Problem::error("overlay/not-there", message)
        .at(step.loc, "no such step")
        .suggest(wanted, shown.iter().copied())
        .help(format!("its steps are `{}`", shown.join("`, `")))
}
