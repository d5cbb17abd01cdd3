//! What the command takes.

use crate::choices::ChoiceArgs;
use std::path::PathBuf;

/// The arguments.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A pack: a folder, or the name of a bundled pack
    #[arg(required_unless_present = "from", conflicts_with = "from")]
    pub pack: Option<String>,
    /// The attackers, as in "3 UNITS, 1 damaged UNIT"
    #[arg(required_unless_present = "from")]
    pub attackers: Option<String>,
    /// The defenders
    #[arg(required_unless_present = "from")]
    pub defenders: Option<String>,
    #[command(flatten)]
    pub choices: ChoiceArgs,
    /// Which kind of battle; otherwise what the units say
    #[arg(long)]
    pub kind: Option<Kind>,
    /// Reckon a battle of this saved game …
    #[arg(long, value_name = "SAVE", requires = "at", conflicts_with_all = ["attacker", "defender"])]
    pub from: Option<PathBuf>,
    /// … in this space: what the power on turn has there against its enemies. Without a saved game, where
    /// a battle of these forces is, for scripts that ask
    #[arg(long, value_name = "SPACE")]
    pub at: Option<String>,
    #[command(flatten)]
    pub around: Around,
    #[command(flatten)]
    pub tactics: TacticsArgs,
    #[command(flatten)]
    pub method: MethodArgs,
    /// Look for the cheapest part of the attackers that wins with this chance (0.9 is 90 %). Where battles
    /// are fought for it, all of its interval must be as high
    #[arg(long, value_name = "CHANCE", conflicts_with_all = ["waves", "sea_attackers"])]
    pub needed: Option<f64>,
    /// Look for the part of the attackers that costs no more than this and wins with the best chance, and among
    /// those that are as good for the cheapest
    #[arg(long, value_name = "MONEY", conflicts_with_all = ["needed", "waves", "sea_attackers"],
        value_parser = clap::value_parser!(i64).range(1..))]
    pub price: Option<i64>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Draw what the battle costs as a histogram
    #[arg(short, long, value_name = "FILE.svg")]
    pub output: Option<PathBuf>,
    /// Write over a file that is no picture without asking
    #[arg(long)]
    pub force: bool,
}

/// What stands around a battle.
#[derive(clap::Args, Debug)]
pub(crate) struct Around {
    /// More attackers on land: those that come ashore
    #[arg(long, value_name = "UNITS")]
    pub seaborne: Option<String>,
    /// Ships that bombard for them
    #[arg(
        long,
        value_name = "UNITS",
        requires = "seaborne",
        conflicts_with = "sea_attackers"
    )]
    pub offshore: Option<String>,
    /// An assault: the attackers of the battle at sea before the landing
    #[arg(long, value_name = "UNITS", requires = "sea_defenders")]
    pub sea_attackers: Option<String>,
    /// The defenders of that battle at sea
    #[arg(long, value_name = "UNITS", requires = "sea_attackers")]
    pub sea_defenders: Option<String>,
    /// Aircraft that rise from ashore to defend at sea, where a special rule lets them
    #[arg(long, value_name = "UNITS")]
    pub scramble: Option<String>,
    /// Strikes of a special rule on attackers before the battle (at sea, if there is one): dice, the
    /// highest face that hits and the type that is struck, as in "2 at 3 on UNIT". May be given several times
    #[arg(long, value_name = "STRIKE")]
    pub strikes: Vec<String>,
    /// Another wave of attackers, against what the one before has left
    #[arg(long = "wave", value_name = "UNITS", conflicts_with = "sea_attackers")]
    pub waves: Vec<String>,
    /// Then the other side attacks those who have won the space, with these: whoever can stay there defends, on
    /// land no aircraft, at sea those that have decks
    #[arg(long, value_name = "UNITS", conflicts_with_all = ["needed", "price", "target"])]
    pub counter_attack: Option<String>,
    /// The facility that is raided, as in "UNIT(2)" with its damage. May be given several times: the
    /// raiders are divided evenly
    #[arg(long, value_name = "FACILITY")]
    pub target: Vec<String>,
    /// The power that attacks, for values that depend on it
    #[arg(long, value_name = "POWER")]
    pub attacker: Option<String>,
    /// The power that defends
    #[arg(long, value_name = "POWER")]
    pub defender: Option<String>,
}

/// How both sides decide.
#[derive(clap::Args, Debug)]
pub(crate) struct TacticsArgs {
    /// Who is lost first: `price` (the cheapest), `strength` (the weakest) or types in their order, those
    /// not named by price; with a number so many of a type come first, as in "5 UNIT, OTHER UNIT, UNIT",
    /// `damage` stands where hits are taken that nobody dies of, otherwise first, and `UNIT(damage)` or `2 UNIT(damage)`
    /// where those of a type are, as in "UNIT(damage), OTHER UNIT, THIRD UNIT(damage)". Besides, `keep-ground`
    /// keeps the last that takes territory (`keep-ground 2` the last two), and `keep-air` loses aircraft after all others, as in
    /// "price, keep-ground"
    #[arg(long, value_name = "ORDER", default_value = "price")]
    pub attacker_losses: String,
    /// The same for the defender
    #[arg(long, value_name = "ORDER", default_value = "price")]
    pub defender_losses: String,
    /// The attacker breaks off after this round
    #[arg(long, value_name = "ROUND", value_parser = clap::value_parser!(u16).range(1..))]
    pub retreat_after: Option<u16>,
    /// The attacker breaks off when its chance to hold the field alone, the defender beaten or gone, falls below this
    #[arg(long, value_name = "CHANCE")]
    pub retreat_below: Option<f64>,
    /// The attacker breaks off when only aircraft are left to it
    #[arg(long)]
    pub retreat_only_air: bool,
    /// The attacker breaks off when no more than so many units are left to it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub retreat_at_units: Option<u32>,
    /// The attacker breaks off when what is left to it costs no more than this
    #[arg(long, value_name = "MONEY", value_parser = clap::value_parser!(i64).range(1..))]
    pub retreat_at_value: Option<i64>,
    /// The attacker has nowhere to retreat to
    #[arg(long, conflicts_with_all = ["retreat_after", "retreat_below", "retreat_only_air", "retreat_at_units", "retreat_at_value"])]
    pub no_retreat: bool,
    /// Aircraft of this side that may have come from its decks in the battle can also land elsewhere; otherwise
    /// those that find no deck there when it is over count as lost. In a game the board says who can
    #[arg(long, value_name = "SIDE")]
    pub land_elsewhere: Vec<Who>,
    /// Units of this side that may submerge do
    #[arg(long)]
    pub submerge: Vec<Who>,
}

/// How to find the figures.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct MethodArgs {
    /// Only exactly; otherwise large battles are sampled
    #[arg(long, conflicts_with_all = ["runs", "precision"])]
    pub exact: bool,
    /// Fight so many battles instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    pub runs: Option<u64>,
    /// Where battles are fought: until the chance to win is known this well (0.005: half a percent)
    #[arg(long, value_name = "P")]
    pub precision: Option<f64>,
    /// The seed of their dice
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Kinds of battles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Kind {
    /// For a territory
    Land,
    /// In a sea zone
    Sea,
    /// A raid on a facility
    Raid,
    /// At sea first, then a landing
    Assault,
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Who {
    /// The attacker
    Attacker,
    /// The defender
    Defender,
}
