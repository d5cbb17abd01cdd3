//! What the page of a board and its server say to each other, made from the types of what is sent.

use super::wish::Wish;
use sandtable_protocol::{described, frame, inlined};
use schemars::{JsonSchema, Schema};
use serde_json::Value;
use std::fmt::Write as _;

const HEAD: &str = "\
The board: what its page and its server say to each other, in JSON.

A game of one's own is at `/g/here/`, a game of a club at `/g/GAME/`. There

  GET  frame.json    how the game stands (`frame`) and after which frame that is so (`id`)
  GET  follow?after=ID  every frame after that one, as server-sent events
  GET  edition.json  the reply to `rules` of `sandtable docs protocol`
  GET  board.json    what the board looks like
  POST ask           whatever only looks at a game, as `sandtable docs protocol` has it (all but what begins, copies, saves,
                     plays or takes back), without `game`; with `\"at\":N` about the position after N orders; with
                     `\"of\":\"game\"` about the game that waits while a plan is tried
  POST give          whatever changes the game, as below, with `id`, a text of one's own (the same text is done once), and
                     `at`, the number of orders it is meant after
  GET  save          the game as a save
  POST note          a note, as `give` takes it, without `id` and `at`; in a club so also `hand`, `resign`, `dice`, `begin`
  POST join          in a club: takes the seat whose `token` is sent
  GET  seats, dice   in a club: who sits there, and what the dice come from

A reply has `ok` or an `error`, and `at`, how many orders the game has; its header `Frame` is the number of the last frame that
tells of what was done.

What can be given
=================

";

/// The reference as text.
pub fn reference() -> String {
    let mut text = HEAD.to_owned();
    let wishes = Wish::json_schema(&mut inlined());
    for one in wishes.as_value()["oneOf"].as_array().into_iter().flatten() {
        let mut one = one.clone();
        let name = one["properties"]["do"]["const"].take();
        if let Value::Object(fields) = &mut one["properties"] {
            fields.remove("do");
        }
        let schema: Schema = one.try_into().unwrap_or_default();
        let name = name.as_str().unwrap_or_default();
        let _ = writeln!(text, "{}", described(name, &schema));
    }
    text += "What frames tell\n================\n\nThe `kind` of a frame says which it is; `note` and `dice` tell what \
             somebody wrote or added, `here` who follows the game.\n\n";
    for (name, schema) in frame::schemas() {
        let _ = writeln!(text, "{}", described(name, &schema));
    }
    text
}
