//! `sandtable odds`: what a battle will cost.

mod args;
mod around;
mod method;

pub(super) use args::Args;

use super::Exit;
use super::interrupt;
use super::out::Out;
use crate::diag::{Problem, Problems};
use crate::game::force;
use crate::game::language::{Names, Text};
use crate::game::{Opened, Session};
use crate::kernel::{Cx, State};
use crate::odds::{Assault, Case, Counter, Force, Setup, Unknown};
use crate::rules::{PlanId, PowerId, Role, Rules, SiteKind, SpaceId};
use crate::view;
use args::{Around, Kind, MethodArgs};
use method::Board;
use std::path::Path;

/// Reckons and reports.
pub(super) fn run(args: &Args, out: &mut Out) -> Exit {
    let mut desk = Desk::default();
    let done = match &args.from {
        Some(save) => from_save(args, save, &mut desk, out),
        None => from_words(args, &mut desk, out),
    };
    match done {
        Ok(()) if interrupt::came() => {
            out.whisper("stopped: these are the battles so far");
            Exit::Interrupted
        }
        Ok(()) => Exit::Fine,
        Err(Trouble::One(problem)) => {
            desk.problems.push(*problem);
            out.problems(&desk.problems);
            Exit::AtFault
        }
        Err(Trouble::Many(problems)) => {
            out.problems(&problems);
            Exit::AtFault
        }
    }
}

/// What went wrong.
enum Trouble {
    /// A problem with a text on the desk.
    One(Box<Problem>),
    /// Problems with files of their own.
    Many(Problems),
}

impl From<Problem> for Trouble {
    fn from(problem: Problem) -> Self {
        Self::One(Box::new(problem))
    }
}

impl From<Unknown> for Trouble {
    fn from(unknown: Unknown) -> Self {
        let problem = Problem::error("odds/unknown", unknown.to_string());
        Self::from(match unknown {
            Unknown::TooLarge => {
                problem.help("leave out `--exact`, or fight a number of battles with `--runs`")
            }
            Unknown::TooManyParts => problem.help("name fewer units, or fewer types"),
            Unknown::TooVaried | Unknown::NoChances => {
                problem.help("reckon with fewer units, or fewer types")
            }
            Unknown::OnlyPlayed => problem.help("leave out `--exact`"),
            Unknown::NoStage(_) => {
                problem.help("name other powers with `--attacker` and `--defender`")
            }
            Unknown::Refused(_) => problem,
        })
    }
}

/// The texts that are being read.
#[derive(Default)]
struct Desk {
    problems: Problems,
}

impl Desk {
    fn typed<'t>(&mut self, name: &str, text: &'t str) -> Text<'t> {
        Text::new(self.problems.sources_mut().add(name, text), text)
    }
}

/// An edition and its names.
#[derive(Clone, Copy)]
struct Edition<'a> {
    rules: &'a Rules,
    names: &'a Names,
}

fn from_words(args: &Args, desk: &mut Desk, out: &mut Out) -> Result<(), Trouble> {
    let opened = args
        .choices
        .open(args.pack.as_deref().unwrap_or_default())
        .map_err(Trouble::Many)?;
    let edition = Edition {
        rules: &opened.rules,
        names: &opened.names,
    };
    let [attackers, defenders] =
        [&args.attackers, &args.defenders].map(|t| t.as_deref().unwrap_or_default());
    let powers = powers(&opened, args, desk)?;
    let at = args
        .at
        .as_deref()
        .map(|text| space(edition.names, "--at", text, desk))
        .transpose()?;
    let state = at_the_start(edition.rules, powers[0]);
    let cx = Cx::new(edition.rules, &state, &*opened.hooks);
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
    let done = finish(edition, args, setup, &board, desk, out);
    out.faults(opened.hooks.take_faults().into_iter().map(|f| f.report));
    done
}

fn from_save(args: &Args, save: &Path, desk: &mut Desk, out: &mut Out) -> Result<(), Trouble> {
    let session = super::saved::last(save).map_err(Trouble::Many)?;
    let space = space(
        session.names(),
        "--at",
        args.at.as_deref().unwrap_or_default(),
        desk,
    )?;
    let kind = args.kind.and_then(site_kind);
    let pending = session.battle_in(space, kind)?;
    if pending.setup.forces[0].is_empty() {
        let message = format!(
            "the power on turn has nothing in {}",
            session.rules().board.spaces[space].name
        );
        return Err(Problem::error("odds/empty", message)
            .help("move there, or name the forces yourself")
            .into());
    }
    let edition = Edition {
        rules: session.rules(),
        names: session.names(),
    };
    finish(
        edition,
        args,
        pending.setup.clone(),
        &Board::Game {
            hooks: session.hooks(),
            pending: &pending,
        },
        desk,
        out,
    )
}

fn space(names: &Names, what: &str, text: &str, desk: &mut Desk) -> Result<SpaceId, Trouble> {
    Ok(names.spaces.find(&desk.typed(what, text).name())?)
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
) -> Result<Setup<'a>, Trouble> {
    let Edition { rules, names } = edition;
    let typed = [
        desk.typed("attackers", attackers),
        desk.typed("defenders", defenders),
    ];
    let mut forces = [Force::default(), Force::default()];
    for (force, typed) in forces.iter_mut().zip(typed) {
        *force = force::force(names, rules, typed)?;
    }
    let ships = forces.iter().any(|f| f.kinds().meets(&rules.units.sea));
    let site = match kind {
        Some(Kind::Raid) => SiteKind::Raid,
        None if around.is_some_and(|a| !a.target.is_empty()) => SiteKind::Raid,
        Some(Kind::Sea) => SiteKind::Sea,
        None if ships => SiteKind::Sea,
        Some(Kind::Land | Kind::Assault) | None => SiteKind::Land,
    };
    let [attacker, defender] = forces;
    let mut setup = Setup::by(rules, plan(rules, site, at)?, attacker, defender);
    for (role, typed) in [Role::Attacker, Role::Defender].into_iter().zip(typed) {
        setup.base_on_decks(role);
        let force = &setup.forces[role as usize];
        let may_be_empty = match (site, role) {
            // Raiders may meet nobody in the air, and all attackers may come from the sea.
            (SiteKind::Raid, Role::Defender) => true,
            (SiteKind::Land, Role::Attacker) => around.is_some_and(|a| a.seaborne.is_some()),
            _ => false,
        };
        if !may_be_empty || !force.is_empty() {
            force::check(rules, setup.plan(), role, force, typed)?;
        }
    }
    Ok(setup)
}

/// The plan of a kind of battle: that of a space, if it is said where.
fn plan(rules: &Rules, kind: SiteKind, at: Option<(Cx<'_>, SpaceId)>) -> Result<PlanId, Problem> {
    let which = format!("{kind:?}").to_lowercase();
    let usual = rules.battles.usual(kind).ok_or_else(|| {
        let plans = rules.battles.plans.values();
        let plans: Vec<String> = plans.map(|plan| format!("`{}`", plan.name)).collect();
        let message = format!("`{}` has no battle plan for {which}", rules.name);
        let help = format!("its battles are: {}", plans.join(", "));
        Problem::error("odds/no-plan", message).help(help)
    })?;
    let Some((cx, space)) = at else {
        return Ok(usual);
    };
    let there = rules.board.is_sea(space) == (kind == SiteKind::Sea);
    let plan = cx.plan_at(kind, space).filter(|_| there);
    plan.ok_or_else(|| {
        let space = &rules.board.spaces[space].name;
        let name = &rules.battles.plans[usual].name;
        Problem::error("odds/at", format!("there is no {name} in {space}"))
    })
}

/// The powers that are named.
fn powers(opened: &Opened, args: &Args, desk: &mut Desk) -> Result<[Option<PowerId>; 2], Trouble> {
    let mut powers = [None; 2];
    for (power, (flag, text)) in powers.iter_mut().zip([
        ("--attacker", &args.around.attacker),
        ("--defender", &args.around.defender),
    ]) {
        let Some(text) = text else { continue };
        let name = desk.typed(flag, text).name();
        *power = Some(opened.names.powers.find(&name)?);
    }
    Ok(powers)
}

/// The start of a game, with a power on turn that may be named.
fn at_the_start(rules: &Rules, power: Option<PowerId>) -> State {
    let mut state = State::new(rules);
    let mut turns = (0..).zip(&rules.turn.order);
    if let Some((turn, _)) = turns.find(|(_, on_turn)| Some(**on_turn) == power) {
        state.turn = turn;
    }
    state
}

/// Puts what stands around the battle into it, reckons and reports.
fn finish<'a>(
    edition: Edition<'a>,
    args: &Args,
    mut setup: Setup<'a>,
    board: &Board<'a>,
    desk: &mut Desk,
    out: &mut Out,
) -> Result<(), Trouble> {
    around::ashore(edition, &args.around, desk, &mut setup)?;
    around::target(edition, &args.around, desk, &mut setup)?;
    around::tactics(edition, &args.tactics, desk, &mut setup)?;
    let wishes = [
        ("needed", args.needed),
        ("retreat-below", args.tactics.retreat_below),
        ("precision", args.method.precision),
    ];
    if let Some((flag, Some(wish))) = wishes
        .into_iter()
        .find(|(_, wish)| wish.is_some_and(|w| !(w > 0.0 && w < 1.0)))
    {
        let problem = Problem::error(
            "odds/chance",
            format!("`--{flag} {wish}`: {wish} is no chance between 0 and 1"),
        );
        return Err(problem.help("one percent is 0.01").into());
    }
    let mut sea = around::at_sea(edition, args, desk, &setup)?;
    around::before(
        edition,
        &args.around,
        desk,
        sea.as_mut().unwrap_or(&mut setup),
    )?;
    let table = method::table(board, &setup, &args.method)?;
    if let Some(needed) = args.needed {
        return method::search(args, &setup, needed, table.as_ref(), out);
    }
    let case = match sea {
        Some(sea) => Case::Assault(Box::new(Assault {
            sea,
            land: setup.clone(),
        })),
        None if !args.around.waves.is_empty() => {
            Case::Waves(around::all_waves(edition, args, desk, &setup)?)
        }
        None => Case::One(Box::new(setup.clone())),
    };
    let (case, table) = match around::struck_back(edition, args, desk, (&case, &setup))? {
        None => (case, table),
        Some(mut back) => {
            board.ask_back(&mut back);
            let table = table.map(|table| table.with_back(&back)).transpose()?;
            let first = case;
            (Case::Counter(Box::new(Counter { first, back })), table)
        }
    };
    let odds = method::odds(&case, &args.method, table.as_ref(), interrupt::catch)?;
    method::report(args, &setup, &odds, table.as_ref(), out)
}

/// The odds that a person at the table asks for: of a space, or of two forces in quotation marks.
pub(super) fn at_the_table(session: &Session, text: &str, out: &mut Out) -> Result<(), Problems> {
    let mut desk = Desk::default();
    let parts: Vec<&str> = text
        .split('"')
        .map(str::trim)
        .filter(|p| !p.is_empty())
        .collect();
    let done = match parts.as_slice() {
        [attackers, defenders] => of_forces(session, attackers, defenders, &mut desk, out),
        [space] => of_space(session, space, &mut desk, out),
        _ => Err(Problem::error("odds/syntax", "of which battle?")
            .help("say `odds SPACE` or `odds \"UNITS\" \"UNITS\"`")
            .into()),
    };
    done.map_err(|trouble| match trouble {
        Trouble::One(problem) => {
            desk.problems.push(*problem);
            std::mem::take(&mut desk.problems)
        }
        Trouble::Many(problems) => problems,
    })
}

fn of_forces(
    session: &Session,
    attackers: &str,
    defenders: &str,
    desk: &mut Desk,
    out: &mut Out,
) -> Result<(), Trouble> {
    let edition = Edition {
        rules: session.rules(),
        names: session.names(),
    };
    let setup = basic(edition, (None, None), None, [attackers, defenders], desk)?;
    let board = Board::Empty {
        hooks: session.hooks(),
        powers: [Some(session.state().active(session.rules())), None],
        at: None,
    };
    say(session, &board, setup, out)
}

fn of_space(session: &Session, text: &str, desk: &mut Desk, out: &mut Out) -> Result<(), Trouble> {
    let space = space(session.names(), "odds", text, desk)?;
    let pending = session.battle_in(space, None)?;
    if pending.setup.forces[0].is_empty() {
        let problem = Problem::error("odds/empty", "you have nothing there");
        return Err(problem.help("name both forces in quotation marks").into());
    }
    let before = match &pending.first[..] {
        [zone] => session.battle_in(*zone, Some(SiteKind::Sea)).ok(),
        _ => None,
    };
    let board = Board::Game {
        hooks: session.hooks(),
        pending: &pending,
    };
    let method = MethodArgs::default();
    let land = pending.setup.clone();
    let plain = method::table(&board, &land, &method)?.is_none();
    let whole = before.filter(|_| plain);
    let name = |zone: &SpaceId| session.rules().board.spaces[*zone].name.clone();
    let zones: Vec<String> = pending.first.iter().map(name).collect();
    match whole {
        Some(before) => {
            out.say(&format!(
                "with the battle in {} before it:",
                zones.join(", ")
            ));
            let sea = before.setup;
            let case = Case::Assault(Box::new(Assault { sea, land }));
            let odds = method::odds(&case, &method, None, crate::odds::never)?;
            out.say(&view::odds_text(session.rules(), &odds, out.paint()));
        }
        None => {
            say(session, &board, land, out)?;
            if !zones.is_empty() {
                let line = format!("not counted: {} must be fought for first", zones.join(", "));
                out.say(&line);
            }
        }
    }
    if pending.airborne {
        out.say("not counted: aircraft that are shot down take along whom they carry");
    }
    if pending.asked_before {
        out.say(
            "not counted: what others may be asked once all moves are made, such as scrambling",
        );
    }
    Ok(())
}

fn say<'a>(
    session: &'a Session,
    board: &Board<'a>,
    setup: Setup<'a>,
    out: &mut Out,
) -> Result<(), Trouble> {
    let method = MethodArgs::default();
    let table = method::table(board, &setup, &method)?;
    let odds = method::odds(
        &Case::One(Box::new(setup)),
        &method,
        table.as_ref(),
        crate::odds::never,
    )?;
    out.say(&view::odds_text(session.rules(), &odds, out.paint()));
    table
        .iter()
        .for_each(|table| out.say(&out.paint().dim(&table.why(session.rules()))));
    Ok(())
}
