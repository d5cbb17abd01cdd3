//! Two plans gone through die by die, by code that knows nothing but what is written here: a check on
//! the law itself, which the game and the exact reading share.

use super::support::{exact, kind, stock};
use sandtable::odds::{Force, Retreat, Setup};
use sandtable::rules::{
    AttrId, Chooser, DicePer, FireStep, Losses, Presence, RetreatStep, RetreatTo, Role, Roll,
    Rules, SiteKind, Spare, Station, Step, SubmergeStep, UnitTypeSet, Value,
};

/// The chance of each number of hits, of dice that each hit with this chance, one die after the other.
fn dice(chances: &[f64]) -> Vec<f64> {
    let mut hits = vec![1.0];
    for p in chances {
        let mut next = vec![0.0; hits.len() + 1];
        for (n, q) in hits.iter().enumerate() {
            next[n] += q * (1.0 - p);
            next[n + 1] += q * p;
        }
        hits = next;
    }
    hits
}

fn of(chance: f64, units: usize) -> Vec<f64> {
    vec![chance; units]
}

/// Takes hits off counts, those named first being lost first.
fn off<const N: usize>(mut counts: [usize; N], mut hits: usize) -> [usize; N] {
    for n in &mut counts {
        let gone = hits.min(*n);
        (*n, hits) = (*n - gone, hits - gone);
    }
    counts
}

fn fire(rules: &Rules, role: Role, by: &[&str], on: &[&str]) -> FireStep {
    let set = |names: &[&str]| {
        names
            .iter()
            .map(|n| kind(rules, n))
            .collect::<UnitTypeSet>()
    };
    FireStep {
        name: "fire".to_owned(),
        role,
        shooters: set(by),
        station: Station::Battle,
        value: attack(rules),
        dice: DicePer::Shooter(1),
        targets: set(on),
        spares: Vec::new(),
        only_if: Vec::new(),
        unless: Vec::new(),
        rounds: (1, u16::MAX),
        losses: Losses::Answer,
        chooser: Chooser::Owner,
        roll: Roll::AtOrLess { sides: 6 },
    }
}

fn attack(rules: &Rules) -> AttrId {
    let named = rules.units.attrs.iter().find(|(_, name)| *name == "attack");
    named.map(|(id, _)| id).expect("the pack has it")
}

/// The stock edition with these values, and this plan of two rounds.
fn edition(site: SiteKind, values: &[(&str, i32)], start: Vec<Step>, round: Vec<Step>) -> Rules {
    let mut rules = stock();
    rules.battles.modifiers.clear();
    let attack = attack(&rules);
    for (name, value) in values {
        let id = kind(&rules, name);
        rules.units.types[id].values[attack] = Value(value * 100);
    }
    let plan = rules.battles.usual(site);
    let plan = &mut rules.battles.plans[plan.expect("the pack has both")];
    (plan.start, plan.round) = (start, round);
    plan.max_rounds = Some(2);
    plan.last.clear();
    rules
}

fn force(rules: &Rules, units: &[(&str, usize)]) -> Force {
    let add = |force: Force, (name, n): &(&str, usize)| force.with(kind(rules, name), *n as u16);
    units.iter().fold(Force::default(), add)
}

/// Guns fire a die at each aircraft, or so many each at different ones; then infantry (lost first) and fighters fight two rounds, the
/// defender's losses leaving only after they have answered.
fn guns(attacker: [usize; 2], defender: [usize; 2], each: usize, round: usize) -> f64 {
    if round == 0 {
        let shot = dice(&of(0.5, attacker[1].min(each * defender[1])));
        let left = |hits: usize| guns([attacker[0], attacker[1] - hits], defender, each, 1);
        return shot
            .iter()
            .enumerate()
            .map(|(hits, p)| p * left(hits))
            .sum();
    }
    let (a, d): (usize, usize) = (attacker.iter().sum(), defender.iter().sum());
    if a == 0 || d == 0 || round > 2 {
        return f64::from(u8::from(a > 0 && defender[0] == 0));
    }
    let hits = dice(&[of(1.0 / 6.0, attacker[0]), of(0.5, attacker[1])].concat());
    let back = dice(&of(1.0 / 3.0, defender[0]));
    let mut win = 0.0;
    for (n, p) in hits.iter().enumerate() {
        for (m, q) in back.iter().enumerate() {
            win += p * q * guns(off(attacker, m), off(defender, n), each, round + 1);
        }
    }
    win
}

#[test]
fn guns_and_an_exchange() {
    guns_by(DicePer::Target, 9);
    guns_by(DicePer::Apart(1), 1);
    guns_by(DicePer::Apart(2), 2);
}

fn guns_by(per: DicePer, each: usize) {
    let rules = stock();
    let land = ["infantry", "fighter", "aa_gun"];
    let mut aimed = fire(&rules, Role::Defender, &["aa_gun"], &["fighter"]);
    (aimed.dice, aimed.losses) = (per, Losses::Leave);
    let step = |role, by: &[&str]| Step::Fire(fire(&rules, role, by, &land));
    let exchange = vec![
        step(Role::Attacker, &["infantry", "fighter"]),
        step(Role::Defender, &["infantry"]),
        Step::Remove,
    ];
    let values = [("infantry", 1), ("fighter", 3), ("aa_gun", 3)];
    let mut rules = edition(SiteKind::Land, &values, vec![Step::Fire(aimed)], exchange);
    // A defender's infantry hits more often.
    let infantry = kind(&rules, "infantry");
    let modifier = sandtable::rules::Modifier {
        value: attack(&rules),
        role: Role::Defender,
        units: UnitTypeSet::only(infantry),
        givers: UnitTypeSet::EMPTY,
        ratio: 1,
        rounds: (1, u16::MAX),
        when: sandtable::rules::Cond::Always,
        change: sandtable::rules::Change::Add(Value(100)),
    };
    rules.battles.modifiers.push(modifier);
    let cases = [
        ([2, 1], [1, 1]),
        ([1, 2], [2, 0]),
        ([0, 3], [2, 1]),
        ([0, 3], [1, 2]),
    ];
    for (a, d) in cases {
        let forces = [
            [("infantry", a[0]), ("fighter", a[1])],
            [("infantry", d[0]), ("aa_gun", d[1])],
        ]
        .map(|units| force(&rules, &units));
        let [attackers, defenders] = forces;
        let setup = Setup::new(&rules, SiteKind::Land, attackers, defenders).expect("a plan");
        // Guns that are left hold nothing.
        let win = exact(&setup).expect("it is small").win;
        assert!(
            (win - guns(a, d, each, 0)).abs() < 1e-12,
            "{a:?} {d:?}: {win}, not {}",
            guns(a, d, each, 0)
        );
    }
}

/// Submarines of the attacker strike first unless a destroyer is there, and cannot hit aircraft; what they hit leaves.
/// The others fire at each other; from the end of the first round on the defender's cruisers leave if two
/// attackers are left. Counts: submarines and cruisers against destroyers and cruisers.
fn strike(
    [subs, cruisers]: [usize; 2],
    [destroyers, guards]: [usize; 2],
    round: usize,
) -> [f64; 2] {
    if round > 2 || subs + cruisers == 0 || destroyers + guards == 0 {
        let (a, d) = (subs + cruisers > 0, destroyers + guards > 0);
        return [f64::from(u8::from(a && !d)), f64::from(u8::from(d && !a))];
    }
    let surprise = destroyers == 0 && guards > 0;
    let first = if surprise {
        dice(&of(1.0 / 3.0, subs))
    } else {
        vec![1.0]
    };
    let mut ends = [0.0; 2];
    for (n, p) in first.iter().enumerate() {
        let [destroyers, guards] = off([destroyers, guards], n);
        let late = if surprise { 0 } else { subs };
        let hits = dice(&[of(1.0 / 3.0, late), of(0.5, cruisers)].concat());
        let back = dice(&[of(1.0 / 3.0, destroyers), of(0.5, guards)].concat());
        for (m, q) in hits.iter().enumerate() {
            for (k, r) in back.iter().enumerate() {
                // A battle in which nobody is left to be hit is over before the others answer.
                let over = destroyers + guards == 0;
                if over && (m > 0 || k > 0) {
                    continue;
                }
                let chance = if over { *p } else { p * q * r };
                let defenders = off([destroyers, guards], m);
                let attackers = off([subs, cruisers], k);
                let after = strike(attackers, defenders, round + 1);
                (0..2).for_each(|i| ends[i] += chance * after[i]);
            }
        }
    }
    ends
}

#[test]
fn a_strike_and_an_exchange() {
    let rules = stock();
    let ships = ["submarine", "cruiser", "destroyer"];
    let mut first = fire(&rules, Role::Attacker, &["submarine"], &ships);
    first.losses = Losses::Leave;
    first.unless.push(Presence {
        enemy: true,
        units: UnitTypeSet::only(kind(&rules, "destroyer")),
    });
    let step = |role| Step::Fire(fire(&rules, role, &ships, &ships));
    let round = vec![
        Step::Fire(first),
        step(Role::Attacker),
        step(Role::Defender),
        Step::Remove,
    ];
    let values = [("submarine", 2), ("destroyer", 2), ("cruiser", 3)];
    let rules = edition(SiteKind::Sea, &values, Vec::new(), round);
    for (a, d) in [([2, 0], [0, 2]), ([1, 1], [1, 1]), ([2, 1], [1, 2])] {
        let attackers = force(&rules, &[("submarine", a[0]), ("cruiser", a[1])]);
        let defenders = force(&rules, &[("destroyer", d[0]), ("cruiser", d[1])]);
        let setup = Setup::new(&rules, SiteKind::Sea, attackers, defenders).expect("a plan");
        let odds = exact(&setup).expect("it is small");
        let slowly = strike(a, d, 1);
        assert!(
            (odds.win - slowly[0]).abs() < 1e-12 && (odds.lose - slowly[1]).abs() < 1e-12,
            "{a:?} {d:?}: {} and {}, not {slowly:?}",
            odds.win,
            odds.lose
        );
    }
}

/// A submarine under aircraft dives before anybody fires unless a destroyer looks on. A transport that is
/// left alone perishes.
#[test]
fn who_is_under_water_and_who_is_left_alone() {
    let rules = stock();
    let one = |name| UnitTypeSet::only(kind(&rules, name));
    let destroyer = Presence {
        enemy: true,
        units: one("destroyer"),
    };
    let dives = Step::Submerge(SubmergeStep {
        role: Role::Defender,
        units: one("submarine"),
        unless: Some(destroyer),
    });
    let all = ["fighter", "destroyer", "submarine", "transport"];
    let mut attack = fire(&rules, Role::Attacker, &all, &all);
    attack.spares.push(Spare {
        shooters: one("fighter"),
        targets: one("submarine"),
        unless: Some(Presence {
            enemy: false,
            units: one("destroyer"),
        }),
    });
    let leaves = Step::Retreat(RetreatStep {
        role: Role::Attacker,
        from_round: 1,
        latest: None,
        units: one("fighter"),
        seaborne_stay: false,
        to: RetreatTo::CameFrom,
    });
    let alone = Step::Defenceless {
        role: Role::Defender,
        units: one("transport"),
    };
    let round = vec![
        dives,
        Step::Fire(attack),
        Step::Fire(fire(&rules, Role::Defender, &all, &all)),
        Step::Remove,
        alone,
        leaves,
    ];
    let values = [
        ("fighter", 3),
        ("destroyer", 2),
        ("submarine", 2),
        ("transport", 0),
    ];
    let rules = edition(SiteKind::Sea, &values, Vec::new(), round);
    let defenders = force(&rules, &[("submarine", 1), ("transport", 1)]);
    let attackers = force(&rules, &[("fighter", 1)]);
    let mut setup = Setup::new(&rules, SiteKind::Sea, attackers, defenders).expect("a plan");
    setup.tactics[1].submerges = true;
    setup.tactics[0].retreat = Retreat {
        after: Some(2),
        ..Retreat::default()
    };
    // The submarine dives, the transport is alone: it is hit, or perishes all the same.
    let hunted = exact(&setup).expect("it is small");
    assert!((hunted.sides[1].left - 1.0).abs() < 1e-12, "{hunted:?}");
    assert!((hunted.sides[0].left - 1.0).abs() < 1e-12, "{hunted:?}");
    assert!((hunted.swing() - 7.0).abs() < 1e-12, "{hunted:?}");
}

/// Whoever finds nothing but the dying to fire at has not fired, and fires in a later step.
#[test]
fn the_dying_draw_no_fire() {
    let rules = stock();
    let volley = |role, by, on| fire(&rules, role, &[by], &[on]);
    let mut last = volley(Role::Attacker, "tank", "mech_infantry");
    last.losses = Losses::Leave;
    let round = vec![
        Step::Fire(volley(Role::Attacker, "infantry", "artillery")),
        Step::Fire(volley(Role::Attacker, "tank", "artillery")),
        Step::Fire(last),
        Step::Fire(volley(Role::Defender, "mech_infantry", "tank")),
        Step::Remove,
    ];
    let values = [
        ("infantry", 6),
        ("tank", 6),
        ("artillery", 0),
        ("mech_infantry", 6),
    ];
    let rules = edition(SiteKind::Land, &values, Vec::new(), round);
    let attackers = force(&rules, &[("infantry", 1), ("tank", 1)]);
    let defenders = force(&rules, &[("artillery", 1), ("mech_infantry", 1)]);
    let setup = Setup::new(&rules, SiteKind::Land, attackers, defenders).expect("a plan");
    let odds = exact(&setup).expect("it is small");
    assert!((odds.win - 1.0).abs() < 1e-12, "{odds:?}");
    assert!((odds.sides[0].left - 2.0).abs() < 1e-12, "{odds:?}");
}
