//! How battles are reckoned: by their plans where those say all there is, else played by the game.

use super::force;
use super::language::{Names, Text};
use super::pending::Pending;
use super::session::Session;
use sandtable_diag::{Problem, quoted};
use sandtable_kernel::{Cx, Hooks, State};
use sandtable_odds::{Assault, Case, How, Method, Odds, Runs, Setup, Stage, Unknown, never};
use sandtable_rules::{PlanId, PowerId, Role, Rules, SiteKind, SpaceId, SpecialId, space_name};

/// So many battles are played at most if nobody says how many, and so well the chance is to be known.
pub const PLAYED: Runs = Runs {
    most: 20_000,
    precision: Some(0.01),
    seed: 1,
};

/// Where a battle is, should it have to be played.
pub enum Board<'a> {
    /// Nowhere; in a space between powers that may be named.
    Empty {
        /// The scripts.
        hooks: &'a dyn Hooks,
        /// Both powers.
        powers: [Option<PowerId>; 2],
        /// The space.
        at: Option<SpaceId>,
    },
    /// In a game, which holds this battle.
    Game(&'a Pending<'a>),
}

impl<'a> Board<'a> {
    /// Asks which modifiers hold for an attack of the other side.
    pub fn ask_back(&self, back: &mut Setup<'_>) {
        match self {
            Self::Game(pending) => pending.ask_back(back),
            Self::Empty {
                hooks,
                powers: [attacker, defender],
                ..
            } => {
                let state = at_the_start(back.rules, *defender);
                back.ask(Cx::new(back.rules, &state, *hooks), [*defender, *attacker]);
            }
        }
    }

    /// What a battle has to be played on; none where its plan says all.
    ///
    /// # Errors
    /// There is no such board.
    pub fn played_on(&self, setup: &Setup<'a>) -> Result<Option<PlayedOn<'a>>, Unknown> {
        let (hooks, under_way) = match self {
            Self::Empty { hooks, .. } => (*hooks, false),
            Self::Game(pending) => (pending.hooks, pending.under_way),
        };
        let scripts = hooks.in_battles();
        if scripts.is_empty() && !under_way && setup.also.is_empty() {
            return Ok(None);
        }
        let stage = match self {
            Self::Empty { powers, at, .. } => Stage::new(setup, hooks, *powers, *at)?,
            Self::Game(pending) => pending.stage(),
        };
        let raid = setup.plan().kind == SiteKind::Raid;
        let looks_around = |script: &SpecialId| raid || !hooks.by_shooters(*script);
        Ok(Some(PlayedOn {
            stage,
            scripts: scripts.into_iter().filter(looks_around).collect(),
            under_way,
        }))
    }
}

/// A board that battles are played on, and why they are.
pub struct PlayedOn<'a> {
    /// The board.
    pub stage: Stage<'a>,
    scripts: Vec<SpecialId>,
    under_way: bool,
}

impl<'a> PlayedOn<'a> {
    /// The same for an attack of the other side besides.
    ///
    /// # Errors
    /// That power never has a turn.
    pub fn with_back(self, back: &Setup<'a>) -> Result<Self, Unknown> {
        let stage = self.stage.with_back(back)?;
        Ok(Self { stage, ..self })
    }

    /// Why battles were played for these odds, in words; `None` where they were not.
    pub fn why(&self, rules: &Rules, odds: &Odds) -> Option<String> {
        let played = matches!(odds.method, Method::Played { .. });
        played.then(|| self.reason(rules))
    }

    /// Why battles may have to be played, in words.
    pub fn reason(&self, rules: &Rules) -> String {
        let name = |special: &SpecialId| rules.specials[*special].name.as_str();
        let names: Vec<&str> = self.scripts.iter().map(name).collect();
        match (self.under_way, names.as_slice()) {
            (true, _) => "the battle has begun, and is played on from there".to_owned(),
            (false, []) => "raids on several facilities are played".to_owned(),
            (false, names) => format!(
                "scripts have a say in battles that follows from more than who fires: {}",
                names.join(", ")
            ),
        }
    }
}

/// The start of a game, with a power on turn that may be named.
pub fn at_the_start(rules: &Rules, power: Option<PowerId>) -> State {
    let mut state = State::new(rules);
    let mut turns = (0..).zip(&rules.turn.order);
    if let Some((turn, _)) = turns.find(|(_, on_turn)| Some(**on_turn) == power) {
        state.turn = turn;
    }
    state
}

/// A battle between two forces that are named, of a kind (or of that which they make of it) and in a space of a game
/// where they are. Which side may have nothing depends on the kind.
///
/// # Errors
/// A force is none, or takes no part in such battles; the pack has none.
pub fn between<'a>(
    (rules, names): (&'a Rules, &Names),
    (kind, at): (Option<SiteKind>, Option<(Cx<'_>, SpaceId)>),
    typed: [Text<'_>; 2],
    may_be_empty: &dyn Fn(SiteKind, Role) -> bool,
) -> Result<Setup<'a>, Problem> {
    let [attacker, defender] = typed.map(|text| force::force(names, rules, text));
    let (attacker, defender) = (attacker?, defender?);
    let ships = [&attacker, &defender].map(|f| f.kinds().meets(&rules.units.sea));
    let site = kind.unwrap_or(match ships.contains(&true) {
        true => SiteKind::Sea,
        false => SiteKind::Land,
    });
    let mut setup = Setup::by(rules, plan(rules, site, at)?, attacker, defender);
    for (role, typed) in [Role::Attacker, Role::Defender].into_iter().zip(typed) {
        setup.base_on_decks(role);
        let force = &setup.forces[role as usize];
        if !force.is_empty() || !may_be_empty(site, role) {
            force::check(rules, setup.plan(), role, force, typed)?;
        }
    }
    Ok(setup)
}

/// The plan of a kind of battle: that of a space, if it is said where.
fn plan(rules: &Rules, kind: SiteKind, at: Option<(Cx<'_>, SpaceId)>) -> Result<PlanId, Problem> {
    let which = format!("{kind:?}").to_lowercase();
    let usual = rules.battles.usual(kind).ok_or_else(|| {
        let plans = quoted(rules.battles.plans.values().map(|plan| &plan.name));
        let message = format!("`{}` has no battle plan for {which}", rules.name);
        let help = format!("its battles are: {plans}");
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

/// A battle as it would be fought in a game, with what is fought before it.
pub struct Operation<'a> {
    /// What is reckoned.
    pub case: Case<'a>,
    /// What it is played on; none where plans say all.
    pub played: Option<PlayedOn<'a>>,
    /// Where the battle is that is reckoned with it.
    pub before: Option<SpaceId>,
    /// What is not counted, in words.
    pub left_out: Vec<String>,
}

impl<'a> Operation<'a> {
    /// The battle that a space holds.
    ///
    /// # Errors
    /// It cannot be played.
    pub fn of(session: &'a Session, pending: &'a Pending<'a>) -> Result<Self, Unknown> {
        let land = pending.setup.clone();
        let played = Board::Game(pending).played_on(&land)?;
        let zone = match pending.first[..] {
            [zone] if played.is_none() => Some(zone),
            _ => None,
        };
        let sea = zone.and_then(|zone| session.battle_in(zone, Some(SiteKind::Sea)).ok());
        let mut left_out = Vec::new();
        if sea.is_none() && !pending.first.is_empty() {
            let zones = pending
                .first
                .iter()
                .map(|s| space_name(session.rules(), *s));
            let zones = zones.collect::<Vec<_>>().join(", ");
            left_out.push(format!("{zones} must be fought for first"));
        }
        if pending.airborne {
            let what = "aircraft that are shot down take along whom they carry";
            left_out.push(what.to_owned());
        }
        if pending.asked_before {
            let what = "what others may be asked once all moves are made, such as scrambling";
            left_out.push(what.to_owned());
        }
        Ok(Self {
            before: zone.filter(|_| sea.is_some()),
            case: match sea.map(|sea| sea.setup) {
                Some(sea) => Case::Assault(Box::new(Assault { sea, land })),
                None => Case::One(Box::new(land)),
            },
            played,
            left_out,
        })
    }

    /// A battle between two forces of these powers, or of any.
    ///
    /// # Errors
    /// It cannot be played.
    pub fn between(
        session: &'a Session,
        powers: [Option<PowerId>; 2],
        setup: Setup<'a>,
    ) -> Result<Self, Unknown> {
        let board = Board::Empty {
            hooks: session.hooks(),
            powers,
            at: None,
        };
        Ok(Self {
            played: board.played_on(&setup)?,
            case: Case::One(Box::new(setup)),
            before: None,
            left_out: Vec::new(),
        })
    }

    /// The battle that it is about, the last one.
    pub fn last(&self) -> &Setup<'a> {
        match &self.case {
            Case::Assault(assault) => &assault.land,
            case => case.battles()[0],
        }
    }

    /// Its odds, as nobody asks for others.
    ///
    /// # Errors
    /// They cannot be had.
    pub fn odds(&self) -> Result<Odds, Unknown> {
        let stage = self.played.as_ref().map(|played| &played.stage);
        let how = How::Reckoned(Runs::default());
        self.case.odds_on((stage, PLAYED), how, never)
    }

    /// Why its battles were played for these odds, in words; `None` where they were not.
    pub fn why(&self, rules: &Rules, odds: &Odds) -> Option<String> {
        self.played.as_ref()?.why(rules, odds)
    }
}
