//! The tree of a pack's `.rules` files: what was written, with names as text and the place of
//! everything a message may want to point at. Nothing here is checked yet.

mod overlay;

pub use overlay::{
    GuardAst, Must, OptionItem, OptionKind, PlanEdit, RowFact, RowItem, Statement, StepRef, Target,
    What, Where,
};

use crate::diag::Loc;
use crate::rules::{
    Action, Chooser, Cmp, Losses, PhaseKind, Relation, RetreatTo, Role, Roll, SiteKind, Stage,
    Station, Value,
};

/// A name as it was written.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub loc: Loc,
}

/// Names taken and names left out again.
#[derive(Clone, Debug)]
pub struct NameList {
    pub take: Vec<Name>,
    pub but: Vec<Name>,
    pub loc: Loc,
}

#[derive(Clone, Debug)]
pub enum WhoAst {
    Itself,
    Friends,
    Enemies,
    Neutrals,
    Anyone,
    Named(NameList),
}

#[derive(Clone, Debug)]
pub struct Places {
    pub take: Vec<Place>,
    pub but: Vec<Place>,
    pub loc: Loc,
}

#[derive(Clone, Debug)]
pub enum Place {
    Anywhere,
    Named(Name),
    Group(Places),
    Described(Noun, Vec<Quality>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noun {
    Territories,
    SeaZones,
    Spaces,
}

#[derive(Clone, Debug)]
pub struct Quality {
    pub not: bool,
    pub what: QualityKind,
}

#[derive(Clone, Debug)]
pub enum QualityKind {
    OriginallyOf(NameList),
    Marked(Name),
    City,
    Capital,
    Island,
    Worth(u16),
    NextTo(Box<Place>),
    HeldSinceTurnBegan,
    ControlledBy(WhoAst),
    Uncontrolled,
    Holding(NameList, WhoAst),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    All,
    None,
    AtLeast(u16),
}

#[derive(Clone, Debug)]
pub enum CondAst {
    Always,
    All(Vec<CondAst>),
    Any(Vec<CondAst>),
    Not(Box<CondAst>),
    Controls(WhoAst, Quantity, Places),
    Took(WhoAst, Quantity, Places),
    Has(WhoAst, Quantity, NameList, Places),
    AtWar(WhoAst, WhoAst),
    HoldsCapital(WhoAst),
    Round(Cmp, u16),
    OnTurn(NameList),
    During(PhaseKind),
    Flag(Name),
    Counter(Name, Cmp, i32),
    Held(u16, Box<CondAst>, Loc),
    Script(Name),
}

#[derive(Clone, Debug)]
pub struct SpaceItem {
    pub name: Name,
    pub sea: bool,
    pub facts: Vec<SpaceFact>,
    /// Where each fact is said.
    pub said: Vec<Loc>,
}

/// Whether something is added to what was said before, or taken from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    More,
    Less,
}

#[derive(Clone, Debug)]
pub enum SpaceFact {
    Income(u16, Loc),
    Owner(Name),
    Emblem(Name),
    Capital(Option<Name>, Loc),
    City(String, Loc),
    Island(Option<Name>, Loc),
    Borders(Vec<Name>),
    Marked(Vec<Name>),
    Closed(Loc),
    Militia(u8, Loc),
    Also(Vec<Name>),
    /// Changes of what a layer below says; none is left when the layers are one.
    IncomeBy(Sign, u16),
    Border(Sign, Name),
    Mark(Sign, Name),
    /// Another name that is no longer one.
    NotAlso(Name),
    Without(&'static str),
}

#[derive(Clone, Debug)]
pub struct GateItem {
    pub name: Name,
    pub joins: [Name; 2],
    pub movers: Option<NameList>,
    pub held: Places,
}

#[derive(Clone, Debug)]
pub struct SetupRow {
    pub space: Name,
    pub pieces: Vec<Pieces>,
}

#[derive(Clone, Debug)]
pub struct Pieces {
    /// Added to what stands there, or taken away; none is left when the layers are one.
    pub sign: Option<Sign>,
    pub count: u16,
    pub kind: Name,
    pub damage: u8,
    pub loc: Loc,
}

#[derive(Clone, Debug)]
pub struct PhaseItem {
    pub name: Name,
    pub kind: PhaseKind,
    pub skip: Option<CondAst>,
}

#[derive(Clone, Debug)]
pub enum TurnRow {
    Order(Vec<Name>),
    /// A power more or less in the order; none is left when the layers are one.
    OrderBy(Sign, Name),
    Start(u16),
    Phase(Box<PhaseItem>),
    /// A phase before (or else after) another one; none is left when the layers are one.
    Beside {
        before: bool,
        anchor: Name,
        phase: Box<PhaseItem>,
    },
}

#[derive(Clone, Debug)]
pub struct PermitItem {
    pub forbid: bool,
    pub powers: NameList,
    pub with: Option<NameList>,
    pub deed: Deed,
    pub when: Option<CondAst>,
    pub because: Option<String>,
    pub loc: Loc,
}

#[derive(Clone, Debug)]
pub enum Deed {
    Declare(NameList),
    Buy(NameList),
    Place(NameList, Option<Places>),
    Act(Vec<Action>, Places),
}

#[derive(Clone, Debug)]
pub enum MoveRow {
    Hostile(NameList),
    Ignore(NameList),
    Load(NameList),
    Unload(NameList),
    Landing {
        by: NameList,
        escorts: Option<NameList>,
    },
    Shot {
        loc: Loc,
        shooters: NameList,
        value: Name,
        targets: NameList,
        escorts: Option<NameList>,
    },
    AlliedDecks,
    NewDecks,
    Stranded(u8),
}

#[derive(Clone, Debug)]
pub enum CaptureRow {
    Treasury,
    NoLiberation(NameList),
    Always(NameList),
    Never(Places),
}

#[derive(Clone, Debug)]
pub enum BattlesRow {
    Order(Vec<Stage>),
    Raids(NameList, NameList),
    Escorts(NameList),
    Disputes(Chooser),
    Bombardment {
        ships: NameList,
        one_per_landed: bool,
        quiet: bool,
    },
}

#[derive(Clone, Debug)]
pub struct PlanItem {
    pub name: Name,
    pub kind: SiteKind,
    /// Its parts, each with its place.
    pub parts: Vec<(PlanPart, Loc)>,
}

#[derive(Clone, Debug)]
pub enum PlanPart {
    TakesPart(NameList),
    Before(Vec<StepSaid>),
    EachRound(Vec<StepSaid>),
    MostRounds(u16),
    Last(NameList),
    Roll(Roll),
}

#[derive(Clone, Debug)]
pub struct PresenceAst {
    pub enemy: bool,
    pub units: NameList,
}

#[derive(Clone, Debug)]
pub struct SparingAst {
    pub targets: NameList,
    pub shooters: NameList,
    pub unless: Option<PresenceAst>,
}

#[derive(Clone, Debug)]
pub enum FireClause {
    OnlyIf(PresenceAst),
    Unless(PresenceAst),
    Sparing(SparingAst),
    Rounds(u16, u16),
    Losses(Losses),
    Chosen(Chooser),
    Roll(Roll),
}

#[derive(Clone, Copy, Debug)]
pub enum DiceCount {
    PerTarget,
    Each(u8),
}

#[derive(Clone, Debug)]
pub struct FireAst {
    pub name: String,
    pub role: Role,
    pub shooters: NameList,
    pub station: Station,
    pub value: Name,
    pub dice: DiceCount,
    pub targets: NameList,
    pub clauses: Vec<FireClause>,
}

/// A step, and where it is said.
#[derive(Clone, Debug)]
pub struct StepSaid {
    pub step: StepAst,
    pub loc: Loc,
}

#[derive(Clone, Debug)]
pub enum StepAst {
    Fire(Box<FireAst>),
    Remove,
    Submerge(Role, NameList, Option<PresenceAst>),
    Defenceless(Role, NameList),
    Retreat {
        role: Role,
        units: NameList,
        from_round: u16,
        to: RetreatTo,
        seaborne_stay: bool,
        latest: Option<u16>,
    },
    Intercept(NameList),
    Divide,
    Damage(u8, u8),
}

#[derive(Clone, Debug)]
pub enum ChangeAst {
    Set(Value),
    Add(Value),
    Times(i32),
}

#[derive(Clone, Debug)]
pub struct LiftItem {
    pub loc: Loc,
    pub givers: Option<NameList>,
    pub ratio: u8,
    pub value: Name,
    pub role: Role,
    pub units: NameList,
    pub change: ChangeAst,
    pub rounds: (u16, u16),
    pub when: Option<CondAst>,
}

#[derive(Clone, Debug)]
pub enum MomentAst {
    Setup,
    RoundEnd,
    Turn {
        end: bool,
        of: Option<NameList>,
    },
    Phase {
        end: bool,
        phase: Name,
        of: Option<NameList>,
    },
    War {
        by: NameList,
        on: NameList,
    },
    Capture {
        places: Places,
        by: NameList,
    },
}

#[derive(Clone, Debug)]
pub enum Spot {
    Here,
    Space(Name),
}

#[derive(Clone, Debug)]
pub enum EffectAst {
    Treasury(Name, i32),
    Add(u16, Name, Name, Spot),
    Remove(Option<u16>, NameList, WhoAst, Spot),
    Control(Spot, Option<Name>),
    Relation(NameList, NameList, Relation),
    Flag(Name, bool),
    SetCounter(Name, i32),
    AddCounter(i32, Name),
    Offer(Name, String, Vec<EffectAst>),
    War(Name, Name),
    Win(Name),
    Script(Name),
}

#[derive(Clone, Debug)]
pub struct ObjectiveItem {
    pub name: Name,
    pub power: Name,
    pub gains: i32,
    pub once: bool,
    pub when: CondAst,
}

#[derive(Clone, Debug)]
pub struct TriggerItem {
    pub name: Name,
    pub at: MomentAst,
    pub once: bool,
    pub when: Option<CondAst>,
    pub effects: Vec<EffectAst>,
    pub loc: Loc,
}

#[derive(Clone, Debug)]
pub struct VictoryItem {
    pub name: Name,
    pub side: Name,
    pub at: MomentAst,
    pub when: CondAst,
}

#[derive(Clone, Debug)]
pub enum ParamAst {
    Number(i64),
    Flag(bool),
    Text(String),
    Places(Places),
    Powers(NameList),
    Units(NameList),
}

#[derive(Clone, Debug)]
pub struct UseItem {
    pub name: Name,
    pub params: Vec<(Name, ParamAst)>,
    /// Where each parameter is given.
    pub said: Vec<Loc>,
    /// Parameters of a layer below that are no longer given.
    pub without: Vec<Name>,
}

/// A top-level item of a `.rules` file.
#[derive(Clone, Debug)]
pub enum Item {
    Space(SpaceItem),
    Gate(GateItem),
    Marks(Vec<Name>),
    Region(Name, Places),
    Setup(Name, Vec<SetupRow>),
    Turn(Vec<TurnRow>, Loc),
    /// Relations, and the layer that says them: a higher one may say something else.
    Relations(Vec<(NameList, Relation, NameList)>, usize),
    AsOne(NameList),
    Guardians(NameList, NameList, Option<CondAst>),
    Flags(Vec<Name>),
    Counter(Name, i32),
    Permit(PermitItem),
    Site(NameList, Places),
    Movement(Vec<MoveRow>, Loc),
    Capture(Vec<CaptureRow>),
    Battles(Vec<BattlesRow>),
    Plan(PlanItem),
    Lift(LiftItem),
    Objective(ObjectiveItem),
    Trigger(TriggerItem),
    Victory(VictoryItem),
    Use(UseItem),
    Attributes(Vec<Name>),
    Sides(Vec<Name>),
    Group(Name, NameList),
    Position(Name, (i32, i32)),
}
