//! What stands around a battle, read from the arguments.

use super::args::{Kind, Who};
use super::{Reader, basic};
use sandtable_diag::Problem;
use sandtable_game::force;
use sandtable_odds::{Case, Force, Retreat, Setup, Stack};
use sandtable_rules::{Role, Rules, SiteKind, UnitTypeSet};

impl<'a> Reader<'a, '_> {
    /// What rises to a battle at sea, and what strikes before a battle.
    pub(super) fn before(&mut self, setup: &mut Setup<'_>) -> Result<(), Problem> {
        let (rules, names) = self.edition;
        let around = &self.args.around;
        if let Some(text) = &around.scramble {
            let typed = self.desk.typed("--scramble", text);
            let risen = force::force(names, rules, typed)?;
            let grounded = outside(rules, &risen, rules.units.air);
            let grounded = grounded.map(|name| format!("a `{name}` is no aircraft"));
            if let Some(why) = unfit(setup, grounded, (SiteKind::Sea, "on land")) {
                let message = "only aircraft rise, and only to a battle at sea";
                return Err(Problem::error("odds/scramble", message).at(typed.loc(), why));
            }
            setup.forces[1].join(&risen);
            setup.elsewhere[1]
                .iter_mut()
                .for_each(|all| all.join(&risen));
        }
        for text in &around.strikes {
            let typed = self.desk.typed("--strikes", text);
            let strike = force::strike(names, setup.forces[0].kinds(), die(setup), typed)?;
            setup.strikes.push(strike);
        }
        Ok(())
    }

    /// Those that come ashore, and the ships that bombard for them.
    pub(super) fn ashore(&mut self, setup: &mut Setup<'_>) -> Result<(), Problem> {
        let (rules, names) = self.edition;
        let around = &self.args.around;
        let Some(text) = &around.seaborne else {
            return Ok(());
        };
        let typed = self.desk.typed("--seaborne", text);
        let landed = force::force(names, rules, typed)?;
        let stranger = outside(rules, &landed, rules.units.land);
        let stranger = stranger.map(|name| format!("a `{name}` is no land unit"));
        if let Some(why) = unfit(setup, stranger, (SiteKind::Land, "not on land")) {
            let message = "only land units come ashore, and only into a battle on land";
            return Err(Problem::error("odds/seaborne", message).at(typed.loc(), why));
        }
        if landed.is_empty() && setup.forces[0].is_empty() {
            let problem = Problem::error("odds/empty", "the attacker has no units");
            return Err(problem.help("name some, as in `3 UNITS, 1 UNIT`"));
        }
        landed.stacks().iter().for_each(|s| {
            setup.forces[0].add(Stack {
                seaborne: true,
                ..*s
            })
        });
        let Some(text) = &around.offshore else {
            return Ok(());
        };
        let ships = force::force(names, rules, self.desk.typed("--offshore", text))?;
        let rule = rules.battles.bombardment.as_ref();
        let able = rule.map_or(UnitTypeSet::EMPTY, |b| b.ships);
        if let Some(name) = outside(rules, &ships, able) {
            let message = format!("a `{name}` does not bombard");
            return Err(Problem::error("odds/offshore", message));
        }
        let one_each = rule.is_some_and(|b| b.one_per_landed);
        if one_each && ships.units() > landed.units() {
            let message = format!(
                "{} ships cannot bombard for {} units that land",
                ships.units(),
                landed.units()
            );
            return Err(Problem::error("odds/offshore", message).help("one ship for each unit"));
        }
        setup.offshore = ships;
        Ok(())
    }

    /// What is raided.
    pub(super) fn target(&mut self, setup: &mut Setup<'_>) -> Result<(), Problem> {
        let (rules, names) = self.edition;
        let around = &self.args.around;
        let raid = setup.plan().kind == SiteKind::Raid;
        let problem = |what: &str| Problem::error("odds/target", what.to_owned());
        match (raid, around.target.is_empty()) {
            (true, true) if setup.target.is_none() => {
                return Err(problem("a raid needs a target").help("say `--target FACILITY`"));
            }
            (false, false) => return Err(problem("only raids have a target")),
            (_, true) => return Ok(()),
            _ => {}
        }
        let mut targets = Vec::new();
        for text in &around.target {
            let typed = self.desk.typed("--target", text);
            let (kind, damage) = force::facility(names, rules, typed)?;
            if targets.iter().any(|(other, _)| *other == kind) {
                let message = format!("a space has one `{}` at most", rules.units[kind].name);
                return Err(problem(&message));
            }
            targets.push((kind, damage));
        }
        let kind = targets[0].0;
        setup.target = Some(targets.remove(0));
        setup.also = targets;
        let raiders = setup.raiders();
        let able = raiders.union(rules.battles.escorts);
        let target = &rules.units[kind].name;
        if let Some(name) = outside(rules, &setup.forces[0], able) {
            let message = format!("a `{name}` neither raids a `{target}` nor escorts");
            return Err(problem(&message));
        }
        if !setup.forces[0].kinds().meets(&raiders) {
            return Err(problem(&format!("nobody here raids a `{target}`")));
        }
        Ok(())
    }

    /// How both sides decide.
    pub(super) fn tactics(&mut self, setup: &mut Setup<'_>) -> Result<(), Problem> {
        let (rules, names) = self.edition;
        let wishes = &self.args.tactics;
        let orders = [
            ("--attacker-losses", &wishes.attacker_losses),
            ("--defender-losses", &wishes.defender_losses),
        ];
        for (i, (flag, text)) in orders.into_iter().enumerate() {
            let typed = self.desk.typed(flag, text);
            setup.tactics[i].losses = force::losses(names, rules, &setup.forces[i], typed)?;
            let who = if i == 0 { Who::Attacker } else { Who::Defender };
            setup.tactics[i].submerges = wishes.submerge.contains(&who);
            if wishes.land_elsewhere.contains(&who) {
                setup.elsewhere[i] = None;
            }
        }
        setup.tactics[0].way_out = !wishes.no_retreat;
        setup.tactics[0].retreat = Retreat {
            after: wishes.retreat_after,
            below: wishes.retreat_below,
            only_air: wishes.retreat_only_air,
            units: wishes.retreat_at_units,
            value: wishes.retreat_at_value,
        };
        if setup.tactics[0].retreat.ever() && setup.plan().retreats(Role::Attacker).next().is_none()
        {
            let message = format!("nobody retreats from a {}", setup.plan().name);
            return Err(Problem::error("odds/retreat", message));
        }
        Ok(())
    }

    /// The battle at sea before a landing.
    pub(super) fn at_sea(&mut self, land: &Setup<'_>) -> Result<Option<Setup<'a>>, Problem> {
        let args = self.args;
        let (Some(attackers), Some(defenders)) =
            (&args.around.sea_attackers, &args.around.sea_defenders)
        else {
            let missing = args.kind == Some(Kind::Assault);
            let problem =
                || Problem::error("odds/assault", "an assault begins with a battle at sea");
            let help = "say `--sea-attackers` and `--sea-defenders`; without such a battle it is one on land";
            return if missing {
                Err(problem().help(help))
            } else {
                Ok(None)
            };
        };
        if land.plan().kind != SiteKind::Land || args.around.seaborne.is_none() {
            return Err(Problem::error("odds/assault", "an assault lands units")
                .help("say which with `--seaborne`"));
        }
        let mut sea = basic(
            self.edition,
            (Some(Kind::Sea), None),
            None,
            [attackers, defenders],
            self.desk,
        )?;
        sea.modifiers.clone_from(&land.modifiers);
        self.tactics(&mut sea)?;
        Ok(Some(sea))
    }

    /// The attack of the other side on those who have won.
    pub(super) fn struck_back(
        &mut self,
        (case, setup): (&Case<'_>, &Setup<'a>),
    ) -> Result<Option<Setup<'a>>, Problem> {
        let args = self.args;
        let Some(text) = &args.around.counter_attack else {
            return Ok(None);
        };
        if setup.plan().kind == SiteKind::Raid {
            let message = "nobody wins a space by a raid that could be attacked";
            return Err(Problem::error("odds/counter-attack", message));
        }
        let force = self.more_attackers("--counter-attack", text, setup)?;
        let mut back = setup.struck_back(force, &case.attackers());
        // Who attacked defends now.
        let sides = [Who::Defender, Who::Attacker].iter();
        for (who, elsewhere) in sides.zip(&mut back.elsewhere) {
            if args.tactics.land_elsewhere.contains(who) {
                *elsewhere = None;
            }
        }
        Ok(Some(back))
    }

    /// The battle with those that follow it against the same defence.
    pub(super) fn all_waves(&mut self, setup: &Setup<'a>) -> Result<Vec<Setup<'a>>, Problem> {
        let mut all = vec![setup.clone()];
        for text in &self.args.around.waves {
            let force = self.more_attackers("--wave", text, setup)?;
            let forces = [force, setup.forces[1].clone()];
            let mut wave = Setup {
                forces,
                offshore: Force::default(),
                strikes: Vec::new(),
                ..setup.clone()
            };
            wave.base_on_decks(Role::Attacker);
            self.tactics(&mut wave)?;
            all.push(wave);
        }
        Ok(all)
    }

    /// Attackers by the plan of a battle who come besides.
    fn more_attackers(
        &mut self,
        flag: &str,
        text: &str,
        setup: &Setup<'_>,
    ) -> Result<Force, Problem> {
        let (rules, names) = self.edition;
        let typed = self.desk.typed(flag, text);
        let force = force::force(names, rules, typed)?;
        force::check(rules, setup.plan(), Role::Attacker, &force, typed)?;
        Ok(force)
    }
}

/// The name of a type of a force that is none of these.
fn outside<'r>(rules: &'r Rules, force: &Force, types: UnitTypeSet) -> Option<&'r str> {
    let stranger = force.kinds().minus(types).iter().next();
    stranger.map(|kind| rules.units[kind].name.as_str())
}

/// Why a force does not belong to a battle: for who is a stranger among them, or because the battle is of another kind than
/// theirs.
fn unfit(
    setup: &Setup<'_>,
    stranger: Option<String>,
    (kind, elsewhere): (SiteKind, &str),
) -> Option<String> {
    let other = setup.plan().kind != kind;
    stranger.or_else(|| other.then(|| format!("this battle is {elsewhere}")))
}

/// The sides of the dice of a battle.
fn die(setup: &Setup<'_>) -> u8 {
    let first = setup.plan().volleys().next();
    first.map_or(6, |fire| fire.roll.sides())
}
