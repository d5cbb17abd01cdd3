//! Events as sentences: one line each, battle reports with their dice. Enough is in an event to
//! tell the story without a state.

use super::Paint;
use super::named::{named, worded};
use super::names::{self, count};
use sandtable_game::Note;
use sandtable_kernel::{Count, Event, IncomeLine, Salvo};
use sandtable_rules::{PowerId, Rules, SiteKind, SpaceId, Value, many};
use schemars::JsonSchema;
use serde_json::Value as Json;

/// What [`event_json`] makes of an event.
#[derive(JsonSchema)]
#[schemars(rename = "Event")]
#[expect(dead_code, reason = "only its schema is of use")]
pub struct EventFacts {
    #[serde(flatten)]
    event: Event,
    /// The sentence that people read.
    text: String,
}

/// An event as programs read it: its name, its facts, and the sentence people read.
pub fn event_json(rules: &Rules, event: &Event) -> Json {
    let mut value = named(rules, event);
    value["text"] = event_text(rules, event).into();
    value
}

/// The sentence of an event by itself, as programs read it.
pub fn event_text(rules: &Rules, event: &Event) -> String {
    describe_event(rules, event, Paint::Off).trim().to_owned()
}

/// One readable line for an event.
pub fn describe_event(rules: &Rules, event: &Event, paint: Paint) -> String {
    let mut facts = worded(rules, event, paint);
    facts["money"] = rules.economy.currency.as_str().into();
    for (name, words) in details(rules, event, paint) {
        facts[name] = words.into();
    }
    let line = fill(sentence(event), &facts);
    match event {
        Event::Round { .. } | Event::BattleBegan(_) | Event::Won { .. } => paint.bold(&line),
        _ => line,
    }
}

/// One readable line for what a person may not have noticed about a move.
pub fn describe_note(rules: &Rules, note: &Note) -> String {
    let counts = |units: &[Count]| names::counts(rules, units);
    match note {
        Note::Aboard(units) => format!("  aboard: {}", counts(units)),
        Note::LeftBehind(units) => format!("  aboard before, left behind: {}", counts(units)),
        Note::TookOff(units) => format!(
            "  in the air where the ship was, to be moved by themselves: {}",
            counts(units)
        ),
        Note::Stays(kind, load) => {
            let name = names::unit_name(rules, *kind);
            format!("  another {name} stays, carrying {}", counts(load))
        }
        Note::LeftAlone(units) => format!(
            "  left alone there: {}; `attacking` behind the move would fight",
            counts(units)
        ),
    }
}

/// The sentence of an event, with the names of its facts, and of [`details`], where they belong.
fn sentence(event: &Event) -> &'static str {
    match event {
        Event::Round { .. } => "Round {round}",
        Event::Turn { .. } => "{power}'s turn",
        Event::Phase { .. } => "Phase: {phase}",
        Event::Bought { .. } => "{power} buys {units} for {ipc} {money}",
        Event::Repaired { .. } => {
            "{power} repairs {points} damage of the {unit} in {space} for {ipc} {money}"
        }
        Event::Mended { .. } => "{power}'s {unit} in {space} is repaired",
        Event::Upgraded { .. } => "{power}'s facility in {space} is now a {unit}",
        Event::Declared { .. } => "{power} declares war on {on}",
        Event::Relation { .. } => "{who} are now {relation}",
        Event::Moved { path, .. } => match path.as_slice() {
            [] => "{power} moves {units}",
            [_] => "{power} moves {units} in {from}",
            [_, _] => "{power} moves {units} from {from} to {to}",
            _ => "{power} moves {units} from {from} to {to} via {via}",
        },
        Event::Loaded(_) => "{power} takes {units} aboard in {space}",
        Event::Unloaded(shift) if shift.from == shift.to => "{power} sets down {units} in {to}",
        Event::Unloaded(_) => "{power} lands {units} from {from} on {to}",
        Event::Raid { .. } => "{power} sends {units} to raid the {target} in {space}",
        Event::PassingShot { .. } => "{power} fires at passing ships in {space}: {roll}",
        Event::Captured { to, by, .. } => match to {
            Some(to) if to == by => "{power} takes {space} from {loser}",
            Some(_) => "{power} frees {space} from {loser} for {to}",
            None => "{power} drives {loser} out of {space}",
        },
        Event::Sided { with: Some(_), .. } => "{space} stands with {power} from now on",
        Event::Sided { with: None, .. } => "{space} stands with nobody any more",
        Event::Plundered { .. } => "{power} takes {ipc} {money} from the treasury of {from}",
        Event::Placed(_) => "{power} places {units} in {space}",
        Event::Refunded { .. } => {
            "{power} gets {ipc} {money} back for {units} that could not be placed"
        }
        Event::Income { account, .. } => match account.as_slice() {
            [] | [_] => "{power} collects {total} {money} and now has {treasury}",
            _ => "{power} collects {total} {money} ({lines}) and now has {treasury}",
        },
        Event::Rolled { chart: None, .. } => "{power} rolls {roll}",
        Event::Rolled { .. } => "{power} rolls on {chart}: dice {faces}",
        Event::Advanced { .. } => "{power} has {advance} now",
        Event::Treasury { ipc, .. } if *ipc < 0 => "{power} loses {amount} {money}",
        Event::Treasury { .. } => "{power} gets {amount} {money}",
        Event::Triggered { .. } => "“{trigger}” comes into force",
        Event::Offered { .. } => "{power} is asked: {question}",
        Event::Answered { answer, .. } if answer.is_empty() => "{power} answers: none",
        Event::Answered { .. } => "{power} answers: {answer}",
        Event::Appeared(_) => "{power} gets {units} in {space}",
        Event::Note { .. } => "{says}",
        Event::Edited { .. } => "The position is changed by hand: {edit}",
        Event::Won { victory: None, .. } => "The {side} have won",
        Event::Won { .. } => "The {side} have won: {victory}",
        Event::BattleBegan(site) => match (site.kind, site.assault) {
            (SiteKind::Raid, _) => "Raid on {space}",
            (SiteKind::Sea, false) => "Sea battle in {space}",
            (SiteKind::Sea, true) => "Sea battle before a landing, in {space}",
            (SiteKind::Land, false) => "Battle for {space}",
            (SiteKind::Land, true) => "Assault from the sea on {space}",
        },
        Event::BattleRound { .. } => "  {space}: round {round} of battle",
        Event::Fired { .. } => "  {role}, {step}: {volley}: {roll}",
        Event::Bombed { raiders, .. } => match raiders.as_slice() {
            [(_, 1)] => "  {units} drops bombs on the {target}: dice {faces}",
            _ => "  {units} drop bombs on the {target}: dice {faces}",
        },
        Event::Disputed { .. } => {
            "  {power} objects to the losses in {space}: {chooser} chooses them"
        }
        Event::Lost(_) => "  {power} {loss} in {space}",
        Event::Damaged { .. } => "  {power}'s {unit} in {space} takes {points} damage",
        Event::Submerged(_) => "  {power} submerges {units} in {space}",
        Event::Intercepted(_) => "  {power} sends up {units} over {space}",
        Event::Bombarding(_) => "  {power} bombards {space} with {units}",
        Event::Retreated { from, to, .. } if from == to => {
            "  {power}'s aircraft break off over {from}"
        }
        Event::Retreated { .. } => "  {power} retreats from {from} to {to}",
        Event::BattleEnded { kind, winner, .. } => match (kind, winner) {
            (SiteKind::Raid, Some(_)) => "  The raid on {space} is won by the {winner}",
            (SiteKind::Raid, None) => "  The raid on {space} ends without a winner",
            (_, Some(_)) => "  The battle of {space} is won by the {winner}",
            (_, None) => "  The battle of {space} ends without a winner",
        },
        Event::Scrambled(_) => "{power} scrambles {units} from {from} to {to}",
        Event::Landed { .. } => "{power}'s {unit} finds a place in {space}",
        Event::Crashed(_) => "{power} {loss} over {space}: no place to land",
    }
}

/// What sentences say that is no fact of the event as it stands.
fn details(rules: &Rules, event: &Event, paint: Paint) -> Vec<(&'static str, String)> {
    let space = |space: &SpaceId| names::space_name(rules, *space).to_owned();
    let power = |power: &PowerId| paint.power(rules, *power);
    match event {
        Event::Relation {
            powers: [a, b],
            relation,
        } => vec![
            ("who", format!("{} and {}", power(a), power(b))),
            ("relation", names::relation(*relation).to_owned()),
        ],
        Event::Moved { path, .. } => match path.as_slice() {
            [from, via @ .., to] => {
                let via: Vec<String> = via.iter().map(space).collect();
                vec![
                    ("from", space(from)),
                    ("to", space(to)),
                    ("via", via.join(", ")),
                ]
            }
            rest => rest.iter().map(|at| ("from", space(at))).collect(),
        },
        Event::Rolled { dice, hits, .. } => {
            vec![("roll", roll(&faces(dice), *hits)), ("faces", faces(dice))]
        }
        Event::PassingShot { dice, hits, .. } => vec![("roll", roll(&faces(dice), *hits))],
        Event::Captured { from, .. } => {
            let loser = from.as_ref().map_or_else(|| "nobody".to_owned(), power);
            vec![("loser", loser)]
        }
        Event::Income { account, .. } => {
            let total: i32 = account.iter().map(IncomeLine::amount).sum();
            let lines: Vec<String> = account.iter().map(|l| income(rules, l)).collect();
            vec![("total", total.to_string()), ("lines", lines.join(", "))]
        }
        Event::Treasury { ipc, .. } => vec![("amount", ipc.unsigned_abs().to_string())],
        Event::Fired {
            shots, dice, hits, ..
        } => vec![
            ("volley", volley(rules, shots)),
            ("roll", roll(&marked(shots, dice, *hits, paint), *hits)),
        ],
        Event::Bombed { dice, .. } => vec![("faces", faces(dice))],
        Event::Lost(group) | Event::Crashed(group) => {
            let loss = format!("loses {}", names::counts(rules, &group.units));
            vec![("loss", paint.bad(&loss))]
        }
        _ => Vec::new(),
    }
}

/// A sentence with its facts put in.
fn fill(sentence: &str, facts: &Json) -> String {
    let mut line = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        line.push_str(before);
        line.push_str(&words(&facts[name]));
        rest = after;
    }
    line + rest
}

fn words(fact: &Json) -> String {
    match fact {
        Json::Null => "?".to_owned(),
        Json::String(text) => text.clone(),
        Json::Array(all) => all.iter().map(words).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

fn volley(rules: &Rules, shots: &[Salvo]) -> String {
    let shot = |s: &Salvo| {
        let dice = match s.dice {
            n if n == s.shooters => String::new(),
            1 => ", 1 die".to_owned(),
            n => format!(", {n} dice"),
        };
        format!(
            "{}{dice} at {}",
            count(rules, s.kind, s.shooters),
            names::value(Value(s.value))
        )
    };
    names::joined_or(shots.iter().map(shot), ", ", "no shots")
}

pub fn income(rules: &Rules, line: &IncomeLine) -> String {
    let sentence = match line {
        IncomeLine::Territories { .. } => "{ipc} from territories",
        IncomeLine::Objective { .. } => "{ipc} for “{name}”",
        IncomeLine::Script { ipc, .. } if *ipc >= 0 => "+{ipc} {name}",
        IncomeLine::Script { .. } => "{ipc} {name}",
    };
    fill(sentence, &named(rules, line))
}

fn faces(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// The dice of a volley; for people those that hit stand in brackets, where every hit is that of a die.
fn marked(shots: &[Salvo], dice: &[u8], hits: u32, paint: Paint) -> String {
    let values = shots.iter().flat_map(|s| (0..s.dice).map(|_| s.value));
    let values: Vec<i32> = values.take(dice.len() + 1).collect();
    let hit = |(face, value): (&u8, &i32)| i32::from(*face) * 100 <= *value;
    let all = dice.iter().zip(&values).filter(|shot| hit(*shot)).count();
    if paint == Paint::Off || values.len() != dice.len() || all != hits as usize {
        return faces(dice);
    }
    let shown = dice
        .iter()
        .zip(&values)
        .map(|(face, value)| match hit((face, value)) {
            true => paint.bold(&format!("[{face}]")),
            false => face.to_string(),
        });
    shown.collect::<Vec<_>>().join(" ")
}

/// Dice and what came of them.
fn roll(faces: &str, hits: u32) -> String {
    let hits = match hits {
        0 => "no hit".to_owned(),
        n => many(n, "hit"),
    };
    if faces.is_empty() {
        hits
    } else {
        format!("dice {faces}, {hits}")
    }
}
