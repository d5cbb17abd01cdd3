//! Every way to get an order wrong.

use sandtable::game::dice::Stream;
use sandtable::kernel::{Cx, Intent, Order, Shot, State, UnitIx};
use sandtable::rules::{PowerId, SiteKind, SpaceId, UnitTypeId};

/// Units that an order may wrongly name: none such, anybody's, and those that stand together with one.
fn strangers(state: &State, beside: Option<UnitIx>, dice: &mut Stream) -> Vec<UnitIx> {
    let last = state.units.len() as u64;
    let mut units = vec![
        UnitIx::NONE,
        UnitIx(u16::try_from(last).expect("units have small indices")),
    ];
    units.extend(
        (0..4).map(|_| UnitIx(u16::try_from(dice.below(last)).expect("units have small indices"))),
    );
    let space = beside.and_then(|ix| state.get(ix)).map(|u| u.space);
    units.extend(
        state
            .all()
            .filter(|(_, u)| Some(u.space) == space)
            .map(|(ix, _)| ix)
            .take(6),
    );
    units
}

/// Lists of units that are wrong in one thing: empty, one twice, one too many, one replaced.
fn lists(state: &State, units: &[UnitIx], dice: &mut Stream) -> Vec<Vec<UnitIx>> {
    let doubled: Vec<UnitIx> = units.iter().chain(units.first()).copied().collect();
    let mut wrong = vec![Vec::new(), doubled];
    for stranger in strangers(state, units.first().copied(), dice) {
        wrong.push(vec![stranger]);
        wrong.push(units.iter().copied().chain([stranger]).collect());
    }
    wrong
}

/// Paths that are wrong in one thing: none, only the start, another start or end, a leap, a detour.
fn paths(state: &State, path: &[SpaceId], dice: &mut Stream) -> Vec<Vec<SpaceId>> {
    let some = |dice: &mut Stream| {
        SpaceId(u16::try_from(dice.below(state.spaces.len() as u64)).expect("spaces are few"))
    };
    let mut wrong = vec![
        Vec::new(),
        path[..1.min(path.len())].to_vec(),
        path.iter().rev().copied().collect(),
    ];
    wrong.push(
        path.iter()
            .chain(path.iter().rev().skip(1))
            .chain(path.iter().skip(1))
            .copied()
            .collect(),
    );
    for space in [some(dice), some(dice), SpaceId(u16::MAX)] {
        let (mut start, mut end) = (path.to_vec(), path.to_vec());
        start.first_mut().into_iter().for_each(|s| *s = space);
        end.last_mut().into_iter().for_each(|s| *s = space);
        wrong.extend([start, end, path.iter().copied().chain([space]).collect()]);
    }
    wrong
}

/// Every way to get this order wrong.
pub fn mutations(cx: Cx<'_>, order: &Order, dice: &mut Stream) -> Vec<Order> {
    let state = cx.state;
    let spaces: Vec<SpaceId> = cx
        .rules
        .board
        .spaces
        .ids()
        .chain([SpaceId(u16::MAX)])
        .collect();
    let kinds: Vec<UnitTypeId> = cx
        .rules
        .units
        .types
        .ids()
        .chain([UnitTypeId(200)])
        .collect();
    let lists = |units: &[UnitIx], dice: &mut Stream| lists(state, units, dice);
    match order {
        Order::Buy(units) => {
            let each = kinds
                .iter()
                .flat_map(|k| [0, 1, 90, u16::MAX].map(|n| Order::Buy(vec![(*k, n)])));
            let twice = units.iter().chain(units).copied().collect();
            each.chain([
                Order::Buy(vec![]),
                Order::Buy(twice),
                Order::Buy(vec![(kinds[0], u16::MAX); 3]),
            ])
            .collect()
        }
        Order::Repair { facility, points } => {
            let others = strangers(state, Some(*facility), dice)
                .into_iter()
                .map(|f| Order::Repair {
                    facility: f,
                    points: *points,
                });
            others
                .chain([0, points + 1, u8::MAX].map(|points| Order::Repair {
                    facility: *facility,
                    points,
                }))
                .collect()
        }
        Order::Upgrade(unit) => strangers(state, Some(*unit), dice)
            .into_iter()
            .map(Order::Upgrade)
            .collect(),
        Order::Declare(_) => cx
            .rules
            .powers
            .powers
            .ids()
            .chain([PowerId(200)])
            .map(Order::Declare)
            .collect(),
        Order::Move {
            units,
            path,
            intent,
        } => {
            let (intent, other) = (
                *intent,
                if *intent == Intent::Pass {
                    Intent::Attack
                } else {
                    Intent::Pass
                },
            );
            let mut all = vec![Order::Move {
                units: units.clone(),
                path: path.clone(),
                intent: other,
            }];
            all.extend(lists(units, dice).into_iter().map(|units| Order::Move {
                units,
                path: path.clone(),
                intent,
            }));
            all.extend(
                paths(state, path, dice)
                    .into_iter()
                    .map(|path| Order::Move {
                        units: units.clone(),
                        path,
                        intent,
                    }),
            );
            all
        }
        Order::Load { units, onto } => {
            let ships = strangers(state, Some(*onto), dice)
                .into_iter()
                .map(|onto| Order::Load {
                    units: units.clone(),
                    onto,
                });
            ships
                .chain(
                    lists(units, dice)
                        .into_iter()
                        .map(|units| Order::Load { units, onto: *onto }),
                )
                .collect()
        }
        Order::Unload { units, to } => {
            let elsewhere = spaces.iter().map(|to| Order::Unload {
                units: units.clone(),
                to: *to,
            });
            elsewhere
                .chain(
                    lists(units, dice)
                        .into_iter()
                        .map(|units| Order::Unload { units, to: *to }),
                )
                .collect()
        }
        Order::Raid {
            units,
            path,
            target,
        } => {
            let raid = |units: &[UnitIx], path: &[SpaceId], target| Order::Raid {
                units: units.to_vec(),
                path: path.to_vec(),
                target,
            };
            let mut all: Vec<Order> = lists(units, dice)
                .iter()
                .map(|units| raid(units, path, *target))
                .collect();
            all.extend(
                paths(state, path, dice)
                    .iter()
                    .map(|path| raid(units, path, *target)),
            );
            all.extend(
                strangers(state, Some(*target), dice)
                    .into_iter()
                    .map(|target| raid(units, path, target)),
            );
            all
        }
        Order::Fight { .. } => {
            let sites = [SiteKind::Raid, SiteKind::Sea, SiteKind::Land];
            let some: Vec<SpaceId> = (0..9)
                .map(|_| spaces[dice.below(spaces.len() as u64) as usize])
                .collect();
            some.iter()
                .chain(spaces.last())
                .flat_map(|space| {
                    sites.map(|kind| Order::Fight {
                        space: *space,
                        kind,
                    })
                })
                .collect()
        }
        Order::Casualties(units) => {
            let fewer = units.iter().skip(1).copied().collect();
            lists(units, dice)
                .into_iter()
                .chain([fewer])
                .map(Order::Casualties)
                .collect()
        }
        Order::Retreat(_) => spaces.into_iter().map(Order::Retreat).collect(),
        Order::Pick(pick, units) => {
            let lists = lists(units, dice).into_iter();
            lists.map(|units| Order::Pick(*pick, units)).collect()
        }
        Order::Land { unit, to } => {
            let elsewhere = spaces.iter().map(|to| Order::Land {
                unit: *unit,
                to: *to,
            });
            elsewhere
                .chain(
                    strangers(state, Some(*unit), dice)
                        .into_iter()
                        .map(|unit| Order::Land { unit, to: *to }),
                )
                .collect()
        }
        Order::Place { kind, count, space } => {
            let place = |kind, count, space| Order::Place { kind, count, space };
            let elsewhere = spaces.iter().map(|s| place(*kind, *count, *s));
            let others = kinds.iter().map(|k| place(*k, *count, *space));
            elsewhere
                .chain(others)
                .chain([0, count + 1, u16::MAX].map(|n| place(*kind, n, *space)))
                .collect()
        }
        Order::Answer(choices) => {
            let doubled = choices.iter().chain(choices).copied().collect();
            [vec![], vec![u16::MAX], vec![0; 200], doubled]
                .map(Order::Answer)
                .to_vec()
        }
        Order::Aim(shots) => {
            let mut all = vec![Order::Aim(shots.iter().chain(shots).copied().collect())];
            for unit in strangers(state, shots.first().map(|s| s.raider), dice) {
                all.push(Order::Aim(
                    shots.iter().map(|s| Shot { raider: unit, ..*s }).collect(),
                ));
                all.push(Order::Aim(
                    shots.iter().map(|s| Shot { target: unit, ..*s }).collect(),
                ));
            }
            all
        }
        Order::Agree | Order::Object | Order::Press | Order::EndPhase => {
            vec![Order::EndPhase, Order::Press, Order::Agree, Order::Object]
        }
    }
}
