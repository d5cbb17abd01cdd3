//! The table of hooks: under which name and with which parameters a script's function is called,
//! when, and what it may return, with an example. Binding, calling, checks and the reference all read this table.

use sandtable_kernel::Wants;
use sandtable_rules::{Action, Moment};

/// What hooks return, in words: effects.
const EFFECTS: &str = "an effect, an array of effects, or nothing";
/// A verdict.
const VERDICT: &str = "`true` to allow, `false` or a text that says why to forbid, or nothing to leave it to the rules";
/// A price.
const PRICE: &str = "the price in IPC, or nothing to leave it as it is";
/// Lines of an account.
const LINES: &str = "a line, an array of lines, or nothing";
/// The values of the shooters.
const VALUES: &str = "an array of the new values, one for each shooter, or nothing";
/// The hits.
const HITS: &str = "an array of hits, or nothing";
/// Yes or no.
const FLAG: &str = "`true` or `false`";
/// A sentence.
const REASON: &str = "a text, or nothing";
/// A declaration, asked once while the pack is loaded.
const DECLARATION: &str = "a map";

/// A hook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hook {
    /// The name of the function.
    pub name: &'static str,
    /// The names of its parameters.
    pub params: &'static [&'static str],
    /// How many of them a function must take; it may leave out those after them.
    pub least: usize,
    /// What it returns, in words.
    pub gives: &'static str,
    /// When it is called.
    pub doc: &'static str,
    /// An example, as the reference prints it; a test binds them all.
    pub example: &'static str,
}

macro_rules! hooks {
    ($($id:ident $name:ident($($param:ident),* $(; $($more:ident),*)?) $gives:ident $doc:literal $example:literal;)*) => {
        /// The index of a hook in [`HOOKS`].
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum HookId { $(
            #[doc = $doc]
            $id,
        )* }
        /// Every hook.
        pub const HOOKS: &[Hook] = &[$(Hook {
            name: stringify!($name),
            params: &[$(stringify!($param),)* $($(stringify!($more)),*)?],
            least: <[&str]>::len(&[$(stringify!($param)),*]),
            gives: $gives,
            doc: $doc,
            example: $example,
        }),*];
        const ALL: &[HookId] = &[$(HookId::$id),*];
    };
}

hooks! {
    Params params() DECLARATION "Declares the parameters a pack can give, once, while the pack is loaded."
        "fn params() {\n    #{ amount: #{ type: \"number\", min: 1, otherwise: 3, doc: \"IPC that are paid\" } }\n}";
    Memory memory() DECLARATION "Declares what the script remembers, with first values; `params` can be read."
        "fn memory() { #{ left: params.amount, awake: false, visited: no_spaces() } }";
    SetupDone setup_done() EFFECTS "After the opening position has been set up."
        "fn setup_done() { game.powers.to_array().map(|p| treasury(p, 1)) }";
    TurnBegin turn_begin() EFFECTS "A turn begins; `game.power` is on turn."
        "fn turn_begin() { if game.round == 1 { treasury(game.power, params.amount) } }";
    TurnEnd turn_end() EFFECTS "A turn ends."
        "fn turn_end() { if memory.left > 0 { remember(\"left\", memory.left - 1) } }";
    PhaseBegin phase_begin(phase) EFFECTS "A phase begins. A phase that does nothing by itself (`custom`) is a place for research and the like."
        "fn phase_begin(phase) {\n    if phase.kind == \"custom\" {\n        let die = roll(1, 6)[0];\n        if die == 6 { note(\"a breakthrough\") }\n    }\n}";
    PhaseEnd phase_end(phase) EFFECTS "A phase ends."
        "fn phase_end(phase) { if phase.kind == \"purchase\" { note(`${game.power} is left with ${game.power.treasury}`) } }";
    MovesCommitted moves_committed() EFFECTS "All combat moves are made, no battle has begun: scrambles, special attacks."
        "fn moves_committed() {\n    let zones = game.sea.filter(|z| z.is_attacked);\n    if zones.is_empty() { return; }\n    offer(#{ to: game.power, text: \"Silence the guns where?\", choices: zones, min: 0, carry: \"guns\" })\n}";
    RoundEnd round_end() EFFECTS "A round ends."
        "fn round_end() { if game.round == 10 { win(\"Warm\") } }";
    WarDeclared war_declared(by, on) EFFECTS "A power has just declared war on another."
        "fn war_declared(by, on) { treasury(on, 5) }";
    Captured captured(space, by) EFFECTS "A power has just taken a territory."
        "fn captured(space, by) { if space.city != () { treasury(by, 2) } }";
    Entered entered(space, by; stays) EFFECTS "Units of a power have just arrived in a space, or gone through it (then `stays` is false): called for every space of the way, in its order."
        "fn entered(space, by, stays) { if stays { remember(\"visited\", memory.visited + space) } }";
    StageBegin combat_stage_begin(stage) EFFECTS "Battles of a kind are about to be fought: `raids`, `assaults`, `sea battles`, `land battles` or `others`, as the pack orders them."
        "fn combat_stage_begin(stage) { if stage == \"assaults\" { note(\"the landings begin\") } }";
    StageEnd combat_stage_end(stage) EFFECTS "All battles of a kind have been fought."
        "fn combat_stage_end(stage) { note(`${stage} are over`) }";
    BattleBegin battle_begin(space; kind) EFFECTS "A battle is about to begin. `kind` is `land`, `sea` or `raid`."
        "fn battle_begin(space, kind) { if kind == \"land\" && space.militia > 0 { note(\"the militia looks on\") } }";
    BattleRound battle_round(space; kind) EFFECTS "The next round of a battle begins: the losses of the last are gone and nobody has broken off."
        "fn battle_round(space) { if space.is_sea && roll(1, 6)[0] == 1 { [note(\"a storm\"), call_off(space)] } }";
    BattleEnd battle_end(space; kind) EFFECTS "A battle is over."
        "fn battle_end(space) { note(`${space.units(game.power).len()} of the attackers are left`) }";
    Resolve resolve(carry, answer) EFFECTS "An offer of this script was answered: what it carried, and the array of what was chosen."
        "fn resolve(carry, answer) { answer.map(|zone| silence(zone)) }";
    WhyNot why_not(carry, named) REASON "An answer names a unit, a space or a word that an offer of this script does not hold: why does it not?"
        "fn why_not(carry, named) { if type_of(named) == \"Unit\" && !named.space.is_island { `${named.space.name} is no island` } }";
    Run run() EFFECTS "A trigger of the pack runs the script."
        "fn run() { add_units(game.power, game.unit_types.first, 1, game.power.land.first) }";
    Holds holds(power) FLAG "A condition of the pack asks the script, about a power."
        "fn holds(power) { power.controls(game.land) >= 2 && power.holds_capital }";
    Income income(power, lines) LINES "A power is about to collect; `lines` are the lines so far, maps with `text` and `amount`."
        "fn income(power, lines) {\n    let total = 0;\n    for l in lines { total += l.amount; }\n    if total < 5 { line(\"relief\", 5 - total) }\n}";
    MayBuy may_buy(power, kind) VERDICT "May the power buy this type now?"
        "fn may_buy(power, kind) { if kind.domain == \"facility\" && game.round < 3 { false } }";
    Price price(power, kind, price) PRICE "What does this type cost the power now?"
        "fn price(power, kind, price) { if kind.domain == \"sea\" { price - 1 } }";
    MayPlace may_place(power, kind, space; count) VERDICT "May the power place so many new units or facilities of this type there? `true` also lifts the limits."
        "fn may_place(power, kind, space, count) { if space in power.taken || count > 3 { false } }";
    MayEnter may_enter(power, kind, space) VERDICT "May units of this type enter the space, also on the way through?"
        "fn may_enter(power, kind, space) { if space.is_island && kind.domain == \"land\" { false } }";
    MayFly may_fly(power, kind, space) VERDICT "May aircraft of this type fly into or over the space?"
        "fn may_fly(power, kind, space) { if space.is_marked(\"storm\") { false } }";
    MayAttack may_attack(power, kind, space) VERDICT "May units of this type attack the space?"
        "fn may_attack(power, kind, space) { if game.round == 1 && space.capital_of != () { false } }";
    MayEnd may_end(power, kind, space) VERDICT "May units of this type end their move in the space?"
        "fn may_end(power, kind, space) { if space.is_sea && space.borders.some(|b| b.city != ()) { false } }";
    MayPass may_pass(power, kind, space) VERDICT "May units of this type go on through the space?"
        "fn may_pass(power, kind, space) { if space.is_marked(\"storm\") { false } }";
    MayLoad may_load(power, kind, space) VERDICT "May units load in this zone?"
        "fn may_load(power, kind, space) { if space.is_hostile_to(power) { false } }";
    MayLoadFirst may_load_before_sailing(power, kind, space) VERDICT "May units load in this zone, before their ship sails?"
        "fn may_load_before_sailing(power, kind, space) { if space.is_hostile_to(power) { true } }";
    MayBoard may_board(power, kind, space) VERDICT "May units and other powers' ships mix there?"
        "fn may_board(power, kind, space) { if power.foes.is_empty { false } }";
    MayUse may_use_facility(power, kind, space) VERDICT "May the facilities there be used?"
        "fn may_use_facility(power, kind, space) { space.owner == power }";
    MayRepair may_repair(power, kind, space) VERDICT "May facilities there be repaired?"
        "fn may_repair(power, kind, space) { if space.newly_taken { false } }";
    Values values(volley, values) VALUES "A volley is about to be rolled; `values` are those of the shooters, in hundredths."
        "fn values(volley, values) {\n    // The first round counts double.\n    if volley.round == 1 { values.map(|v| v * 2) }\n}";
    Hits hits(volley, hits) HITS "A volley was rolled; `hits` are maps with `count` and `targets`, not yet assigned."
        "fn hits(volley, hits) {\n    // Walls: one hit on the defender of a capital is lost.\n    if volley.role == \"attacker\" && volley.space.capital_of != () && !hits.is_empty() {\n        hits[0].count = max(0, hits[0].count - 1);\n        hits\n    }\n}";
}

impl Hook {
    /// Which type of the library a parameter has, if it has one.
    pub fn kind_of(&self, param: &str) -> Option<&'static str> {
        match param {
            "power" | "by" | "on" => Some("Power"),
            "space" => Some("Space"),
            "phase" => Some("Phase"),
            "volley" => Some("Volley"),
            // Of a battle it is a word.
            "kind" => [VERDICT, PRICE].contains(&self.gives).then_some("UnitType"),
            _ => None,
        }
    }
}

impl HookId {
    /// All of them.
    pub fn all() -> impl Iterator<Item = (Self, &'static Hook)> {
        ALL.iter().map(|id| (*id, id.hook()))
    }
    /// The row of the table.
    pub fn hook(self) -> &'static Hook {
        &HOOKS[self as usize]
    }
    /// The hook of a moment.
    pub fn of_moment(moment: Moment) -> Self {
        match moment {
            Moment::SetupDone => Self::SetupDone,
            Moment::TurnBegin => Self::TurnBegin,
            Moment::TurnEnd => Self::TurnEnd,
            Moment::PhaseBegin(_) => Self::PhaseBegin,
            Moment::PhaseEnd(_) => Self::PhaseEnd,
            Moment::MovesCommitted => Self::MovesCommitted,
            Moment::RoundEnd => Self::RoundEnd,
            Moment::WarDeclared(..) => Self::WarDeclared,
            Moment::Captured(..) => Self::Captured,
            Moment::Entered(..) | Moment::Passed(..) => Self::Entered,
            Moment::StageBegin(_) => Self::StageBegin,
            Moment::StageEnd(_) => Self::StageEnd,
            Moment::BattleBegin(..) => Self::BattleBegin,
            Moment::BattleRound(..) => Self::BattleRound,
            Moment::BattleEnd(..) => Self::BattleEnd,
        }
    }
    /// The hook that gives leave for something.
    pub fn of_wants(wants: Wants) -> Self {
        match wants {
            Wants::Buy => Self::MayBuy,
            Wants::Place(..) => Self::MayPlace,
            Wants::Act(Action::Enter, _) => Self::MayEnter,
            Wants::Act(Action::Fly, _) => Self::MayFly,
            Wants::Act(Action::Attack, _) => Self::MayAttack,
            Wants::Act(Action::End, _) => Self::MayEnd,
            Wants::Act(Action::Pass, _) => Self::MayPass,
            Wants::Act(Action::Load, _) => Self::MayLoad,
            Wants::Act(Action::LoadBeforeSailing, _) => Self::MayLoadFirst,
            Wants::Act(Action::Board, _) => Self::MayBoard,
            Wants::Act(Action::UseFacility, _) => Self::MayUse,
            Wants::Act(Action::Repair, _) => Self::MayRepair,
        }
    }
}
