//! What everybody at a game sees: how it stands, and the frames that told of it.

use super::game::Game;
use super::guard::{Buckets, Meter, STREAMS};
use super::past::Past;
use super::shown::{Note, Shown};
use sandtable_game::Voice;
use sandtable_game::joint::chance;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, broadcast};
use tokio::time::Instant;

/// So many frames are kept for those who come back.
const KEPT: usize = 512;
/// So many frames a reader may be behind before it has to begin anew.
const BEHIND: usize = 256;
/// So many questions about a game are answered at once; others wait.
const QUESTIONS: usize = 16;

/// Something that is told.
#[derive(Clone)]
pub enum News {
    /// The same to everybody.
    All(Arc<str>),
    /// Everything anew: another game stands on the table.
    Fresh(Arc<Shown>),
    /// Who sits where.
    Seats(Arc<Shown>),
    /// What somebody wrote.
    Note(Arc<Note>),
}

impl News {
    /// What those hear who speak with a voice; `None`: it is not for them.
    pub fn heard(&self, voice: &Voice) -> Option<Arc<str>> {
        match self {
            Self::All(text) => Some(text.clone()),
            Self::Fresh(shown) => Some(shown.snapshot(voice).into()),
            Self::Seats(shown) => Some(shown.chairs(voice).into()),
            Self::Note(note) => note.is_for(voice).then(|| note.json.to_string().into()),
        }
    }
}

/// Something that is told, with its number.
#[derive(Clone)]
pub struct Frame {
    /// Its number; they begin with 1.
    pub number: u64,
    /// What it is.
    pub news: News,
}

struct Latest {
    shown: Arc<Shown>,
    /// When the game began to wait for what it waits for.
    asked: Instant,
    number: u64,
    recent: VecDeque<Frame>,
    /// Who follows, how often.
    present: BTreeMap<String, usize>,
    streams: usize,
    /// How much each voice may still do.
    left: Buckets,
}

impl Latest {
    fn tell(&mut self, sender: &broadcast::Sender<Frame>, news: News) {
        self.number += 1;
        let number = self.number;
        let frame = Frame { number, news };
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back(frame.clone());
        // Nobody has to be there.
        let _ = sender.send(frame);
    }
    /// Changes who follows, and tells everybody if that is somebody else now.
    fn seat(
        &mut self,
        sender: &broadcast::Sender<Frame>,
        change: impl FnOnce(&mut BTreeMap<String, usize>),
    ) {
        let before = self.present.len();
        change(&mut self.present);
        if self.present.len() != before {
            let names: Vec<&String> = self.present.keys().collect();
            let text = serde_json::json!({ "kind": "here", "names": names });
            self.tell(sender, News::All(text.to_string().into()));
        }
    }
}

/// The feed of a game.
pub struct Feed {
    /// Which run of the server this is: numbers of another one mean nothing.
    pub epoch: String,
    /// Leave to ask.
    pub questions: Semaphore,
    /// What was asked about earlier positions.
    pub past: Past,
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

fn names(voice: &Voice) -> Vec<String> {
    match voice {
        Voice::Everybody => Vec::new(),
        Voice::People(names) => names.iter().cloned().collect(),
    }
}

impl Feed {
    /// The feed of a game as it stands.
    pub fn new(game: &Game) -> Self {
        let latest = Latest {
            shown: Arc::new(game.shown()),
            asked: Instant::now(),
            number: 0,
            recent: VecDeque::new(),
            present: BTreeMap::new(),
            streams: 0,
            left: Buckets::default(),
        };
        // Without a source of chance every run looks like the one before: readers then begin anew by number.
        let epoch = chance::<4>().unwrap_or_default();
        Self {
            epoch: sandtable_game::save::hex(&epoch),
            questions: Semaphore::new(QUESTIONS),
            past: Past::default(),
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
    /// How the game stands, and the number of the last frame that told of it.
    pub fn stands(&self) -> (u64, Arc<Shown>) {
        let latest = self.latest();
        (latest.number, latest.shown.clone())
    }
    /// So long whoever is asked still has, where there is a clock.
    pub fn left(&self, clock: Duration) -> Duration {
        clock.saturating_sub(self.latest().asked.elapsed())
    }
    /// Whether nobody follows.
    pub fn is_empty(&self) -> bool {
        self.latest().streams == 0
    }
    /// Who follows.
    pub fn present(&self) -> Vec<String> {
        self.latest().present.keys().cloned().collect()
    }
    /// Whether those who speak with a voice may give one more order now.
    pub fn may_order(&self, voice: &Voice) -> bool {
        let who = names(voice).join("\n");
        self.latest().left.take(Meter::Orders, &who)
    }
    /// Whether they may ask for anything now.
    pub fn may_ask(&self, voice: &Voice) -> bool {
        let (who, left) = (names(voice).join("\n"), &mut self.latest().left);
        left.take(Meter::Seat, &who) && left.take(Meter::Game, "")
    }
    /// Shows how the game stands now, and what happened; the number of the last frame.
    pub fn show(&self, game: &mut Game) -> u64 {
        let told = std::mem::take(&mut game.frames);
        let mut latest = self.latest();
        if !told.is_empty() {
            let anew = told.iter().any(|news| matches!(news, News::Fresh(_)));
            if anew || latest.shown.at() != game.at() {
                latest.asked = Instant::now();
            }
            latest.shown = Arc::new(game.shown());
        }
        for news in told {
            latest.tell(&self.sender, news);
        }
        latest.number
    }
    /// Begins to tell somebody who knows everything up to a frame of this epoch, or nothing; `None`: too many follow.
    pub fn follow(&self, voice: &Voice, known: Option<u64>) -> Option<Following> {
        let mut latest = self.latest();
        if latest.streams >= STREAMS {
            return None;
        }
        let oldest = latest
            .recent
            .front()
            .map_or(latest.number + 1, |f| f.number);
        let known = known.filter(|n| *n <= latest.number && n + 1 >= oldest);
        let following = Following {
            snapshot: known
                .is_none()
                .then(|| (latest.number, latest.shown.clone())),
            missed: known.map_or_else(Vec::new, |known| {
                let newer = latest.recent.iter().filter(|f| f.number > known);
                newer.cloned().collect()
            }),
            frames: self.sender.subscribe(),
        };
        latest.streams += 1;
        latest.seat(&self.sender, |present| {
            let names = names(voice).into_iter();
            names.for_each(|name| *present.entry(name).or_default() += 1);
        });
        Some(following)
    }
    /// Somebody no longer follows.
    pub fn leave(&self, voice: &Voice) {
        let mut latest = self.latest();
        latest.streams -= 1;
        latest.seat(&self.sender, |present| {
            for name in names(voice) {
                present.entry(name).and_modify(|count| *count -= 1);
            }
            present.retain(|_, count| *count > 0);
        });
    }
}
