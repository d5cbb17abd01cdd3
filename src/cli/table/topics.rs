//! What `help` says: what can be said now, what a word does, a few lines about a topic.

use super::Table;
use super::commands::{Told, WORDS, plain};
use crate::out::Out;
use sandtable_diag::{Problem, fold_name};
use sandtable_game::language::VERBS;
use sandtable_kernel::{Choice, DecisionKind, Offer, Order};
use sandtable_rules::PhaseKind;
use sandtable_view::describe_decision;

/// A topic by its name, and what is said about it.
const TOPICS: &[(&str, &str)] = &[
    (
        "names",
        "Any beginning of a name will do while it can mean one thing only; capitals, blanks and `_` do not matter.
A number is enough for a numbered space (`show 6`), the sign on the map for a type of unit unless a name
begins with it. Where an order says from where, a name that could mean several spaces means the one that borders it.",
    ),
    (
        "moving",
        "`m 2 TYPE from A to B` moves units, `m all from A to B` all that can go there; `via C` names the way.
`load` and `land` bring units aboard and ashore, with `all`, too. `from A` says where units can get to, `reach B` who can come,
`moves` what was ordered in this phase, `battles` what will be fought, `undo` takes a move back.",
    ),
    (
        "buying",
        "`b 3 TYPE, 1 TYPE` buys; `prices` lists what everything costs, the treasury and the room of your facilities.
What was bought waits until the end of the turn: `p all in A` places all of it, `p 2 TYPE in A` some.",
    ),
    (
        "battle",
        "`f A` fights the battle in A, `f` alone the next one. `odds A` reckons it, `why` explains the last dice,
`danger A` reckons what could strike back there, `show battle A` tells a battle again. At a terminal Enter fights the next battle and takes the losses
that are proposed; what could also be left, such as an offer, is never accepted by it.",
    ),
    (
        "aims",
        "`objectives` says what each objective pays and lacks, `victory` what each way to win lacks, `board` how all stand.",
    ),
    (
        "past",
        "`log` tells what happened, `story` what programs did since your last order, `history` what was ordered.
`undo`, `undo phase` and `undo turn` take back, `redo` does it again, `branch NAME` tries a plan beside the game.",
    ),
];

/// The orders that a decision is answered with.
fn verbs(kind: &DecisionKind) -> Vec<&'static str> {
    let words: &[&'static str] = match kind {
        DecisionKind::Phase(PhaseKind::Purchase) => &["buy", "repair", "upgrade", "end"],
        DecisionKind::Phase(PhaseKind::CombatMove) => {
            &["declare", "move", "load", "land", "bomb", "end"]
        }
        DecisionKind::Phase(PhaseKind::NoncombatMove) => &["move", "load", "land", "end"],
        DecisionKind::Phase(PhaseKind::Mobilize) => &["place", "end"],
        DecisionKind::Phase(_) => &["end"],
        DecisionKind::Fight { .. } => &["fight"],
        DecisionKind::Casualties { .. } => &["casualties"],
        DecisionKind::Agree { .. } => &["yes", "no"],
        DecisionKind::Retreat { must: true, .. } => &["retreat"],
        DecisionKind::Retreat { .. } => &["retreat", "press"],
        DecisionKind::Pick { pick, .. } => std::slice::from_ref(&pick.word),
        DecisionKind::Aim { .. } => &["aim"],
        DecisionKind::Land { .. } => &["divert"],
        DecisionKind::Offer(offer) => return answers(offer),
    };
    words.to_vec()
}

/// The words that answer an offer: `yes` and `no` are said where they are choices.
fn answers(offer: &Offer) -> Vec<&'static str> {
    let is = |word: &str| {
        let same = |c: &Choice| matches!(c, Choice::Word(w) if fold_name(w) == word);
        offer.choices.iter().any(same)
    };
    let said = |word: &&str| !["yes", "no"].contains(word) || is(word);
    let all = ["answer", "yes", "no", "scramble", "special"];
    all.into_iter().filter(said).collect()
}

/// Whether a word stands between names in an order.
fn is_clause(usage: &str, asked: &str) -> bool {
    let mut words = usage.split(|c: char| !c.is_alphabetic());
    words.any(|w| w == asked)
}

/// What can be said, or what is known of a word or a topic.
pub(super) fn help(table: &mut Table, asked: &str, out: &mut Out) -> Told {
    let (session, paint) = (&table.session, out.paint());
    let (rules, state) = (session.rules(), session.state());
    let asked = asked.to_lowercase();
    let mut lines = Vec::new();
    let line = |word: &str, usage: &str, about: &str| {
        let head = format!("{} {usage}", paint.bold(word));
        format!("  {}  {}", head.trim_end(), paint.dim(about))
    };
    if !asked.is_empty() {
        let orders = VERBS.iter().map(|v| (v.word, v.short, v.usage, v.about));
        let words = WORDS
            .iter()
            .map(|w| (w.names[0], w.names, w.usage, w.about));
        let all: Vec<_> = orders.chain(words).collect();
        let meant =
            |word: &str, short: &[&str]| word.starts_with(&asked) || short.contains(&&*asked);
        let begun = all.iter().filter(|(word, short, ..)| meant(word, short));
        lines.extend(begun.map(|(word, _, usage, about)| line(word, usage, about)));
        if lines.is_empty() {
            let within = all.iter().filter(|(.., usage, _)| is_clause(usage, &asked));
            lines.extend(within.map(|(word, _, usage, about)| line(word, usage, about)));
        }
        let topics = TOPICS.iter().filter(|(name, _)| *name == asked);
        let width = usize::from(out.width(100));
        // On a screen lines break where it ends, elsewhere at a usual width.
        lines.extend(topics.map(|(_, text)| textwrap::fill(&text.replace('\n', " "), width)));
        if lines.is_empty() {
            let message = format!("nothing that can be said begins with `{asked}`");
            let problem = Problem::error("help/unknown", message);
            return Err(problem.help("`help` alone lists what can be said").into());
        }
        out.say(&lines.join("\n"));
        return Ok(());
    }
    if let Some(decision) = session.pending() {
        lines.push(describe_decision(rules, state, &decision, paint));
        let now = verbs(&decision.kind);
        let now = VERBS.iter().filter(|v| now.contains(&v.word));
        lines.extend(now.map(|v| line(v.word, v.usage, v.about)));
    }
    let orders = session.legal();
    let examples = examples(&orders);
    if !examples.is_empty() {
        lines.push("for example".to_owned());
        let texts = examples.iter().map(|order| plain(&session.print(order)));
        lines.extend(texts.map(|text| format!("  {text}")));
    }
    lines.push("and at any time".to_owned());
    lines.extend(WORDS.iter().map(|w| line(w.names[0], w.usage, w.about)));
    out.say(&lines.join("\n"));
    Ok(())
}

/// A few legal orders of different kinds.
fn examples(orders: &[Order]) -> Vec<&Order> {
    let mut kinds = Vec::new();
    let mut found = Vec::new();
    for order in orders {
        let kind = std::mem::discriminant(order);
        if kinds.iter().filter(|k| **k == kind).count() < 2 && found.len() < 6 {
            kinds.push(kind);
            found.push(order);
        }
    }
    found
}
