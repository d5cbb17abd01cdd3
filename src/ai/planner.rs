//! The player that searches: what it has settled for the phase that waits, and how it tells of that.

use super::Player;
use super::account::{self, Account};
use super::fleet;
use super::playout::{Horizon, Playout};
use super::profile::Profile;
use super::raid;
use super::reflex::Reflex;
use super::search::{Level, Search, horizon, planned, portfolio};
use super::stance::Stance;
use sandtable_kernel::{Cx, Decision, DecisionKind, Hooks, Order, State};
use sandtable_rules::{PhaseId, PhaseKind, Rules, Weights};

/// Plays by searching.
pub struct Planner {
    level: Level,
    seed: u64,
    /// What it goes by, if that is not what the pack says.
    weights: Option<Weights>,
    profile: Option<Profile>,
    reflex: Reflex,
    stance: Stance,
    /// The round, turn and phase that was thought about.
    thought: Option<(u16, u8, PhaseId)>,
    /// What was tried for it, and how many turns that took.
    tried: Vec<(Stance, f64)>,
    turns: u32,
}

impl Planner {
    /// A player of a level; plans are tried with dice of this seed.
    pub fn new(level: Level, seed: u64) -> Self {
        Self {
            level,
            seed,
            weights: None,
            profile: None,
            reflex: Reflex::default(),
            stance: Stance::default(),
            thought: None,
            tried: Vec::new(),
            turns: 0,
        }
    }

    /// The same, going by these numbers and not by the pack's.
    #[must_use]
    pub fn by(self, weights: Weights) -> Self {
        Self {
            weights: Some(weights),
            ..self
        }
    }

    /// Settles the stance for the phase that waits, once.
    fn consider(&mut self, playout: Playout<'_>, kind: PhaseKind) -> bool {
        let state = playout.cx.state;
        let now = (state.round, state.turn, state.phase);
        if self.thought == Some(now) {
            return false;
        }
        let turn = |at: (u16, u8, PhaseId)| (at.0, at.1);
        // What ships are bound for is settled for a turn.
        let before = self.thought.filter(|at| turn(*at) == turn(now));
        let usual = Stance {
            aim: before.and(self.stance.aim),
            means: before.and(self.stance.means),
            ..Stance::default()
        };
        self.thought = Some(now);
        let mut search = self.search(playout, horizon(kind));
        self.stance = match self.level.searches(kind) {
            false => usual,
            true => search.settle(kind, portfolio(playout, kind, usual)),
        };
        (self.turns, self.tried) = search.told();
        true
    }

    /// A search of its level from a position on.
    fn search<'a>(&self, playout: Playout<'a>, until: Horizon) -> Search<'a> {
        Search::new(self.level, self.seed, playout, until)
    }
}

/// How a program of this level would play the phase that waits, and why.
pub fn advise(cx: Cx<'_>, decision: &Decision, level: Level) -> Option<Account> {
    Planner::new(level, 0).explain(cx.rules, cx.state, cx.hooks, decision)
}

impl Player for Planner {
    fn answer(
        &mut self,
        rules: &Rules,
        state: &State,
        hooks: &dyn Hooks,
        decision: &Decision,
    ) -> Order {
        let profile = self.profile(rules);
        let playout = Playout {
            cx: Cx::new(rules, state, hooks),
            profile: &profile,
            me: decision.power,
        };
        if let DecisionKind::Phase(kind) = decision.kind {
            self.consider(playout, kind);
        }
        let cx = playout.cx;
        let usual = self.reflex.answer(cx, &profile, &self.stance, decision);
        let order = match self.level.nodes {
            0 => usual,
            _ => self.search(playout, Horizon::Turn).choose(usual, decision),
        };
        self.profile = Some(profile);
        order
    }

    fn explain(
        &mut self,
        rules: &Rules,
        state: &State,
        hooks: &dyn Hooks,
        decision: &Decision,
    ) -> Option<Account> {
        let DecisionKind::Phase(kind) = decision.kind else {
            return None;
        };
        let profile = self.profile(rules);
        let playout = Playout {
            cx: Cx::new(rules, state, hooks),
            profile: &profile,
            me: decision.power,
        };
        let account = self.consider(playout, kind).then(|| {
            let scratch = planned(playout, kind, &self.stance);
            Account {
                power: decision.power,
                phase: kind,
                turns: self.turns,
                tried: self.tried.clone(),
                chosen: self.stance.clone(),
                battles: account::battles(&scratch),
                raids: raid::raids(&scratch),
                fears: account::fears(&scratch),
                campaign: fleet::bound(&scratch).copied(),
                invasion: scratch.funded().cloned(),
                saved: scratch.saved,
                orders: scratch.orders,
            }
        });
        self.profile = Some(profile);
        account
    }
}

impl Planner {
    /// The edition's numbers, to be given back.
    fn profile(&mut self, rules: &Rules) -> Profile {
        let known = self.profile.take().filter(|p| p.digest == rules.digest);
        let weights = self.weights.as_ref().unwrap_or(&rules.weights);
        known.unwrap_or_else(|| Profile::new(rules, weights))
    }
}
