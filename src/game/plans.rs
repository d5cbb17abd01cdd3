//! Plans: orders that are tried on a copy of the game, with other dice, while the game itself waits.

use super::log::Entry;
use super::seat::Seats;
use super::session::{Session, Typed};
use sandtable_diag::{Problem, Problems};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Told of each thing that is done again, with the game as it stands then.
pub type Tell<'a> = &'a mut dyn FnMut(&Session, Typed);

/// The plan that is being tried, and those that were.
#[derive(Clone, Default)]
pub struct Plans {
    tried: Option<Tried>,
    kept: BTreeMap<String, Vec<Arc<Entry>>>,
}

/// A plan that is being tried: the game itself waits.
#[derive(Clone)]
struct Tried {
    name: String,
    game: Session,
    /// So many orders of the game it goes on from.
    from: usize,
}

/// Tells what came of something that is done again.
///
/// # Errors
/// It was refused.
pub(super) fn told(table: &Session, mut typed: Typed, tell: Tell<'_>) -> Result<(), Problems> {
    let problems = typed.problems.take();
    tell(table, typed);
    problems.map_or(Ok(()), Err)
}

impl Plans {
    /// The plan that is being tried.
    pub fn tried(&self) -> Option<&str> {
        self.tried.as_ref().map(|tried| tried.name.as_str())
    }
    /// All of them by name, also the one that is being tried.
    pub fn names(&self) -> Vec<&str> {
        let all = self.kept.keys().map(String::as_str).chain(self.tried());
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }
    /// Forgets a plan; the game is back on the table if that was being tried.
    ///
    /// # Errors
    /// `branch/unknown`: there is none of this name.
    pub fn drop(&mut self, table: &mut Session, name: &str) -> Result<(), Problem> {
        if !self.names().contains(&name) {
            let problem = Problem::error("branch/unknown", format!("no plan is called `{name}`"));
            return Err(problem.suggest(name, self.names()));
        }
        if self.tried() == Some(name) {
            self.leave(table)?;
        }
        self.kept.remove(name);
        Ok(())
    }
    /// The game itself, where this is what stands on the table.
    pub fn game<'a>(&'a self, table: &'a Session) -> &'a Session {
        self.tried.as_ref().map_or(table, |tried| &tried.game)
    }
    /// So many orders of the game the plan that is being tried goes on from.
    pub fn from(&self) -> Option<usize> {
        self.tried.as_ref().map(|tried| tried.from)
    }
    /// Makes sure that it is the game that stands on the table.
    ///
    /// # Errors
    /// `branch/tried`: a plan is being tried.
    pub fn off(&self) -> Result<(), Problem> {
        self.tried().map_or(Ok(()), |name| {
            let message = format!("the plan `{name}` is being tried, not the game");
            Err(Problem::error("branch/tried", message).help("`back` returns to the game"))
        })
    }
    /// Makes sure that this many orders are none of before the plan began.
    pub(super) fn reaches(&self, left: usize) -> Result<(), Problem> {
        let began = self.from();
        if began.is_none_or(|began| left >= began) {
            return Ok(());
        }
        let problem = Problem::error("undo/branch", "that was before this plan began");
        Err(problem.help("`back` returns to the game"))
    }
    /// Tries a plan, or goes on with one of this name; an order of it that cannot be given any more.
    pub fn begin(&mut self, table: &mut Session, name: &str, tell: Tell<'_>) -> Option<String> {
        // Another one that was being tried is kept by its name.
        let _ = self.leave(table);
        let plan = self.kept.get(name).cloned().unwrap_or_default();
        let now = table.clone();
        self.begin_at(table, name, &now);
        for entry in plan {
            let typed = table.again("branch", entry.deed, &entry.text);
            let stops = typed.problems.is_some();
            tell(table, typed);
            if stops {
                return Some(entry.text.clone());
            }
        }
        None
    }
    /// Tries a plan from an earlier position of the game.
    pub fn begin_at(&mut self, table: &mut Session, name: &str, then: &Session) {
        // Another one that was being tried is kept by its name.
        let _ = self.leave(table);
        let (name, from) = (name.to_owned(), then.log().entries().len());
        let game = std::mem::replace(table, then.branched());
        self.tried = Some(Tried { name, game, from });
    }
    /// Back to the game; the plan is kept by its name. What was ordered on it.
    ///
    /// # Errors
    /// `branch/none`: none is being tried.
    pub fn leave(&mut self, table: &mut Session) -> Result<Vec<Arc<Entry>>, Problem> {
        let Some(Tried { name, game, from }) = self.tried.take() else {
            let problem = Problem::error("branch/none", "no plan is being tried");
            return Err(problem.help("`branch NAME` tries one"));
        };
        let tried = std::mem::replace(table, game);
        let plan = tried.log().entries()[from..].to_vec();
        self.kept.insert(name, plan.clone());
        Ok(plan)
    }
    /// Gives the orders of a plan in the game, as far as their dice do not decide and people gave them; where it goes on.
    ///
    /// # Errors
    /// One of them is refused.
    pub fn give(
        plan: &[Arc<Entry>],
        (table, seats): (&mut Session, &Seats),
        tell: Tell<'_>,
    ) -> Result<Option<Arc<Entry>>, Problems> {
        let sure = plan
            .iter()
            .take_while(|e| e.dice.is_empty() && seats.person(e.by).is_some());
        let mut given = 0;
        for entry in sure {
            let typed = table.again("branch", entry.deed, &entry.text);
            told(table, typed, tell)?;
            given += 1;
        }
        Ok(plan.get(given).cloned())
    }
}
