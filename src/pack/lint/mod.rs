//! What a pack says that is well-formed and yet cannot be meant. One lint, one file; a new one is
//! its file and its row in [`LINTS`]. Packs choose by name how much each of them weighs.

mod captive_capital;
mod constant_flag;
mod idle_override;
mod levels;
mod missing_battle_plan;
mod missing_phase;
mod missing_position;
mod objective_always;
mod objective_never;
mod permission_never;
mod reason;
mod setup_damage;
mod setup_decks;
mod setup_facility;
mod setup_place;
mod shadowed_override;
mod shadowed_permission;
mod silent_volley;
mod trigger_never;
mod turnless_power;
mod unbuyable_unit;
mod unfought_unit;
mod unobtainable_unit;
mod unplaceable_unit;
mod unreachable_space;
mod unused_attribute;
mod unused_flag;
mod unused_mark;
mod victory_always;
mod victory_never;
mod walk;

pub use levels::{Level, Levels};

use super::Resolved;
use super::layer::Covered;
use super::resolve::Places;
use crate::diag::Problems;
use crate::rules::Rules;

/// Looks at a compiled pack and reports what it finds, under its own code.
type Look = fn(&Rules, &Places, &mut Problems);

/// What kind of look a lint is.
enum Kind {
    /// At what the pack says; packs choose its level.
    Advice(Look),
    /// At the opening position: what it finds is always a mistake, since no game could begin with it.
    Law(Look),
    /// At what lies on top of what; packs choose its level.
    Layers(fn(&Layered<'_>, &mut Problems)),
    /// At the scripts of the pack, while they are bound; packs choose its level.
    Scripts,
}

/// What lies on top of what.
pub struct Layered<'l> {
    /// Every item, with who said it and who changed it.
    pub resolved: &'l [Resolved],
    /// What something said later takes the place of.
    pub covered: &'l [Covered],
}

/// A lint.
pub struct Lint {
    /// The code its problems bear, `room/name`.
    pub code: &'static str,
    /// What it finds, in one line.
    pub about: &'static str,
    kind: Kind,
}

impl Lint {
    /// The name that packs and commands know it by: the code without its room.
    pub fn name(&self) -> &'static str {
        self.code
            .split_once('/')
            .map_or(self.code, |(_, name)| name)
    }
    /// How much it weighs where nobody says otherwise.
    pub fn level(&self) -> Level {
        if matches!(self.kind, Kind::Law(_)) {
            Level::Deny
        } else {
            Level::Warn
        }
    }
    /// Whether packs may choose its level.
    pub fn is_free(&self) -> bool {
        !matches!(self.kind, Kind::Law(_))
    }
}

const fn advice(code: &'static str, about: &'static str, look: Look) -> Lint {
    Lint {
        code,
        about,
        kind: Kind::Advice(look),
    }
}
const fn law(code: &'static str, about: &'static str, look: Look) -> Lint {
    Lint {
        code,
        about,
        kind: Kind::Law(look),
    }
}

/// Every lint, in the order in which they look.
pub const LINTS: &[Lint] = &[
    law(
        "pack/setup-place",
        "a piece of the opening position stands where it can never be",
        setup_place::lint,
    ),
    law(
        "pack/setup-damage",
        "a piece of the opening position has more damage than it can take",
        setup_damage::lint,
    ),
    law(
        "pack/setup-facility",
        "two facilities of the opening position share a slot",
        setup_facility::lint,
    ),
    law(
        "pack/setup-decks",
        "more aircraft at sea in the opening position than there are decks for",
        setup_decks::lint,
    ),
    advice(
        "lint/unreachable-space",
        "a space that no unit can ever get to",
        unreachable_space::lint,
    ),
    advice(
        "lint/missing-position",
        "a space without a position on a map that has positions",
        missing_position::lint,
    ),
    advice(
        "lint/unused-mark",
        "a mark that no space bears",
        unused_mark::lint,
    ),
    advice(
        "lint/unused-attribute",
        "an attribute that no battle, modifier or passing shot asks for",
        unused_attribute::lint,
    ),
    advice(
        "lint/unused-flag",
        "a flag or counter that no condition asks for",
        unused_flag::lint,
    ),
    advice(
        "lint/constant-flag",
        "a flag or counter that is asked for, but that nothing changes",
        constant_flag::lint,
    ),
    advice(
        "lint/turnless-power",
        "a power with a player but no turn",
        turnless_power::lint,
    ),
    advice(
        "lint/captive-capital",
        "a capital in other hands when the game starts",
        captive_capital::lint,
    ),
    advice(
        "lint/missing-phase",
        "something is permitted, but no phase lets a power do it",
        missing_phase::lint,
    ),
    advice(
        "lint/unbuyable-unit",
        "a unit type with a price that nobody may ever buy",
        unbuyable_unit::lint,
    ),
    advice(
        "lint/unplaceable-unit",
        "a unit type that a power may buy but never place",
        unplaceable_unit::lint,
    ),
    advice(
        "lint/unobtainable-unit",
        "a unit type that can never come into the game",
        unobtainable_unit::lint,
    ),
    advice(
        "lint/unfought-unit",
        "a unit type that takes hits but takes part in no battle where it goes",
        unfought_unit::lint,
    ),
    advice(
        "lint/missing-battle-plan",
        "battles that can happen and have no plan",
        missing_battle_plan::lint,
    ),
    advice(
        "lint/silent-volley",
        "a volley that can never hit",
        silent_volley::lint,
    ),
    advice(
        "lint/objective-never",
        "an objective that can never be met",
        objective_never::lint,
    ),
    advice(
        "lint/objective-always",
        "an objective that is met whatever happens",
        objective_always::lint,
    ),
    advice(
        "lint/trigger-never",
        "a trigger that can never fire",
        trigger_never::lint,
    ),
    advice(
        "lint/victory-never",
        "a victory that can never be won",
        victory_never::lint,
    ),
    advice(
        "lint/victory-always",
        "a victory that is won the first time it is asked for",
        victory_always::lint,
    ),
    advice(
        "lint/permission-never",
        "a permission or prohibition that never applies",
        permission_never::lint,
    ),
    advice(
        "lint/shadowed-permission",
        "a permission that an earlier one always decides for it",
        shadowed_permission::lint,
    ),
    Lint {
        code: "lint/idle-override",
        about: "an overlay says of something what holds without it",
        kind: Kind::Layers(idle_override::lint),
    },
    Lint {
        code: "lint/shadowed-override",
        about: "what an overlay says is wholly said otherwise later",
        kind: Kind::Layers(shadowed_override::lint),
    },
    Lint {
        code: "lint/unused-parameter",
        about: "a parameter that a script declares but never reads",
        kind: Kind::Scripts,
    },
];

/// Runs the lints over a compiled pack and its layers, but those that its levels silence.
pub fn run(
    rules: &Rules,
    places: &Places,
    layers: &Layered<'_>,
    levels: &Levels,
    problems: &mut Problems,
) {
    for lint in LINTS.iter().filter(|l| levels.of(l) != Level::Allow) {
        match lint.kind {
            Kind::Advice(look) | Kind::Law(look) => look(rules, places, problems),
            Kind::Layers(look) => look(layers, problems),
            Kind::Scripts => {}
        }
    }
    levels.settle(problems);
}
