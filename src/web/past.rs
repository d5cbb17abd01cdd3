//! Earlier positions of a game: what a session has forgotten is played again once, and kept for the questions after it.

use sandtable_diag::Problems;
use sandtable_game::Session;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// So many games that were played again are kept.
const KEPT: usize = 4;
/// A game is played on by so many orders: whoever looks back goes on from there.
const FURTHER: usize = 200;

/// The game as it stood after so many orders, played again if it has forgotten that.
///
/// # Errors
/// It cannot be played again.
pub fn back(game: &Session, at: usize) -> Result<Session, Problems> {
    let mut then = match game.remembers(at) {
        true => game.clone(),
        false => game.replayed(at)?,
    };
    then.undo_to(at)?;
    Ok(then)
}

/// Games played again up to some moment, the newest last.
#[derive(Default)]
pub struct Past(Mutex<VecDeque<Arc<Session>>>);

impl Past {
    /// The game as it stood after so many orders.
    ///
    /// # Errors
    /// It cannot be played again.
    pub fn at(&self, now: &Session, at: usize) -> Result<Session, Problems> {
        match now.remembers(at) {
            true => back(now, at),
            false => back(&*self.replayed(now, at)?, at),
        }
    }
    fn replayed(&self, now: &Session, at: usize) -> Result<Arc<Session>, Problems> {
        // What was taken back since and ordered otherwise is another past.
        let same = |game: &&Arc<Session>| {
            let orders = game.log().entries();
            let both = orders.iter().zip(now.log().entries());
            let mut both = both.take(at);
            game.remembers(at) && both.all(|(a, b)| (&a.text, &a.dice) == (&b.text, &b.dice))
        };
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = kept().iter().find(same) {
            return Ok(game.clone());
        }
        let all = now.log().entries().len();
        let game = Arc::new(now.replayed(all.min(at + FURTHER))?);
        let mut kept = kept();
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(game.clone());
        Ok(game)
    }
}
