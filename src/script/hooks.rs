//! The table of hooks: under which name and with which parameters a script's function is called,
//! when, and what it may return. Binding, calling, checks and the reference all read this table.

use sandtable_kernel::Wants;
use sandtable_rules::{Action, Moment};

/// What a hook returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// Effects: nothing, one or an array.
    Effects,
    /// `true` allows, `false` and a text forbid, `()` has no opinion.
    Verdict,
    /// A price.
    Price,
    /// Lines of an account.
    Lines,
    /// The values of the shooters, or nothing.
    Values,
    /// The hits, or nothing.
    Hits,
    /// Yes or no.
    Flag,
    /// A sentence.
    Reason,
    /// A declaration, asked once while the pack is loaded.
    Declaration,
}

impl Gives {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Effects => "an effect, an array of effects, or nothing",
            Self::Verdict => {
                "`true` to allow, `false` or a text that says why to forbid, or nothing to leave it to the rules"
            }
            Self::Price => "the price in IPC, or nothing to leave it as it is",
            Self::Lines => "a line, an array of lines, or nothing",
            Self::Values => "an array of the new values, one for each shooter, or nothing",
            Self::Hits => "an array of hits, or nothing",
            Self::Flag => "`true` or `false`",
            Self::Reason => "a text, or nothing",
            Self::Declaration => "a map",
        }
    }
}

/// A hook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hook {
    /// The name of the function.
    pub name: &'static str,
    /// The names of its parameters.
    pub params: &'static [&'static str],
    /// How many of them a function must take; it may leave out those after them.
    pub least: usize,
    /// What it returns.
    pub gives: Gives,
    /// When it is called.
    pub doc: &'static str,
}

macro_rules! hooks {
    ($($id:ident $name:ident($($param:ident),* $(; $($more:ident),*)?) $gives:ident $doc:literal;)*) => {
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
            gives: Gives::$gives,
            doc: $doc,
        }),*];
        const ALL: &[HookId] = &[$(HookId::$id),*];
    };
}

hooks! {
    Params params() Declaration "Declares the parameters a pack can give, once, while the pack is loaded.";
    Memory memory() Declaration "Declares what the script remembers, with first values; `params` can be read.";
    SetupDone setup_done() Effects "After the opening position has been set up.";
    TurnBegin turn_begin() Effects "A turn begins; `game.power` is on turn.";
    TurnEnd turn_end() Effects "A turn ends.";
    PhaseBegin phase_begin(phase) Effects "A phase begins. A phase that does nothing by itself (`custom`) is a place for research and the like.";
    PhaseEnd phase_end(phase) Effects "A phase ends.";
    MovesCommitted moves_committed() Effects "All combat moves are made, no battle has begun: scrambles, special attacks.";
    RoundEnd round_end() Effects "A round ends.";
    WarDeclared war_declared(by, on) Effects "A power has just declared war on another.";
    Captured captured(space, by) Effects "A power has just taken a territory.";
    Entered entered(space, by; stays) Effects "Units of a power have just arrived in a space, or gone through it (then `stays` is false): called for every space of the way, in its order.";
    StageBegin combat_stage_begin(stage) Effects "Battles of a kind are about to be fought: `raids`, `assaults`, `sea battles`, `land battles` or `others`, as the pack orders them.";
    StageEnd combat_stage_end(stage) Effects "All battles of a kind have been fought.";
    BattleBegin battle_begin(space; kind) Effects "A battle is about to begin. `kind` is `land`, `sea` or `raid`.";
    BattleRound battle_round(space; kind) Effects "The next round of a battle begins: the losses of the last are gone and nobody has broken off.";
    BattleEnd battle_end(space; kind) Effects "A battle is over.";
    Resolve resolve(carry, answer) Effects "An offer of this script was answered: what it carried, and the array of what was chosen.";
    WhyNot why_not(carry, named) Reason "An answer names a unit, a space or a word that an offer of this script does not hold: why does it not?";
    Run run() Effects "A trigger of the pack runs the script.";
    Holds holds(power) Flag "A condition of the pack asks the script, about a power.";
    Income income(power, lines) Lines "A power is about to collect; `lines` are the lines so far, maps with `text` and `amount`.";
    MayBuy may_buy(power, kind) Verdict "May the power buy this type now?";
    Price price(power, kind, price) Price "What does this type cost the power now?";
    MayPlace may_place(power, kind, space; count) Verdict "May the power place so many new units or facilities of this type there? `true` also lifts the limits.";
    MayEnter may_enter(power, kind, space) Verdict "May units of this type enter the space, also on the way through?";
    MayFly may_fly(power, kind, space) Verdict "May aircraft of this type fly into or over the space?";
    MayAttack may_attack(power, kind, space) Verdict "May units of this type attack the space?";
    MayEnd may_end(power, kind, space) Verdict "May units of this type end their move in the space?";
    MayPass may_pass(power, kind, space) Verdict "May units of this type go on through the space?";
    MayLoad may_load(power, kind, space) Verdict "May units load in this zone?";
    MayLoadFirst may_load_before_sailing(power, kind, space) Verdict "May units load in this zone, before their ship sails?";
    MayBoard may_board(power, kind, space) Verdict "May units and other powers' ships mix there?";
    MayUse may_use_facility(power, kind, space) Verdict "May the facilities there be used?";
    MayRepair may_repair(power, kind, space) Verdict "May facilities there be repaired?";
    Values values(volley, values) Values "A volley is about to be rolled; `values` are those of the shooters, in hundredths.";
    Hits hits(volley, hits) Hits "A volley was rolled; `hits` are maps with `count` and `targets`, not yet assigned.";
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
            "kind" => matches!(self.gives, Gives::Verdict | Gives::Price).then_some("UnitType"),
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
