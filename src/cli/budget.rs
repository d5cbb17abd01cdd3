//! `--budget`: how much the planners at a table try.

use sandtable_ai as ai;
use sandtable_diag::Problem;
use sandtable_game::Seats;

/// The argument.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(super) struct BudgetArgs {
    /// Every planner may play so many turns on copies of the game for a phase of its own (0 to 100000); one seat's is
    /// said as POWER=planner:N
    #[arg(long, value_name = "N", value_parser = ai::budget)]
    pub budget: Option<u32>,
}

impl BudgetArgs {
    /// The name of a program, with the budget where that is a planner's and one was said.
    pub fn named(self, program: &str) -> String {
        let budgeted = self.budget.and_then(|n| ai::with_budget(program, n));
        budgeted.unwrap_or_else(|| program.to_owned())
    }
    /// Gives the planners at a table the budget, if one was said.
    ///
    /// # Errors
    /// `seat/budget`: no planner sits there.
    pub fn give(self, seats: &mut Seats) -> Result<(), Problem> {
        let given = self.budget.is_none_or(|n| ai::budgeted(seats, n));
        if given { Ok(()) } else { Err(nobody()) }
    }
}

/// The problem that there is no planner to have a budget.
pub(super) fn nobody() -> Problem {
    let message = "no seat is a planner's, so a budget is for nobody";
    let problem = Problem::error("seat/budget", message);
    problem.help("leave `--budget` out, or seat one: POWER=planner")
}
