//! A game before anybody sits down to it: what it is played with, and the file that keeps it.

use crate::files::Over;
use crate::keeper::Keeper;
use crate::play::fresh_seed;
use crate::saved;
use sandtable_diag::Problem;
use sandtable_game::save::{self, Header};
use sandtable_game::{Opened, Seats, Session};
use sandtable_kernel::Event;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A game to be played on from where it stands.
pub(crate) struct Begun {
    pub opened: Opened,
    pub session: Session,
    /// Who sat where.
    pub seats: BTreeMap<String, String>,
    /// The file that it was read from.
    pub file: Option<PathBuf>,
}

impl Begun {
    /// A new game of a pack, and what happened until somebody was asked.
    ///
    /// # Errors
    /// It cannot be begun.
    pub fn new(opened: Opened, seed: Option<u64>) -> Result<(Self, Vec<Event>), Problem> {
        let (session, events) = opened.begin(seed.unwrap_or_else(fresh_seed))?;
        let begun = Self {
            opened,
            session,
            seats: BTreeMap::new(),
            file: None,
        };
        Ok((begun, events))
    }
    /// The file that the game is kept in: the one that is named, or else its own; written over if need be.
    pub fn keeper(
        &self,
        seats: &Seats,
        save: Option<&Path>,
        force: bool,
    ) -> Result<Option<Keeper>, Problem> {
        let header = Header::of(&self.session, &self.opened, seats);
        let earlier = |text: &str| save::is_earlier(text, &self.session, &header);
        let over = Over::Only(&earlier).or_forced(force);
        let path = match (save, self.file.as_deref()) {
            (Some(path), _) => path,
            (None, None) => return Ok(None),
            // A game goes on in its own file, whatever has changed about its pack.
            (None, Some(path)) => return Keeper::go_on(path, header, &self.session).map(Some),
        };
        let begun = Keeper::begin(path, header.clone(), &self.session, &over);
        let another = |problem: Problem| match problem.code {
            "file/exists" if saved::is_save(path) => {
                let path = path.display();
                problem.help(format!("there is a game in it: `sandtable resume {path}` goes on with it; another name keeps both; `--force` writes over it"))
            }
            _ => problem,
        };
        begun.map(Some).map_err(another)
    }
    /// A kept game is gone on with from anywhere: its pack must be found from there.
    pub fn settle(&mut self) {
        saved::whole_path(&mut self.opened.pack);
        // Letters compare what was chosen, by the words that the game began with.
        if self.session.joint().is_none() {
            let options = &self.opened.info.settings;
            let chosen = self.opened.choices.with.iter_mut();
            chosen
                .filter(|name| options.get(name).is_none())
                .for_each(saved::whole_path);
        }
    }
}
