//! Dice that none of a game's people can steer: what the seed comes from, while it is gathered and once it is fixed.

use sandtable_diag::Problem;
use sandtable_game::joint::Secret;
use sandtable_game::source::{self, Source};
use sandtable_game::{Seats, Voice};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What the dice of a game come from.
#[derive(Clone)]
pub enum Draw {
    /// The game has not begun: everybody may still add a text.
    Open {
        /// The server's own, fixed before anybody said anything.
        secret: Secret,
        /// What each has added, by name; under no name what was added by whoever began the game.
        texts: BTreeMap<String, String>,
    },
    /// The game has begun.
    Fixed(Source),
}

impl Draw {
    /// What the seed would come from if nobody added anything more.
    pub fn source(&self) -> Source {
        match self {
            Self::Open { secret, texts } => Source::of(*secret, texts),
            Self::Fixed(source) => source.clone(),
        }
    }
    /// Whether the game has not begun.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open { .. })
    }
    /// The hash that binds the server to its secret.
    pub fn commitment(&self) -> String {
        self.source().secret.hash().into()
    }
    /// Who has yet to add a text.
    pub fn awaited<'a>(&self, seats: &'a Seats) -> Vec<&'a str> {
        match self {
            Self::Open { texts, .. } => {
                let people = seats.people().into_iter();
                people.filter(|name| !texts.contains_key(*name)).collect()
            }
            Self::Fixed(_) => Vec::new(),
        }
    }
    /// The same with a text of those who speak.
    ///
    /// # Errors
    /// `dice/fixed`: the game has begun. `dice/added`: they have added another one. `board/not-yours`: they have no seat.
    /// `dice/text`: it cannot be added.
    pub fn with(&self, voice: &Voice, seats: &Seats, text: &str) -> Result<Self, Problem> {
        let Self::Open { secret, texts } = self else {
            let problem = Problem::error("dice/fixed", "the game has begun: its dice are fixed");
            return Err(problem);
        };
        source::fits(text)?;
        let people = seats.people().into_iter();
        let own: Vec<&str> = people.filter(|name| voice.has(name)).collect();
        if own.is_empty() {
            let message = "who only looks on adds nothing to the dice";
            return Err(Problem::error("board/not-yours", message));
        }
        let known: Vec<&String> = own.iter().filter_map(|name| texts.get(*name)).collect();
        if known.len() == own.len() && known.iter().any(|known| *known != text) {
            let message = "you have added to the dice already, and that stays";
            return Err(Problem::error("dice/added", message));
        }
        let mut texts = texts.clone();
        for name in own {
            texts
                .entry(name.to_owned())
                .or_insert_with(|| text.to_owned());
        }
        let secret = *secret;
        Ok(Self::Open { secret, texts })
    }
    /// What everybody may know: before the game is over nothing that foretells the dice.
    pub fn told(&self, seats: &Seats, over: bool) -> Value {
        let source = self.source();
        let after = |what: String| over.then_some(what);
        json!({
            "commitment": self.commitment(),
            "added": source.added,
            "open": self.is_open(),
            "awaited": self.awaited(seats),
            "secret": after(source.secret.into()),
            "seed": after(source.seed().to_string()),
        })
    }
}
