//! Why an order is refused: a stable code and the facts. The sentence is made from them on demand,
//! the pack's own reason where it gave one. A refused order has changed nothing.

use sandtable_rules::{
    PowerId, Rules, SpaceId, SpecialId, UnitTypeId, power_name, space_name, unit_name,
};

/// The facts of a refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Why.
    pub code: Code,
    /// Where, if anywhere.
    pub space: Option<SpaceId>,
    /// Which type of unit, if any.
    pub unit: Option<UnitTypeId>,
    /// Which power, if any.
    pub power: Option<PowerId>,
    /// Which script, if one's offer is answered.
    pub special: Option<SpecialId>,
    /// What was asked for and what there is, where numbers matter.
    pub numbers: Option<(i64, i64)>,
    /// A sentence that says more than that of the code.
    pub why: Option<&'static str>,
    /// The pack's or script's own sentence, which names its rules itself.
    pub reason: Option<String>,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal;)*) => {
        /// The reasons, each with a stable name.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $(#[doc = $text] $name,)*
        }
        impl Code {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
            /// The stable name, as transcripts and packs write it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }
            /// The sentence; words in braces stand for the facts of a refusal.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

// In the texts {space}, {unit}, {power}, {asked}, {have} and {money} stand for the facts.
codes! {
    GameOver = "game/over", "the game is over";
    NobodyPlays = "game/nobody-plays", "a whole round passed in which nobody could give an order";
    NotNow = "order/not-now", "the game waits for something else";
    NoSuchUnit = "order/no-such-unit", "there is no such unit";
    Twice = "order/twice", "a {unit} is named twice";
    Nothing = "order/nothing", "the order names no unit";
    NotYours = "order/not-yours", "the {unit} belongs to {power}";
    Overflow = "order/too-many", "{asked} is more than can be handled at once";
    Elsewhere = "order/elsewhere", "the {unit} is not in {space}";
    Stay = "order/nowhere", "the path goes nowhere";
    Permission = "rule/forbidden", "the rules forbid it";

    NoTreasury = "buy/no-treasury", "no treasury that could build {unit} has enough left";
    NotForSale = "buy/not-for-sale", "{power} cannot buy {unit} now";
    TooPoor = "buy/too-poor", "this costs {asked} {money}, the treasury holds {have}";
    NoSite = "buy/no-site", "there is no space left where {unit} could be placed";
    UpgradeWhat = "buy/no-upgrade", "the {unit} in {space} cannot be built up now";
    UpgradeDamaged = "buy/upgrade-damaged", "the {unit} in {space} has {have} damage, which must be repaired first";
    RepairNothing = "repair/not-damaged", "{unit} in {space} has {have} damage, not {asked}";
    RepairWhat = "repair/not-a-facility", "only facilities can be repaired";

    NoDeclaration = "war/not-allowed", "{power} may not be declared war on now";
    AtWarAlready = "war/already", "a state of war with {power} exists already";
    DeclareFirst = "war/too-late", "war is declared before the first move of the phase";

    CannotMove = "move/immobile", "{unit} cannot move";
    NotInCombatMove = "move/not-in-combat-move", "{unit} moves in noncombat movement only";
    MovedAlready = "move/done", "the {unit} cannot move any more this turn";
    OutOfRange = "move/out-of-range", "{unit} would need {asked} movement points and has {have}";
    NoPath = "move/no-path", "there is no way from {space} that the units could take";
    NotAdjacent = "move/not-adjacent", "the path leads over spaces that share no border at {space}";
    WrongTerrain = "move/terrain", "{unit} cannot enter {space}";
    Closed = "move/closed", "nobody may enter or cross {space}";
    NotAtWar = "move/not-at-war", "{space} belongs to a power you are not at war with";
    PeacefulUnits = "move/peaceful-units", "{space} holds units of {power}, with whom you are not at war";
    Unfriendly = "move/unfriendly", "{space} is not friendly";
    Stops = "move/must-stop", "{unit} must stop in {space}";
    NotCombat = "move/no-combat", "a combat move must end where there is something to fight; {space} offers nothing";
    BlitzBlocked = "move/blitz-blocked", "enemy units in {space} stop a run through it";
    BlitzAlone = "move/blitz-unpaired", "{unit} runs through only beside as many units that lead it";
    GateShut = "move/gate-shut", "the passage at {space} is shut";
    HostileZone = "move/hostile-zone", "{space} is hostile";
    IsCargo = "move/aboard", "the {unit} is aboard: it lands, or goes along with what carries it";
    NothingToAttack = "move/nothing-to-attack", "there is nothing in {space} to attack";
    Escorts = "move/escort", "the {unit} escorts a landing from {space} and stays there";

    NoLanding = "air/no-landing", "{unit} would have no place to land";
    NotALanding = "air/not-a-landing", "{unit} cannot land in {space}";
    OnlyLanding = "air/only-landing", "{unit} fought and may only land";
    StillFlying = "air/still-flying", "aircraft lost by ending now: {asked}; by landing first: {have}";
    DeckPromised = "air/deck-promised", "aircraft count on the {unit}'s deck";
    DeckShut = "air/deck-shut", "the deck is shut: nothing lands on it or leaves it";

    NoRoom = "load/no-room", "the {unit} has no room for that";
    NotAdjacentToShip = "load/not-adjacent", "the ship lies in {space}, which does not border the units' territory";
    LoadHostile = "load/hostile-zone", "nothing can be loaded in {space} while hostile ships are there";
    LoadedAlready = "load/moved", "the {unit} has moved or been aboard this turn and cannot board";
    ShipDone = "load/ship-done", "the {unit} has unloaded or fought and is done for this turn";
    NoAssault = "load/no-assault", "what is loaded in combat movement must land in an assault, and none is in reach";
    NotAShip = "load/not-a-ship", "the {unit} carries nothing";
    NotAboard = "unload/not-aboard", "the {unit} is aboard nothing";
    UnloadWhere = "unload/where", "nothing can be landed on {space} from here";
    UnloadHostile = "unload/hostile-zone", "nothing can be unloaded in {space} while hostile ships are there";
    LandingBarred = "unload/no-escort", "enemies in {space} that nobody fights bar a landing from there without an escort";
    UnloadElsewhere = "unload/one-territory", "the {unit} unloads into one territory a turn";
    UnloadedAlready = "unload/done", "the {unit} was loaded or unloaded already";
    NotInAssault = "unload/not-in-assault", "{unit} cannot be landed in an assault";
    IdleShip = "unload/no-assault", "the {unit} went to {space} for an assault that has not been announced and still can be";
    UnitsAfloat = "unload/pending", "{unit} was loaded for an assault and must land before the phase ends";

    NoRaider = "raid/no-raider", "{unit} cannot raid that";
    RaidWhat = "raid/no-target", "there is no such target of a raid in {space}";
    RaidAlone = "raid/escort-only", "escorts fly only along with raiders";

    NoBattle = "fight/no-battle", "there is no such battle to fight in {space}";
    FightFirst = "fight/order", "another kind of battle comes first";
    WrongCount = "casualties/count", "losses named: {asked}; to be named: {have}";
    CannotTakeHit = "casualties/cannot-take", "the {unit} cannot take one of these hits";
    NotInBattle = "casualties/not-in-battle", "the {unit} is aboard as cargo: it takes no part in the battle and no hits";
    BetterAssignment = "casualties/not-most", "these losses leave hits unused that could be taken";
    ChosenLast = "casualties/chosen-last", "{unit} is lost only when nothing else can take the hit";
    NotThere = "retreat/where", "nothing can retreat to {space}";
    MustRetreat = "retreat/must", "the battle of {space} goes on no longer: retreat";
    NoSubmerge = "submerge/cannot", "{unit} cannot submerge here";
    NoIntercept = "intercept/cannot", "{unit} cannot rise against the raid";
    NoBombard = "bombard/cannot", "{unit} cannot bombard here";
    TooManyBombard = "bombard/too-many", "ships named: {asked}; at most {have} may bombard";

    NotBought = "place/not-bought", "{unit} to be placed: {asked}; bought: {have}";
    PlaceWhere = "place/where", "{unit} cannot be placed in {space}";
    PlaceFull = "place/limit", "units to be placed in {space}: {asked}; the facilities there have room for {have}";
    PlaceSlot = "place/slot", "there is such a facility in {space} already";
    PlaceMore = "place/must-place", "{unit} can still be placed, and what can be placed must be";

    AnswerCount = "offer/count", "choices named: {asked}; the offer asks for {have}";
    AnswerWhat = "offer/choice", "there is no such choice";
}

impl Code {
    /// A refusal for this reason.
    pub const fn refuse(self) -> Refusal {
        Refusal {
            code: self,
            space: None,
            unit: None,
            power: None,
            special: None,
            numbers: None,
            why: None,
            reason: None,
        }
    }
}

impl Refusal {
    /// Says where.
    #[must_use]
    pub fn at(mut self, space: SpaceId) -> Self {
        self.space = Some(space);
        self
    }
    /// Says which type of unit.
    #[must_use]
    pub fn of(mut self, unit: UnitTypeId) -> Self {
        self.unit = Some(unit);
        self
    }
    /// Says which power.
    #[must_use]
    pub fn by(mut self, power: PowerId) -> Self {
        self.power = Some(power);
        self
    }
    /// Says what was asked for and what there is.
    #[must_use]
    pub fn numbers(mut self, asked: impl TryInto<i64>, have: impl TryInto<i64>) -> Self {
        self.numbers = Some((
            asked.try_into().unwrap_or(i64::MAX),
            have.try_into().unwrap_or(i64::MAX),
        ));
        self
    }
    /// Says more than the sentence of the code does.
    #[must_use]
    pub fn because(mut self, why: &'static str) -> Self {
        self.why = Some(why);
        self
    }
    /// Gives the pack's or script's own sentence, if it has one.
    #[must_use]
    pub fn stated(mut self, reason: &str) -> Self {
        self.reason = (!reason.is_empty()).then(|| reason.to_owned());
        self
    }
    /// The sentence a player reads.
    pub fn sentence(&self, rules: &Rules) -> String {
        let said = self.reason.as_deref().or(self.why);
        let text = said.unwrap_or(self.code.text());
        let space = self.space.map_or("there", |s| space_name(rules, s));
        let unit = self.unit.map(|u| unit_name(rules, u));
        let unit = unit.as_deref().unwrap_or("the unit");
        let power = self.power.map_or("the power", |p| power_name(rules, p));
        let (asked, have) = self.numbers.unwrap_or_default();
        text.replace("{space}", space)
            .replace("{unit}", unit)
            .replace("{power}", power)
            .replace("{money}", &rules.economy.currency)
            .replace("{asked}", &asked.to_string())
            .replace("{have}", &have.to_string())
    }
}
