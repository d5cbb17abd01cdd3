//! The search for a plan: a turn is tried in several stances, each played on for some rounds, and the one that leaves
//! its side best off is played. What it attacks is then pruned: an attack without which the rounds end better is left out.

use rayon::prelude::*;

use super::campaign::Means;
use super::facts::edge;
use super::fleet;
use super::playout::{Horizon, Playout};
use super::reflex::plan;
use super::scratch::Scratch;
use super::stance::Stance;
use super::value::value;
use sandtable_kernel::{BOMBARD, Cx, Decision, DecisionKind, Order, check};
use sandtable_rules::{PhaseKind, SpaceId, Weights};

/// How hard a program thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// How many turns it plays on copies of the game for a phase of its own.
    pub nodes: u32,
}

impl Level {
    /// By rule of thumb alone.
    pub const EASY: Self = Self::of(0);
    /// A quarter of a second a turn.
    pub const NORMAL: Self = Self::of(120);
    /// A few seconds a turn.
    pub const HARD: Self = Self::of(1000);

    /// From so many turns on a budget is large.
    const LARGE: u32 = 300;
    /// For every so many turns of a budget there is a deal of dice.
    const A_DEAL: u32 = 200;

    /// That of a budget of turns.
    pub const fn of(nodes: u32) -> Self {
        Self { nodes }
    }

    /// With how many deals of dice each plan is tried, two at least: the larger the budget, the less chance counts.
    pub fn deals(self) -> u64 {
        u64::from(self.nodes / Self::A_DEAL).max(2)
    }

    /// Whether a search helps in a phase of this kind. What is bought and where ships are bound takes more turns to pay
    /// than are played on: few deals do not tell them apart.
    pub fn searches(self, kind: PhaseKind) -> bool {
        use PhaseKind::{CombatMove, NoncombatMove, Purchase};
        match kind {
            CombatMove => self.nodes > 0,
            Purchase | NoncombatMove => self.nodes >= Self::LARGE,
            _ => false,
        }
    }
}

/// What was tried, a stance or an order, and what it comes to with each deal of dice, in IPC.
struct Tried<T> {
    what: T,
    deals: Vec<f64>,
}

impl<T> Tried<T> {
    /// What it comes to over all deals.
    fn value(&self) -> f64 {
        mean(&self.deals)
    }

    /// Whether it is better than another by more than a margin, and by more than the standard error of that: what is
    /// much better with one deal only may be luck.
    fn beats(&self, other: &Self, margin: f64) -> bool {
        let deals = self.deals.iter().zip(&other.deals);
        let better: Vec<f64> = deals.map(|(one, other)| one - other).collect();
        let (gain, count) = (mean(&better), better.len() as f64);
        let spread: f64 = better.iter().map(|b| (b - gain) * (b - gain)).sum();
        gain > margin && gain * gain * count * (count - 1.0) >= spread
    }

    /// The first of these, or the last that beats the best before it.
    fn best(tried: impl IntoIterator<Item = Self>, margin: f64) -> Option<Self> {
        let better = |best: Self, next: Self| match next.beats(&best, margin) {
            true => next,
            false => best,
        };
        tried.into_iter().reduce(better)
    }
}

/// The mean of these; 0 of none.
fn mean(of: &[f64]) -> f64 {
    of.iter().sum::<f64>() / of.len().max(1) as f64
}

/// How far a phase of this kind is played on: what is bought is of use a turn later than what moves.
pub fn horizon(kind: PhaseKind) -> Horizon {
    match kind {
        PhaseKind::Purchase => Horizon::Rounds(3),
        _ => Horizon::Rounds(2),
    }
}

/// By how much a stance must be better than another one in a phase of this kind, in IPC.
fn margin(kind: PhaseKind, weights: &Weights) -> f64 {
    /// Ships that turn elsewhere, and what is bought, take more turns to land somewhere than are played on.
    const COURSE: f64 = 40.0;
    match kind {
        PhaseKind::Purchase | PhaseKind::NoncombatMove => COURSE,
        _ => weights.value_margin,
    }
}

/// A search for a stance, within a budget.
pub struct Search<'a> {
    playout: Playout<'a>,
    level: Level,
    seed: u64,
    until: Horizon,
    left: u32,
    tried: Vec<(Stance, f64)>,
    /// How many times more than the power's own losses those of foes count.
    edge: f64,
}

impl<'a> Search<'a> {
    /// A search of a level from a position on, played on so far; plans are tried with dice of this seed.
    pub fn new(level: Level, seed: u64, playout: Playout<'a>, until: Horizon) -> Self {
        let state = playout.cx.state;
        let at =
            u64::from(state.round) << 16 | u64::from(state.turn) << 8 | u64::from(state.phase.0);
        Self {
            playout,
            level,
            seed: seed.rotate_left(17) ^ at.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            until,
            left: level.nodes,
            tried: Vec::new(),
            edge: edge(playout.cx, &playout.profile.weights, playout.me),
        }
    }

    /// The best of these stances for a phase of this kind, its attacks pruned; nothing is tried where there is one, and no
    /// attack.
    pub fn settle(&mut self, kind: PhaseKind, stances: Vec<Stance>) -> Stance {
        let prunes = kind == PhaseKind::CombatMove;
        if let [only] = &stances[..]
            && (!prunes || targets(self.playout, only).is_empty())
        {
            return only.clone();
        }
        let best = self.best(stances, margin(kind, &self.playout.profile.weights));
        match prunes {
            true => self.prune(best).what,
            false => best.what,
        }
    }

    /// How many turns were played on, and what was tried.
    pub fn told(self) -> (u32, Vec<(Stance, f64)>) {
        (self.level.nodes - self.left, self.tried)
    }

    /// What each of these stances comes to, over all deals, and the turns it took to see.
    fn judge(&self, stances: &[Stance]) -> Vec<(Tried<Stance>, u32)> {
        let Playout { cx, profile, me } = self.playout;
        let count = self.level.deals();
        let of = |stance| (0..count).map(move |deal| (stance, deal));
        let all: Vec<(&Stance, u64)> = stances.iter().flat_map(of).collect();
        let played = each(&all, |(stance, deal)| {
            let seed = self.seed.wrapping_add(*deal);
            let (state, took) = self.playout.run(stance, seed, self.until);
            let side = cx.rules.powers[me].side;
            (
                side.map(|s| value(cx.on(&state), profile, s, self.edge)),
                took,
            )
        });
        let judged = stances.iter().zip(played.chunks(count as usize));
        let judged = judged.map(|(stance, played)| {
            let what = stance.clone();
            let deals = played.iter().filter_map(|(worth, _)| *worth).collect();
            let turns = played.iter().map(|(_, took)| took).sum();
            (Tried { what, deals }, turns)
        });
        judged.collect()
    }

    /// How many turns it takes to judge a stance.
    fn price(&self) -> u32 {
        let round = self.playout.cx.rules.turn.order.len() as u32;
        let turns = match self.until {
            Horizon::Turn => 1,
            Horizon::Rounds(rounds) => round * u32::from(rounds),
        };
        turns * self.level.deals() as u32
    }

    /// The best of these stances, as far as the budget goes, each by a margin better than the one before it; the first one
    /// is tried in any case.
    fn best(&mut self, stances: Vec<Stance>, margin: f64) -> Tried<Stance> {
        let room = self.left / self.price();
        let count = stances.len().min(room.max(1) as usize);
        let noted = self
            .judge(&stances[..count])
            .into_iter()
            .map(|(next, took)| self.note(next, took));
        Tried::best(noted, margin).expect("there is a usual stance, and the first is tried")
    }

    /// Takes the turns that a stance took from the budget, and keeps what came of it.
    fn note(&mut self, tried: Tried<Stance>, took: u32) -> Tried<Stance> {
        self.left = self.left.saturating_sub(took);
        self.tried.push((tried.what.clone(), tried.value()));
        tried
    }

    /// Of answers to a question the one after which the turn ends best.
    pub fn choose(&self, usual: Order, decision: &Decision) -> Order {
        /// Chance decides battles more than plans.
        const DEALS: u64 = 5;
        let Playout { cx, profile, me } = self.playout;
        let mut orders = options(cx, decision, &usual);
        let side = cx.rules.powers[me].side;
        let Some(side) = side.filter(|_| !orders.is_empty()) else {
            return usual;
        };
        orders.insert(0, usual);
        let worth = |order: &Order| {
            let deals = (0..DEALS).map(|deal| {
                let (seed, usual) = (self.seed.wrapping_add(deal), Stance::default());
                let played = self.playout.after(Some(order), &usual, seed, Horizon::Turn);
                value(cx.on(&played.0), profile, side, self.edge)
            });
            deals.collect()
        };
        let tried = each(&orders, worth).into_iter().zip(orders);
        let tried = tried.map(|(deals, what)| Tried { what, deals });
        let best = Tried::best(tried, profile.weights.value_margin);
        best.expect("the usual one is among them").what
    }

    /// Leaves out, one after the other, attacks without which the turn ends better. Two are tried at once: seldom is the
    /// first left out, and the second then to be tried again.
    fn prune(&mut self, mut best: Tried<Stance>) -> Tried<Stance> {
        const AT_ONCE: usize = 2;
        let margin = self.playout.profile.weights.value_margin;
        let targets = targets(self.playout, &best.what);
        let mut rest = &targets[..];
        while !rest.is_empty() && self.left >= self.price() {
            let room = (self.left / self.price()) as usize;
            let without = |target: &SpaceId| {
                let mut stance = best.what.clone();
                stance.spared.insert(*target);
                stance
            };
            let count = rest.len().min(room).min(AT_ONCE);
            let fewer: Vec<Stance> = rest[..count].iter().map(without).collect();
            for (next, took) in self.judge(&fewer) {
                rest = &rest[1..];
                let next = self.note(next, took);
                if next.beats(&best, margin) {
                    best = next;
                    break;
                }
            }
        }
        best
    }
}

/// What comes of each of these, in turn: on all cores, but where many games are played at once each keeps to its own.
fn each<T: Sync, R: Send>(of: &[T], what: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    match rayon::current_thread_index() {
        None => of.par_iter().map(what).collect(),
        Some(_) => of.iter().map(what).collect(),
    }
}

/// Other answers than the usual one that are worth trying.
fn options(cx: Cx<'_>, decision: &Decision, usual: &Order) -> Vec<Order> {
    let mut all = match &decision.kind {
        DecisionKind::Offer(offer) => {
            let count = u16::try_from(offer.choices.len()).unwrap_or(u16::MAX);
            let singles = (0..count.min(8)).map(|i| Order::Answer(vec![i]));
            let half = Order::Answer((0..offer.max.min(count) / 2).collect());
            let none = Order::Answer(Vec::new());
            [none, half].into_iter().chain(singles).collect()
        }
        DecisionKind::Retreat {
            to, must: false, ..
        } => {
            let away = to.iter().take(3).map(|s| Order::Retreat(*s));
            away.chain([Order::Press]).collect()
        }
        DecisionKind::Pick { pick, units, .. } if *pick != BOMBARD => vec![
            Order::Pick(*pick, Vec::new()),
            Order::Pick(*pick, units.clone()),
        ],
        _ => Vec::new(),
    };
    let mut seen = vec![usual.clone()];
    all.retain(|order| {
        let fresh = !seen.contains(order) && check(cx, order).is_ok();
        seen.push(order.clone());
        fresh
    });
    all
}

/// The stances that are worth trying in a phase, the usual one first: of those that make the same of it one. Where ships
/// are bound may show later.
pub fn portfolio(playout: Playout<'_>, kind: PhaseKind, usual: Stance) -> Vec<Stance> {
    let Playout { cx, profile, me } = playout;
    let mut all = vec![usual.clone()];
    if kind == PhaseKind::Purchase {
        let means = [Means::Lift, Means::Air, Means::Fleet, Means::Men];
        all.extend(means.map(|means| Stance {
            means: Some(means),
            ..usual.clone()
        }));
    }
    if kind == PhaseKind::CombatMove {
        all.extend([0.5, 1.7].map(|caution| Stance {
            caution,
            ..usual.clone()
        }));
    }
    let mut seen: Vec<Vec<Order>> = Vec::new();
    all.retain(|stance| {
        let orders = planned(playout, kind, stance).orders;
        let fresh = !seen.contains(&orders);
        seen.push(orders);
        fresh
    });
    if kind != PhaseKind::CombatMove {
        let scratch = Scratch::new(cx, profile, me, &usual);
        for campaign in fleet::aims(&scratch).into_iter().skip(1).take(3) {
            all.push(Stance {
                aim: Some(campaign.target),
                ..usual.clone()
            });
        }
    }
    all
}

/// A phase as it is planned in a stance.
pub fn planned<'a>(playout: Playout<'a>, kind: PhaseKind, stance: &'a Stance) -> Scratch<'a> {
    let Playout { cx, profile, me } = playout;
    let mut scratch = Scratch::new(cx, profile, me, stance);
    plan(&mut scratch, kind);
    scratch
}

/// What the plan of a stance attacks.
fn targets(playout: Playout<'_>, stance: &Stance) -> Vec<SpaceId> {
    let mut targets = Vec::new();
    for order in &planned(playout, PhaseKind::CombatMove, stance).orders {
        let to = match order {
            Order::Move { path, .. } => path.last().copied(),
            Order::Unload { to, .. } => Some(*to),
            _ => None,
        };
        let fresh = to.filter(|t| !targets.contains(t));
        targets.extend(fresh);
    }
    targets
}
