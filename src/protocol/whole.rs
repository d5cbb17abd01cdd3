//! Requests about games as a whole: what there is, to begin one, to copy one, to be done.

use super::ask::{Ask, REQUESTS};
use super::engine::{Engine, GameId};
use super::game::Game;
use super::look::Awaited;
use super::message::unclear;
use super::play::told;
use super::{GAMES, LINE, VERSION};
use sandtable_diag::{Problem, Problems};
use sandtable_game::{Loaded, open_with};
use sandtable_pack::{Choices, bundled_names};
use sandtable_view::EventFacts;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What the engine is and can do.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Hello {}

/// What the engine is and can do.
#[derive(Serialize, JsonSchema)]
pub(super) struct Greeting {
    /// The version of the protocol. Fields may be added within it.
    protocol: u32,
    /// The version of the program.
    engine: &'static str,
    /// The requests that it answers.
    requests: Vec<&'static str>,
    /// The packs that come along.
    packs: Vec<String>,
    /// The longest line that it reads, in bytes.
    longest_line: usize,
    /// How many games it holds at most.
    most_games: usize,
}

impl Ask<&mut Engine> for Hello {
    fn ask(&self, _: &mut Engine) -> Result<Greeting, Problems> {
        Ok(Greeting {
            protocol: VERSION,
            engine: env!("CARGO_PKG_VERSION"),
            requests: REQUESTS.iter().map(|r| r.name).collect(),
            packs: bundled_names(),
            longest_line: LINE,
            most_games: GAMES,
        })
    }
}

/// Begins a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct New {
    /// A pack: a folder, or the name of a bundled pack.
    pack: Option<String>,
    /// Overlays to lay on top and options to switch on, in this order.
    #[serde(default)]
    with: Vec<String>,
    /// Options with their values.
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// Instead of a pack: the rules of this game, without reading them again.
    like: Option<GameId>,
    /// The seed of the dice, 1 unless it is given; the same seed and orders give the same game.
    seed: Option<u64>,
}

/// A game that has begun.
#[derive(Serialize, JsonSchema)]
pub(super) struct Begun<'a> {
    /// Its number. Requests may leave it out while there is only one game.
    game: GameId,
    pack: &'a str,
    seed: u64,
    /// What happened until somebody was asked; of a saved game nothing, `events` tells it.
    #[schemars(with = "Vec<EventFacts>")]
    events: Vec<Value>,
    #[serde(flatten)]
    awaited: Awaited<'a>,
    /// What is odd about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

fn begun<'a>(
    engine: &'a mut Engine,
    game: Game,
    told: Vec<Value>,
    warnings: &Problems,
) -> Result<Begun<'a>, Problems> {
    let (number, game) = engine.hold(game)?;
    Ok(Begun {
        game: number,
        pack: &game.opened.rules.name,
        seed: game.session.seed(),
        events: told,
        awaited: Awaited::of(game.at()),
        warnings: warnings.iter().map(Problem::sentence).collect(),
    })
}

impl<'a> Ask<&'a mut Engine> for New {
    fn ask(&self, engine: &'a mut Engine) -> Result<Begun<'a>, Problems> {
        engine.room()?;
        let opened = match (&self.like, &self.pack) {
            (Some(like), None) if self.with.is_empty() && self.set.is_empty() => {
                engine.game(Some(*like))?.opened.clone()
            }
            (None, Some(pack)) => {
                let choices = Choices {
                    with: self.with.clone(),
                    set: self.set.clone(),
                    ..Choices::default()
                };
                open_with(pack, &choices)?
            }
            _ => {
                let help = "name a `pack`, or a game to be `like`, not both";
                return Err(unclear("which rules are meant?", help));
            }
        };
        let warnings = opened.warnings.clone();
        let (session, events) = opened.begin(self.seed.unwrap_or(1))?;
        let events = told(session.rules(), &events);
        begun(engine, Game::of(opened, session), events, &warnings)
    }
}

/// Goes on with a saved game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Load {
    /// The text of the save.
    save: Option<String>,
    /// Instead of its text: the file.
    file: Option<String>,
    /// The pack, if it is no longer where it was.
    pack: Option<String>,
}

impl<'a> Ask<&'a mut Engine> for Load {
    fn ask(&self, engine: &'a mut Engine) -> Result<Begun<'a>, Problems> {
        engine.room()?;
        let (name, text) = match (&self.save, &self.file) {
            (Some(text), None) => ("save", text.clone()),
            (None, Some(file)) => (file.as_str(), (engine.files)(file)?),
            _ => {
                let help = "give its text as `save`, or its `file`, not both";
                return Err(unclear("which save is meant?", help));
            }
        };
        let loaded = Loaded::begin(name, &text, self.pack.as_deref())?.play()?;
        let game = Game::of(loaded.opened, loaded.session);
        begun(engine, game, Vec::new(), &loaded.problems)
    }
}

/// Copies a game: both go on by themselves.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Clone {
    /// The game; it may be left out while there is only one.
    game: Option<GameId>,
    /// With other dice: what is tried on the copy tells nothing about those to come.
    #[serde(default)]
    branch: bool,
}

/// A game.
#[derive(Serialize, JsonSchema)]
pub(super) struct Which {
    /// Its number.
    game: GameId,
}

impl Ask<&mut Engine> for Clone {
    fn ask(&self, engine: &mut Engine) -> Result<Which, Problems> {
        let game = engine.game(self.game)?;
        let session = match self.branch {
            true => game.session.branched(),
            false => game.session.clone(),
        };
        let copy = Game::of(game.opened.clone(), session);
        let (game, _) = engine.hold(copy)?;
        Ok(Which { game })
    }
}

/// Forgets a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Drop {
    /// The game; it may be left out while there is only one.
    game: Option<GameId>,
}

impl Ask<&mut Engine> for Drop {
    fn ask(&self, engine: &mut Engine) -> Result<Which, Problems> {
        let game = engine.drop(self.game)?;
        Ok(Which { game })
    }
}

/// Ends the engine.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Quit {}

/// Nothing more.
#[derive(Serialize, JsonSchema)]
pub(super) struct Bye {}

impl Ask<&mut Engine> for Quit {
    fn ask(&self, engine: &mut Engine) -> Result<Bye, Problems> {
        engine.done = true;
        Ok(Bye {})
    }
}
