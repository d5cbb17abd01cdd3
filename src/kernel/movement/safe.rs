//! The way that runs into least. Beside the shortest one it is for those who would rather go round than under fire.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::super::order::Intent;
use super::super::query::Standing;
use super::gauntlet::in_wait;
use super::landing::prove;
use super::law::Law;
use super::path::{Party, Stride};
use super::search::path_to;
use sandtable_rules::{SpaceId, fires};
use schemars::JsonSchema;
use serde::Serialize;

/// What a way runs into; the less, the safer.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Meets", description = "What a way runs into.")]
pub struct Risk {
    /// Units of enemies that fire at who comes by.
    pub shots: u32,
    /// Spaces between its ends that are an enemy's or hold units of one.
    pub hostile: u32,
}

/// A space that a group can get to, the one before it on the way, by index, and what it has run into by then.
#[derive(Clone, Copy)]
struct Come {
    stride: Stride,
    parent: usize,
    steps: u8,
    risk: Risk,
}

impl Law<'_> {
    /// What a group runs into in one space of its way.
    fn risk_in(&self, party: &Party, at: SpaceId, ends: bool) -> Risk {
        let rules = self.cx.rules;
        let plans = rules.movement.passing_shots.iter();
        let steps =
            plans.flat_map(|plan| fires(plan.round.iter()).map(move |step| (rules, plan, step)));
        let steps = steps.filter(|(.., step)| step.targets.meets(&party.kinds));
        let firing = steps.filter_map(|step| in_wait(self.cx, step, party, at));
        let shots: usize = firing.map(|ambush| ambush.shooters.len()).sum();
        let units = self.survey.foes[at].minus(self.cx.rules.units.facilities);
        let land = !self.sea(at) && self.standing(at) == Standing::Hostile;
        Risk {
            // No space holds more units than that.
            shots: u32::try_from(shots).unwrap_or(u32::MAX),
            hostile: (!ends && (land || !units.is_empty())).into(),
        }
    }

    /// What a group runs into on a way.
    pub fn risk(&self, party: &Party, path: &[SpaceId]) -> Risk {
        let last = path.len().saturating_sub(1);
        let mut sum = Risk::default();
        for (nth, at) in path.iter().enumerate().skip(1) {
            sum = sum.and(self.risk_in(party, *at, nth == last));
        }
        sum
    }

    /// The way of a group to a space that runs into least; of equally safe ones the shortest.
    pub fn safest(&self, party: &Party, to: SpaceId, intent: Intent) -> Option<Vec<SpaceId>> {
        let all = self.by_risk(party, to);
        let arrive = |come: &Come| self.arrive(party, come.stride, come.steps, intent).is_ok();
        let ends = (1..all.len()).filter(|nth| all[*nth].stride.at == to && arrive(&all[*nth]));
        let mut ends: Vec<usize> = ends.collect();
        ends.sort_by_key(|nth| (all[*nth].risk, all[*nth].steps, *nth));
        let whole = |nth| path_to(nth, |nth| (all[nth].stride.at, all[nth].parent));
        // A way round may be too long to come down again.
        let fine = |path: &Vec<SpaceId>| {
            let trip = self.walk(party.clone(), path, intent);
            trip.is_ok_and(|trip| prove(self, &OnceCell::new(), &trip.hop()).is_ok())
        };
        ends.into_iter().map(whole).find(fine)
    }

    /// Everything a group can get to on its points: a space once more where a longer way runs into less.
    fn by_risk(&self, party: &Party, to: SpaceId) -> Vec<Come> {
        let (points, _) = party.slowest();
        let mut least = BTreeMap::from([((party.start, false), Risk::default())]);
        let mut all = vec![Come {
            stride: Stride::start(party.start),
            parent: 0,
            steps: 0,
            risk: Risk::default(),
        }];
        let mut head = 0;
        while let Some(&from) = all.get(head) {
            let borders = self.cx.rules.board.spaces[from.stride.at].borders.iter();
            let on = from.steps < points && from.stride.halt.is_none();
            for next in borders.filter(|_| on) {
                let Ok(stride) = self.step(party, from.stride, *next) else {
                    continue;
                };
                let risk = from.risk.and(self.risk_in(party, *next, *next == to));
                let known = least.get(&(*next, stride.blitzed));
                if known.is_none_or(|known| risk < *known) {
                    least.insert((*next, stride.blitzed), risk);
                    let (parent, steps) = (head, from.steps + 1);
                    all.push(Come {
                        stride,
                        parent,
                        steps,
                        risk,
                    });
                }
            }
            head += 1;
        }
        all
    }
}

impl Risk {
    fn and(self, more: Self) -> Self {
        Self {
            shots: self.shots.saturating_add(more.shots),
            hostile: self.hostile + more.hostile,
        }
    }
}
