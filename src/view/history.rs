//! What happened in a game, line by line and turn by turn, as programs and pages read it: of which kind, where, with
//! which order.

use super::brief::{Begun, Toll, Turn, turns};
use super::event_text;
use super::named::spaces_of;
use sandtable_game::Session;
use sandtable_kernel::Event;
use sandtable_rules::{PhaseId, PowerId, Rules, SpaceId, power_name, space_name};
use schemars::JsonSchema;
use serde::Serialize;

/// What an event is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// A round, turn or phase begins.
    Turn,
    /// Buying and repairing.
    Purchase,
    /// Relations.
    Politics,
    /// Units go somewhere.
    Move,
    /// Fighting, and what comes of it.
    Battle,
    /// Units appear.
    Place,
    /// Money.
    Income,
    /// Anything else.
    Other,
}

impl Kind {
    fn of(event: &Event) -> Self {
        match event {
            Event::Round { .. } | Event::Turn { .. } | Event::Phase { .. } => Self::Turn,
            Event::Bought { .. }
            | Event::Repaired { .. }
            | Event::Upgraded { .. }
            | Event::Mended { .. }
            | Event::Refunded { .. } => Self::Purchase,
            Event::Declared { .. } | Event::Relation { .. } | Event::Sided { .. } => Self::Politics,
            Event::Moved { .. }
            | Event::Loaded(_)
            | Event::Unloaded(_)
            | Event::Raid { .. }
            | Event::Landed { .. } => Self::Move,
            Event::PassingShot { .. }
            | Event::Captured { .. }
            | Event::Plundered { .. }
            | Event::BattleBegan(_)
            | Event::BattleRound { .. }
            | Event::Fired { .. }
            | Event::Bombed { .. }
            | Event::Disputed { .. }
            | Event::Lost(_)
            | Event::Damaged { .. }
            | Event::Submerged(_)
            | Event::Intercepted(_)
            | Event::Scrambled(_)
            | Event::Bombarding(_)
            | Event::Retreated { .. }
            | Event::BattleEnded { .. }
            | Event::Crashed(_) => Self::Battle,
            Event::Placed(_) | Event::Appeared(_) => Self::Place,
            Event::Income { .. } | Event::Treasury { .. } => Self::Income,
            Event::Rolled { .. }
            | Event::Advanced { .. }
            | Event::Triggered { .. }
            | Event::Offered { .. }
            | Event::Answered { .. }
            | Event::Note { .. }
            | Event::Edited { .. }
            | Event::Won { .. } => Self::Other,
        }
    }
}

/// An event in a line.
#[derive(Serialize, JsonSchema)]
struct Line<'a> {
    /// The sentence that people read.
    text: String,
    kind: Kind,
    /// The spaces that it speaks of; of a way, from its beginning to its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spaces: Vec<&'a str>,
}

/// Whose turn and which phase it is, as events tell.
#[derive(Clone, Copy, Default)]
struct Clock {
    round: u16,
    power: Option<PowerId>,
    phase: Option<PhaseId>,
}

impl Clock {
    fn note(&mut self, event: &Event) {
        match event {
            Event::Round { round } => self.round = *round,
            Event::Turn { power } => self.power = Some(*power),
            Event::Phase { phase } => self.phase = Some(*phase),
            _ => {}
        }
    }
}

/// What was done once, and what happened with it.
#[derive(Serialize, JsonSchema)]
pub struct LogEntry<'a> {
    /// How many orders had been given then, with this one; 0 is the beginning of the game.
    at: usize,
    /// Who gave the order.
    by: Option<&'a str>,
    /// The order in its full form, or an edit; none of the beginning.
    order: Option<&'a str>,
    /// What that is: `order`, `edit`, `standing` or, what follows from a standing order, `stood`.
    deed: Option<&'static str>,
    /// The round in which it was given.
    round: u16,
    /// Whose turn it was.
    power: Option<&'a str>,
    phase: Option<&'a str>,
    lines: Vec<Line<'a>>,
}

impl<'a> LogEntry<'a> {
    /// What was done in a game after its first so many orders; `None`: everything, with the beginning.
    pub fn all(session: &'a Session, after: Option<usize>) -> Vec<Self> {
        let (rules, entries) = (session.rules(), session.log().entries());
        let mut clock = Clock::default();
        let mut all = Vec::new();
        for (at, chapter) in session.story().chapters().iter().enumerate() {
            let given = clock;
            chapter.events.iter().for_each(|event| clock.note(event));
            if after.is_some_and(|after| at <= after) {
                continue;
            }
            let entry = at.checked_sub(1).and_then(|nth| entries.get(nth));
            let then = if at == 0 { clock } else { given };
            let phase = |phase: PhaseId| rules.turn.phases[phase].name.as_str();
            let space = |space: SpaceId| space_name(rules, space);
            let line = |event: &Event| Line {
                text: event_text(rules, event),
                kind: Kind::of(event),
                spaces: spaces_of(event).into_iter().map(space).collect(),
            };
            all.push(Self {
                at,
                by: entry.map(|entry| power_name(rules, entry.by)),
                order: entry.map(|entry| entry.text.as_str()),
                deed: entry.map(|entry| entry.deed.word()),
                round: then.round,
                power: then.power.map(|power| power_name(rules, power)),
                phase: then.phase.map(phase),
                lines: chapter.events.iter().map(line).collect(),
            });
        }
        all
    }
}

/// A turn, or a part of one.
#[derive(Serialize, JsonSchema)]
pub struct TurnFacts<'a> {
    /// How many orders had been given when it began.
    at: usize,
    round: u16,
    power: Option<&'a str>,
    /// When its phases began.
    phases: Vec<PhaseTick<'a>>,
    /// What was bought, in words.
    bought: Vec<String>,
    battles: Vec<BattleTick<'a>>,
    /// Territories that changed hands, in words.
    taken: Vec<String>,
    /// What was collected.
    collected: Option<i32>,
    /// The treasury after that.
    treasury: Option<i32>,
    /// What was lost otherwise than in battle, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<String>,
    /// What is told in full.
    besides: Vec<String>,
}

/// A phase begins.
#[derive(Serialize, JsonSchema)]
struct PhaseTick<'a> {
    /// How many orders had been given then.
    at: usize,
    phase: &'a str,
}

/// A battle.
#[derive(Serialize, JsonSchema)]
struct BattleTick<'a> {
    /// How many orders had been given when it had begun.
    at: usize,
    space: &'a str,
    /// How it came out, in words.
    text: String,
}

impl<'a> TurnFacts<'a> {
    /// The turns of a game, from its beginning or after its first so many orders.
    pub fn all(session: &'a Session, after: Option<usize>) -> Vec<Self> {
        let (rules, chapters) = (session.rules(), session.story().chapters());
        let from = after.map_or(0, |after| after + 1).min(chapters.len());
        let (told, rest) = chapters.split_at(from);
        let mut clock = Clock::default();
        let before = told.iter().flat_map(|chapter| &chapter.events);
        before.for_each(|event| clock.note(event));
        // How many orders had been given at each event.
        let given = (from..).zip(rest);
        let given = given.flat_map(|(at, chapter)| chapter.events.iter().map(move |_| at));
        let given: Vec<usize> = given.collect();
        let mut round = clock.round;
        let events = rest.iter().flat_map(|chapter| &chapter.events);
        let turns = turns(rules, clock.power, events).into_iter();
        let told = turns.map(|(begun, turn)| {
            round = begun.round.unwrap_or(round);
            let at = begun.event.map_or(from.saturating_sub(1), |nth| given[nth]);
            Self::of(rules, (at, round), &given, begun, turn)
        });
        told.collect()
    }

    fn of(
        rules: &'a Rules,
        (at, round): (usize, u16),
        given: &[usize],
        begun: Begun,
        turn: Turn,
    ) -> Self {
        let phases = begun.phases.iter().map(|(nth, phase)| PhaseTick {
            at: given[*nth],
            phase: &rules.turn.phases[*phase].name,
        });
        let battles = turn.battles.iter().map(|battle| BattleTick {
            at: given[battle.event],
            space: space_name(rules, battle.site.space),
            text: battle.words(rules),
        });
        Self {
            at,
            round,
            power: turn.power.map(|power| power_name(rules, power)),
            phases: phases.collect(),
            battles: battles.collect(),
            taken: turn.changed().collect(),
            bought: turn.bought,
            collected: turn.income.map(|(sum, _)| sum),
            treasury: turn.income.map(|(_, treasury)| treasury),
            lost: (turn.lost != Toll::default()).then(|| turn.lost.words(rules)),
            besides: turn.besides,
        }
    }
}
