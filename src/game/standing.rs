//! Standing orders: what a power answers to the questions of others' turns while nobody is there to ask. They are orders
//! like any other: the log keeps them and what was answered by them, and a save proves that the one follows from the other.

use super::language::{Among, Names, Text, wishes};
use super::log::{Deed, Entry};
use super::session::Session;
use sandtable_diag::{FileId, Problem};
use sandtable_kernel::{Choice, DecisionKind, Order, Origin, PICKS, check};
use sandtable_rules::{PowerId, Rules, UnitTypeId};
use std::sync::Arc;

/// A standing order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whose.
    pub power: PowerId,
    /// What about: a decision's name, or that of the script or trigger that makes an offer.
    about: String,
    /// What is answered, in its full form: one of the plain answers to the question; types that are lost first, in this
    /// order; or what is named, as far as it is among the choices, the first first.
    answer: String,
}

/// What is said for whoever plays the power to be asked again.
const ASK: &str = "ask";

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
        let plain: &[&str] = match about {
            "losses" => &[ASK],
            "retreat" => &[ASK, "never"],
            "agree" => &[ASK, "yes"],
            _ if picks => &[ASK, "none", "all"],
            _ if offers => &[ASK, "none", "all", "yes", "no"],
            _ => &[],
        };
        let answer = if plain.contains(&&*answer) {
            answer
        } else if about == "losses" {
            let kinds = types(names, &answer)?.into_iter();
            let kinds = kinds.map(|kind| rules.units[kind].name.as_str());
            kinds.collect::<Vec<_>>().join(", ")
        } else if picks || (offers && about != "offers") {
            let among = if picks { Among::Units } else { Among::Choices };
            let read = wishes(names, among, Text::new(FileId(0), said));
            read.map_err(Problem::unplaced)?;
            said.to_owned()
        } else {
            let known = !plain.is_empty();
            let what = if known { &answer } else { about };
            let problem = wrong(format!("`{what}` is not known here"));
            return Err(match known {
                true => problem,
                false => problem.suggest(about, offering(rules)),
            });
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
        let power = &rules.powers[self.power].name;
        format!("{power} {}: {}", self.about, self.answer)
    }
    /// The answer, where the question has it.
    fn order(&self, session: &Session, kind: &DecisionKind) -> Option<Order> {
        let order = match (kind, &*self.answer) {
            (_, ASK) => return None,
            (
                DecisionKind::Casualties {
                    candidates, count, ..
                },
                first,
            ) => {
                let (rules, state) = (session.rules(), session.state());
                let first = types(session.names(), first).ok()?;
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
            (DecisionKind::Retreat { .. }, _) => Order::Press,
            (DecisionKind::Agree { .. }, _) => Order::Agree,
            (DecisionKind::Offer(offer), answer) => {
                let most = (&offer.choices[..], usize::from(offer.max));
                Order::Answer(chosen(session, answer, most, offer.repeat)?)
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

/// The types of a list.
fn types(names: &Names, list: &str) -> Result<Vec<UnitTypeId>, Problem> {
    let kinds = list.split(',').map(str::trim);
    kinds.map(|kind| names.units.called(kind)).collect()
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
    answer: &str,
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
        "none" => Some(Vec::new()),
        "all" => Some((0u16..).take(choices.len().min(most)).collect()),
        "yes" | "no" => word(answer),
        said => {
            let said = Text::new(FileId(0), said);
            let wishes = wishes(session.names(), Among::Choices, said).ok()?;
            let reader = session.reader(None);
            reader.wished(&wishes, choices, most, repeat).ok()
        }
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
    held.retain(|standing| standing.answer != ASK);
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
