//! What a person can say at the table that is no order: help, looking around, taking back, saving.

use super::out::Out;
use super::play::{Said, Table};
use super::prompt::Words;
use crate::diag::Problem;
use crate::game::language::{Name, VERBS};
use crate::game::{Changed, Session, changed, open_with, replay_under};
use crate::kernel::{Code, Decision, DecisionKind, Order};
use crate::rules::PhaseKind;
use crate::view::{self, describe_decision};
use serde_json::json;
use std::path::Path;

/// A word for the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// What can be said now.
    Help,
    /// The board, or where its picture goes.
    Map(Option<String>),
    /// The powers in figures.
    Board,
    /// A space.
    Show(String),
    /// The orders that may be given, or those with a word in them.
    Legal(String),
    /// Why the last line was refused, what the last dice were for, or a rule.
    Explain(String),
    /// The odds of a battle: of a space, or of two forces.
    Odds(String),
    /// Take the last order back.
    Undo,
    /// Save.
    Save(String),
    /// Read the pack again.
    Reload,
    /// Leave.
    Quit,
}

const WORDS: [&str; 12] = [
    "help", "map", "board", "show", "legal", "explain", "odds", "undo", "save", "reload", "quit",
    "exit",
];

/// A line as a command, if it is one.
pub(super) fn read(line: &str) -> Option<Command> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim().to_owned();
    Some(match word.to_lowercase().as_str() {
        "help" | "?" | "h" => Command::Help,
        "map" => Command::Map((!rest.is_empty()).then_some(rest)),
        "board" => Command::Board,
        "show" => Command::Show(rest),
        "legal" => Command::Legal(rest),
        "explain" | "why" => Command::Explain(rest),
        "odds" => Command::Odds(rest),
        "undo" => Command::Undo,
        "save" => Command::Save(rest),
        "reload" => Command::Reload,
        "quit" | "exit" | "q" => Command::Quit,
        _ => return None,
    })
}

/// Everything that can be completed: commands and verbs, then names and the words between them.
pub(super) fn words(session: &Session) -> Words {
    const BETWEEN: [&str; 8] = ["from", "to", "via", "on", "in", "with", "attacking", "none"];
    let names = session.names();
    let first = WORDS.into_iter().chain(VERBS.iter().map(|v| v.word));
    let named = names
        .units
        .names()
        .chain(names.spaces.names())
        .chain(names.powers.names());
    Words {
        first: first.map(str::to_owned).collect(),
        later: named.chain(BETWEEN).map(str::to_owned).collect(),
    }
}

/// Does it; `false`: it could not be done.
pub(super) fn run(
    table: &mut Table,
    command: &Command,
    decision: &Decision,
    out: &mut Out,
) -> bool {
    let (rules, state) = (table.session.rules(), table.session.state());
    match command {
        Command::Help => out.say(&help(&table.session, decision, out)),
        Command::Map(None) | Command::Board => {
            out.say(&view::turn_banner(rules, state, out.paint()));
            out.say(&view::board_table(rules, state, Some(100), out.paint()));
        }
        Command::Map(Some(path)) => {
            return report(super::map::write(rules, state, Path::new(path)), out);
        }
        Command::Show(space) => {
            let (mut problems, file) = super::play::with_source("show", space);
            let loc = crate::diag::Loc {
                file,
                start: 0,
                end: space.len() as u32,
            };
            match table.session.names().spaces.find(&Name {
                text: space.clone(),
                loc,
            }) {
                Ok(id) => out.say(&view::space_report(rules, state, id, out.paint())),
                Err(problem) => {
                    problems.push(problem);
                    out.problems(&problems);
                    return false;
                }
            }
        }
        Command::Legal(word) => out.say(&legal(&table.session, word, 60)),
        Command::Explain(what) => return explain(table, what, out),
        Command::Odds(text) => {
            if let Err(problems) = super::odds::at_the_table(&table.session, text, out) {
                out.problems(&problems);
                return false;
            }
        }
        Command::Undo => {
            match table.session.undo() {
                Some(entry) => out.say(&format!("taken back: {}", entry.text)),
                None => {
                    out.say("nothing can be taken back: dice were rolled, or somebody else has acted since");
                    return false;
                }
            }
        }
        Command::Save(path) if path.is_empty() => {
            return report(
                Err(Problem::error("save/where", "the file is missing").help("say `save FILE`")),
                out,
            );
        }
        Command::Save(path) => return report(table.write(Path::new(path)), out),
        Command::Reload => return reload(table, out),
        Command::Quit => {}
    }
    true
}

/// Reads the pack again and keeps the game, if both can be.
fn reload(table: &mut Table, out: &mut Out) -> bool {
    let kept =
        open_with(&table.opened.pack, &table.opened.choices).and_then(|opened| {
            match changed(&table.opened, &opened) {
                Changed::Nothing => Ok(None),
                Changed::Words => Ok(Some((opened, None))),
                Changed::Rules => replay_under(&table.session, &opened)
                    .map(|session| Some((opened, Some(session)))),
            }
        });
    match kept {
        Ok(None) => out.say("nothing has changed"),
        Ok(Some((opened, None))) => {
            out.problems(&opened.warnings);
            out.say("the rules are as they were; what is said about them is new");
            table.opened = opened;
        }
        Ok(Some((opened, Some(session)))) => {
            let same = session.state() == table.session.state();
            out.problems(&opened.warnings);
            out.say(match same {
                true => "the new rules hold; the game stands as it did",
                false => "the new rules hold; every order was carried out again, and the game stands differently now",
            });
            (table.opened, table.session) = (opened, session);
        }
        Err(problems) => {
            out.problems(&problems);
            return false;
        }
    }
    true
}

/// Explains what happened last, or a rule.
fn explain(table: &Table, what: &str, out: &mut Out) -> bool {
    if !what.is_empty() {
        let done =
            super::explain::explain(std::slice::from_ref(&table.opened), what, table.json, out);
        return done.map_err(|problem| out.problem(problem)).is_ok();
    }
    let (rules, info, paint) = (&table.opened.rules, &table.opened.info, out.paint());
    let text = match &table.said {
        Said::Refused(_, ids) if !ids.is_empty() => {
            Some(view::explain_rules(info, ids, paint).join("\n"))
        }
        Said::Refused(name, _) => Code::ALL.iter().find(|c| c.name() == *name).map_or_else(
            || {
                Some(format!(
                    "{name}: the line means no order; no printed rule is about that"
                ))
            },
            |code| Some(view::explain_code(rules, info, *code, paint)),
        ),
        Said::Rolled => view::explain_roll(rules, info, &table.roll, paint),
        Said::Nothing => None,
    };
    let Some(text) = text else {
        let problem = Problem::error("explain/nothing", "nothing has been refused or rolled yet");
        out.problem(problem.help("`explain ID` explains a rule"));
        return false;
    };
    if table.json {
        out.json(&json!({ "explanation": text }))
    } else {
        out.say(&text)
    }
    true
}

fn report(done: Result<(), Problem>, out: &mut Out) -> bool {
    match done {
        Ok(()) => {
            out.say("written");
            true
        }
        Err(problem) => {
            out.problem(problem);
            false
        }
    }
}

/// The legal orders as text, at most so many.
fn legal(session: &Session, word: &str, most: usize) -> String {
    let orders = session.legal().unwrap_or_default();
    let word = word.to_lowercase();
    let mut lines: Vec<String> = Vec::new();
    let mut more = 0;
    for order in &orders {
        if lines.len() >= most && word.is_empty() {
            more += 1;
            continue;
        }
        let text = session.print(order);
        if !text.to_lowercase().contains(&word) {
            continue;
        }
        if lines.len() < most {
            lines.push(text)
        } else {
            more += 1
        }
    }
    if more > 0 {
        lines.push(format!(
            "… and {more} more; `legal WORD` lists those with the word in them"
        ));
    }
    if lines.is_empty() {
        "no such order".to_owned()
    } else {
        lines.join("\n")
    }
}

/// The orders that a decision is answered with.
fn verbs(kind: &DecisionKind) -> &'static [&'static str] {
    match kind {
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
        DecisionKind::Submerge { .. } => &["submerge"],
        DecisionKind::Intercept { .. } => &["intercept"],
        DecisionKind::Aim { .. } => &["aim"],
        DecisionKind::Bombard { .. } => &["bombard"],
        DecisionKind::Land { .. } => &["divert"],
        DecisionKind::Offer(_) => &["answer", "yes", "no", "scramble", "special"],
        #[allow(
            unreachable_patterns,
            reason = "decisions that scripts bring are answered like offers"
        )]
        _ => &["answer"],
    }
}

fn help(session: &Session, decision: &Decision, out: &Out) -> String {
    let paint = out.paint();
    let mut lines = vec![describe_decision(
        session.rules(),
        session.state(),
        decision,
        paint,
    )];
    let now = verbs(&decision.kind);
    for verb in VERBS.iter().filter(|v| now.contains(&v.word)) {
        lines.push(format!(
            "  {} {}  {}",
            paint.bold(verb.word),
            verb.usage,
            paint.dim(verb.about)
        ));
    }
    let orders = session.legal().unwrap_or_default();
    let examples = examples(&orders);
    if !examples.is_empty() {
        lines.push("for example".to_owned());
        lines.extend(
            examples
                .iter()
                .map(|order| format!("  {}", session.print(order))),
        );
    }
    lines.push("and at any time".to_owned());
    lines.push(
        "  legal [WORD]   the orders that may be given      show SPACE     what is in a space"
            .to_owned(),
    );
    lines.push("  board          the powers in figures             map FILE.svg   the picture of the board".to_owned());
    lines.push(
        "  undo           take your last order back         save FILE      save the game"
            .to_owned(),
    );
    lines.push(
        "  explain        why an order was refused, or      explain ID     a printed rule"
            .to_owned(),
    );
    lines.push("                 what the last dice were for       reload         read the pack again and go on".to_owned());
    lines.push(
        "  odds SPACE     what a battle there will cost; also of two forces in quotation marks"
            .to_owned(),
    );
    lines.push("  quit           leave".to_owned());
    lines.join("\n")
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
