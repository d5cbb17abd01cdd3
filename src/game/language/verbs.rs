//! The words that begin an order: what each does, its short forms, the grammar rule for what may
//! follow and how that reads in help. One table for the parser, `help`, completion and `docs`.

use sandtable_grammar::orders::Rule;
use sandtable_kernel::PICKS;
use std::sync::LazyLock;

/// A word that begins an order.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    /// The word.
    pub word: &'static str,
    /// Other words and short forms for the same.
    pub short: &'static [&'static str],
    /// What may follow, as help shows it.
    pub usage: &'static str,
    /// What it does.
    pub about: &'static str,
    pub(super) rule: Rule,
}

macro_rules! verbs {
    ($($word:literal [$($short:literal),*] $rule:ident, $usage:literal, $about:literal;)*) => {
        &[$(Verb { word: $word, short: &[$($short),*], usage: $usage, about: $about, rule: Rule::$rule },)*]
    };
}

/// Every word that begins an order. A unique beginning of a word counts as the word.
pub static VERBS: LazyLock<Vec<Verb>> = LazyLock::new(|| {
    let picks = PICKS.iter().map(|pick| Verb {
        word: pick.word,
        short: &[],
        usage: "2 TYPE | none",
        about: pick.about,
        rule: Rule::units,
    });
    FIXED.iter().copied().chain(picks).collect()
});

/// The words of orders that are not about the units of a step of battle.
const FIXED: &[Verb] = verbs! {
    "buy" ["b"] buy, "3 TYPE, 1 TYPE", "buys units; they are placed when units are mobilized";
    "repair" [] repair, "2 TYPE in SPACE", "removes points of damage from a facility, all of it without a number";
    "upgrade" [] repair, "TYPE in SPACE", "has a facility made into the next larger one; what is damaged is repaired first, in the same purchase";
    "declare" ["dow"] declare, "war on POWER", "declares war";
    "move" ["m", "mv"] move_order, "2 TYPE, 1 TYPE | all from SPACE [via SPACE, SPACE] [to SPACE] [attacking]", "moves units together, what they carry with them; `all` moves all that can go there, `attacking` fights even what could be left alone; `to` may be left out where there is one way to go";
    "load" [] load_order, "4 TYPE | all from SPACE on 2 TYPE in SPACE", "brings units aboard a ship, or shares them out among several";
    "land" ["unload"] unload, "1 TYPE | all from SPACE on SPACE", "brings units ashore";
    "bomb" ["raid"] bomb, "FACILITY in SPACE with 2 TYPE from SPACE [via SPACE]", "flies a raid on a facility";
    "fight" ["f"] fight, "[[raid in] SPACE]", "fights this battle next, or the first that may be";
    "casualties" ["c", "lose"] units, "1 TYPE, 1 TYPE of POWER", "takes these losses; what takes several hits may be named once for each";
    "retreat" [] retreat, "[to SPACE]", "breaks the battle off; to the battle's own space where only aircraft leave";
    "press" ["attack"] bare, "", "fights on";
    "aim" [] aim, "1 TYPE at FACILITY, 2 at FACILITY | none", "divides raiders among facilities; those not named keep theirs";
    "divert" [] divert, "to SPACE", "lands an aircraft that lost its place; where it is: it is lost";
    "place" ["p"] place, "3 TYPE in SPACE | 1 TYPE on TYPE in SPACE | all in SPACE", "places units that were bought; aircraft at sea come down on a deck there";
    "answer" ["a"] answer, "CHOICE, CHOICE | none", "answers an offer with choices, or with their numbers in the list; a choice that says a number stands in quotes";
    "yes" ["y"] bare, "", "accepts an offer, or losses that an ally has chosen";
    "no" ["n"] bare, "", "turns it down";
    "none" ["nothing"] bare, "", "answers with none of what a question is about";
    "scramble" [] scramble, "2 TYPE of POWER from SPACE to SPACE | none", "answers an offer to send units up";
    "special" [] special, "NAME 2 at TYPE in SPACE", "answers the offer of a special rule";
    "end" ["e", "done"] end, "[phase]", "ends the phase";
};

/// The verb that a word stands for; where it is none, those that it begins.
pub(super) fn find(word: &str) -> Result<&'static Verb, Vec<&'static str>> {
    let word = word.to_lowercase();
    let is = |v: &&Verb| v.word == word || v.short.contains(&word.as_str());
    if let Some(verb) = VERBS.iter().find(is) {
        return Ok(verb);
    }
    let starts = |v: &&Verb| {
        v.word.starts_with(&word) || v.short.iter().any(|s| s.len() > 2 && s.starts_with(&word))
    };
    let fits: Vec<&'static Verb> = VERBS.iter().filter(starts).collect();
    if let [verb] = fits[..] {
        return Ok(verb);
    }
    let shown = |v: &Verb| {
        let mut words = std::iter::once(v.word).chain(v.short.iter().copied());
        words.find(|w| w.starts_with(&word))
    };
    Err(fits.into_iter().filter_map(shown).collect())
}

/// Every first word, short forms included: for suggestions.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    VERBS.iter().flat_map(|v| {
        std::iter::once(v.word).chain(v.short.iter().copied().filter(|s| s.len() > 2))
    })
}
