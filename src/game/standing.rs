//! Standing orders: what a power answers to the questions of others' turns while nobody is there to ask. They are orders
//! like any other: the log keeps them and what was answered by them, and a save proves that the one follows from the other.

use super::language::{Among, Names, Text, wishes};
use super::log::{Deed, Entry};
use super::session::Session;
use sandtable_diag::{FileId, Problem};
use sandtable_kernel::{Choice, DecisionKind, Order, Origin, PICKS, check};
use sandtable_rules::{PowerId, Rules, UnitTypeId};
use std::sync::Arc;

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    /// Whoever plays the power is asked again.
    Ask,
    /// None of the units, no choice of an offer; a retreat never.
    None,
    /// All that may.
    All,
    /// An offer is accepted, or what is asked is agreed to.
    Yes,
    /// An offer is declined.
    No,
    /// Losses of these types first, in this order; the cheapest after them.
    Types(Vec<UnitTypeId>),
    /// What is named, as far as it is among the choices, the first first.
    Wishes(String),
}

/// A standing order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whose.
    pub power: PowerId,
    /// What about: a decision's name, or that of the script or trigger that makes an offer.
    about: String,
    answer: Answer,
}

/// Every question that can be answered beforehand, and how.
pub fn forms() -> Vec<String> {
    let picks = (PICKS.iter()).map(|pick| format!("{}: all|none|2 TYPE, TYPE", pick.word));
    let others = [
        "losses: TYPE, TYPE, …",
        "retreat: never",
        "agree: yes",
        "offers: none|all|yes|no",
        "NAME: none|all|yes|no|CHOICE, CHOICE, for the offers of the script or trigger of that name alone: of the choices named, such as 2 TYPE in SPACE, those that there are, up to the number that may be chosen",
    ];
    others.map(str::to_owned).into_iter().chain(picks).collect()
}

impl Standing {
    /// Reads `[POWER] QUESTION: ANSWER`; without a power it is that of the one who speaks.
    ///
    /// # Errors
    /// It names what is not there, or no answer that this question has.
    pub fn read(
        rules: &Rules,
        names: &Names,
        text: &str,
        speaks: PowerId,
    ) -> Result<Self, Problem> {
        let wrong = |message: String| {
            let help = format!(
                "it is written `standing [POWER] QUESTION: ANSWER`: {}, or `ask` to be asked again",
                forms().join("; ")
            );
            Problem::error("standing/unknown", message).help(help)
        };
        let Some((about, answer)) = text.split_once(':') else {
            return Err(wrong(
                "a standing order says what about and what is answered".to_owned(),
            ));
        };
        let (about, said) = (about.trim().to_lowercase(), answer.trim());
        let answer = said.to_lowercase();
        // Names of triggers may have several words.
        let behind = |name: &String| {
            let before = about.strip_suffix(name.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
        };
        let named = offering(rules).filter(behind).max_by_key(String::len);
        let (power, about) = match &named {
            Some(name) => (about[..about.len() - name.len()].trim_end(), &**name),
            None => about.rsplit_once(' ').unwrap_or(("", &about)),
        };
        let power = match power {
            "" => speaks,
            power => names.powers.called(power)?,
        };
        let picks = PICKS.iter().any(|pick| pick.word == about);
        let offers = about == "offers" || offering(rules).any(|name| name == about);
        let answer = match (about, &*answer) {
            ("losses" | "retreat" | "agree", "ask") => Answer::Ask,
            (_, "ask") if picks || offers => Answer::Ask,
            ("retreat", "never") => Answer::None,
            (_, "none") if picks || offers => Answer::None,
            (_, "all") if picks || offers => Answer::All,
            ("agree", "yes") => Answer::Yes,
            (_, "yes") if offers => Answer::Yes,
            (_, "no") if offers => Answer::No,
            ("losses", types) => {
                let kinds = types.split(',').map(str::trim);
                let kinds = kinds.map(|kind| names.units.called(kind));
                Answer::Types(kinds.collect::<Result<_, _>>()?)
            }
            (about, _) if picks || (offers && about != "offers") => {
                let among = if picks { Among::Units } else { Among::Choices };
                let read = wishes(names, among, Text::new(FileId(0), said));
                read.map_err(Problem::unplaced)?;
                Answer::Wishes(said.to_owned())
            }
            (about, answer) => {
                let known = ["offers", "retreat", "agree"].contains(&about);
                let what = if known { answer } else { about };
                let problem = wrong(format!("`{what}` is not known here"));
                return Err(match known {
                    true => problem,
                    false => problem.suggest(about, offering(rules)),
                });
            }
        };
        let about = about.to_owned();
        Ok(Self {
            power,
            about,
            answer,
        })
    }
    /// In its full form.
    pub fn text(&self, rules: &Rules) -> String {
        let answer = match (&self.answer, &*self.about) {
            (Answer::Ask, _) => "ask".to_owned(),
            (Answer::None, "retreat") => "never".to_owned(),
            (Answer::None, _) => "none".to_owned(),
            (Answer::All, _) => "all".to_owned(),
            (Answer::Yes, _) => "yes".to_owned(),
            (Answer::No, _) => "no".to_owned(),
            (Answer::Wishes(wishes), _) => wishes.clone(),
            (Answer::Types(kinds), _) => {
                let names = kinds.iter().map(|kind| rules.units[*kind].name.as_str());
                names.collect::<Vec<_>>().join(", ")
            }
        };
        format!("{} {}: {answer}", rules.powers[self.power].name, self.about)
    }
    /// The answer, where the question has it.
    fn order(&self, session: &Session, kind: &DecisionKind) -> Option<Order> {
        let order = match (kind, &self.answer) {
            (
                DecisionKind::Casualties {
                    candidates, count, ..
                },
                Answer::Types(first),
            ) => {
                let (rules, state) = (session.rules(), session.state());
                let rank =
                    |kind: UnitTypeId| first.iter().position(|k| *k == kind).unwrap_or(first.len());
                let mut units = candidates.clone();
                units.sort_by_key(|ix| {
                    let kind = state.unit(*ix).kind;
                    (rank(kind), rules.units[kind].cost, *ix)
                });
                units.truncate(usize::from(*count));
                Order::Casualties(units)
            }
            (DecisionKind::Retreat { .. }, Answer::None) => Order::Press,
            (DecisionKind::Agree { .. }, Answer::Yes) => Order::Agree,
            (DecisionKind::Offer(offer), answer) => {
                let most = usize::from(offer.max);
                Order::Answer(chosen(
                    session,
                    answer,
                    (&offer.choices, most),
                    offer.repeat,
                )?)
            }
            (
                DecisionKind::Pick {
                    pick, units, max, ..
                },
                answer,
            ) => {
                let most = max.map_or(units.len(), usize::from);
                let choices: Vec<Choice> = units.iter().copied().map(Choice::Unit).collect();
                let picked = chosen(session, answer, (&choices, most), false)?;
                let picked = picked.into_iter().map(|n| units[usize::from(n)]);
                Order::Pick(*pick, picked.collect())
            }
            _ => return None,
        };
        check(session.cx(), &order).is_ok().then_some(order)
    }
}

/// The scripts and triggers that can make offers, by their names as they are compared.
fn offering(rules: &Rules) -> impl Iterator<Item = String> {
    let scripts = rules.specials.values().map(|script| &script.name);
    let triggers = rules.acts.triggers.values().map(|trigger| &trigger.name);
    scripts.chain(triggers).map(|name| name.to_lowercase())
}

/// What a decision is called in standing orders: by the script or trigger that asks first, where one does, and then by
/// its kind.
fn called(rules: &Rules, kind: &DecisionKind) -> Vec<String> {
    let kind = match kind {
        DecisionKind::Casualties { .. } => "losses",
        DecisionKind::Offer(offer) => {
            let by = match &offer.origin {
                Origin::Special(id, _) => Some(rules.specials[*id].name.to_lowercase()),
                Origin::Trigger(id, _) => Some(rules.acts.triggers[*id].name.to_lowercase()),
                Origin::Phase(_) => None,
            };
            return by.into_iter().chain(["offers".to_owned()]).collect();
        }
        kind => kind.name(),
    };
    vec![kind.to_owned()]
}

/// The choices that an answer takes, by their numbers, so many at most; each as often as it likes where they repeat.
fn chosen(
    session: &Session,
    answer: &Answer,
    (choices, most): (&[Choice], usize),
    repeat: bool,
) -> Option<Vec<u16>> {
    let word = |word: &str| {
        let said =
            |choice: &Choice| matches!(choice, Choice::Word(w) if w.eq_ignore_ascii_case(word));
        let at = choices.iter().position(said)?;
        Some(vec![u16::try_from(at).ok()?])
    };
    match answer {
        Answer::None => Some(Vec::new()),
        Answer::All => Some((0u16..).take(choices.len().min(most)).collect()),
        Answer::Yes => word("yes"),
        Answer::No => word("no"),
        Answer::Wishes(wishes) => session.wished(wishes, choices, most, repeat),
        Answer::Ask | Answer::Types(_) => None,
    }
}

/// Those that hold, in their full form.
pub fn held(session: &Session) -> Vec<String> {
    let said = session.log().entries().iter();
    let said = said.filter(|e| e.deed == Deed::Standing);
    let mut held: Vec<Standing> = Vec::new();
    for standing in said.filter_map(|e| read(session, e)) {
        held.retain(|s| (s.power, &s.about) != (standing.power, &standing.about));
        held.push(standing);
    }
    held.retain(|standing| standing.answer != Answer::Ask);
    held.iter().map(|s| s.text(session.rules())).collect()
}

/// The answer that standing orders give to what a game waits for; `None`: somebody is asked.
pub fn answer(session: &Session) -> Option<Order> {
    let decision = session.pending()?;
    if matches!(
        decision.kind,
        DecisionKind::Phase(_) | DecisionKind::Fight { .. }
    ) {
        return None;
    }
    let said = session.log().entries().iter().rev();
    // What is said while others play may reach them later than what they order: it holds for what is asked after the
    // next order, which tells everybody that it was there.
    let loose = |e: &&Arc<Entry>| session.joint().is_some_and(|joint| joint.is_loose(e.deed));
    let said = said.skip_while(loose);
    let said = said.filter(|e| e.deed == Deed::Standing && e.by == decision.power);
    let said: Vec<Standing> = said.filter_map(|e| read(session, e)).collect();
    let about = called(session.rules(), &decision.kind);
    let last = (about.iter()).find_map(|about| said.iter().find(|said| said.about == *about))?;
    last.order(session, &decision.kind)
}

/// What an entry of the log says.
fn read(session: &Session, entry: &Entry) -> Option<Standing> {
    Standing::read(session.rules(), session.names(), &entry.text, entry.by).ok()
}
