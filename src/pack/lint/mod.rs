//! What a pack says that is well-formed and yet cannot be meant. A lint is a function in the file of what it is about,
//! and a row in [`LINTS`]. Packs choose by name how much each of them weighs.

mod acts;
mod battles;
mod board;
mod counters;
mod levels;
mod overlays;
mod permits;
mod powers;
mod reason;
mod setup;
mod units;

pub use levels::{Level, Levels};
pub use reason::Reason;

use super::layer::{Covered, History};
use super::resolve::Places;
use sandtable_diag::{Label, Loc, Problem};
use sandtable_rules::{Effect, Rules};

/// What lints look at.
pub struct View<'v> {
    /// The compiled pack.
    pub rules: &'v Rules,
    /// Where its things are named.
    pub places: &'v Places,
    /// What can be said of its conditions.
    pub reason: Reason<'v>,
    /// Who said what.
    pub history: &'v History,
    /// What something said later takes the place of.
    pub covered: &'v [Covered],
}

/// Something that a lint has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is to be said.
    pub problem: Problem,
    /// It is nothing if a script of the pack names one of these.
    pub unless_named: Option<(Sort, Vec<String>)>,
}

/// What scripts may name that nothing else speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A unit type, which a script may put onto the board.
    UnitType,
    /// A counter or flag.
    Counter,
}

/// What a lint has found, under its own code.
pub struct Found {
    code: &'static str,
    level: Level,
    list: Vec<Finding>,
}

impl Found {
    /// Something found at a place.
    pub fn note(
        &mut self,
        message: impl Into<String>,
        at: Loc,
        label: impl Into<String>,
    ) -> &mut Finding {
        self.note_of_all(message).and(at, label)
    }
    /// Something found of the pack as a whole.
    pub fn note_of_all(&mut self, message: impl Into<String>) -> &mut Finding {
        let problem = match self.level {
            Level::Deny => Problem::error(self.code, message),
            _ => Problem::warning(self.code, message),
        };
        let at = self.list.len();
        self.list.push(Finding {
            problem,
            unless_named: None,
        });
        &mut self.list[at]
    }
}

impl Finding {
    /// It is about this place too.
    fn and(&mut self, at: Loc, label: impl Into<String>) -> &mut Self {
        let text = label.into();
        self.problem.labels.push(Label { loc: at, text });
        self
    }
    /// It is nothing if a script of the pack names the thing.
    fn unless_named<'n>(
        &mut self,
        sort: Sort,
        names: impl IntoIterator<Item = &'n String>,
    ) -> &mut Self {
        self.unless_named = Some((sort, names.into_iter().cloned().collect()));
        self
    }
    /// What to do about it.
    fn advise(&mut self, help: impl Into<String>) {
        self.problem.help = Some(help.into());
    }
}

/// Looks at a pack and notes what it finds.
type Look = fn(&View<'_>, &mut Found);

/// A lint.
pub struct Lint {
    /// The code its problems bear, `room/name`.
    pub code: &'static str,
    /// What it finds, in one line.
    pub about: &'static str,
    /// How much it weighs where nobody says otherwise.
    pub level: Level,
    look: Look,
}

impl Lint {
    const fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }
    /// The name that packs and commands know it by: the code without its room.
    pub fn name(&self) -> &'static str {
        self.code
            .split_once('/')
            .map_or(self.code, |(_, name)| name)
    }
    /// Whether packs may choose its level.
    pub fn is_free(&self) -> bool {
        self.level != Level::Deny
    }
}

/// A lint of what the pack says; packs choose its level.
const fn advice(code: &'static str, look: Look) -> Lint {
    Lint {
        code,
        about: "",
        level: Level::Warn,
        look,
    }
}
/// A lint of the opening position: what it finds is always a mistake, since no game could begin with it.
const fn law(code: &'static str, look: Look) -> Lint {
    Lint {
        level: Level::Deny,
        ..advice(code, look)
    }
}

/// Every lint, in the order in which they look.
pub const LINTS: &[Lint] = &[
    law("pack/setup-place", setup::place)
        .about("a piece of the opening position stands where it can never be"),
    law("pack/setup-damage", setup::damage)
        .about("a piece of the opening position has more damage than it can take"),
    law("pack/setup-facility", setup::facility)
        .about("two facilities of the opening position share a slot"),
    law("pack/setup-decks", setup::decks)
        .about("more aircraft at sea in the opening position than there are decks for"),
    advice("lint/unreachable-space", board::unreachable_space)
        .about("a space that no unit can ever get to"),
    advice("lint/missing-position", board::missing_position)
        .about("a space without a position on a map that has positions"),
    advice("lint/unused-mark", board::unused_mark).about("a mark that no space bears"),
    advice("lint/unused-attribute", battles::unused_attribute)
        .about("an attribute that no battle, modifier or passing shot asks for"),
    advice("lint/unused-flag", counters::unused_flag)
        .about("a flag or counter that no condition asks for"),
    advice("lint/constant-flag", counters::constant_flag)
        .about("a flag or counter that is asked for, but that nothing changes"),
    advice("lint/turnless-power", powers::turnless_power)
        .about("a power with a player but no turn"),
    advice("lint/captive-capital", powers::captive_capital)
        .about("a capital in other hands when the game starts"),
    advice("lint/missing-phase", powers::missing_phase)
        .about("something is permitted, but no phase lets a power do it"),
    advice("lint/doubled-shots", battles::doubled_shots)
        .about("two rows of passing shots that both fire at the same passing units"),
    advice("lint/idle-exception", overlays::idle_exception)
        .about("a name after `but` that takes nothing away"),
    advice("lint/unbuyable-unit", units::unbuyable_unit)
        .about("a unit type with a price that nobody may ever buy"),
    advice("lint/unplaceable-unit", units::unplaceable_unit)
        .about("a unit type that a power may buy but never place"),
    advice("lint/unobtainable-unit", units::unobtainable_unit)
        .about("a unit type that can never come into the game"),
    advice("lint/unfought-unit", units::unfought_unit)
        .about("a unit type that takes hits but takes part in no battle where it goes"),
    advice("lint/missing-battle-plan", battles::missing_battle_plan)
        .about("battles that can happen and have no plan"),
    advice("lint/shadowed-plan", battles::shadowed_plan)
        .about("a battle plan by which nothing is ever fought"),
    advice("lint/silent-volley", battles::silent_volley).about("a volley that can never hit"),
    advice("lint/objective-never", acts::objective_never)
        .about("an objective that can never be met"),
    advice("lint/objective-always", acts::objective_always)
        .about("an objective that is met whatever happens"),
    advice("lint/trigger-never", acts::trigger_never).about("a trigger that can never fire"),
    advice("lint/victory-never", acts::victory_never).about("a victory that can never be won"),
    advice("lint/victory-always", acts::victory_always)
        .about("a victory that is won the first time it is asked for"),
    advice("lint/permission-never", permits::permission_never)
        .about("a permission or prohibition that never applies"),
    advice("lint/shadowed-permission", permits::shadowed_permission)
        .about("a permission that an earlier one decides for it, always or in some of its places"),
    advice("lint/idle-reason", permits::idle_reason)
        .about("a `because` of what allows, which nobody ever reads"),
    advice("lint/idle-override", overlays::idle_override)
        .about("an overlay says of something what holds without it"),
    advice("lint/shadowed-override", overlays::shadowed_override)
        .about("what an overlay says is wholly said otherwise later"),
    // The scripts of a pack are looked at while they are bound.
    advice("lint/unused-parameter", |_, _| {})
        .about("a parameter that a script declares but never reads"),
];

/// What the lints find in a pack, with the weight that its levels give it.
pub fn run(view: &View<'_>, levels: &Levels) -> Vec<Finding> {
    let mut all = Vec::new();
    for lint in LINTS.iter().filter(|l| levels.of(l) != Level::Allow) {
        let mut found = Found {
            code: lint.code,
            level: levels.of(lint),
            list: Vec::new(),
        };
        (lint.look)(view, &mut found);
        all.append(&mut found.list);
    }
    all
}

/// Every effect of the triggers of a pack, those that are offered among them.
fn effects(rules: &Rules) -> impl Iterator<Item = &Effect> {
    let triggers = rules.acts.triggers.values();
    triggers.flat_map(|t| &t.effects).flat_map(Effect::all)
}
