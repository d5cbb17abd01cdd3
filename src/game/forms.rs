//! The lines of a transcript: one table of their forms for the reader, its complaints and `docs`. What
//! a line says is kept as it was typed, nothing looked up yet.

use crate::language::{Clause, Node, Rule, Text, cut, number, orders, read, shorten};
use sandtable_diag::{Problem, nearest};

/// A form of a line that is no order.
#[derive(Debug)]
pub struct Form {
    /// The words it may begin with.
    pub verbs: &'static [&'static str],
    /// What follows that word; may be nothing.
    pub word: &'static str,
    /// What is said then.
    pub usage: &'static str,
    /// What it does.
    pub about: &'static str,
    rule: Rule,
}

const fn form(
    verbs: &'static [&'static str],
    word: &'static str,
    usage: &'static str,
    rule: Rule,
) -> Form {
    let about = "";
    Form {
        verbs,
        word,
        usage,
        about,
        rule,
    }
}

impl Form {
    const fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }
}

/// What begins a fact, which an edit makes so and an expectation finds so.
const FACT: &[&str] = &["set", "expect"];

/// Every form.
pub const FORMS: &[Form] = &[
    form(&["pack"], "", "NAME", Rule::named)
        .about("the pack, unless the file lies in one"),
    form(&["with"], "", "NAME", Rule::named)
        .about("an option switched on, or an overlay laid on top"),
    form(&["set"], "option", "NAME VALUE", Rule::chosen)
        .about("the value of an option"),
    form(&["setup"], "dice", "1 6 3", Rule::dice)
        .about("dice of the opening position, in the first lines; others show their highest face"),
    form(&["scene"], "", "NAME", Rule::named)
        .about("begins anew from the opening position"),
    form(&["put"], "", "3 TYPE of POWER in SPACE [on TYPE]", Rule::put)
        .about("units appear; `TYPE#NAME` labels one, which is then `TYPE#NAME` in orders and expectations; `2 damage on TYPE in SPACE` puts damage"),
    form(&["clear"], "", "SPACE|all units", Rule::named)
        .about("units disappear"),
    form(&["give"], "", "POWER 12", Rule::valued)
        .about("money is added"),
    form(FACT, "treasury", "POWER 12", Rule::valued)
        .about("what a treasury holds"),
    form(FACT, "control", "SPACE POWER|nobody", Rule::named)
        .about("who controls a space"),
    form(FACT, "war", "POWER POWER", Rule::named)
        .about("two powers are at war, and all who are one with them"),
    form(FACT, "peace", "POWER POWER", Rule::named)
        .about("they are not at war"),
    form(FACT, "allied", "POWER POWER", Rule::named)
        .about("they are allied"),
    form(FACT, "round", "3", Rule::named)
        .about("the round"),
    form(FACT, "turn", "POWER", Rule::named)
        .about("whose turn it is; one that is set is in its first phase, without what happens when a turn begins"),
    form(FACT, "phase", "PHASE", Rule::named)
        .about("the phase; one that is set and asks for orders waits for them, without what happens when it begins; any other, such as one that pays income, is played at once, and the game goes on until it asks somebody"),
    form(FACT, "counter", "NAME 1", Rule::valued)
        .about("a counter, also of a script: SCRIPT/NAME"),
    form(FACT, "flag", "NAME yes|no", Rule::chosen)
        .about("a flag, also of a script: SCRIPT/NAME"),
    form(&["dice"], "", "1 6 3", Rule::dice)
        .about("the next dice; all must be rolled before the scene ends. A volley's go to the units in the order of their types in the pack, then of their owners, and within a type first to those that a modifier helps"),
    form(&["skip"], "", "to PHASE", Rule::named)
        .about("ends phases and turns offers down until that phase; a battle that would be fought, or another question, stops it"),
    form(&["show"], "", "", Rule::bare)
        .about("prints what happened with the last order"),
    form(&["expect"], "units", "[POWER] in SPACE: 1 TYPE, 2 TYPE|none", Rule::expect_units)
        .about("exactly these units; of facilities only where one is named"),
    form(&["expect"], "damage", "TYPE in SPACE: 2", Rule::expect_damage)
        .about("the damage on each unit of this description"),
    form(&["expect"], "income", "POWER 12", Rule::valued)
        .about("what its territories are worth"),
    form(&["expect"], "decision", "POWER KIND|none", Rule::named)
        .about("what the game waits for"),
    form(&["expect"], "winner", "SIDE|none", Rule::named)
        .about("which side has won"),
    form(&["expect"], "event", "\"WORDS\"", Rule::named)
        .about("this happened with the last order"),
    form(&["expect"], "no event", "\"WORDS\"", Rule::named)
        .about("this did not"),
    form(&["expect"], "refused", "\"CODE\" [saying \"WORDS\"] [by RULE]", Rule::refusal)
        .about("the next order is refused so, with these words in the sentence, citing that rule"),
];

/// A line of a transcript.
pub(super) enum Line {
    /// A form: the word it begins with, the rest of its words, and what is said.
    Form(&'static str, &'static str, Node),
    /// Orders.
    Orders(Vec<Clause>),
    /// Nothing.
    Blank,
}

/// Reads one line.
pub(super) fn line(text: Text<'_>) -> Result<Line, Problem> {
    let text = bare(text);
    if text.text.is_empty() {
        return Ok(Line::Blank);
    }
    let (first, rest) = text.first_word();
    let begins = |f: &&Form| f.verbs.contains(&first.text);
    let forms: Vec<&'static Form> = FORMS.iter().filter(begins).collect();
    let Some(verb) = forms
        .first()
        .and_then(|f| f.verbs.iter().find(|v| **v == first.text))
    else {
        let read = orders(text).map_err(|problem| also(problem, first.text));
        return read.map(Line::Orders);
    };
    let goes_on = forms.iter().find_map(|f| Some((f, after(rest, f.word)?)));
    let Some((form, rest)) = goes_on else {
        let known: Vec<&str> = forms.iter().map(|f| f.word).collect();
        return Err(unknown(rest, &known));
    };
    let usage = format!("{verb} {} {}", form.word, form.usage).replace("  ", " ");
    Ok(Line::Form(verb, form.word, read(form.rule, rest, &usage)?))
}

/// What begins a line that changes a position by hand.
pub const EDITS: [&str; 4] = ["put", "clear", "give", "set"];

/// What a line says that changes a position by hand.
///
/// # Errors
/// It says something else.
pub(super) fn edit_of(text: Text<'_>) -> Result<(&'static str, &'static str, Node), Problem> {
    match line(text)? {
        Line::Form(verb, word, said) if EDITS.contains(&verb) && word != "option" => {
            Ok((verb, word, said))
        }
        _ => {
            let message = "this changes no position";
            Err(Problem::error("edit/unknown", message)
                .at(text.trim().loc(), "")
                .help(format!("an edit begins with {}", EDITS.join(", "))))
        }
    }
}

/// What follows some words, if a text begins with them.
fn after<'a>(text: Text<'a>, words: &str) -> Option<Text<'a>> {
    words.split_whitespace().try_fold(text, |text, word| {
        let (first, rest) = text.trim().first_word();
        (first.text == word).then_some(rest)
    })
}

/// A line without its comment.
pub(super) fn bare(text: Text<'_>) -> Text<'_> {
    // No mark to cut at: only the comment goes.
    cut(text, '\0').first().copied().unwrap_or(text)
}

/// What is no order may be a misspelt line of a transcript.
fn also(problem: Problem, word: &str) -> Problem {
    match nearest(word, FORMS.iter().flat_map(|f| f.verbs).copied()) {
        Some(near) if problem.code == "order/unknown" && problem.nearest.is_none() => Problem {
            nearest: Some(near),
            ..problem
        },
        _ => problem,
    }
}

/// A word that is none of those known behind the first, where it is missing the line itself.
fn unknown(line: Text<'_>, known: &[&str]) -> Problem {
    let word = line.trim().first_word().0;
    let place = if word.text.is_empty() { line } else { word };
    Problem::error(
        "transcript/unknown",
        format!("`{}` is not known here", shorten(place.text)),
    )
    .at(place.loc(), "")
    .suggest(place.text, known.iter().copied())
    .help(format!("known: {}", known.join(", ")))
}

/// Faces of dice.
pub(super) fn faces(said: &Node) -> Result<Vec<u8>, Problem> {
    said.all(Rule::amount)
        .map(|n| number(&n.text, n.loc, 1, 250).map(|n| n as u8))
        .collect()
}
