//! What powers will collect, as the board stands.

use super::events::income;
use sandtable_kernel::{Cx, Event, Scripted, expected_income, total_income};
use sandtable_rules::{PowerId, power_name};
use schemars::JsonSchema;
use serde::Serialize;

/// What a power would collect if its income came now and everything stood as it does.
#[derive(Serialize, JsonSchema)]
pub struct IncomeFacts<'a> {
    power: &'a str,
    /// What for, in words.
    account: Vec<Entry>,
    /// All of it, never less than nothing.
    total: i32,
    /// The treasury now.
    treasury: i32,
    /// Dice will decide a part of it; here they show their highest faces.
    diced: bool,
}

/// A line of an account.
#[derive(Serialize, JsonSchema)]
struct Entry {
    text: String,
    ipc: i32,
}

impl<'a> IncomeFacts<'a> {
    /// Of a power.
    pub fn of(cx: Cx<'a>, power: PowerId) -> Self {
        let mut dice = Scripted::default();
        let events = expected_income(cx, power, &mut dice);
        let (mut account, mut total) = (Vec::new(), 0);
        for event in &events {
            if let Event::Income { account: lines, .. } = event {
                total += total_income(lines);
                account.extend(lines.iter().map(|line| Entry {
                    text: income(cx.rules, line),
                    ipc: line.amount(),
                }));
            }
        }
        Self {
            power: power_name(cx.rules, power),
            account,
            total,
            treasury: cx.state.funds(cx.rules, power),
            diced: dice.missing > 0,
        }
    }
}
