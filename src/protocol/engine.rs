//! The engine: games by their numbers, and an answer to every line.

use super::GAMES;
use super::ask::Run;
use super::game::Game;
use super::message::{asked, reply, taken};
use sandtable_diag::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of a game.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct GameId(u32);

/// Reads the text of a file.
pub type Files = fn(&str) -> Result<String, Problem>;

/// Games, and who answers for them.
pub struct Engine {
    /// How the file of a save is read.
    pub(super) files: Files,
    /// Whether nothing more is to be answered.
    pub done: bool,
    games: BTreeMap<GameId, Game>,
    next: u32,
}

impl Engine {
    /// An engine without games, that reads files so.
    pub fn new(files: Files) -> Self {
        Self {
            files,
            done: false,
            games: BTreeMap::new(),
            next: 1,
        }
    }

    /// Answers a line, with a line.
    pub fn answer(&mut self, line: &str) -> String {
        let (id, asked) = asked(line);
        let mut faults = Vec::new();
        let done = asked.and_then(|(request, mut fields)| {
            if let Run::Whole(run) = request.run {
                return run(self, &fields);
            }
            let game = self.game(taken(&mut fields, "game", "the number of a game")?)?;
            let done = match request.run {
                Run::Look(look) => look(game.at(), &fields),
                Run::Play(play) => play(game, &fields),
                Run::Whole(_) => unreachable!("such a request was answered above"),
            };
            faults = game.session.take_faults();
            done
        });
        reply(id.as_ref(), done, &faults)
    }

    /// The game of a number, or the only one.
    pub(super) fn game(&mut self, number: Option<GameId>) -> Result<&mut Game, Problem> {
        let number = self.number(number)?;
        // `number` has looked.
        let game = self.games.get_mut(&number);
        game.ok_or_else(|| Problem::error("protocol/game", "there is no such game"))
    }

    fn number(&self, number: Option<GameId>) -> Result<GameId, Problem> {
        let mut games = self.games.keys().copied();
        let wrong = |message: String| Problem::error("protocol/game", message);
        match (number, games.next(), games.next()) {
            (Some(number), ..) if self.games.contains_key(&number) => Ok(number),
            (None, Some(only), None) => Ok(only),
            (_, None, _) => Err(wrong("there is no game yet".to_owned())
                .help(r#"`{"do":"new","pack":…}` begins one"#)),
            (Some(GameId(number)), ..) => Err(wrong(format!("there is no game {number}"))
                .help("`new`, `load` and `clone` say the numbers of their games")),
            (None, ..) => {
                Err(wrong("there are several games".to_owned())
                    .help("say which: `\"game\":NUMBER`"))
            }
        }
    }

    /// Whether one more game can be held.
    ///
    /// # Errors
    /// It cannot.
    pub(super) fn room(&self) -> Result<(), Problem> {
        if self.games.len() < GAMES {
            return Ok(());
        }
        let message = format!("{GAMES} games are all that is held at once");
        Err(Problem::error("protocol/games", message).help("`drop` those that are done"))
    }

    /// Holds one more game.
    pub(super) fn hold(&mut self, game: Game) -> Result<(GameId, &Game), Problem> {
        self.room()?;
        let number = GameId(self.next);
        self.next += 1;
        let game = self.games.entry(number).or_insert(game);
        Ok((number, game))
    }

    /// Forgets a game.
    pub(super) fn drop(&mut self, number: Option<GameId>) -> Result<GameId, Problem> {
        let number = self.number(number)?;
        self.games.remove(&number);
        Ok(number)
    }
}
