//! Forces as people write them: `10 walkers, 2 damaged boats`.

use super::language::{Name, Names, Text, cut, number, shorten};
use sandtable_diag::{Loc, Problem};
use sandtable_odds::{By, Force, Loss, Losses, Stack, Strike};
use sandtable_rules::{BattlePlan, Role, Rules, UnitTypeId, UnitTypeSet};

/// More units of a kind than this are a slip of the pen.
const MOST: u16 = 1000;

/// What stands behind a type for the hits that it does not die of.
const DAMAGE: &str = "(damage)";
/// What an order of losses is made of.
const LOSSES: &str = "`price` or `strength`, or in order: types, some with a number, `damage` for hits that nobody dies of, `UNIT(damage)` for those of a type; besides `keep-ground` and `keep-air`";

/// The parts of a text between commas.
fn parts(typed: Text<'_>) -> impl Iterator<Item = Text<'_>> {
    let parts = cut(typed, ',').into_iter();
    parts.filter(|part| !part.text.is_empty())
}

/// Reads a force; units of several stacks of a kind are added up.
///
/// # Errors
/// A name is unknown, or a number makes no sense.
pub fn force(names: &Names, rules: &Rules, typed: Text<'_>) -> Result<Force, Problem> {
    let mut force = Force::default();
    for part in parts(typed) {
        let stack = stack(names, rules, part)?;
        if force.count(stack.kind).saturating_add(stack.count) > MOST {
            return Err(too_many(part.loc()));
        }
        force.add(stack);
    }
    Ok(force)
}

fn too_many(loc: Loc) -> Problem {
    Problem::error("odds/count", "these are more units than any battle has")
        .at(loc, format!("at most {MOST} of a type"))
}

fn stack(names: &Names, rules: &Rules, typed: Text<'_>) -> Result<Stack, Problem> {
    let (loc, text) = (typed.loc(), typed.text);
    let first = text.split(char::is_whitespace).next().unwrap_or_default();
    let sign = |c: char| c == '-' || c == '+' && first.len() < text.len();
    let (count, rest) = match first.starts_with(|c: char| c.is_ascii_digit() || sign(c)) {
        true => (first, typed.part(first.len(), text.len()).trim()),
        false => ("1", typed),
    };
    let message = format!("`{}` is no number of units", shorten(count));
    let odd = |what: &str| Problem::error("odds/count", message.clone()).at(loc, what);
    let count = match count.parse::<i64>() {
        Ok(n) if n < 0 => {
            return Err(odd("it is negative").help(format!("from 1 to {MOST} of a type may fight")));
        }
        Ok(0) => return Err(odd("leave out what is not there")),
        Ok(n) => u16::try_from(n)
            .ok()
            .filter(|n| *n <= MOST)
            .ok_or_else(|| too_many(loc))?,
        Err(_) if count.bytes().all(|b| b.is_ascii_digit()) => return Err(too_many(loc)),
        Err(_) => return Err(odd("a whole number is expected, as in `3 UNITS`")),
    };
    if rest.text.is_empty() {
        return Err(Problem::error("odds/syntax", "units of which type?")
            .at(loc, "a force is written `3 UNITS, 1 UNIT`"));
    }
    let (name, damage) = damage(rest)?;
    let kind = names.units.find(&Name { loc, ..name.name() })?;
    let hits = rules.units[kind].hits;
    if damage > 0 && damage >= hits {
        let name = &rules.units[kind].name;
        let message = format!("a `{name}` cannot live with {damage} damage");
        return Err(
            Problem::error("odds/damage", message).at(loc, format!("it takes {hits} in all"))
        );
    }
    Ok(Stack {
        kind,
        damage,
        seaborne: false,
        count,
    })
}

/// The name without what it says of damage: `damaged NAME` or `NAME(1)`.
fn damage(typed: Text<'_>) -> Result<(Text<'_>, u8), Problem> {
    let (first, rest) = typed.first_word();
    if first.text.eq_ignore_ascii_case("damaged") && rest.text.starts_with(char::is_whitespace) {
        return Ok((rest.trim(), 1));
    }
    let Some(open) = typed.text.find('(') else {
        return Ok((typed, 0));
    };
    let (name, rest) = (typed.part(0, open).trim(), &typed.text[open + 1..]);
    let points = rest.strip_suffix(')').and_then(|n| n.trim().parse().ok());
    let problem = || {
        Problem::error("odds/damage", format!("`({}` is no damage", shorten(rest)))
            .at(typed.loc(), "as in `UNIT(1)`")
    };
    points.map(|n| (name, n)).ok_or_else(problem)
}

/// Makes sure that a force can fight by a plan.
///
/// # Errors
/// Nobody is in it, or somebody takes no part in such battles.
pub fn check(
    rules: &Rules,
    plan: &BattlePlan,
    role: Role,
    force: &Force,
    typed: Text<'_>,
) -> Result<(), Problem> {
    let who = role.word();
    if force.is_empty() {
        let problem = Problem::error("odds/empty", format!("the {who} has no units"));
        return Err(problem.help("name some, as in `3 UNITS, 1 UNIT`"));
    }
    let strangers = force.kinds().minus(plan.participants);
    match strangers.iter().next() {
        None => Ok(()),
        Some(kind) => {
            let name = &rules.units[kind].name;
            let message = format!("a `{name}` takes no part in a {}", plan.name);
            let help = "say which battle is meant with `--kind`: land, sea, raid or assault";
            Err(Problem::error("odds/cannot-meet", message)
                .at(typed.loc(), format!("on the {who}'s side"))
                .help(help))
        }
    }
}

/// Reads the facility that is raided, with its damage: `UNIT` or `UNIT(2)`.
///
/// # Errors
/// It is none, or cannot have that damage.
pub fn facility(
    names: &Names,
    rules: &Rules,
    typed: Text<'_>,
) -> Result<(UnitTypeId, u8), Problem> {
    let (name, damage) = damage(typed.trim())?;
    let loc = typed.loc();
    let kind = names.units.find(&Name { loc, ..name.name() })?;
    let most = rules.units.facility(kind).map(|f| f.max_damage);
    let odd = |message: String| Problem::error("odds/target", message);
    match most {
        None => Err(
            odd(format!("a `{}` is no facility", rules.units[kind].name))
                .at(typed.loc(), "raids are on facilities"),
        ),
        Some(most) if damage > most => {
            Err(odd(format!("it never has {damage} damage"))
                .at(typed.loc(), format!("at most {most}")))
        }
        Some(_) => Ok((kind, damage)),
    }
}

/// Reads strikes before the battle: `2 at 2 on UNIT`, with dice of so many sides.
///
/// # Errors
/// It is written otherwise, or no such unit attacks.
pub fn strike(
    names: &Names,
    attackers: UnitTypeSet,
    sides: u8,
    typed: Text<'_>,
) -> Result<Strike, Problem> {
    let words: Vec<&str> = typed.text.split_whitespace().collect();
    let odd = || {
        Problem::error(
            "odds/strike",
            format!("`{}` is no strike", shorten(typed.text)),
        )
        .at(
            typed.loc(),
            "as in `2 at 3 on UNIT`: dice, the highest face that hits, the type that is struck",
        )
    };
    let [dice, "at", value, "on", target @ ..] = words.as_slice() else {
        return Err(odd());
    };
    let (dice, value) = (
        dice.parse().map_err(|_| odd())?,
        value.parse().map_err(|_| odd())?,
    );
    let target = names.units.find(&Name {
        text: target.join(" "),
        loc: typed.loc(),
    })?;
    if dice == 0 || dice > MOST || value == 0 || value > sides {
        return Err(odd().help(format!("a die here has {sides} sides")));
    }
    if !attackers.has(target) {
        return Err(
            Problem::error("odds/strike", "nothing of this type attacks")
                .at(typed.loc(), "strikes fall on attackers"),
        );
    }
    Ok(Strike {
        dice,
        at: value,
        sides,
        target,
    })
}

/// Reads an order of losses of a force: `price`, `strength` or types in order, some of them with how many of them
/// come first, `damage` for hits that nobody dies of and `TYPE(damage)` for those of a type; with `keep-ground`, `keep-ground 2` and `keep-air`.
///
/// # Errors
/// A word is none of these.
pub fn losses(
    names: &Names,
    rules: &Rules,
    force: &Force,
    typed: Text<'_>,
) -> Result<Losses, Problem> {
    let mut losses = Losses::default();
    let mut named: Vec<Loss> = Vec::new();
    let mut by = None;
    for part in parts(typed) {
        match part.text.to_lowercase().as_str() {
            "price" => by = Some((By::Price, part.loc())),
            "strength" => by = Some((By::Strength, part.loc())),
            "keep-ground" => losses.keep_takers = 1,
            "keep-air" => losses.kept = rules.units.air,
            "damage" => named.push(Loss::Damage(UnitTypeSet::FULL, 0)),
            word if let Some(n) = word.strip_prefix("keep-ground ") => {
                losses.keep_takers = number(n.trim(), part.loc(), 1, 1000)? as u32;
            }
            _ => named.push(loss(names, rules, force, &named, part)?),
        }
    }
    match (by, named.is_empty()) {
        (Some((_, loc)), false) => {
            return Err(Problem::error(
                "odds/losses",
                "losses go by a rule or in an order that is named, not both",
            )
            .at(loc, "")
            .help(LOSSES));
        }
        (Some((by, _)), true) => losses.by = by,
        (None, false) => losses.by = By::Named(named),
        (None, true) => {}
    }
    Ok(losses)
}

/// Reads what is lost in its turn: a type, which is all that is left of it then, or so many of one; with `(damage)`
/// behind it the hits that it does not die of.
fn loss(
    names: &Names,
    rules: &Rules,
    force: &Force,
    before: &[Loss],
    typed: Text<'_>,
) -> Result<Loss, Problem> {
    let counted = typed
        .text
        .starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let what = typed.text.strip_suffix(DAMAGE).map(str::len);
    let units = typed.part(0, what.unwrap_or(typed.text.len())).trim();
    let Stack {
        kind,
        count,
        damage,
        ..
    } = stack(names, rules, units).map_err(|problem| match problem.help {
        None => problem.help(LOSSES),
        Some(_) => problem,
    })?;
    let type_name = &rules.units[kind].name;
    let odd = |message: String| Problem::error("odds/losses", message).at(typed.loc(), "");
    if damage > 0 {
        let message = "damaged units of a type are always lost before others of it";
        let help = format!("`{type_name}{DAMAGE}` is where hits are taken that it does not die of");
        return Err(odd(message.to_owned()).help(help));
    }
    if what.is_some() && rules.units[kind].hits < 2 {
        return Err(odd(format!("a `{type_name}` dies of its first hit")));
    }
    let own = UnitTypeSet::only(kind);
    let same = |loss: &Loss| match *loss {
        Loss::Damage(kinds, keep) => (what.is_some() && kinds == own).then_some(keep),
        Loss::Units(of, keep) => (what.is_none() && of == kind).then_some(keep),
    };
    let all = force.only(own);
    let all = match what {
        // A force has no more units of a type than can be named, and each takes few hits.
        Some(_) => (all.hits(rules) - all.units())
            .try_into()
            .unwrap_or(u16::MAX),
        None => force.count(kind),
    };
    let left = before.iter().rev().find_map(same).unwrap_or(all);
    // An order may be for two battles, at sea and ashore.
    if counted && count > left && force.count(kind) > 0 {
        let what = what.map_or("", |_| DAMAGE);
        let message = format!("{left} of `{type_name}{what}` are left to be lost, not {count}");
        return Err(odd(message).help("without a number a type is lost to its last unit"));
    }
    let keep = if counted {
        left.saturating_sub(count)
    } else {
        0
    };
    Ok(match what {
        Some(_) => Loss::Damage(own, keep),
        None => Loss::Units(kind, keep),
    })
}
