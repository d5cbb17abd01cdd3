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

/// A request that is carried out on a position ([`At`]), in a game, or with games as a whole.
pub(super) trait Ask<On>: DeserializeOwned + JsonSchema {
    /// Carries it out and answers.
    ///
    /// # Errors
    /// Why that cannot be done; then everything is as it was.
    fn ask(&self, on: On) -> Result<impl Serialize + JsonSchema + use<Self, On>, Problems>;
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

const fn request<T: Ask<On>, On>(name: &'static str, example: &'static str, run: Run) -> Request {
    Request {
        name,
        example,
        run,
        fields: SchemaGenerator::subschema_for::<T>,
        reply: |generator| replied(T::ask, generator),
    }
}

/// The schema of what a request is answered with.
fn replied<T, On, R: JsonSchema>(
    _: fn(&T, On) -> Result<R, Problems>,
    generator: &mut SchemaGenerator,
) -> Schema {
    generator.subschema_for::<R>()
}

/// Reads a request, and has it carried out.
fn done<T: Ask<On>, On>(on: On, fields: &Fields) -> Done {
    let request: T = read(fields)?;
    Ok(text(&request.ask(on)?))
}

const fn look<T: for<'a> Ask<At<'a>>>(name: &'static str, example: &'static str) -> Request {
    let run = Run::Look(|at, fields| done::<T, _>(at, fields));
    request::<T, At<'static>>(name, example, run)
}

const fn play<T: for<'a> Ask<&'a mut Game>>(name: &'static str, example: &'static str) -> Request {
    let run = Run::Play(|game, fields| done::<T, _>(game, fields));
    request::<T, &'static mut Game>(name, example, run)
}

const fn whole<T: for<'a> Ask<&'a mut Engine>>(
    name: &'static str,
    example: &'static str,
) -> Request {
    let run = Run::Whole(|engine, fields| done::<T, _>(engine, fields));
    request::<T, &'static mut Engine>(name, example, run)
}

pub(super) fn text(reply: &impl Serialize) -> String {
    let mut line = to_line(reply);
    line.pop();
    line
}
