//! A table: one task that owns a game. Orders come to it one after the other; what they changed is kept, then shown.

use super::feed::Feed;
use super::game::{Answer, Game, Given};
use crate::diag::Problem;
use crate::view::board_json;
use std::sync::{Arc, OnceLock};
use tokio::sync::{mpsc, oneshot};

/// So many orders wait at most.
const WAITING: usize = 64;

type Letter = (Given, oneshot::Sender<Answer>);

/// A game that is played, for whoever asks about it.
#[derive(Clone)]
pub struct Table {
    mail: mpsc::Sender<Letter>,
    /// What is seen of it.
    pub feed: Arc<Feed>,
    picture: Arc<OnceLock<Arc<str>>>,
}

impl Table {
    /// Begins to play a game.
    pub fn open(game: Game) -> Self {
        let (mail, letters) = mpsc::channel(WAITING);
        let feed = Arc::new(Feed::new(&game));
        tokio::spawn(play(game, letters, feed.clone()));
        let picture = Arc::default();
        let table = Self {
            mail,
            feed,
            picture,
        };
        // Somebody will ask for it soon.
        let first = table.clone();
        tokio::task::spawn_blocking(move || first.picture());
        table
    }
    /// What the board looks like, all game; laid out once, which takes a while.
    pub fn picture(&self) -> Arc<str> {
        let lay_out = || board_json(self.feed.shown().session.rules()).into();
        self.picture.get_or_init(lay_out).clone()
    }
    /// Gives an order, or whatever else changes the game.
    pub async fn give(&self, given: Given) -> Answer {
        let at = given.at;
        let gone = || {
            let problem = Problem::error("board/gone", "the game has come to a stop here");
            Answer::error(503, at, problem.help("load the page again"))
        };
        let (reply, answer) = oneshot::channel();
        match self.mail.send((given, reply)).await {
            Ok(()) => answer.await.unwrap_or_else(|_| gone()),
            Err(_) => gone(),
        }
    }
}

/// Plays a game until nobody can ask any more.
async fn play(mut game: Game, mut letters: mpsc::Receiver<Letter>, feed: Arc<Feed>) {
    loop {
        let letter = if game.goes_on() {
            // Nobody waits for programs; they wait for nobody.
            letters.try_recv().ok()
        } else {
            match letters.recv().await {
                Some(letter) => Some(letter),
                None => return,
            }
        };
        let feed = feed.clone();
        let done = tokio::task::spawn_blocking(move || {
            let (given, reply) = letter.unzip();
            let answer = match given {
                Some(given) => Some(game.give(&given)),
                None => {
                    game.go_on();
                    None
                }
            };
            let frame = feed.show(&mut game);
            if let (Some(reply), Some(answer)) = (reply, answer) {
                let answer = Answer { frame, ..answer };
                // Who has gone away needs no answer.
                let _ = reply.send(answer);
            }
            game
        });
        match done.await {
            Ok(back) => game = back,
            // A panic is a fault of the program: the game is as it was kept.
            Err(_) => return,
        }
    }
}
