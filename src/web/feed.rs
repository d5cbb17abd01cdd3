//! What everybody at a game sees: how it stands, and the frames that told of it.

use super::game::{Game, Shown};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::broadcast;

/// So many frames are kept for those who come back.
const KEPT: usize = 512;
/// So many frames a reader may be behind before it has to begin anew.
const BEHIND: usize = 256;

/// Something that happened, as text, with its number.
#[derive(Clone)]
pub struct Frame {
    /// Its number; they begin with 1.
    pub number: u64,
    /// Its JSON.
    pub text: Arc<str>,
}

struct Latest {
    shown: Arc<Shown>,
    number: u64,
    recent: VecDeque<Frame>,
}

/// The feed of a game.
pub struct Feed {
    /// Which run of the server this is: numbers of another one mean nothing.
    pub epoch: String,
    latest: Mutex<Latest>,
    sender: broadcast::Sender<Frame>,
}

/// What somebody gets who begins to follow.
pub struct Following {
    /// How the game stands, if the frames alone do not tell; with the number of the last frame before.
    pub snapshot: Option<(u64, Arc<Shown>)>,
    /// Frames that they have missed.
    pub missed: Vec<Frame>,
    /// Frames to come.
    pub frames: broadcast::Receiver<Frame>,
}

impl Feed {
    /// The feed of a game as it stands.
    pub fn new(game: &Game) -> Self {
        let latest = Latest {
            shown: Arc::new(game.shown()),
            number: 0,
            recent: VecDeque::new(),
        };
        Self {
            epoch: format!("{:08x}", super::guard::chance() as u32),
            latest: Mutex::new(latest),
            sender: broadcast::channel(BEHIND).0,
        }
    }
    fn latest(&self) -> MutexGuard<'_, Latest> {
        // Nothing below panics halfway through a change.
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// How the game stands.
    pub fn shown(&self) -> Arc<Shown> {
        self.latest().shown.clone()
    }
    /// Shows how the game stands now, and what happened; the number of the last frame.
    pub fn show(&self, game: &mut Game) -> u64 {
        let told = game.take_frames();
        let mut latest = self.latest();
        if !told.is_empty() {
            latest.shown = Arc::new(game.shown());
        }
        for text in told {
            latest.number += 1;
            let (number, text) = (latest.number, text.into());
            let frame = Frame { number, text };
            if latest.recent.len() == KEPT {
                latest.recent.pop_front();
            }
            latest.recent.push_back(frame.clone());
            // Nobody has to be there.
            let _ = self.sender.send(frame);
        }
        latest.number
    }
    /// Begins to tell somebody who knows everything up to a frame of this epoch, or nothing.
    pub fn follow(&self, known: Option<u64>) -> Following {
        let latest = self.latest();
        let oldest = latest
            .recent
            .front()
            .map_or(latest.number + 1, |f| f.number);
        let known = known.filter(|n| *n <= latest.number && n + 1 >= oldest);
        Following {
            snapshot: known
                .is_none()
                .then(|| (latest.number, latest.shown.clone())),
            missed: known.map_or_else(Vec::new, |known| {
                let newer = latest.recent.iter().filter(|f| f.number > known);
                newer.cloned().collect()
            }),
            frames: self.sender.subscribe(),
        }
    }
}
