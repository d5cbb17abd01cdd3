//! What can be asked: a request by its name, with the type that its fields are read into, its reply
//! and an example.

use super::engine::Engine;
use super::game::{At, Game};
use super::message::{Fields, read};
use super::{battle, know, look, moves, odds, past, play, shop, targets, whole};
use sandtable_diag::{Problems, to_line};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A reply as text, or why there is none.
pub(super) type Done = Result<String, Problems>;

/// What a request looks at: nothing of it changes.
pub(super) trait Look: DeserializeOwned + JsonSchema {
    /// What is answered.
    type Reply<'a>: Serialize + JsonSchema;
    /// Answers.
    ///
    /// # Errors
    /// Why it cannot be answered.
    fn look<'a>(&self, at: At<'a>) -> Result<Self::Reply<'a>, Problems>;
}

/// What a request does in a game.
pub(super) trait Play: DeserializeOwned + JsonSchema {
    /// What is answered.
    type Reply<'a>: Serialize + JsonSchema;
    /// Does it and answers.
    ///
    /// # Errors
    /// Why it cannot be done; the game is as it was.
    fn play<'a>(&self, game: &'a mut Game) -> Result<Self::Reply<'a>, Problems>;
}

/// What a request does with games as a whole.
pub(super) trait Whole: DeserializeOwned + JsonSchema {
    /// What is answered.
    type Reply<'a>: Serialize + JsonSchema;
    /// Does it and answers.
    ///
    /// # Errors
    /// Why it cannot be done; the engine is as it was.
    fn run<'a>(&self, engine: &'a mut Engine) -> Result<Self::Reply<'a>, Problems>;
}

/// How a request is carried out.
pub(super) enum Run {
    /// On a position.
    Look(fn(At<'_>, &Fields) -> Done),
    /// In a game.
    Play(fn(&mut Game, &Fields) -> Done),
    /// With games as a whole.
    Whole(fn(&mut Engine, &Fields) -> Done),
}

/// A request that can be made.
pub(super) struct Request {
    /// What `do` says.
    pub name: &'static str,
    /// One that works in a game just begun, of the `PACK`, its first `UNIT` and `SPACE`.
    pub example: &'static str,
    /// How it is carried out.
    pub run: Run,
    /// The schema of its fields.
    pub fields: fn(&mut SchemaGenerator) -> Schema,
    /// The schema of its reply.
    pub reply: fn(&mut SchemaGenerator) -> Schema,
}

/// Every request.
pub(super) const REQUESTS: &[Request] = &[
    whole::<whole::Hello>("hello", r#"{"do":"hello"}"#),
    whole::<whole::New>("new", r#"{"do":"new","pack":"PACK","seed":7}"#),
    whole::<whole::Load>("load", r#"{"do":"load","file":"game.save"}"#),
    play::<play::Save>("save", r#"{"do":"save"}"#),
    whole::<whole::Clone>("clone", r#"{"do":"clone","game":1}"#),
    whole::<whole::Drop>("drop", r#"{"do":"drop","game":2}"#),
    look::<look::Pending>("pending", r#"{"do":"pending"}"#),
    look::<look::Legal>("legal", r#"{"do":"legal","words":"end"}"#),
    play::<play::Apply>(
        "apply",
        r#"{"do":"apply","order":"end phase","digest":true}"#,
    ),
    play::<play::Delegate>("delegate", r#"{"do":"delegate","program":"planner:easy"}"#),
    play::<play::Edit>("edit", r#"{"do":"edit","edit":"set round 2"}"#),
    play::<play::Undo>("undo", r#"{"do":"undo"}"#),
    look::<play::Events>("events", r#"{"do":"events","since":0}"#),
    look::<look::State>("state", r#"{"do":"state"}"#),
    look::<look::Units>("units", r#"{"do":"units"}"#),
    look::<odds::Odds>(
        "odds",
        r#"{"do":"odds","attackers":"3 UNIT","defenders":"2 UNIT"}"#,
    ),
    look::<look::Advice>("hint", r#"{"do":"hint"}"#),
    look::<moves::Movable>("movable", r#"{"do":"movable"}"#),
    look::<targets::Targets>("targets", r#"{"do":"targets","units":[0],"odds":true}"#),
    look::<moves::Attackers>("attackers", r#"{"do":"attackers","space":"SPACE"}"#),
    look::<moves::Why>("why", r#"{"do":"why","order":"end phase"}"#),
    look::<shop::Shop>("shop", r#"{"do":"shop"}"#),
    look::<battle::Fight>("battle", r#"{"do":"battle","odds":true}"#),
    look::<look::Explain>("explain", r#"{"do":"explain","what":"buy/too-poor"}"#),
    look::<look::Rules>("rules", r#"{"do":"rules"}"#),
    look::<past::Log>("log", r#"{"do":"log"}"#),
    look::<past::Turns>("turns", r#"{"do":"turns"}"#),
    look::<past::Stats>("stats", r#"{"do":"stats"}"#),
    look::<know::Politics>("politics", r#"{"do":"politics"}"#),
    look::<know::Goals>("goals", r#"{"do":"goals"}"#),
    look::<know::Income>("income", r#"{"do":"income"}"#),
    look::<know::Threat>("threat", r#"{"do":"threat"}"#),
    look::<know::Search>("search", r#"{"do":"search","words":"move"}"#),
    whole::<whole::Quit>("quit", r#"{"do":"quit"}"#),
];

const fn request<T: JsonSchema, R: JsonSchema>(
    name: &'static str,
    example: &'static str,
    run: Run,
) -> Request {
    Request {
        name,
        example,
        run,
        fields: SchemaGenerator::subschema_for::<T>,
        reply: SchemaGenerator::subschema_for::<R>,
    }
}

const fn look<T: Look>(name: &'static str, example: &'static str) -> Request {
    let run: fn(At<'_>, &Fields) -> Done = |at, fields| Ok(text(&read::<T>(fields)?.look(at)?));
    request::<T, T::Reply<'static>>(name, example, Run::Look(run))
}

const fn play<T: Play>(name: &'static str, example: &'static str) -> Request {
    let run: fn(&mut Game, &Fields) -> Done =
        |game, fields| Ok(text(&read::<T>(fields)?.play(game)?));
    request::<T, T::Reply<'static>>(name, example, Run::Play(run))
}

const fn whole<T: Whole>(name: &'static str, example: &'static str) -> Request {
    let run: fn(&mut Engine, &Fields) -> Done =
        |engine, fields| Ok(text(&read::<T>(fields)?.run(engine)?));
    request::<T, T::Reply<'static>>(name, example, Run::Whole(run))
}

pub(super) fn text(reply: &impl Serialize) -> String {
    let mut line = to_line(reply);
    line.pop();
    line
}
