//! What can be wished of a game, and what is answered.

use sandtable_diag::{Problem, Problems};
use sandtable_game::Voice;
use sandtable_protocol::{Said, answered};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

/// What is to be done to a game.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Wish {
    /// An order, or a group of them: all of it or nothing.
    Apply {
        /// One.
        order: Option<Said>,
        /// Or several, one after the other.
        #[serde(default)]
        orders: Vec<Said>,
    },
    /// Orders are taken back: so many of one's own, all of a phase or a turn, or all but so many.
    Undo {
        /// One, unless it is said.
        orders: Option<usize>,
        /// `phase` or `turn`.
        back: Option<String>,
        /// So many of the game's are left.
        to: Option<usize>,
    },
    /// So many of them are done again.
    Redo {
        /// One, unless it is said.
        orders: Option<usize>,
    },
    /// A plan is tried while the game waits.
    Branch {
        /// What it is called.
        name: String,
        /// So many orders of the game it goes on from; all of them unless it is said.
        from: Option<usize>,
    },
    /// Back to the game; the plan is kept by its name.
    Back {},
    /// A plan is forgotten; the game is back if that was being tried.
    Drop {
        /// What it is called.
        name: String,
    },
    /// Back, and the orders of the plan are given there.
    Adopt {},
    /// What is answered from now on while nobody is there to ask.
    Standing {
        /// In the words of standing orders.
        text: String,
    },
    /// A note to the others.
    Note {
        /// What it says.
        text: String,
        /// For whom; for everybody unless it is said.
        to: Option<String>,
    },
    /// Powers are handed over.
    Hand {
        /// Which.
        powers: Vec<String>,
        /// To whom: `human:NAME` or a program.
        to: String,
    },
    /// One's powers are played by the usual program from now on.
    Resign {},
    /// What the dice come from gets a text of one's own.
    Dice {
        /// One line, which nobody can guess.
        text: String,
    },
    /// The game begins without those who have not been there.
    Begin {},
    /// Somebody has taken the game along; said by the server itself.
    #[serde(skip)]
    Taken {},
}

impl Wish {
    /// Reads one.
    ///
    /// # Errors
    /// It is none.
    pub fn read(fields: Map<String, Value>) -> Result<Self, Problem> {
        serde_json::from_value(Value::Object(fields))
            .map_err(|e| Problem::error("protocol/value", e.to_string()))
    }
}

/// What somebody asks to be done.
pub struct Given {
    /// Their own text for it: the same text is answered once.
    pub id: Option<String>,
    /// After how many orders they mean it, where that matters.
    pub at: Option<usize>,
    /// What is to be done.
    pub wish: Wish,
    /// For whom they speak.
    pub voice: Voice,
    /// Whether the game is theirs to arrange.
    pub host: bool,
}

/// What they are answered.
#[derive(Clone)]
pub struct Answer {
    /// As HTTP has it.
    pub status: u16,
    /// JSON.
    pub body: String,
    /// The number of the last frame that tells of it.
    pub frame: u64,
}

impl Answer {
    /// An answer that no frame tells of.
    pub fn new(status: u16, body: String) -> Self {
        let frame = 0;
        Self {
            status,
            body,
            frame,
        }
    }
    /// It was not done.
    pub fn error(status: u16, at: usize, problem: impl Into<Problems>) -> Self {
        Self::new(status, answered(at, Err(problem.into()), &[]))
    }
}
