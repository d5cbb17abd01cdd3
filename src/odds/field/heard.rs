//! What scripts say of a volley, where that follows from who fires: they are shown those who do, where and when it is,
//! and no other units.

use crate::field::{Field, Moment};
use crate::setup::Scripts;
use sandtable_kernel::law::Scene;
use sandtable_kernel::law::fire::Shooter;
use sandtable_kernel::{State, UnitIx, View, VolleyView};
use sandtable_rules::{FireStep, Id, PowerId, SpaceId, UnitTypeId, UnitTypeSet};

/// Units that fire, by their numbers in a state.
type Firing = Vec<(UnitIx, UnitTypeId)>;

impl Field<'_> {
    /// A state with nobody in it but those of these types who fire in a step.
    pub(crate) fn seen(
        &self,
        scripts: Scripts<'_>,
        (fire, moment): (&FireStep, &Moment),
        types: UnitTypeSet,
    ) -> (State, Firing) {
        let mut state = scripts.state.clone();
        state.units.clear();
        let mut firing = Firing::new();
        for group in self.ready(fire, moment, types) {
            for _ in 0..group.count {
                // A state has room for as many units as a force can have.
                let (nobody, nowhere) = (PowerId::new(0), SpaceId::new(0));
                let Some(ix) = state.add(group.kind, nobody, nowhere) else {
                    break;
                };
                let unit = state.unit_mut(ix);
                (unit.damage, unit.marks) = (group.damage, group.marks);
                firing.push((ix, group.kind));
            }
        }
        (state, firing)
    }
}

/// Lets scripts change the values of shooters, which come one by one; those alike are one afterwards.
pub fn hear(
    scripts: Scripts<'_>,
    (scene, fire): (Scene<'_>, &FireStep),
    (state, firing): (&State, Firing),
    shooters: &mut Vec<Shooter>,
) {
    let volley = VolleyView::of(scripts.space, fire, scene.round, firing);
    let mut values: Vec<i32> = shooters.iter().map(|s| s.value).collect();
    let view = View::new(scene.rules, state);
    scripts.hooks.values(&volley, &mut values, view);
    for (shooter, value) in std::mem::take(shooters).into_iter().zip(values) {
        let shooter = Shooter { value, ..shooter };
        let like = |s: &&mut Shooter| {
            (s.kind, s.value, s.tries) == (shooter.kind, shooter.value, shooter.tries)
        };
        match shooters.iter_mut().find(like) {
            Some(same) => same.count += shooter.count,
            None => shooters.push(shooter),
        }
    }
}
