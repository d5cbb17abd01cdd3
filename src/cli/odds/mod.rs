//! `sandtable odds`: what a battle will cost.

mod args;

pub(super) use args::Args;

use super::Exit;
use super::out::Out;
use crate::diag::{Problem, Problems};
use crate::game::force::{self, Typed};
use crate::game::language::{Name, Names};
use crate::game::{Opened, Session};
use crate::kernel::{Cx, State};
use crate::odds::{Assault, Force, Losses, Odds, Retreat, Runs, Setup, Stack, Unknown, cheapest, exact, reckon, sampled, waves};
use crate::rules::{Cond, PowerId, Role, Rules, SiteKind, Step};
use crate::view;
use args::{Around, Kind, MethodArgs, TacticsArgs, Who};
use std::path::Path;

/// Reckons and reports.
pub(super) fn run(args: &Args, out: &mut Out) -> Exit {
    let mut desk = Desk::default();
    let done = match &args.from {
        Some(save) => from_save(args, save, &mut desk, out),
        None => from_words(args, &mut desk, out),
    };
    match done {
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
            Unknown::TooLarge => problem.help("leave out `--exact`, or fight a number of battles with `--runs`"),
            Unknown::TooManyParts => problem.help("name fewer units, or fewer types"),
            Unknown::TooVaried | Unknown::NoChances => problem.help("reckon with fewer units, or fewer types"),
        })
    }
}

/// The texts that are being read.
#[derive(Default)]
struct Desk {
    problems: Problems,
}

impl Desk {
    fn typed<'t>(&mut self, name: &str, text: &'t str) -> Typed<'t> {
        Typed { file: self.problems.sources_mut().add(name, text), text }
    }
}

/// An edition and its names.
#[derive(Clone, Copy)]
struct Edition<'a> {
    rules: &'a Rules,
    names: &'a Names,
}

fn from_words(args: &Args, desk: &mut Desk, out: &mut Out) -> Result<(), Trouble> {
    let opened = args.choices.open(args.pack.as_deref().unwrap_or_default()).map_err(Trouble::Many)?;
    let edition = Edition { rules: &opened.rules, names: &opened.names };
    let [attackers, defenders] = [&args.attackers, &args.defenders].map(|t| t.as_deref().unwrap_or_default());
    let mut setup = basic(edition, args.kind, args.around.target.is_some(), attackers, defenders, desk)?;
    conditions(&opened, args, desk, &mut setup)?;
    finish(edition, args, setup, desk, out)
}

fn from_save(args: &Args, save: &Path, desk: &mut Desk, out: &mut Out) -> Result<(), Trouble> {
    let session = super::replay::last(save).map_err(Trouble::Many)?;
    let typed = desk.typed("--at", args.at.as_deref().unwrap_or_default());
    let loc = crate::diag::Loc { file: typed.file, start: 0, end: typed.text.len() as u32 };
    let space = session.names().spaces.find(&Name { text: typed.text.to_owned(), loc })?;
    let setup = session.battle_in(space)?;
    if setup.forces[0].is_empty() {
        let message = format!("the power on turn has nothing in {}", session.rules().board.spaces[space].name);
        return Err(Problem::error("odds/empty", message).help("move there, or name the forces yourself").into());
    }
    let edition = Edition { rules: session.rules(), names: session.names() };
    finish(edition, args, setup, desk, out)
}

/// A battle between two forces that are named.
fn basic<'a>(
    edition: Edition<'a>,
    kind: Option<Kind>,
    raid: bool,
    attackers: &str,
    defenders: &str,
    desk: &mut Desk,
) -> Result<Setup<'a>, Trouble> {
    let Edition { rules, names } = edition;
    let typed = [desk.typed("attackers", attackers), desk.typed("defenders", defenders)];
    let mut forces = [Force::default(), Force::default()];
    for (force, typed) in forces.iter_mut().zip(typed) {
        *force = force::force(names, rules, typed)?;
    }
    let ships = forces.iter().any(|f| f.kinds().meets(&rules.units.sea));
    let site = match kind {
        Some(Kind::Raid) => SiteKind::Raid,
        None if raid => SiteKind::Raid,
        Some(Kind::Sea) => SiteKind::Sea,
        None if ships => SiteKind::Sea,
        Some(Kind::Land | Kind::Assault) | None => SiteKind::Land,
    };
    let [attacker, defender] = forces;
    let Some(setup) = Setup::new(rules, site, attacker, defender) else {
        let which = format!("{site:?}").to_lowercase();
        return Err(Problem::error("odds/no-plan", format!("`{}` has no battle plan for {which}", rules.name)).into());
    };
    for (role, typed) in [Role::Attacker, Role::Defender].into_iter().zip(typed) {
        // Raiders may meet nobody in the air.
        let force = &setup.forces[role as usize];
        if site != SiteKind::Raid || role == Role::Attacker || !force.is_empty() {
            force::check(rules, setup.plan(), role, force, typed)?;
        }
    }
    Ok(setup)
}

/// Asks which modifiers with conditions hold for the powers named, at the start of a game.
fn conditions(opened: &Opened, args: &Args, desk: &mut Desk, setup: &mut Setup<'_>) -> Result<(), Trouble> {
    let state = State::new(&opened.rules);
    let cx = Cx { rules: &opened.rules, state: &state, hooks: &*opened.hooks };
    let mut powers: [Option<PowerId>; 2] = [None; 2];
    for (power, (flag, text)) in
        powers.iter_mut().zip([("--attacker", &args.around.attacker), ("--defender", &args.around.defender)])
    {
        let Some(text) = text else { continue };
        let typed = desk.typed(flag, text);
        let loc = crate::diag::Loc { file: typed.file, start: 0, end: text.len() as u32 };
        *power = Some(opened.names.powers.find(&Name { text: text.clone(), loc })?);
    }
    for (holds, modifier) in setup.modifiers.iter_mut().zip(&opened.rules.battles.modifiers) {
        if let Some(power) = powers[modifier.role as usize].filter(|_| modifier.when != Cond::Always) {
            let asked = cx.holds(&modifier.when, power);
            *holds = asked.map_err(|r| Problem::error(r.code.name(), r.sentence(&opened.rules)))?;
        }
    }
    Ok(())
}

/// Puts what stands around the battle into it, reckons and reports.
fn finish<'a>(edition: Edition<'a>, args: &Args, mut setup: Setup<'a>, desk: &mut Desk, out: &mut Out) -> Result<(), Trouble> {
    ashore(edition, &args.around, desk, &mut setup)?;
    target(edition, &args.around, desk, &mut setup)?;
    tactics(edition, &args.tactics, desk, &mut setup)?;
    for wish in [args.needed, args.tactics.retreat_below, args.method.precision].into_iter().flatten() {
        if !(wish > 0.0 && wish < 1.0) {
            return Err(Problem::error("odds/chance", format!("{wish} is no chance between 0 and 1")).into());
        }
    }
    let mut sea = at_sea(edition, args, desk, &setup)?;
    before(edition, &args.around, desk, sea.as_mut().unwrap_or(&mut setup))?;
    if let Some(needed) = args.needed {
        return search(args, &setup, needed, out);
    }
    let odds = match sea {
        Some(sea) => Assault { sea, land: setup.clone() }.odds()?,
        None if !args.around.waves.is_empty() => waves(&all_waves(edition, args, desk, &setup)?)?,
        None => by_method(&args.method, &setup)?,
    };
    report(args, &setup, &odds, out)
}

/// What rises to a battle at sea, and what strikes before a battle.
fn before(edition: Edition<'_>, around: &Around, desk: &mut Desk, setup: &mut Setup<'_>) -> Result<(), Trouble> {
    let Edition { rules, names } = edition;
    if let Some(text) = &around.scramble {
        let risen = force::force(names, rules, desk.typed("--scramble", text))?;
        if setup.plan().kind != SiteKind::Sea || !risen.kinds().within(&rules.units.air) {
            return Err(Problem::error("odds/scramble", "only aircraft rise, and only to a battle at sea").into());
        }
        setup.forces[1].join(&risen);
    }
    for text in &around.strikes {
        let typed = desk.typed("--strikes", text);
        let strike = force::strike(names, setup.forces[0].kinds(), die(setup), typed)?;
        setup.strikes.push(strike);
    }
    Ok(())
}

fn die(setup: &Setup<'_>) -> u8 {
    let fires = setup.plan().start.iter().chain(&setup.plan().round).find_map(|step| match step {
        Step::Fire(fire) => Some(fire.roll.sides()),
        _ => None,
    });
    fires.unwrap_or(6)
}

/// Those that come ashore, and the ships that bombard for them.
fn ashore(edition: Edition<'_>, around: &Around, desk: &mut Desk, setup: &mut Setup<'_>) -> Result<(), Trouble> {
    let Edition { rules, names } = edition;
    let Some(text) = &around.seaborne else { return Ok(()) };
    let typed = desk.typed("--seaborne", text);
    let landed = force::force(names, rules, typed)?;
    let strangers = landed.kinds().minus(rules.units.land);
    if setup.plan().kind != SiteKind::Land || !strangers.is_empty() {
        return Err(Problem::error("odds/seaborne", "only land units come ashore, and only into a battle on land").into());
    }
    landed.stacks().iter().for_each(|s| setup.forces[0].add(Stack { seaborne: true, ..*s }));
    let Some(text) = &around.offshore else { return Ok(()) };
    let ships = force::force(names, rules, desk.typed("--offshore", text))?;
    let able = rules.battles.bombardment.as_ref().map_or(crate::rules::UnitTypeSet::EMPTY, |b| b.ships);
    if let Some(kind) = ships.kinds().minus(able).iter().next() {
        let message = format!("a `{}` does not bombard", rules.units[kind].name);
        return Err(Problem::error("odds/offshore", message).into());
    }
    let one_each = rules.battles.bombardment.as_ref().is_some_and(|b| b.one_per_landed);
    if one_each && ships.units() > landed.units() {
        let message = format!("{} ships cannot bombard for {} units that land", ships.units(), landed.units());
        return Err(Problem::error("odds/offshore", message).help("one ship for each unit").into());
    }
    setup.offshore = ships;
    Ok(())
}

/// What is raided.
fn target(edition: Edition<'_>, around: &Around, desk: &mut Desk, setup: &mut Setup<'_>) -> Result<(), Trouble> {
    let Edition { rules, names } = edition;
    let raid = setup.plan().kind == SiteKind::Raid;
    let Some(text) = around.target.as_ref().filter(|_| raid) else {
        let problem = |what: &str| Problem::error("odds/target", what.to_owned());
        return match (raid, &around.target) {
            (true, None) => Err(problem("a raid needs a target").help("say `--target FACILITY`").into()),
            (false, Some(_)) => Err(problem("only raids have a target").into()),
            _ => Ok(()),
        };
    };
    let (kind, damage) = force::facility(names, rules, desk.typed("--target", text))?;
    setup.target = Some((kind, damage));
    let raiders = setup.raiders();
    let strangers = setup.forces[0].kinds().minus(raiders.union(rules.battles.escorts));
    if let Some(stranger) = strangers.iter().next() {
        let message = format!("a `{}` neither raids a `{}` nor escorts", rules.units[stranger].name, rules.units[kind].name);
        return Err(Problem::error("odds/target", message).into());
    }
    if !setup.forces[0].kinds().meets(&raiders) {
        let message = format!("nobody here raids a `{}`", rules.units[kind].name);
        return Err(Problem::error("odds/target", message).into());
    }
    Ok(())
}

fn tactics(edition: Edition<'_>, wishes: &TacticsArgs, desk: &mut Desk, setup: &mut Setup<'_>) -> Result<(), Trouble> {
    let orders = [("--attacker-losses", &wishes.attacker_losses), ("--defender-losses", &wishes.defender_losses)];
    for (i, (flag, text)) in orders.into_iter().enumerate() {
        let losses: Losses = force::losses(edition.names, edition.rules, desk.typed(flag, text))?;
        setup.tactics[i].losses = losses;
        let who = if i == 0 { Who::Attacker } else { Who::Defender };
        setup.tactics[i].submerges = wishes.submerge.contains(&who);
    }
    setup.tactics[0].way_out = !wishes.no_retreat;
    setup.tactics[0].retreat =
        Retreat { after: wishes.retreat_after, below: wishes.retreat_below, only_air: wishes.retreat_only_air };
    if setup.tactics[0].retreat.ever() && setup.retreat_step(Role::Attacker, u16::MAX).is_none() {
        let message = format!("nobody retreats from a {}", setup.plan().name);
        return Err(Problem::error("odds/retreat", message).into());
    }
    Ok(())
}

/// The battle at sea before a landing.
fn at_sea<'a>(edition: Edition<'a>, args: &Args, desk: &mut Desk, land: &Setup<'_>) -> Result<Option<Setup<'a>>, Trouble> {
    let (Some(attackers), Some(defenders)) = (&args.around.sea_attackers, &args.around.sea_defenders) else {
        let missing = args.kind == Some(Kind::Assault);
        let problem = || Problem::error("odds/assault", "an assault begins with a battle at sea");
        let help = "say `--sea-attackers` and `--sea-defenders`; without such a battle it is one on land";
        return if missing { Err(problem().help(help).into()) } else { Ok(None) };
    };
    if land.plan().kind != SiteKind::Land || args.around.seaborne.is_none() {
        return Err(Problem::error("odds/assault", "an assault lands units").help("say which with `--seaborne`").into());
    }
    let mut sea = basic(edition, Some(Kind::Sea), false, attackers, defenders, desk)?;
    sea.modifiers.clone_from(&land.modifiers);
    tactics(edition, &args.tactics, desk, &mut sea)?;
    Ok(Some(sea))
}

fn all_waves<'a>(edition: Edition<'_>, args: &Args, desk: &mut Desk, setup: &Setup<'a>) -> Result<Vec<Setup<'a>>, Trouble> {
    let mut all = vec![setup.clone()];
    for text in &args.around.waves {
        let typed = desk.typed("--wave", text);
        let force = force::force(edition.names, edition.rules, typed)?;
        force::check(edition.rules, setup.plan(), Role::Attacker, &force, typed)?;
        let forces = [force, setup.forces[1].clone()];
        all.push(Setup { forces, offshore: Force::default(), strikes: Vec::new(), ..setup.clone() });
    }
    Ok(all)
}

fn by_method(method: &MethodArgs, setup: &Setup<'_>) -> Result<Odds, Unknown> {
    let usual = Runs::default();
    let runs = match (method.runs, method.precision) {
        (None, None) => Runs { seed: method.seed, ..usual },
        (most, precision) => Runs { most: most.unwrap_or(u64::MAX), precision, seed: method.seed },
    };
    match (method.exact, method.runs.is_some() || method.precision.is_some()) {
        (true, _) => exact(setup),
        (_, true) => sampled(setup, runs),
        _ => reckon(setup, runs),
    }
}

fn search(args: &Args, setup: &Setup<'_>, needed: f64, out: &mut Out) -> Result<(), Trouble> {
    let Some(found) = cheapest(setup, needed)? else {
        let message = format!("not even all of these attackers win with {:.1} %", needed * 100.0);
        return Err(Problem::error("odds/not-enough", message).into());
    };
    let setup = Setup { forces: [found.force, setup.forces[1].clone()], ..setup.clone() };
    if !args.json {
        let force = view::force_text(setup.rules, &setup.forces[0]);
        out.say(&format!("enough for {:.1} %: {force}, for {} IPC", found.chance * 100.0, found.cost));
    }
    let odds = exact(&setup)?;
    report(args, &setup, &odds, out)
}

fn report(args: &Args, setup: &Setup<'_>, odds: &Odds, out: &mut Out) -> Result<(), Trouble> {
    let rules = setup.rules;
    let sides = [0, 1].map(|i| view::force_text(rules, &setup.forces[i]));
    let title = format!("{}: {} against {}", setup.plan().name, sides[0], sides[1]);
    if let Some(path) = &args.output {
        #[expect(clippy::disallowed_methods, reason = "the picture goes where the user wants it")]
        std::fs::write(path, view::odds_svg(&title, odds))
            .map_err(|e| Problem::error("odds/unwritable", format!("`{}` cannot be written: {e}", path.display())))?;
    }
    if args.json {
        let mut value = view::odds_json(rules, odds);
        value["battle"] = setup.plan().name.clone().into();
        value["attackers"] = view::force_json(rules, &setup.forces[0]);
        value["defenders"] = view::force_json(rules, &setup.forces[1]);
        out.json(&value);
    } else {
        out.say(&title);
        out.say(&view::odds_text(rules, odds, out.paint()));
    }
    Ok(())
}

/// The odds that a person at the table asks for: of a space, or of two forces in quotation marks.
pub(super) fn at_the_table(session: &Session, text: &str, out: &mut Out) -> Result<(), Problems> {
    let mut desk = Desk::default();
    let parts: Vec<&str> = text.split('"').map(str::trim).filter(|p| !p.is_empty()).collect();
    let edition = Edition { rules: session.rules(), names: session.names() };
    let setup = match parts.as_slice() {
        [attackers, defenders] => basic(edition, None, false, attackers, defenders, &mut desk),
        [space] => {
            let typed = desk.typed("odds", space);
            let loc = crate::diag::Loc { file: typed.file, start: 0, end: space.len() as u32 };
            let found = session.names().spaces.find(&Name { text: (*space).to_owned(), loc });
            found.and_then(|id| session.battle_in(id)).map_err(Trouble::from)
        }
        _ => Err(Problem::error("odds/syntax", "of which battle?").help("say `odds SPACE` or `odds \"UNITS\" \"UNITS\"`").into()),
    };
    let done = setup.and_then(|setup| {
        if setup.forces[0].is_empty() {
            return Err(Problem::error("odds/empty", "you have nothing there")
                .help("name both forces in quotation marks")
                .into());
        }
        let odds = reckon(&setup, Runs::default())?;
        out.say(&view::odds_text(session.rules(), &odds, out.paint()));
        Ok(())
    });
    done.map_err(|trouble| match trouble {
        Trouble::One(problem) => {
            desk.problems.push(*problem);
            std::mem::take(&mut desk.problems)
        }
        Trouble::Many(problems) => problems,
    })
}
