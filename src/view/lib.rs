//! What people and programs see: text, tables, JSON and the picture of the board. Everything here
//! is a pure function of rules, state and events; nothing is read, written or decided.

mod account;
mod bars;
mod brief;
mod complete;
mod dice;
mod diff;
mod edition;
mod events;
mod explain;
mod goals;
mod history;
mod income;
mod json;
mod look;
mod named;
mod names;
mod odds;
mod odds_facts;
mod paint;
mod politics;
mod report;
mod show;
mod sim;
pub mod svg;
mod text;
mod threat;
mod war;
mod written;

pub use account::{Hint, account_lines};
pub use bars::Bars;
pub use brief::in_brief;
pub use complete::Completions;
pub use dice::dice_report;
pub use diff::{Change, diff};
pub use edition::Edition;
pub use events::{EventFacts, describe_event, describe_note, event_json, event_text};
pub use explain::{Explained, Roll, explain_roll, explain_rules};
pub use goals::{Goal, objectives, victories};
pub use history::{LogEntry, TurnFacts};
pub use income::IncomeFacts;
pub use json::{Patch, Position, Summary, UnitFacts, Waiting, cargo, counted, digest};
pub use look::{
    airborne, at_phase, ends_from, in_phase, landings, moving, prices, reach, rooms, strikers,
    units_list, ways_from,
};
pub use named::{named, order_json};
pub use names::{power_name, space_name};
pub use odds::{chance, force_text, odds_text};
pub use odds_facts::OddsFacts;
pub use paint::{Paint, rgb};
pub use politics::Stance;
pub use report::{board_table, space_report, table, turn_banner};
pub use show::{Topic, show};
pub use sim::{
    sim_comparison, sim_conduct, sim_csv, sim_duel, sim_even, sim_ladder, sim_step, sim_summary,
};
pub use svg::{Piece, Sheet, board_json, board_svg, game_svg, odds_svg, sim_svg};
pub use text::describe_decision;
pub use threat::{Reach, threats};
pub use war::{figures_csv, war_report};
pub use written::{flat, resolved_json, resolved_text};
