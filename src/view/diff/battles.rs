//! Battle plans for comparing: every step by what it is called, and what is said of it aspect by aspect.

use super::Said;
use crate::rules::{
    BattlePlan, Chooser, DicePer, FireStep, Losses, RetreatStep, RetreatTo, Roll, Rules, Station,
    Step,
};
use crate::view::{names, plans};

impl Said {
    pub(super) fn battles(&mut self, rules: &Rules) {
        for plan in rules.battles.plans.values() {
            self.plan(rules, plan);
        }
        for line in plans::shared(rules)
            .lines()
            .map(str::trim)
            .filter(|l| !l.is_empty())
        {
            self.say("battle", "all battles", line, "");
        }
        for m in &rules.battles.modifiers {
            self.say("modifier", "", plans::modifier(rules, m), "");
        }
    }

    fn plan(&mut self, rules: &Rules, plan: &BattlePlan) {
        let usual = usual_roll(plan);
        self.say(
            "battle",
            &plan.name,
            "takes part:",
            names::units(rules, plan.participants, "and"),
        );
        self.say(
            "battle",
            &plan.name,
            "dice:",
            usual.map_or_else(|| "none".to_owned(), dice),
        );
        if let Some(most) = plan.max_rounds {
            self.say("battle", &plan.name, "rounds at most:", most.to_string());
        }
        if !plan.last.is_empty() {
            let last: Vec<String> = plan
                .last
                .iter()
                .map(|s| names::units(rules, *s, "or"))
                .collect();
            self.say("battle", &plan.name, "lost last:", last.join(", then "));
        }
        for (when, steps) in [
            ("before the first round", &plan.start),
            ("every round", &plan.round),
        ] {
            let mut labels: Vec<String> = Vec::new();
            for step in steps {
                let label = label(rules, step);
                let nth = labels
                    .iter()
                    .filter(|l| **l == label || l.starts_with(&format!("{label} (")))
                    .count()
                    + 1;
                let label = if nth > 1 {
                    format!("{label} ({nth})")
                } else {
                    label
                };
                let name = format!("{}, {when}, {label}", plan.name);
                let place = labels
                    .last()
                    .map_or_else(|| ", first of all".to_owned(), |l| format!(", after {l}"));
                self.whole
                    .insert(("battle", name.clone()), (plans::step(rules, step), place));
                self.step(rules, &name, step, usual);
                labels.push(label);
            }
            self.orders.insert(
                (
                    "battle",
                    plan.name.clone(),
                    format!("order of steps, {when}:"),
                ),
                labels,
            );
        }
    }

    /// What may be different about a step.
    fn step(&mut self, rules: &Rules, name: &str, step: &Step, usual: Option<Roll>) {
        if let Step::Retreat(retreat) = step {
            return self.retreat(rules, name, retreat);
        }
        let Step::Fire(fire) = step else {
            let text = plans::step(rules, step);
            return self.say("battle", name, "", text);
        };
        let place = match fire.station {
            Station::Battle => "",
            Station::Offshore => " offshore",
            Station::Target => " raided",
        };
        self.say(
            "battle",
            name,
            "fired by",
            format!("{}{place}", names::units(rules, fire.shooters, "and")),
        );
        self.say(
            "battle",
            name,
            "on",
            names::units(rules, fire.targets, "and"),
        );
        self.say("battle", name, "at", plans::attribute(rules, fire.value));
        match fire.dice {
            DicePer::Shooter(1) => {}
            DicePer::Shooter(n) => {
                self.say("battle", name, "dice for each that fires:", n.to_string())
            }
            DicePer::Target => self.say("battle", name, "one die for each target", ""),
        }
        if usual != Some(fire.roll) {
            self.say("battle", name, "dice:", dice(fire.roll));
        }
        self.clauses(rules, name, fire);
    }

    fn retreat(&mut self, rules: &Rules, name: &str, retreat: &RetreatStep) {
        self.say(
            "battle",
            name,
            "of",
            names::units(rules, retreat.units, "and"),
        );
        let to = if retreat.to == RetreatTo::CameFrom {
            "where they came from"
        } else {
            "any friendly neighbour"
        };
        self.say("battle", name, "to", to);
        if retreat.from_round > 1 {
            self.say("battle", name, "from round", retreat.from_round.to_string());
        }
        if retreat.seaborne_stay {
            self.say("battle", name, "what came by sea stays", "");
        }
        if let Some(latest) = retreat.latest {
            self.say("battle", name, "is due after round", latest.to_string());
        }
    }

    fn clauses(&mut self, rules: &Rules, name: &str, fire: &FireStep) {
        for spare in &fire.spares {
            let text = plans::spare(rules, spare, fire.role);
            self.say("battle", name, text.trim_start_matches("; "), "");
        }
        for presence in &fire.only_if {
            self.say(
                "battle",
                name,
                format!("only if {}", plans::presence(rules, presence, fire.role)),
                "",
            );
        }
        for presence in &fire.unless {
            self.say(
                "battle",
                name,
                format!("not if {}", plans::presence(rules, presence, fire.role)),
                "",
            );
        }
        let rounds = plans::rounds(fire.rounds);
        if !rounds.is_empty() {
            self.say("battle", name, rounds.trim_start_matches("; "), "");
        }
        self.say(
            "battle",
            name,
            "losses",
            if fire.losses == Losses::Leave {
                "leave at once"
            } else {
                "may still fire"
            },
        );
        if fire.chooser == Chooser::Firer {
            self.say(
                "battle",
                name,
                "losses are chosen by the side that fired",
                "",
            );
        }
    }
}

/// What a step is called.
fn label(rules: &Rules, step: &Step) -> String {
    match step {
        Step::Fire(fire) => format!("{} of the {}", fire.name, plans::role(fire.role)),
        Step::Remove => "removal of losses".to_owned(),
        Step::Submerge { role, units, .. } => {
            format!(
                "submerging of the {}'s {}",
                plans::role(*role),
                names::units(rules, *units, "and")
            )
        }
        Step::Defenceless { role, .. } => {
            format!("defenceless units of the {}", plans::role(*role))
        }
        Step::Retreat(retreat) => format!("retreat of the {}", plans::role(retreat.role)),
        Step::Intercept { .. } => "interception".to_owned(),
        Step::Divide => "division of raiders".to_owned(),
        Step::Damage { .. } => "damage".to_owned(),
    }
}

/// The roll of most volleys of a plan; of as many, the first.
fn usual_roll(plan: &BattlePlan) -> Option<Roll> {
    let rolls = || {
        plan.start.iter().chain(&plan.round).filter_map(|s| {
            if let Step::Fire(f) = s {
                Some(f.roll)
            } else {
                None
            }
        })
    };
    let mut best: Option<(Roll, usize)> = None;
    for roll in rolls() {
        let count = rolls().filter(|r| *r == roll).count();
        if best.is_none_or(|(_, most)| count > most) {
            best = Some((roll, count));
        }
    }
    best.map(|(roll, _)| roll)
}

fn dice(roll: Roll) -> String {
    match roll {
        Roll::AtOrLess { sides } => format!("a d{sides} for each"),
        Roll::LowLuck { sides } => format!(
            "low luck (values added up, a hit for each full {sides}, a d{sides} for the rest)"
        ),
        Roll::Pooled { sides } => {
            format!("pooled (values added up as hits, a d{sides} for the fraction)")
        }
    }
}
