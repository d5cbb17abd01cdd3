//! One game by rounds: how the sides stood at the end of each, the battles they fought in it and their luck.

use schemars::JsonSchema;
use serde::Serialize;

use super::dice::by_side;
use super::game::standings;
use sandtable_game::Session;
use sandtable_kernel::{Event, State};
use sandtable_rules::{Id, Rules};

/// A side in a round.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Figures {
    /// The round.
    pub round: u16,
    /// The side.
    pub side: String,
    /// What its territories are worth at the end of the round, in IPC a turn.
    pub income: u32,
    /// How many units it has then.
    pub units: usize,
    /// What they cost together, in IPC.
    pub worth: u32,
    /// The battles that it began in the round.
    pub battles: u32,
    /// Hits that it scored beyond what was to be expected.
    pub luck: f64,
}

impl Figures {
    /// Every side in every round of a game, from what is kept of it; the last round as it stands.
    pub fn all(session: &Session) -> Vec<Self> {
        let (rules, story) = (session.rules(), session.story().chapters());
        let begun = story.first().and_then(|chapter| chapter.stood.as_ref());
        let mut chronicle = Chronicle::new(rules, begun.unwrap_or(session.state()));
        for chapter in story.iter().skip(1) {
            chapter.events.iter().for_each(|e| chronicle.hear(e));
            chapter.stood.iter().for_each(|s| chronicle.close(s));
        }
        chronicle.close(session.state());
        chronicle.figures
    }
}

/// A game as it is gone through.
struct Chronicle<'r> {
    rules: &'r Rules,
    figures: Vec<Figures>,
    attacker: Option<usize>,
    battles: Vec<u32>,
    luck: Vec<f64>,
    round: u16,
}

impl<'r> Chronicle<'r> {
    /// A game that has just begun.
    fn new(rules: &'r Rules, state: &State) -> Self {
        let sides = rules.powers.sides.len();
        Self {
            rules,
            figures: Vec::new(),
            attacker: rules.powers[state.active(rules)].side.map(Id::index),
            battles: vec![0; sides],
            luck: vec![0.0; sides],
            round: state.round,
        }
    }

    /// Notes what happened.
    fn hear(&mut self, event: &Event) {
        match event {
            Event::Turn { power } => self.attacker = self.rules.powers[*power].side.map(Id::index),
            Event::BattleBegan(_) => {
                if let Some(side) = self.attacker {
                    self.battles[side] += 1;
                }
            }
            event => by_side(self.rules, &mut self.luck, event),
        }
    }

    /// Ends a round with the game as it stands.
    fn close(&mut self, state: &State) {
        let of = standings(self.rules, state);
        for (nth, side) in self.rules.powers.sides.values().enumerate() {
            let own = state
                .all()
                .filter(|(_, unit)| self.rules.powers[unit.owner].side.map(Id::index) == Some(nth));
            self.figures.push(Figures {
                round: self.round,
                side: side.clone(),
                income: of[nth].income,
                units: own.count(),
                worth: of[nth].worth,
                battles: std::mem::take(&mut self.battles[nth]),
                luck: std::mem::take(&mut self.luck[nth]),
            });
        }
        self.round = state.round;
    }
}
