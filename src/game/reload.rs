//! A running game under rules that have changed since. A game is its seed and its orders, so it is
//! played again from the first order under the new rules: then it can still be saved, replayed and
//! taken back as if they had always held. It fits when every order is still carried out.

use super::open::Opened;
use super::session::Session;
use sandtable_diag::{Problem, Problems};
use sandtable_rules::Rules;

/// What is different about a pack that was read again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changed {
    /// Nothing.
    Nothing,
    /// Its rulebook, which explains and decides nothing.
    Words,
    /// What it decides.
    Rules,
}

/// Compares a pack with itself as it is now.
pub fn changed(before: &Opened, now: &Opened) -> Changed {
    let statements = |opened: &Opened| opened.info.rulebook.as_ref().map(|b| b.statements.clone());
    if before.rules.digest != now.rules.digest {
        Changed::Rules
    } else if statements(before) != statements(now) {
        Changed::Words
    } else {
        Changed::Nothing
    }
}

/// Plays a game again under other rules.
///
/// # Errors
/// The first order that is no longer carried out, and why. The game itself is as it was.
pub fn replay_under(session: &Session, opened: &Opened) -> Result<Session, Problems> {
    let misfit = |help: String| {
        let problem = Problem::error(
            "reload/misfit",
            "the game does not fit the rules as they are now",
        );
        problem.help(format!("{help}; it goes on under the rules it had"))
    };
    let powers = |rules: &Rules| -> Vec<String> {
        let powers = rules.powers.powers.values();
        powers.map(|power| power.name.clone()).collect()
    };
    if powers(session.rules()) != powers(&opened.rules) {
        let why = "its powers are others now, so nobody's seat is sure";
        return Err(misfit(why.to_owned()).into());
    }
    let begun = opened.begin(session.seed());
    let (mut again, _) =
        begun.map_err(|problem| misfit(format!("it cannot begin: {}", problem.message)))?;
    for (nth, entry) in session.log().entries().iter().enumerate() {
        let by = &session.rules().powers[entry.by].name;
        let nth = nth + 1;
        let asked = again.pending().map(|d| d.power);
        if entry.deed.answers() && asked != Some(entry.by) {
            let asked = match asked {
                Some(power) => format!("{} is asked", opened.rules.powers[power].name),
                None => "the game is over".to_owned(),
            };
            let why = format!(
                "its order {nth}, `{}`, was {by}'s, and now {asked}",
                entry.text
            );
            return Err(misfit(why).into());
        }
        if let Some(problems) =
            (again.again(&format!("order {nth}"), entry.deed, &entry.text)).problems
        {
            return Err(problems.with(misfit(format!(
                "its order {nth}, by {by}, was carried out before and is refused now"
            ))));
        }
    }
    Ok(again)
}
