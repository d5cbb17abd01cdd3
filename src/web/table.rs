//! A table: one task that owns a game. Orders come to it one after the other; what they changed is kept, then shown.

use super::ask::{beside, work};
use super::feed::Feed;
use super::game::Game;
use super::house::{self, Tables};
use super::wish::{Answer, Given};
use sandtable_diag::Problem;
use sandtable_view::board_json;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// So many orders wait at most.
const WAITING: usize = 64;
/// After so long without anybody a game that can be opened again is closed.
const IDLE: Duration = Duration::from_secs(600);

type Letter = (Given, oneshot::Sender<Answer>);

/// The picture of a board, once somebody has asked for it.
pub type Picture = Arc<OnceLock<Arc<str>>>;

/// A game that is played, for whoever asks about it.
#[derive(Clone)]
pub struct Table {
    mail: mpsc::Sender<Letter>,
    /// What is seen of it.
    pub feed: Arc<Feed>,
    picture: Picture,
}

/// Where a game stands open, to be closed when nobody is there.
pub struct Leave {
    /// The open games.
    pub tables: Tables,
    /// What it is called.
    pub name: String,
}

impl Leave {
    /// Closes the table, unless somebody is there.
    fn leave(&self, letters: &mpsc::Receiver<Letter>, feed: &Feed) -> bool {
        // Whoever wants to speak takes a copy from the map first: nobody can while it is held.
        let mut tables = house::of(&self.tables);
        let alone = letters.is_empty() && letters.sender_strong_count() == 1 && feed.is_empty();
        if alone {
            tables.remove(&self.name);
        }
        alone
    }
}

impl Table {
    /// Begins to play a game.
    pub fn open(game: Game, leave: Option<Leave>) -> Self {
        let (mail, letters) = mpsc::channel(WAITING);
        let feed = Arc::new(Feed::new(&game));
        let picture = game.picture.clone();
        tokio::spawn(play(game, letters, feed.clone(), leave));
        let table = Self {
            mail,
            feed,
            picture,
        };
        // Somebody will ask for it soon.
        let first = table.clone();
        beside(Box::new(move || drop(first.picture())));
        table
    }
    /// What the board looks like, all game; laid out once, which takes a while.
    pub fn picture(&self) -> Arc<str> {
        let lay_out = || board_json(self.feed.shown().now.session.rules()).into();
        self.picture.get_or_init(lay_out).clone()
    }
    /// Gives an order, or whatever else changes the game.
    pub async fn give(&self, given: Given) -> Answer {
        let at = self.feed.shown().at();
        let gone = || {
            let problem = Problem::error("board/gone", "the game has come to a stop here");
            Answer::error(503, at, problem.help("load the page again"))
        };
        let (reply, answer) = oneshot::channel();
        match self.mail.try_send((given, reply)) {
            Ok(()) => answer.await.unwrap_or_else(|_| gone()),
            Err(mpsc::error::TrySendError::Closed(_)) => gone(),
            Err(mpsc::error::TrySendError::Full(_)) => {
                let problem = Problem::error("board/busy", "too many orders wait for this game");
                Answer::error(429, at, problem.help("try again in a second"))
            }
        }
    }
}

/// Plays a game until nobody can ask any more.
async fn play(
    mut game: Game,
    mut letters: mpsc::Receiver<Letter>,
    feed: Arc<Feed>,
    leave: Option<Leave>,
) {
    loop {
        let left = game.clock().map(|clock| feed.left(clock));
        let letter = if game.goes_on() {
            // Nobody waits for programs; they wait for nobody.
            letters.try_recv().ok()
        } else {
            match timeout(left.unwrap_or(IDLE).min(IDLE), letters.recv()).await {
                Ok(None) => return,
                Ok(letter) => letter,
                Err(_) if left.is_some_and(|left| left <= IDLE) => None,
                Err(_) => match &leave {
                    Some(leave) if leave.leave(&letters, &feed) => return,
                    _ => continue,
                },
            }
        };
        let feed = feed.clone();
        let done = work(move || {
            turn(&mut game, letter, &feed);
            game
        });
        match done.await {
            Ok(back) => game = back,
            // A panic is a fault of the program: the game is as it was kept.
            Err(_) => {
                if let Some(leave) = leave {
                    house::of(&leave.tables).remove(&leave.name);
                }
                return;
            }
        }
    }
}

/// Has one thing done, and shows what came of it.
fn turn(game: &mut Game, letter: Option<Letter>, feed: &Feed) {
    let Some((given, reply)) = letter else {
        game.go_on();
        feed.show(game);
        return;
    };
    let answer = game.give(&given);
    let frame = feed.show(game);
    // Who has gone away needs no answer.
    let _ = reply.send(Answer { frame, ..answer });
}
