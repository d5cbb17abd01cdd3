//! `sandtable odds`: what a battle will cost.

mod args;
mod around;
mod danger;
mod method;

pub(super) use args::Args;

use super::Exit;
use super::interrupt;
use super::out::Out;
use args::{Around, Kind};
use sandtable_diag::{Problem, Problems};
use sandtable_game::language::{Desk, Names};
use sandtable_game::{Board, Opened, Operation, Session, at_the_start, between};
use sandtable_kernel::Cx;
use sandtable_odds::{Assault, Case, Counter, Setup, Unknown};
use sandtable_rules::{PowerId, Role, Rules, SiteKind, SpaceId};
use sandtable_view as view;

/// Reckons and reports.
pub(super) fn run(args: &Args, out: &mut Out) -> Exit {
    let pack = args.pack.as_deref().unwrap_or_default();
    let done = match &args.from {
        Some(save) => super::saved::last(save)
            .and_then(|session| Desk::read(|desk| from_save(args, &session, desk, out))),
        None => (args.choices.open(pack))
            .and_then(|opened| Desk::read(|desk| from_words(args, &opened, desk, out))),
    };
    match done {
        Ok(()) if interrupt::came() => {
            out.whisper("stopped: these are the battles so far");
            Exit::Interrupted
        }
        Ok(()) => Exit::Fine,
        Err(problems) => out.problems(&problems),
    }
}

/// Why no odds can be had.
fn unknown(why: Unknown) -> Problem {
    let problem = Problem::error("odds/unknown", why.to_string());
    match why {
        Unknown::TooLarge => {
            problem.help("leave out `--exact`, or fight a number of battles with `--runs`")
        }
        Unknown::TooVaried | Unknown::NoChances => {
            problem.help("reckon with fewer units, or fewer types")
        }
        Unknown::OnlyPlayed => problem.help("leave out `--exact`"),
        Unknown::NoStage(_) => problem.help("name other powers with `--attacker` and `--defender`"),
        Unknown::Refused(_) => problem,
    }
}

/// An edition and its names.
type Edition<'a> = (&'a Rules, &'a Names);

/// What the arguments say of a battle, as it is read.
struct Reader<'a, 'd> {
    edition: Edition<'a>,
    args: &'d Args,
    desk: &'d mut Desk,
}

fn from_words(args: &Args, opened: &Opened, desk: &mut Desk, out: &mut Out) -> Result<(), Problem> {
    let edition @ (rules, names) = (&*opened.rules, opened.names());
    let [attackers, defenders] =
        [&args.attackers, &args.defenders].map(|t| t.as_deref().unwrap_or_default());
    let powers = powers(opened, args, desk)?;
    let at = args.at.as_deref();
    let at = at
        .map(|text| space(names, "--at", text, desk))
        .transpose()?;
    let state = at_the_start(rules, powers[0]);
    let cx = Cx::new(rules, &state, &*opened.hooks);
    let mut setup = basic(
        edition,
        (args.kind, at.map(|space| (cx, space))),
        Some(&args.around),
        [attackers, defenders],
        desk,
    )?;
    setup.ask(cx, powers);
    let board = Board::Empty {
        hooks: &*opened.hooks,
        powers,
        at,
    };
    let done = finish(args, edition, setup, &board, desk, out);
    out.faults(opened.hooks.take_faults());
    done
}

fn from_save(
    args: &Args,
    session: &Session,
    desk: &mut Desk,
    out: &mut Out,
) -> Result<(), Problem> {
    let space = space(
        session.names(),
        "--at",
        args.at.as_deref().unwrap_or_default(),
        desk,
    )?;
    let kind = args.kind.and_then(site_kind);
    let pending = session.battle_in(space, kind)?;
    if pending.setup.forces[0].is_empty() {
        let place = &session.rules().board.spaces[space].name;
        let message = format!("the power on turn has nothing in {place}");
        let problem = Problem::error("odds/empty", message);
        return Err(problem.help("move there, or name the forces yourself"));
    }
    let edition = (session.rules(), session.names());
    let (setup, board) = (pending.setup.clone(), Board::Game(&pending));
    finish(args, edition, setup, &board, desk, out)
}

fn space(names: &Names, what: &str, text: &str, desk: &mut Desk) -> Result<SpaceId, Problem> {
    names.spaces.find(&desk.typed(what, text).name())
}

/// The kind of site that a kind of battle has; assaults have two.
fn site_kind(kind: Kind) -> Option<SiteKind> {
    match kind {
        Kind::Land => Some(SiteKind::Land),
        Kind::Sea => Some(SiteKind::Sea),
        Kind::Raid => Some(SiteKind::Raid),
        Kind::Assault => None,
    }
}

/// A battle between two forces that are named, of a kind and in a space of a game where they are.
fn basic<'a>(
    edition: Edition<'a>,
    (kind, at): (Option<Kind>, Option<(Cx<'_>, SpaceId)>),
    around: Option<&Around>,
    [attackers, defenders]: [&str; 2],
    desk: &mut Desk,
) -> Result<Setup<'a>, Problem> {
    let typed = [
        desk.typed("attackers", attackers),
        desk.typed("defenders", defenders),
    ];
    let site = match kind {
        Some(Kind::Assault) => Some(SiteKind::Land),
        None if around.is_some_and(|a| !a.target.is_empty()) => Some(SiteKind::Raid),
        kind => kind.and_then(site_kind),
    };
    // Raiders may meet nobody in the air, and all attackers may come from the sea.
    let may_be_empty = |site, role| match (site, role) {
        (SiteKind::Raid, Role::Defender) => true,
        (SiteKind::Land, Role::Attacker) => around.is_some_and(|a| a.seaborne.is_some()),
        _ => false,
    };
    between(edition, (site, at), typed, &may_be_empty)
}

/// The powers that are named.
fn powers(opened: &Opened, args: &Args, desk: &mut Desk) -> Result<[Option<PowerId>; 2], Problem> {
    let powers = &opened.names().powers;
    let mut power = |flag, text: &Option<String>| {
        let name = text.as_ref().map(|text| desk.typed(flag, text).name());
        name.map(|name| powers.find(&name)).transpose()
    };
    let attacker = power("--attacker", &args.around.attacker)?;
    Ok([attacker, power("--defender", &args.around.defender)?])
}

/// Puts what stands around the battle into it, reckons and reports.
fn finish<'a>(
    args: &Args,
    edition: Edition<'a>,
    mut setup: Setup<'a>,
    board: &Board<'a>,
    desk: &mut Desk,
    out: &mut Out,
) -> Result<(), Problem> {
    let mut reader = Reader {
        edition,
        args,
        desk,
    };
    reader.ashore(&mut setup)?;
    reader.target(&mut setup)?;
    reader.tactics(&mut setup)?;
    let wishes = [
        ("needed", args.needed),
        ("retreat-below", args.tactics.retreat_below),
        ("precision", args.method.precision),
    ];
    if let Some((flag, Some(wish))) = wishes
        .into_iter()
        .find(|(_, wish)| wish.is_some_and(|w| !(w > 0.0 && w < 1.0)))
    {
        let message = format!("`--{flag} {wish}`: {wish} is no chance between 0 and 1");
        let problem = Problem::error("odds/chance", message);
        return Err(problem.help("one percent is 0.01"));
    }
    let mut sea = reader.at_sea(&setup)?;
    reader.before(sea.as_mut().unwrap_or(&mut setup))?;
    let table = method::table(board, &setup, &args.method)?;
    if let Some(sought) = method::sought(args) {
        return method::search(args, &setup, sought, table.as_ref(), out);
    }
    let case = match sea {
        Some(sea) => Case::Assault(Box::new(Assault {
            sea,
            land: setup.clone(),
        })),
        None if !args.around.waves.is_empty() => Case::Waves(reader.all_waves(&setup)?),
        None => Case::One(Box::new(setup.clone())),
    };
    let (case, table) = match reader.struck_back((&case, &setup))? {
        None => (case, table),
        Some(mut back) => {
            board.ask_back(&mut back);
            let table = table.map(|table| table.with_back(&back)).transpose();
            let table = table.map_err(unknown)?;
            let first = case;
            (Case::Counter(Box::new(Counter { first, back })), table)
        }
    };
    let odds = method::odds(&case, &args.method, table.as_ref())?;
    method::report(args, &setup, &odds, table.as_ref(), out)
}

/// The odds that a person at the table asks for: of a space, or of two forces in quotation marks.
pub(super) fn at_the_table(session: &Session, text: &str, out: &Out) -> Result<String, Problems> {
    let parts: Vec<&str> = text
        .split('"')
        .map(str::trim)
        .filter(|p| !p.is_empty())
        .collect();
    Desk::read(|desk| match parts.as_slice() {
        [attackers, defenders] => of_forces(session, attackers, defenders, desk, out),
        [space] => of_space(session, space, desk, out),
        _ => Err(Problem::error("odds/syntax", "of which battle?")
            .help("say `odds SPACE` or `odds \"UNITS\" \"UNITS\"`")),
    })
}

/// What the enemy could strike back with in a space.
pub(super) fn danger(session: &Session, text: &str, _: &Out) -> Result<String, Problems> {
    Desk::read(|desk| danger::of_space(session, text, desk))
}

fn of_forces(
    session: &Session,
    attackers: &str,
    defenders: &str,
    desk: &mut Desk,
    out: &Out,
) -> Result<String, Problem> {
    let edition = (session.rules(), session.names());
    let setup = basic(edition, (None, None), None, [attackers, defenders], desk)?;
    let powers = [Some(session.cx().active()), None];
    let operation = Operation::between(session, powers, setup);
    told(session, &operation.map_err(unknown)?, out)
}

fn of_space(session: &Session, text: &str, desk: &mut Desk, out: &Out) -> Result<String, Problem> {
    let space = space(session.names(), "odds", text, desk)?;
    let pending = session.battle_in(space, None)?;
    if pending.setup.forces[0].is_empty() {
        let problem = Problem::error("odds/empty", "you have nothing there");
        return Err(problem.help("name both forces in quotation marks"));
    }
    let operation = Operation::of(session, &pending);
    told(session, &operation.map_err(unknown)?, out)
}

fn told(session: &Session, operation: &Operation<'_>, out: &Out) -> Result<String, Problem> {
    let (rules, odds) = (session.rules(), operation.odds().map_err(unknown)?);
    let zone = operation.before.map(|zone| view::space_name(rules, zone));
    let before = zone.map(|zone| format!("with the battle in {zone} before it:"));
    let mut lines = Vec::from_iter(before);
    let left_out = operation.left_out.iter();
    lines.extend(left_out.map(|what| format!("not counted: {what}")));
    lines.push(view::odds_text(rules, &odds, out.paint()));
    let why = operation.why(rules, &odds);
    lines.extend(why.map(|why| out.paint().dim(&why)));
    Ok(lines.join("\n"))
}
