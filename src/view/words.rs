//! Conditions, filters, effects and moments back into readable sentences. Negation is carried
//! down to the leaves, so a rule reads `does not control`, never `it is not so that`.

use super::names::{self, list, power_name, space_name};
use crate::rules::{
    At, Cmp, Cond, Effect, Id, PhaseKind, PowerSet, Relation, Rules, SpaceFilter, SpaceSet,
    SpecialId, UnitTypeSet, Verdict, When, Who,
};

/// How many spaces a sentence names before it only counts the rest.
const NAMED: usize = 24;

/// Puts rules into words, seen from the power that a rule is about.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    rules: &'a Rules,
    me: String,
}

impl<'a> Words<'a> {
    /// Words for rules about the power that they name.
    pub fn about(rules: &'a Rules, me: impl Into<String>) -> Self {
        Self {
            rules,
            me: me.into(),
        }
    }

    /// Whoever is meant, and whether the verb is a plural one.
    fn who(&self, who: &Who, word: &str) -> (String, bool) {
        match who {
            Who::Powers(set) => (
                names::powers(self.rules, *set, word),
                set.len() > 1 && word == "and",
            ),
            Who::Self_ => (self.me.clone(), false),
            Who::Friends => (format!("{} {word} allies", self.me), word == "and"),
            Who::Foes => (format!("enemies of {}", self.me), true),
            Who::Neutrals => (format!("powers neutral to {}", self.me), true),
            Who::Anyone => ("any power".to_owned(), false),
        }
    }

    /// A set of powers, any of them.
    fn powers(&self, set: PowerSet) -> String {
        names::powers(self.rules, set, "or")
    }

    /// A condition as a clause.
    pub fn cond(&self, cond: &Cond) -> String {
        self.clause(cond, true)
    }

    /// The clause of a condition that must hold, or must not.
    fn clause(&self, cond: &Cond, yes: bool) -> String {
        match cond {
            Cond::Always => (if yes { "always" } else { "never" }).to_owned(),
            Cond::All(parts) => self.join(parts, yes, if yes { "and" } else { "or" }),
            Cond::Any(parts) => self.join(parts, yes, if yes { "or" } else { "and" }),
            Cond::Not(inner) => self.clause(inner, !yes),
            Cond::Controls {
                who,
                spaces,
                at_least,
            } => self.control(who, *spaces, *at_least, ["controls", "control"], yes),
            Cond::Took {
                who,
                spaces,
                at_least,
            } => {
                let took = self.control(who, *spaces, *at_least, ["has taken", "have taken"], yes);
                format!("{took} this turn")
            }
            Cond::Present {
                who,
                units,
                spaces,
                at_least,
            } => self.present(who, *units, *spaces, *at_least, yes),
            Cond::AtWar(a, b) => {
                let ((a, many), (b, _)) = (self.who(a, "or"), self.who(b, "or"));
                format!(
                    "{a} {}{} at war with {b}",
                    if many { "are" } else { "is" },
                    if yes { "" } else { " not" }
                )
            }
            Cond::Round(cmp, n) => format!("the round is {}", compare(*cmp, i64::from(*n), yes)),
            Cond::OnTurn(set) => format!(
                "{} {} on turn",
                self.powers(*set),
                if yes { "is" } else { "is not" }
            ),
            Cond::InPhase(kind) => format!(
                "the phase {} {}",
                if yes { "is" } else { "is not" },
                phase_kind(*kind)
            ),
            Cond::Counter(id, cmp, n) => {
                let name = self
                    .rules
                    .counters
                    .values()
                    .nth(id.index())
                    .map_or("a counter", |c| &c.name);
                self.counter(name, *cmp, *n, yes)
            }
            Cond::Held(clock, turns) => {
                let what = self
                    .rules
                    .clocks
                    .values()
                    .nth(clock.index())
                    .map_or(&Cond::Always, |c| &c.cond);
                let what = self.clause(what, true);
                let turns = names_turns(*turns);
                format!(
                    "{}for {turns} it has been so that {what}",
                    if yes { "" } else { "not yet " }
                )
            }
            Cond::HoldsCapital(who) => {
                let (who, many) = self.who(who, "or");
                match (yes, many) {
                    (true, false) => format!("{who} has its capital"),
                    (true, true) => format!("{who} have their capitals"),
                    (false, _) => format!("{who} has lost its capital"),
                }
            }
            Cond::Script(special) => {
                format!(
                    "the script {} says {}",
                    self.script(*special),
                    if yes { "yes" } else { "no" }
                )
            }
        }
    }

    fn join(&self, parts: &[Cond], yes: bool, word: &str) -> String {
        let mixed = |c: &Cond| matches!(c, Cond::All(p) | Cond::Any(p) if p.len() > 1);
        let clauses: Vec<String> = parts
            .iter()
            .map(|c| {
                let clause = self.clause(c, yes);
                if mixed(c) && parts.len() > 1 {
                    format!("({clause})")
                } else {
                    clause
                }
            })
            .collect();
        match (clauses.is_empty(), word) {
            (true, "and") => "always".to_owned(),
            (true, _) => "never".to_owned(),
            (false, word) => clauses.join(&format!(" {word} ")),
        }
    }

    fn control(
        &self,
        who: &Who,
        spaces: SpaceSet,
        at_least: u16,
        verbs: [&str; 2],
        yes: bool,
    ) -> String {
        let (who, many) = self.who(who, "and");
        let verb = verbs[usize::from(many)];
        let together = if many && spaces.len() > 1 {
            " together"
        } else {
            ""
        };
        let all = usize::from(at_least) == spaces.len();
        let name = |word| names::spaces(self.rules, spaces, word, NAMED);
        let none = if verb.starts_with("has") || verb.starts_with("have") {
            verb
        } else {
            ["controls", "control"][usize::from(many)]
        };
        match (yes, spaces.len(), at_least) {
            (_, _, 0) => (if yes { "always" } else { "never" }).to_owned(),
            (true, 1, _) => format!("{who} {verb} {}", name("and")),
            (false, 1, _) => format!("{who} {} {}", negated(verb), name("and")),
            (true, _, 1) => format!("{who} {verb} any of {}", name("or")),
            (false, _, 1) => format!("{who} {none} none of {}", name("or")),
            (true, _, _) if all => format!("{who}{together} {verb} all of {}", name("and")),
            (false, _, _) if all => format!("{who} {} all of {}", negated(verb), name("and")),
            (true, _, n) => format!("{who}{together} {verb} at least {n} of {}", name("and")),
            (false, _, n) => format!("{who}{together} {verb} fewer than {n} of {}", name("and")),
        }
    }

    fn present(
        &self,
        who: &Who,
        units: UnitTypeSet,
        spaces: SpaceSet,
        at_least: u16,
        yes: bool,
    ) -> String {
        let (who, many) = self.who(who, "or");
        let has = if many { "have" } else { "has" };
        let units = names::units(self.rules, units, "or");
        let spaces = names::spaces(self.rules, spaces, "or", NAMED);
        match (yes, at_least) {
            (true, 0 | 1) => format!("{who} {has} any {units} in {spaces}"),
            (false, 0 | 1) => format!("{who} {has} no {units} in {spaces}"),
            (true, n) => format!("{who} {has} at least {n} {units} in {spaces}"),
            (false, n) => format!("{who} {has} fewer than {n} {units} in {spaces}"),
        }
    }

    fn counter(&self, name: &str, cmp: Cmp, n: i32, yes: bool) -> String {
        let name = name.replace('_', " ");
        match (cmp, n, yes) {
            (Cmp::Equal, 0, true)
            | (Cmp::AtLeast | Cmp::Equal, 1, false)
            | (Cmp::More, 0, false) => {
                format!("“{name}” is not set")
            }
            (Cmp::Equal, 0, false)
            | (Cmp::AtLeast | Cmp::Equal, 1, true)
            | (Cmp::More, 0, true) => format!("“{name}” is set"),
            _ => format!("“{name}” is {}", compare(cmp, i64::from(n), yes)),
        }
    }

    fn script(&self, special: SpecialId) -> &str {
        self.rules
            .specials
            .values()
            .nth(special.index())
            .map_or("unknown", |s| &s.name)
    }

    /// A filter of spaces as a noun: `spaces that …`.
    pub fn filter(&self, filter: &SpaceFilter) -> String {
        match filter {
            SpaceFilter::Any => "any space".to_owned(),
            SpaceFilter::In(set) => names::spaces(self.rules, *set, "or", NAMED),
            filter => format!("spaces {}", self.which(filter, true)),
        }
    }

    /// A filter as a clause behind `spaces`.
    fn which(&self, filter: &SpaceFilter, yes: bool) -> String {
        let not = if yes { "" } else { "not " };
        match filter {
            SpaceFilter::Any => (if yes { "of any kind" } else { "of no kind" }).to_owned(),
            SpaceFilter::In(set) => format!(
                "{not}among {}",
                names::spaces(self.rules, *set, "and", NAMED)
            ),
            SpaceFilter::ControlledBy(who) => {
                format!("{not}controlled by {}", self.who(who, "or").0)
            }
            SpaceFilter::Uncontrolled => (if yes {
                "that nobody controls"
            } else {
                "that somebody controls"
            })
            .to_owned(),
            SpaceFilter::Holding(who, units) => {
                let units = names::units(self.rules, *units, "or");
                format!(
                    "with{} {units} of {}",
                    if yes { "" } else { "out" },
                    self.who(who, "or").0
                )
            }
            SpaceFilter::HeldSinceTurnStart => format!("{not}held since the turn began"),
            SpaceFilter::IncomeAtLeast(n) if yes => format!("worth {n} IPC or more"),
            SpaceFilter::IncomeAtLeast(n) => format!("worth less than {n} IPC"),
            SpaceFilter::Bordering(inner) => match &**inner {
                SpaceFilter::In(_) => format!("{not}bordering {}", self.filter(inner)),
                inner => format!("{not}bordering {}", self.filter(inner)),
            },
            SpaceFilter::All(parts) => {
                self.which_of(parts, yes, if yes { " and " } else { " or " })
            }
            SpaceFilter::AnyOf(parts) => {
                self.which_of(parts, yes, if yes { " or " } else { " and " })
            }
            SpaceFilter::Not(inner) => self.which(inner, !yes),
        }
    }

    fn which_of(&self, parts: &[SpaceFilter], yes: bool, word: &str) -> String {
        parts
            .iter()
            .map(|f| self.which(f, yes))
            .collect::<Vec<_>>()
            .join(word)
    }

    /// A moment as a clause: `when a turn of … begins`.
    pub fn when(&self, when: &When) -> String {
        let phase = |id: &crate::rules::PhaseId| {
            self.rules
                .turn
                .phases
                .values()
                .nth(id.index())
                .map_or("?", |p| &p.name)
        };
        match when {
            When::SetupDone => "when the game begins".to_owned(),
            When::TurnBegin(who) => format!("when a turn of {} begins", self.powers(*who)),
            When::TurnEnd(who) => format!("when a turn of {} ends", self.powers(*who)),
            When::PhaseBegin(p, who) => {
                format!("when phase {} of {} begins", phase(p), self.powers(*who))
            }
            When::PhaseEnd(p, who) => {
                format!("when phase {} of {} ends", phase(p), self.powers(*who))
            }
            When::RoundEnd => "when a round ends".to_owned(),
            When::WarDeclared(by, on) => format!(
                "when {} declares war on {}",
                self.powers(*by),
                self.powers(*on)
            ),
            When::Captured(spaces, by) => {
                let spaces = names::spaces(self.rules, *spaces, "or", NAMED);
                format!("when {} takes {spaces}", self.powers(*by))
            }
        }
    }

    /// An effect as a sentence without its full stop.
    pub fn effect(&self, effect: &Effect) -> String {
        let power = |p| power_name(self.rules, p);
        let at = |at: &At| match at {
            At::Space(s) => space_name(self.rules, *s).to_owned(),
            At::Here => "the space in question".to_owned(),
        };
        let counter = |id: crate::rules::CounterId| {
            self.rules
                .counters
                .values()
                .nth(id.index())
                .map_or("?", |c| &c.name)
        };
        match effect {
            Effect::Treasury(p, n) if *n < 0 => {
                format!("{} loses {} IPC", power(*p), n.unsigned_abs())
            }
            Effect::Treasury(p, n) => format!("{} gains {n} IPC", power(*p)),
            Effect::AddUnits(p, kind, n, to) => {
                format!(
                    "{} gets {} in {}",
                    power(*p),
                    names::count(self.rules, *kind, *n),
                    at(to)
                )
            }
            Effect::RemoveUnits(who, kinds, n, from) => {
                let kinds = names::units(self.rules, *kinds, "or");
                let who = self.who(who, "or").0;
                match *n {
                    u16::MAX => format!("{who} loses all {kinds} in {}", at(from)),
                    n => format!("{who} loses up to {n} {kinds} in {}", at(from)),
                }
            }
            Effect::SetControl(space, Some(p)) => format!("{} goes to {}", at(space), power(*p)),
            Effect::SetControl(space, None) => format!("{} goes to nobody", at(space)),
            Effect::SetRelation(a, b, relation) => {
                let all = |set: PowerSet| names::powers(self.rules, set, "and");
                format!(
                    "{} and {} are {} from now on",
                    all(*a),
                    all(*b),
                    relation_word(*relation)
                )
            }
            Effect::SetCounter(id, 0) => format!("“{}” is cleared", counter(*id).replace('_', " ")),
            Effect::SetCounter(id, 1) => format!("“{}” is set", counter(*id).replace('_', " ")),
            Effect::SetCounter(id, n) => {
                format!("“{}” becomes {n}", counter(*id).replace('_', " "))
            }
            Effect::AddCounter(id, n) => {
                format!("“{}” changes by {n:+}", counter(*id).replace('_', " "))
            }
            Effect::Offer(p, text, then) => {
                format!(
                    "{} is asked “{text}”; if it accepts, {}",
                    power(*p),
                    self.effects(then)
                )
            }
            Effect::DeclareWar(a, b) => format!("{} declares war on {}", power(*a), power(*b)),
            Effect::Win(side) => format!("the {} win", side_name(self.rules, side.index())),
            Effect::Script(special) => format!("the script {} runs", self.script(*special)),
        }
    }

    /// Effects in a row.
    pub fn effects(&self, effects: &[Effect]) -> String {
        if effects.is_empty() {
            return "nothing happens".to_owned();
        }
        list(
            &effects.iter().map(|e| self.effect(e)).collect::<Vec<_>>(),
            "and",
        )
    }
}

/// The name of a side.
pub(super) fn side_name(rules: &Rules, index: usize) -> &str {
    rules
        .powers
        .sides
        .values()
        .nth(index)
        .map_or("nobody", |s| s)
}

/// What a row of permissions says of those it names.
pub(super) fn may(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "may",
        Verdict::Forbid => "may not",
    }
}

/// A relation as an adjective.
pub(super) fn relation_word(relation: Relation) -> &'static str {
    match relation {
        Relation::War => "at war",
        Relation::Neutral => "neutral to each other",
        Relation::Allied => "allied",
    }
}

/// A kind of phase in words.
pub(super) fn phase_kind(kind: PhaseKind) -> &'static str {
    match kind {
        PhaseKind::Purchase => "purchase",
        PhaseKind::CombatMove => "combat move",
        PhaseKind::Combat => "combat",
        PhaseKind::NoncombatMove => "noncombat move",
        PhaseKind::Mobilize => "mobilize",
        PhaseKind::Income => "collect income",
        PhaseKind::Custom => "special",
    }
}

fn names_turns(turns: u16) -> String {
    if turns == 1 {
        "a whole turn".to_owned()
    } else {
        format!("{turns} turns in a row")
    }
}

fn negated(verb: &str) -> String {
    match verb {
        "controls" => "does not control".to_owned(),
        "control" => "do not control".to_owned(),
        verb => verb
            .replacen("has ", "has not ", 1)
            .replacen("have ", "have not ", 1),
    }
}

fn compare(cmp: Cmp, n: i64, yes: bool) -> String {
    let cmp = match (cmp, yes) {
        (cmp, true) => cmp,
        (Cmp::Less, false) => Cmp::AtLeast,
        (Cmp::AtMost, false) => Cmp::More,
        (Cmp::AtLeast, false) => Cmp::Less,
        (Cmp::More, false) => Cmp::AtMost,
        (Cmp::Equal, false) => return format!("not {n}"),
    };
    match cmp {
        Cmp::Less => format!("below {n}"),
        Cmp::AtMost => format!("at most {n}"),
        Cmp::Equal => n.to_string(),
        Cmp::AtLeast => format!("{n} or more"),
        Cmp::More => format!("above {n}"),
    }
}

impl Words<'_> {
    /// A condition behind a word (`while`, `if`) with a blank before it; nothing where it always holds.
    pub fn given(&self, word: &str, cond: &Cond) -> String {
        if *cond == Cond::Always {
            String::new()
        } else {
            format!(" {word} {}", self.cond(cond))
        }
    }
}
