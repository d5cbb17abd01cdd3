//! Collecting income: an account of labelled lines that objectives and scripts add to.

use super::event::{Event, IncomeLine};
use super::hooks::View;
use super::query::Cx;
use super::turn::foreseen;
use super::{Dice, Game};
use crate::rules::{EconomyId, Id, PhaseKind, PowerId};

/// Collects the income of the power on turn. A power's first economy takes every territory that
/// belongs to no other of its economies, the objectives and what scripts add.
pub fn collect(game: &mut Game<'_>) {
    let me = game.state.active(game.rules);
    let rules = game.rules;
    for (nth, &economy) in rules.powers[me].economies.iter().enumerate() {
        // Where a power has one economy, the turn plan says what a lost capital closes.
        if rules.powers[me].economies.len() > 1 && !holds_capital(game.cx(), me, economy) {
            continue;
        }
        let mut lines = vec![IncomeLine::Territories {
            ipc: territories(game.cx(), me, economy),
        }];
        if nth == 0 {
            objectives(game, me, &mut lines);
            let view = View::new(rules, game.state);
            game.hooks.income(me, &mut lines, game.dice, view);
        }
        let total = lines
            .iter()
            .map(|l| i64::from(l.amount()))
            .sum::<i64>()
            .max(0);
        let treasury = &mut game.state.treasury[economy.index()];
        *treasury = i32::try_from(i64::from(*treasury) + total).unwrap_or(i32::MAX);
        let treasury = *treasury;
        game.tell(Event::Income {
            power: me,
            account: lines,
            treasury,
        });
    }
}

/// What a power would collect if its income came now and everything stood as it does.
pub fn expected(cx: Cx<'_>, power: PowerId, dice: &mut dyn Dice) -> Vec<Event> {
    let mut events = Vec::new();
    let Some(mut state) = foreseen(cx, power, PhaseKind::Income) else {
        return events;
    };
    let skip = &cx.rules.turn.phases[state.phase].skip;
    if !cx.on(&state).holds(skip, power) {
        collect(&mut Game {
            rules: cx.rules,
            state: &mut state,
            dice,
            hooks: cx.hooks,
            events: &mut events,
        });
    }
    events
}

fn holds_capital(cx: Cx<'_>, me: PowerId, economy: EconomyId) -> bool {
    let capital = cx.rules.powers.economies[economy].capital;
    capital.is_none_or(|c| cx.state.owner(c).is_some_and(|o| cx.friends(me, o)))
}

/// What the territories of one of a power's economies are worth.
fn territories(cx: Cx<'_>, me: PowerId, economy: EconomyId) -> i32 {
    let own = cx.rules.board.land.iter().filter(|s| {
        cx.state.owner(*s) == Some(me) && cx.rules.powers.economy_at(me, *s) == Some(economy)
    });
    own.map(|s| i32::from(cx.rules.board.spaces[s].income))
        .sum()
}

fn objectives(game: &mut Game<'_>, me: PowerId, lines: &mut Vec<IncomeLine>) {
    for (id, objective) in game
        .rules
        .acts
        .objectives
        .iter()
        .filter(|(_, o)| o.power == me)
    {
        let spent = objective.once && game.state.objectives_spent.is_spent(id.index());
        if spent || !game.cx().holds(&objective.when, me) {
            continue;
        }
        if objective.once {
            game.state.objectives_spent.spend(id.index());
        }
        lines.push(IncomeLine::Objective {
            objective: id,
            ipc: objective.gains,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testkit_econ::*;
    use super::super::{Dice, Hooks};
    use super::*;
    use crate::rules::{Cond, Economy, Objective, ObjectiveId, SpecialId, Table};

    struct Tax(i32);
    impl Hooks for Tax {
        fn income(&self, _: PowerId, lines: &mut Vec<IncomeLine>, _: &mut dyn Dice, _: View<'_>) {
            lines.push(IncomeLine::Script {
                script: SpecialId(0),
                name: "tax".to_owned(),
                ipc: -self.0,
            });
        }
    }

    #[test]
    fn an_account_of_land_objectives_and_scripts() {
        let mut rules = rules();
        let objective = |once, when| Objective {
            name: String::new(),
            power: RED,
            gains: 5,
            once,
            when,
        };
        rules.acts.objectives = Table::from_vec(vec![
            objective(true, Cond::Always),
            objective(false, Cond::Not(Box::new(Cond::Always))),
            Objective {
                power: BLUE,
                ..objective(false, Cond::Always)
            },
        ]);
        let mut state = state(&rules);
        let (_, events) = play_with(&rules, &mut state, &Tax(3), collect);
        let lines = vec![
            IncomeLine::Territories { ipc: 7 },
            IncomeLine::Objective {
                objective: ObjectiveId(0),
                ipc: 5,
            },
            IncomeLine::Script {
                script: SpecialId(0),
                name: "tax".to_owned(),
                ipc: -3,
            },
        ];
        assert_eq!(
            events,
            [Event::Income {
                power: RED,
                account: lines,
                treasury: 49
            }]
        );
        // Paid once for all, and an account never falls below nothing.
        let (_, events) = play_with(&rules, &mut state, &Tax(100), collect);
        assert!(
            matches!(&events[..], [Event::Income { account: lines, treasury: 49, .. }] if lines.len() == 2)
        );
    }

    #[test]
    fn a_second_economy_takes_its_region_while_its_capital_holds() {
        let mut rules = rules();
        let region = set(&[HILL]);
        let second = Economy {
            name: String::new(),
            power: RED,
            capital: Some(HILL),
            region,
            treasury: 1,
        };
        let id = rules.powers.economies.push(second);
        rules.powers.powers[RED].economies.push(id);
        let mut state = state(&rules);
        play(&rules, &mut state, collect);
        assert_eq!((state.treasury[0], state.treasury[3]), (45, 3));
        state.set_owner(HILL, Some(BLUE));
        play(&rules, &mut state, collect);
        assert_eq!((state.treasury[0], state.treasury[3]), (50, 3));
    }
}
