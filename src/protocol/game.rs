//! A game that a client plays: with what happened in it.

use sandtable_ai as ai;
use sandtable_diag::{Problem, Problems};
use sandtable_game::language::refused_plainly;
use sandtable_game::{Opened, Session};
use sandtable_kernel::{Code, Event, Refusal};

/// A position of a game, to be asked about.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The pack.
    pub opened: &'a Opened,
    /// The game.
    pub session: &'a Session,
}

/// A game with what happened in it.
pub(super) struct Game {
    pub opened: Opened,
    pub session: Session,
    /// The program that answered last, by its name: it goes on with what it planned.
    player: Option<(String, Box<dyn ai::Player>)>,
}

impl Game {
    /// A game as it stands.
    pub fn of(opened: Opened, session: Session) -> Self {
        let player = None;
        Self {
            opened,
            session,
            player,
        }
    }
    /// The position.
    pub fn at(&self) -> At<'_> {
        At {
            opened: &self.opened,
            session: &self.session,
        }
    }
    /// Has a program answer what the game waits for.
    ///
    /// # Errors
    /// The game is over, or the program finds no order that is not refused.
    pub fn delegate(&mut self, program: &str) -> Result<Vec<Event>, Problems> {
        let rules = self.opened.rules.clone();
        let refused = |r: Refusal| refused_plainly(&rules, &r);
        let decision = self.session.pending();
        let decision = decision.ok_or_else(|| refused(Code::GameOver.refuse()))?;
        // Its chances differ from order to order, and come again with the same game.
        let ordered = self.session.log().entries().len() as u64;
        let fresh = || ai::program(program, self.session.seed(), ordered);
        let known = self.player.take().filter(|(name, _)| name == program);
        let known = known.unwrap_or_else(|| (program.to_owned(), fresh()));
        let (_, player) = self.player.insert(known);
        let answered = ai::answer(&mut self.session, &mut **player, &decision);
        Ok(answered.map_err(refused)?.events)
    }
    /// Takes the last so many orders back; what they were, the first of them first.
    ///
    /// # Errors
    /// There are not so many.
    pub fn undo(&mut self, count: usize) -> Result<Vec<String>, Problems> {
        let ordered = self.session.log().entries().len();
        let Some(left) = ordered.checked_sub(count) else {
            let problem = Problem::error("undo/nothing", "so much cannot be taken back");
            return Err(problem.help(format!("orders given: {ordered}")).into());
        };
        let gone = self.session.undo_to(left)?;
        Ok(gone.iter().map(|entry| entry.text.clone()).collect())
    }
}
