//! Parameters: what a script declares (`fn params()`), checked against what the pack gives.

use super::complaint::{Complaint, advise, fail};
use super::convert::kind_of;
use super::names::{Index, Names};
use super::text::Script;
use rhai::{Dynamic, ImmutableString, Map};
use sandtable_diag::{Loc, Problem, Problems, fold_name, quoted};
use sandtable_rules::{Id, IdSet, Param, PowerSet, SpaceSet, Special, UnitTypeSet};
use std::collections::BTreeMap;

/// A type that a parameter can have: the word, and what a pack writes for it.
pub type Kind = (&'static str, &'static str);

/// The types a parameter can have.
pub const KINDS: [Kind; 12] = [
    ("number", "a whole number"),
    ("flag", "`yes` or `no`"),
    ("text", "a text in quotes"),
    ("spaces", "`places …`"),
    ("space", "`places` and one place"),
    ("powers", "`powers …`"),
    ("power", "`powers` and one power"),
    ("units", "`units …`"),
    ("unit", "`units` and one unit type"),
    ("numbers", "`numbers` and whole numbers"),
    ("texts", "`texts` and texts in quotes"),
    (
        "table",
        "`table { NAME: value … }`, the values of the type `of`",
    ),
];

/// Where a pack takes a script into use: the script's name, and those of its parameters in their order.
pub type UsedAt = (Loc, Vec<Loc>);

/// A parameter as a script declares it.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// Its value when the pack says nothing; `None`: the pack must.
    pub default: Option<Dynamic>,
    /// The type of the values of a table.
    of: Kind,
    /// The numbers it may have.
    pub range: (i64, i64),
    /// What it is for.
    pub doc: String,
}

/// Reads what a script says of a parameter.
///
/// # Errors
/// It says too little, or something that does not fit together.
pub fn declare(name: &str, entry: Dynamic) -> Result<Declared, Complaint> {
    const KEYS: [&str; 7] = ["type", "of", "otherwise", "min", "max", "doc", "optional"];
    let Some(map) = entry.try_cast::<Map>() else {
        let message = format!("the parameter `{name}` is declared by a map");
        return advise(message, "`#{ type: \"number\", doc: \"…\" }`");
    };
    if let Some(key) = map.keys().find(|k| !KEYS.contains(&k.as_str())) {
        return Err(
            Complaint::raised(format!("the parameter `{name}` has no `{key}`")).suggest(key, KEYS),
        );
    }
    let text = |key: &str| {
        map.get(key)
            .and_then(|v| v.read_lock::<ImmutableString>())
            .map(|v| v.to_string())
    };
    let kind = kind_named(name, "type", text("type"))?;
    let of = match kind.0 {
        "table" => kind_named(name, "of", text("of"))?,
        _ => kind,
    };
    if of.0 == "table" {
        return fail(format!("the table `{name}` cannot hold tables"));
    }
    let Some(doc) = text("doc").filter(|d| !d.is_empty()) else {
        return fail(format!(
            "the parameter `{name}` has no `doc`: the sentence that says what it is for"
        ));
    };
    let number = |key: &str, otherwise: i64| map.get(key).map_or(Ok(otherwise), Dynamic::as_int);
    let (Ok(min), Ok(max)) = (number("min", i64::MIN), number("max", i64::MAX)) else {
        return fail(format!(
            "`min` and `max` of the parameter `{name}` are numbers"
        ));
    };
    let optional = map
        .get("optional")
        .is_some_and(|o| o.as_bool().unwrap_or(false));
    let default = match map.get("otherwise") {
        Some(value) => Some(default(name, kind, value)?),
        None => optional.then_some(Dynamic::UNIT),
    };
    if let Some(n) = default
        .as_ref()
        .and_then(|d| d.as_int().ok())
        .filter(|n| !(min..=max).contains(n))
    {
        return fail(format!(
            "the default {n} of the parameter `{name}` is outside of its range"
        ));
    }
    Ok(Declared {
        name: name.to_owned(),
        kind,
        of,
        default,
        range: (min, max),
        doc,
    })
}

/// The type that a word means.
fn kind_called(word: &str) -> Option<Kind> {
    KINDS.into_iter().find(|(known, _)| *known == word)
}

/// The type that a declaration names.
fn kind_named(name: &str, key: &str, word: Option<String>) -> Result<Kind, Complaint> {
    let words = KINDS.map(|(word, _)| word);
    let help = format!("types are {}", words.join(", "));
    let Some(word) = word else {
        return advise(format!("the parameter `{name}` has no `{key}`"), help);
    };
    kind_called(&word).ok_or_else(|| {
        let complaint = Complaint::raised(format!("there is no type `{word}` of parameters"));
        complaint.suggest(&word, words).help(help)
    })
}

/// A default: of a set only the empty one, since a script names nothing of an edition.
fn default(name: &str, (kind, _): Kind, value: &Dynamic) -> Result<Dynamic, Complaint> {
    let each = |fits: fn(&Dynamic) -> bool| {
        let items = value.read_lock::<rhai::Array>();
        items.is_some_and(|items| items.iter().all(fits))
    };
    let empty = each(|_| false);
    let fits = match kind {
        "number" => value.is_int(),
        "numbers" => each(Dynamic::is_int),
        "texts" => each(Dynamic::is_string),
        "table" => value.read_lock::<Map>().is_some_and(|map| map.is_empty()),
        "flag" => value.is_bool(),
        "text" => value.is_string(),
        "spaces" if empty => return Ok(Dynamic::from(SpaceSet::EMPTY)),
        "powers" if empty => return Ok(Dynamic::from(PowerSet::EMPTY)),
        "units" if empty => return Ok(Dynamic::from(UnitTypeSet::EMPTY)),
        _ => false,
    };
    if fits {
        return Ok(value.clone());
    }
    let message = format!(
        "the default of the parameter `{name}` is {}, but its type is {kind}",
        kind_of(value)
    );
    let help = "places, powers and units can only have the empty default `[]`, tables `#{}`, or be `optional: true`";
    advise(message, help)
}

/// The values of the parameters: what the pack gives, else the defaults.
pub fn values(
    script: &Script,
    declared: &[Declared],
    special: &Special,
    place: Option<&UsedAt>,
    names: &Names,
    problems: &mut Problems,
) -> BTreeMap<String, Dynamic> {
    let mut values: BTreeMap<String, Dynamic> = BTreeMap::new();
    let takes: Vec<String> = declared.iter().map(|d| fold_name(&d.name)).collect();
    let given = special.params.iter().map(|(name, _)| fold_name(name));
    let given: Vec<String> = given.collect();
    for (nth, (name, param)) in special.params.iter().enumerate() {
        let at = |p: Problem, words: &str| match place.and_then(|(_, params)| params.get(nth)) {
            Some(loc) => p.at(*loc, words),
            None => p.at(script.start(), words),
        };
        let known = takes.iter().position(|known| *known == given[nth]);
        let Some(known) = known.map(|at| &declared[at]) else {
            let problem = Problem::error(
                "script/unknown-param",
                format!("the script `{}` has no parameter `{name}`", special.name),
            );
            let problem = problem.suggest(name, declared.iter().map(|d| d.name.as_str()));
            problems.push(at(problem, "given here").help(list(declared)));
            continue;
        };
        match value(known, known.kind, param, names) {
            Ok(value) => _ = values.insert(known.name.clone(), value),
            Err(message) => {
                let problem = at(Problem::error("script/param-type", message), "given here");
                problems.push(problem.at(script.key("params", &known.name), "declared here"));
            }
        }
    }
    let missing = declared.iter().zip(&takes);
    for (missing, _) in missing.filter(|(_, name)| !given.contains(name)) {
        if let Some(default) = &missing.default {
            values.insert(missing.name.clone(), default.clone());
            continue;
        }
        let message = format!(
            "the script `{}` needs the parameter `{}`",
            special.name, missing.name
        );
        let mut problem = Problem::error("script/missing-param", message);
        if let Some((loc, _)) = place {
            problem = problem.at(*loc, "used here without it");
        }
        let help = format!(
            "write `{}: {}`: {}",
            missing.name, missing.kind.1, missing.doc
        );
        problems.push(
            problem
                .at(script.key("params", &missing.name), "declared here")
                .help(help),
        );
    }
    values
}

fn list(declared: &[Declared]) -> String {
    match quoted(declared.iter().map(|d| &d.name)) {
        names if names.is_empty() => "it takes no parameters".to_owned(),
        names => format!("its parameters are {names}"),
    }
}

/// A value of a parameter, or of a list or table that it is: one of this type.
fn value(declared: &Declared, kind: Kind, param: &Param, names: &Names) -> Result<Dynamic, String> {
    match (kind.0, param) {
        ("number", Param::Number(n)) => {
            let (min, max) = declared.range;
            if (min..=max).contains(n) {
                return Ok((*n).into());
            }
            let range = match declared.range {
                (i64::MIN, max) => format!("at most {max}"),
                (min, i64::MAX) => format!("at least {min}"),
                (min, max) => format!("from {min} to {max}"),
            };
            Err(format!(
                "the parameter `{}` is {n}, but must be {range}",
                declared.name
            ))
        }
        ("flag", Param::Flag(flag)) => Ok((*flag).into()),
        ("text", Param::Text(text)) => Ok(text.as_str().into()),
        ("spaces", Param::Spaces(set)) => Ok(Dynamic::from(*set)),
        ("powers", Param::Powers(set)) => Ok(Dynamic::from(*set)),
        ("units", Param::Units(set)) => Ok(Dynamic::from(*set)),
        ("space", Param::Spaces(set)) => one(declared, *set, &names.spaces),
        ("power", Param::Powers(set)) => one(declared, *set, &names.powers),
        ("unit", Param::Units(set)) => one(declared, *set, &names.units),
        ("numbers" | "texts", Param::List(items)) => {
            let one = kind_called(kind.0.trim_end_matches('s')).unwrap_or(kind);
            let items = items.iter().map(|item| value(declared, one, item, names));
            Ok(items.collect::<Result<rhai::Array, _>>()?.into())
        }
        ("table", Param::Table(rows)) => {
            let row = |(key, item): &(String, Param)| {
                let item = value(declared, declared.of, item, names)?;
                Ok((names.spelt(key).into(), item))
            };
            let rows = rows.iter().map(row);
            Ok(rows.collect::<Result<Map, String>>()?.into())
        }
        _ => Err(format!(
            "the parameter `{}` is given as {}, but must be {}",
            declared.name,
            words(param),
            kind.1
        )),
    }
}

fn one<I: Id + rhai::Variant + Clone, const W: usize>(
    declared: &Declared,
    set: IdSet<I, W>,
    names: &Index<I>,
) -> Result<Dynamic, String> {
    let (len, mut ids) = (set.len(), set.iter());
    if let (Some(only), 1) = (ids.next(), len) {
        return Ok(Dynamic::from(only));
    }
    Err(format!(
        "the parameter `{}` must be exactly one, not {len} ({}{})",
        declared.name,
        quoted(set.iter().take(3).map(|id| names.name(id))),
        if len > 3 { ", …" } else { "" }
    ))
}

fn words(param: &Param) -> &'static str {
    match param {
        Param::Number(_) => "a number",
        Param::Flag(_) => "`yes` or `no`",
        Param::Text(_) => "a text",
        Param::Spaces(_) => "places",
        Param::Powers(_) => "powers",
        Param::Units(_) => "units",
        Param::List(_) => "a list",
        Param::Table(_) => "a table",
    }
}
