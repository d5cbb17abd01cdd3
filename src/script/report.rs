//! Rhai's errors as problems: what went wrong in words of this program, the innermost place first,
//! then one label for each call on the way there.

use super::api::library;
use super::complaint::Complaint;
use super::engine::{ARRAY_SIZE, CALL_LEVELS, MAP_SIZE, OPERATIONS, TEXT_SIZE, VARIABLES};
use super::text::Script;
use rhai::{AST, ASTNode, EvalAltResult, LexError, ParseError, ParseErrorType, Position, Stmt};
use sandtable_diag::{Loc, Problem};

/// Labels for calls on the way to an error; deep recursion would draw nothing else.
const FRAMES: usize = 4;

/// A syntax error.
pub fn syntax(script: &Script, error: &ParseError) -> Problem {
    let (mut message, mut help, mut nearest) = (error.err_type().to_string(), None, None);
    match &*error.0 {
        ParseErrorType::VariableUndefined(name) => {
            message = format!("there is no variable `{name}`");
            nearest = sandtable_diag::nearest(name, ["game", "params", "memory"]);
            help = Some("functions see their parameters, their own `let`, and `game`, `params` and `memory`".to_owned());
        }
        ParseErrorType::BadInput(LexError::ImproperSymbol(symbol, text))
            if symbol == "eval" || text.contains("eval") =>
        {
            message = "`eval` is switched off: a script does only what stands in it".to_owned();
        }
        ParseErrorType::ExprTooDeep => {
            message = "too many expressions lie inside each other".to_owned();
            help = Some("give the inner ones names with `let`".to_owned());
        }
        ParseErrorType::Reserved(word) if word == "default" => {
            message = "`default` is a reserved word".to_owned();
            help = Some(
                "the value of a parameter that the pack leaves out is given as `otherwise: …`"
                    .to_owned(),
            );
        }
        ParseErrorType::TooManyFunctions => {
            message = "the script has too many functions".to_owned()
        }
        _ => message = uncapitalised(&message),
    }
    let mut problem =
        Problem::error("script/syntax", message).at(script.word(error.position()), "here");
    (problem.help, problem.nearest) = (help, nearest);
    problem
}

/// An error while a function of the script ran. One that has no place was raised by what the function
/// gave: any of these places may have.
pub fn failure(script: &Script, hook: &str, error: &EvalAltResult, gave: &[Position]) -> Problem {
    let mut calls: Vec<(String, Position)> = Vec::new();
    let mut inner = error;
    while let EvalAltResult::ErrorInFunctionCall(name, _, next, position) = inner {
        calls.push((name.clone(), *position));
        inner = next;
    }
    let complaint = explain(inner);
    let (at, rest) = match (inner.position(), gave) {
        (Position::NONE, []) => (script.function(hook), gave),
        (Position::NONE, [first, rest @ ..]) => (script.word(*first), rest),
        (position, _) => (script.word(position), &gave[..0]),
    };
    let code = match inner {
        EvalAltResult::ErrorTooManyOperations(_)
        | EvalAltResult::ErrorTooManyVariables(_)
        | EvalAltResult::ErrorStackOverflow(_)
        | EvalAltResult::ErrorDataTooLarge(..) => "script/limit",
        _ => "script/failed",
    };
    let mut problem = script.problem(code, complaint, at);
    let mut seen: Vec<Loc> = vec![at];
    for (name, position) in calls.into_iter().rev().filter(|(_, p)| !p.is_none()) {
        let loc = script.word(position);
        if seen.len() <= FRAMES && !seen.contains(&loc) {
            seen.push(loc);
            problem = problem.at(loc, format!("in this call of `{name}`"));
        }
    }
    problem.labels[0].text = match rest {
        [] => format!("here, while `{hook}` ran"),
        _ => format!("`{hook}` gives this,"),
    };
    for place in rest.iter().take(FRAMES) {
        problem = problem.at(script.word(*place), "or this");
    }
    problem
}

/// Where the values stand that a function gives.
pub fn given(ast: &AST, function: &str) -> Vec<Position> {
    let (mut places, mut last) = (Vec::new(), None);
    let Some(function) = ast.iter_fn_def().find(|f| f.name == function) else {
        return places;
    };
    let at = |place: Position| (place.line(), place.position());
    let body = at(function.body.start_position())..=at(function.body.end_position());
    let own = |place: Position| Some(place).filter(|place| body.contains(&at(*place)));
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        match path {
            [ASTNode::Stmt(Stmt::Expr(value))] => last = own(value.start_position()).or(last),
            [ASTNode::Stmt(other)] => last = own(other.position()).or(last),
            _ => {}
        }
        if let Some(ASTNode::Stmt(Stmt::Return(Some(value), ..))) = path.last() {
            places.extend(own(value.start_position()));
        }
        true
    });
    places.extend(last);
    places
}

/// An error in words.
fn explain(error: &EvalAltResult) -> Complaint {
    match error {
        EvalAltResult::ErrorRuntime(token, _) => match token.read_lock::<Complaint>() {
            Some(complaint) => complaint.clone(),
            None if token.is_unit() => Complaint::raised("the script gave up"),
            None => Complaint::raised(format!("the script gave up: {token}")),
        },
        EvalAltResult::ErrorFunctionNotFound(call, _) => {
            let help = "the function exists, but not for what it is given here; `docs scripts` lists the types";
            Complaint::raised(format!("there is no function `{}`", types(call))).help(help)
        }
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            Complaint::raised(format!("there is no variable `{name}`"))
        }
        EvalAltResult::ErrorPropertyNotFound(name, _) => {
            Complaint::raised(format!("there is no property `{}`", types(name)))
        }
        EvalAltResult::ErrorDotExpr(text, _) => property(text),
        EvalAltResult::ErrorIndexNotFound(index, _) => {
            Complaint::raised(format!("there is no entry `{index}`"))
        }
        EvalAltResult::ErrorArrayBounds(len, index, _) => Complaint::raised(format!(
            "the array has {len} items, and none with the index {index}"
        )),
        EvalAltResult::ErrorMismatchDataType(wanted, found, _)
        | EvalAltResult::ErrorMismatchOutputType(wanted, found, _) => Complaint::raised(format!(
            "{} is wanted here, not {}",
            types(wanted),
            types(found)
        )),
        EvalAltResult::ErrorTooManyOperations(_) => {
            let message =
                format!("the script works too long: a call takes at most {OPERATIONS} steps");
            Complaint::raised(message).help("is there a loop that never ends?")
        }
        EvalAltResult::ErrorStackOverflow(_) => {
            let message = format!("functions call each other more than {CALL_LEVELS} deep");
            Complaint::raised(message).help("does a function call itself without end?")
        }
        EvalAltResult::ErrorTooManyVariables(_) => {
            Complaint::raised(format!("more than {VARIABLES} variables are alive"))
        }
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            let help = format!(
                "texts have at most {TEXT_SIZE} bytes, arrays {ARRAY_SIZE} items, maps {MAP_SIZE} entries"
            );
            Complaint::raised(format!(
                "a value has grown too large ({})",
                types(&what.to_lowercase())
            ))
            .help(help)
        }
        EvalAltResult::ErrorArithmetic(text, _) => Complaint::raised(format!(
            "this cannot be calculated: {}",
            text.to_lowercase()
        )),
        EvalAltResult::ErrorNonPureMethodCallOnConstant(name, _) => {
            Complaint::raised(format!("`{name}` would change a constant"))
                .help("make a copy of it with `let` first")
        }
        EvalAltResult::ErrorDataRace(..) => {
            let help = "in `a.b.filter(|x| x == a)` give `a.b` a name with `let` first";
            Complaint::raised(
                "a function given to a method uses the very variable the method is called on",
            )
            .help(help)
        }
        EvalAltResult::ErrorFor(_) => {
            Complaint::raised("`for` runs over arrays, ranges, maps' keys and sets only")
        }
        other => {
            let text = other.to_string();
            let before = text.rsplit_once(" (line ");
            Complaint::raised(uncapitalised(before.map_or(&text, |(before, _)| before)))
        }
    }
}

/// A property that a value does not have; Rhai says it in a sentence of its own.
fn property(text: &str) -> Complaint {
    let quoted: Vec<&str> = text.split('\'').collect();
    let [_, name, _, kind, ..] = quoted[..] else {
        return Complaint::raised(types(text));
    };
    if kind == "()" {
        let complaint = Complaint::raised(format!(
            "there is nothing here (`()`) whose `{name}` could be read"
        ));
        return complaint.help("look first: `if x != () { … }`");
    }
    let known = library().entries;
    let known: Vec<&str> = known
        .iter()
        .filter(|e| e.property && e.on == kind)
        .map(|e| e.name.as_str())
        .collect();
    Complaint::raised(format!("a {} has no property `{name}`", types(kind))).suggest(name, known)
}

/// A sentence of Rhai, which begins them with capitals.
fn uncapitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    first.chain(chars).collect()
}

/// Rhai's names of types as the reference calls them.
fn types(text: &str) -> String {
    text.replace("&str | ImmutableString | String", "Text")
        .replace("i64", "Number")
        .replace("bool", "Flag")
        .replace("string", "Text")
}
