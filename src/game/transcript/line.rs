//! The lines of a transcript: orders, edits of the position, dice and expectations, as they were
//! typed, nothing looked up yet.

use crate::diag::{Loc, Problem, nearest};
use crate::game::language::{
    Amount, Clause, Name, Rule, Text, Tree, TypedUnits, cut, join, number, orders, read, shorten,
};
use crate::rules::Relation;

/// A fact of the position, which an edit makes so and an expectation finds so.
pub(super) enum Fact {
    /// The damage on a unit.
    Damage(TypedUnits, Name, i64),
    /// What a treasury holds.
    Treasury(Name, i64),
    /// Who controls a space: the space, then the power or nobody.
    Control(Vec<Name>),
    /// How two powers stand.
    Relation(Relation, Vec<Name>),
    /// The round.
    Round(i64),
    /// Whose turn it is.
    Turn(Name),
    /// The phase.
    Phase(Name),
    /// A counter.
    Counter(Name, i64),
}

/// A change of the position.
pub(super) enum Edit {
    /// Units appear; on a carrier if one is named.
    Put(Vec<TypedUnits>, Name, Option<TypedUnits>),
    /// Every unit of a space, or of the board, disappears.
    Clear(Option<Name>),
    /// Money is added.
    Give(Name, i64),
    /// This becomes so.
    Set(Fact),
}

/// Something that must be so.
pub(super) enum Expect {
    /// The units in a space, of a power if one is named; no list: none.
    Units(Option<Name>, Name, Vec<TypedUnits>),
    /// What a power's territories are worth.
    Income(Name, i64),
    /// What the game waits for: the power and the kind, or `none`.
    Decision(Vec<Name>),
    /// The next order is refused with this code.
    Refused(Name),
    /// Something of this wording happened with the last order, or did not.
    Event(Name, bool),
    /// Which side has won, or `none`.
    Winner(Name),
    /// This is so.
    Is(Fact),
}

/// A line of a transcript.
pub(super) enum Line {
    /// The pack it is played with.
    Pack(Name),
    /// An option switched on, or an overlay, it is played with.
    With(Name),
    /// The value of an option it is played with.
    Option(Name, String),
    /// A change of the position.
    Edit(Edit),
    /// Dice to come.
    Dice(Vec<u8>),
    /// Dice that scripts roll while the opening position is set up.
    SetupDice(Vec<u8>),
    /// Something that must be so.
    Expect(Expect),
    /// Phases end and questions get their plainest answers until this phase.
    Skip(Vec<Name>),
    /// Orders.
    Orders(Vec<Clause>),
    /// Nothing.
    Blank,
}

const LINES: &[&str] = &[
    "put", "clear", "give", "set", "dice", "expect", "skip", "pack", "with", "setup",
];
const FACTS: &[&str] = &[
    "treasury", "control", "war", "peace", "allied", "round", "turn", "phase", "counter",
];
const SETTINGS: &[&str] = &["option"];
const EXPECTATIONS: &[&str] = &[
    "units", "damage", "income", "decision", "refused", "event", "no event", "winner",
];

/// The words for how two powers stand.
pub(super) const RELATIONS: [(&str, Relation); 3] = [
    ("war", Relation::War),
    ("peace", Relation::Neutral),
    ("allied", Relation::Allied),
];

/// Reads one line.
pub(super) fn line(text: Text<'_>) -> Result<Line, Problem> {
    let text = bare(text);
    if text.text.is_empty() {
        return Ok(Line::Blank);
    }
    let (word, rest) = text.first_word();
    Ok(match word.text {
        "pack" => Line::Pack(one(rest, "pack NAME")?),
        "with" => Line::With(one(rest, "with OPTION, or: with OVERLAY")?),
        "set" if rest.trim().first_word().0.text == "option" => option(rest.trim().first_word().1)?,
        "put" => Line::Edit(put(rest)?),
        "clear" => {
            let what = one(rest, "clear SPACE, or: clear all units")?;
            Line::Edit(Edit::Clear(
                (!what.text.eq_ignore_ascii_case("all units")).then_some(what),
            ))
        }
        "give" => Line::Edit(valued(rest, "give POWER 12").map(|(power, n)| Edit::Give(power, n))?),
        "set" => Line::Edit(set(rest)?),
        "dice" => Line::Dice(dice(rest)?),
        "setup" => match rest.trim().first_word() {
            (word, rest) if word.text == "dice" => Line::SetupDice(dice(rest)?),
            (word, _) => return Err(unknown(rest, word, &["dice"])),
        },
        "expect" => Line::Expect(expect(rest)?),
        "skip" => Line::Skip(words(rest, "skip to PHASE")?),
        _ => Line::Orders(orders(text).map_err(|problem| also(problem, word.text))?),
    })
}

/// A line without its comment.
pub(super) fn bare(text: Text<'_>) -> Text<'_> {
    // No mark to cut at: only the comment goes.
    cut(text, '\0').first().copied().unwrap_or(text)
}

/// What is no order may be a misspelt line of a transcript.
fn also(problem: Problem, word: &str) -> Problem {
    match nearest(word, LINES.iter().copied()) {
        Some(near) if problem.code == "order/unknown" && problem.nearest.is_none() => Problem {
            nearest: Some(near.to_owned()),
            ..problem
        },
        _ => problem,
    }
}

fn missing(text: Text<'_>, what: &str) -> Problem {
    Problem::error("order/syntax", format!("{what} is missing")).at(text.loc(), "")
}

fn words(text: Text<'_>, usage: &str) -> Result<Vec<Name>, Problem> {
    let pairs = read(Rule::loose, text, usage)?;
    let words = pairs
        .filter(|p| p.as_rule() == Rule::words)
        .flat_map(pest::iterators::Pair::into_inner);
    Ok(words.map(|p| Tree(text).name(&p)).collect())
}

fn one(text: Text<'_>, usage: &str) -> Result<Name, Problem> {
    join(&words(text, usage)?).ok_or_else(|| missing(text, "a name"))
}

/// A name with a number at the end.
fn valued(text: Text<'_>, usage: &str) -> Result<(Name, i64), Problem> {
    let mut words = words(text, usage)?;
    let last = words.pop();
    match (join(&words), last) {
        (Some(name), Some(last)) => Ok((name, number(&last.text, last.loc, -100_000, 100_000)?)),
        _ => Err(missing(text, "a name or a number").help(format!("it is written `{usage}`"))),
    }
}

fn option(text: Text<'_>) -> Result<Line, Problem> {
    let mut words = words(text, "set option NAME VALUE")?;
    let last = words.pop();
    match (join(&words), last) {
        (Some(name), Some(value)) => Ok(Line::Option(name, value.text)),
        _ => {
            Err(missing(text, "an option or its value")
                .help("it is written `set option NAME VALUE`"))
        }
    }
}

fn amount(amount: &Amount, least: i64, most: i64) -> Result<i64, Problem> {
    match amount {
        Amount::Number(text, loc) => number(text, *loc, least, most),
        Amount::All(loc) => {
            Err(Problem::error("order/count", "a number is expected here").at(*loc, ""))
        }
    }
}

fn put(text: Text<'_>) -> Result<Edit, Problem> {
    let tree = Tree(text);
    let pairs = read(Rule::put, text, "put 3 TYPE of POWER in SPACE [on TYPE]")?;
    if let Some(damage) = pairs.clone().find(|p| p.as_rule() == Rule::damage) {
        return damage_on(tree, damage.into_inner()).map(Edit::Set);
    }
    let on = pairs
        .clone()
        .find(|p| p.as_rule() == Rule::stack)
        .map(|p| tree.stack(p));
    let space = pairs
        .clone()
        .find(|p| p.as_rule() == Rule::space)
        .map(|p| tree.name(&p));
    Ok(Edit::Put(
        tree.stacks(pairs),
        space.ok_or_else(|| missing(text, "a space"))?,
        on,
    ))
}

fn damage_on(tree: Tree<'_>, pairs: pest::iterators::Pairs<'_, Rule>) -> Result<Fact, Problem> {
    let (mut points, mut stack, mut space) = (0, None, None);
    for part in pairs {
        match part.as_rule() {
            Rule::amount => points = amount(&tree.amount(&part), 0, 250)?,
            Rule::stack => stack = Some(tree.stack(part)),
            Rule::space => space = Some(tree.name(&part)),
            _ => {}
        }
    }
    match (stack, space) {
        (Some(stack), Some(space)) => Ok(Fact::Damage(stack, space, points)),
        _ => Err(missing(tree.0, "a unit or a space")),
    }
}

fn dice(text: Text<'_>) -> Result<Vec<u8>, Problem> {
    let pairs = read(Rule::dice, text, "dice 1 6 3")?;
    let amounts = pairs.filter(|p| p.as_rule() == Rule::amount);
    amounts
        .map(|p| amount(&Tree(text).amount(&p), 1, 250).map(|n| n as u8))
        .collect()
}

/// A word that is none of those known in a line, where it is missing the line itself.
fn unknown(line: Text<'_>, word: Text<'_>, known: &[&str]) -> Problem {
    let place = if word.text.is_empty() { line } else { word };
    Problem::error(
        "transcript/unknown",
        format!("`{}` is not known here", shorten(place.text)),
    )
    .at(place.loc(), "")
    .suggest(place.text, known.iter().copied())
    .help(format!("known: {}", known.join(", ")))
}

/// A fact behind `set` or `expect`; `None`: the word begins none.
fn fact(verb: &str, word: &str, rest: Text<'_>) -> Result<Option<Fact>, Problem> {
    let usage = |form: &str| format!("{verb} {word} {form}");
    let relation = RELATIONS.iter().find(|(known, _)| *known == word);
    Ok(Some(match word {
        "treasury" => {
            let (power, n) = valued(rest, &usage("POWER 12"))?;
            Fact::Treasury(power, n)
        }
        "counter" => {
            let (name, n) = valued(rest, &usage("NAME 1"))?;
            Fact::Counter(name, n)
        }
        "control" => Fact::Control(words(rest, &usage("SPACE POWER"))?),
        "round" => {
            let round = one(rest, &usage("3"))?;
            Fact::Round(number(&round.text, round.loc, 0, 60_000)?)
        }
        "turn" => Fact::Turn(one(rest, &usage("POWER"))?),
        "phase" => Fact::Phase(one(rest, &usage("PHASE"))?),
        _ => match relation {
            Some((_, relation)) => Fact::Relation(*relation, words(rest, &usage("POWER POWER"))?),
            None => return Ok(None),
        },
    }))
}

fn set(text: Text<'_>) -> Result<Edit, Problem> {
    let (word, rest) = text.trim().first_word();
    fact("set", word.text, rest)?
        .map(Edit::Set)
        .ok_or_else(|| unknown(text, word, &[FACTS, SETTINGS].concat()))
}

fn expect(text: Text<'_>) -> Result<Expect, Problem> {
    let (word, rest) = text.trim().first_word();
    if let Some(fact) = fact("expect", word.text, rest)? {
        return Ok(Expect::Is(fact));
    }
    let tree = Tree(rest);
    Ok(match word.text {
        "units" => {
            let usage = "expect units [POWER] in SPACE: 1 TYPE | none";
            let pairs = read(Rule::expect_units, rest, usage)?;
            let name = |rule| {
                pairs
                    .clone()
                    .find(|p| p.as_rule() == rule)
                    .map(|p| tree.name(&p))
            };
            let space = name(Rule::space).ok_or_else(|| missing(rest, "a space"))?;
            Expect::Units(name(Rule::thing), space, tree.stacks(pairs.clone()))
        }
        "damage" => {
            let pairs = read(Rule::expect_damage, rest, "expect damage TYPE in SPACE: 2")?;
            Expect::Is(damage_on(tree, pairs)?)
        }
        "income" => {
            let (power, n) = valued(rest, "expect income POWER 12")?;
            Expect::Income(power, n)
        }
        "decision" => Expect::Decision(words(rest, "expect decision POWER KIND | none")?),
        "refused" => Expect::Refused(one(rest, "expect refused \"code\"")?),
        "event" => Expect::Event(one(rest, "expect event \"words\"")?, true),
        "no" => {
            let (event, rest) = rest.trim().first_word();
            if event.text != "event" {
                return Err(unknown(text, event, &["event"]));
            }
            Expect::Event(one(rest, "expect no event \"words\"")?, false)
        }
        "winner" => Expect::Winner(one(rest, "expect winner SIDE | none")?),
        _ => return Err(unknown(text, word, &[FACTS, EXPECTATIONS].concat())),
    })
}

/// The place of a whole line, for failures.
pub(super) fn place(text: Text<'_>) -> Loc {
    bare(text).loc()
}
