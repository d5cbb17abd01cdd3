//! The sampled reading: the same volleys, with one random word drawn for each group of equal targets
//! instead of a distribution. Volleys and states are worked out when they are first needed; after
//! that a battle allocates nothing.

pub(super) mod alias;
pub(super) mod duel;
pub(super) mod sampler;
pub(super) mod words;

use crate::kernel::law::end::{self, LONGEST};
use crate::odds::exact::Ending;
use crate::odds::field::index::{ABSENT, Index};
use crate::odds::field::program::Op;
use crate::odds::field::quiet::Quiet;
use crate::odds::field::side::StateId;
use crate::odds::field::{Field, Fired, Moment, NOBODY};
use crate::odds::force::at;
use crate::odds::sampled::words::Words;
use crate::rules::Role;

/// More states and volleys than this are not kept.
const MOST: usize = 1 << 20;

/// How far a battle has come.
struct Bout {
    round: u16,
    /// Whether anybody has fired in it.
    fired: bool,
}

/// Battles that were fought.
#[derive(Clone, Default, Debug)]
pub struct Fought {
    /// How they ended, and how many did so.
    pub endings: Vec<Ending>,
    /// Their rounds together.
    pub rounds: u64,
    /// How often each side broke off.
    pub fled: [u64; 2],
    places: Index,
}

impl Fought {
    fn end(&mut self, live: [StateId; 2]) {
        let key = u128::from(live[0]) << 32 | u128::from(live[1]);
        match self.places.get(key) {
            ABSENT => {
                self.places.put(key, self.endings.len() as u32);
                self.endings.push(Ending { live, chance: 1.0 });
            }
            place => self.endings[place as usize].chance += 1.0,
        }
    }
}

impl Field<'_> {
    /// Fights a battle from these states on.
    pub fn fight(
        &mut self,
        start: [StateId; 2],
        words: &mut Words,
        fought: &mut Fought,
    ) -> [StateId; 2] {
        self.make_drawable();
        let mut moment = self.moment(start);
        let mut bout = Bout {
            round: 0,
            fired: true,
        };
        let settled = self.program.settled();
        let mut over = self.steps((0, 0), &mut bout, &mut moment, words, fought)
            || end::is_last(self.setup.plan(), 0);
        while !over {
            moment.fired = self.nobody;
            let before = bout.round;
            if before >= settled && moment.live == moment.shown {
                moment = self.duels(moment, &mut bout.round, words);
            }
            let from = if bout.round > before {
                self.program.tail
            } else {
                0
            };
            if from == 0 {
                bout = Bout {
                    round: before + 1,
                    fired: false,
                };
            }
            over = self.steps((1, from), &mut bout, &mut moment, words, fought);
            over = over
                || end::is_last(self.setup.plan(), bout.round)
                || !bout.fired
                || self.harmless(bout.round, &moment);
        }
        fought.rounds += u64::from(bout.round);
        fought.end(moment.live);
        moment.live
    }

    /// Fights rounds that are no more than an exchange, as long as there are such.
    #[inline]
    fn duels(&mut self, moment: Moment, round: &mut u16, words: &mut Words) -> Moment {
        let mut live = moment.live;
        while *round < LONGEST
            && let Some(duel) = self.duel(live)
        {
            let before = live;
            for role in [Role::Defender, Role::Attacker]
                .into_iter()
                .filter(|role| duel[at(*role)] != NOBODY)
            {
                live[at(role)] = self.draw(role, before[at(role)], duel[at(role)] as usize, words);
            }
            *round += 1;
        }
        self.moment(live)
    }

    /// Goes through the steps of a round from one on; says whether the battle is over.
    fn steps(
        &mut self,
        (stage, from): (usize, usize),
        bout: &mut Bout,
        moment: &mut Moment,
        words: &mut Words,
        fought: &mut Fought,
    ) -> bool {
        let Bout { round, fired } = bout;
        let round = *round;
        let mut ix = from;
        loop {
            if self.beaten(moment) {
                return true;
            }
            if stage == 1 && ix >= self.program.tail {
                // Nobody fires any more in this round.
                moment.fired = self.nobody;
            }
            ix = self.onward(stage, ix, round, moment);
            let Some(op) = self.program.ops[stage].get(ix).copied() else {
                return false;
            };
            ix += 1;
            match op {
                Op::Fire(step) => {
                    if let Some(number) = self.fire(step, round, moment) {
                        *fired = true;
                        self.volley(step, number, moment, words);
                    }
                }
                Op::Exchange(first, second) => {
                    for (step, number) in
                        [first, second].map(|step| (step, self.fire(step, round, moment)))
                    {
                        if let Some(number) = number {
                            *fired = true;
                            let role = self.program.fires[step].role;
                            moment.fired[at(role)] = self.fired(number).fired;
                            moment.live[at(role.other())] = self.draw(
                                role.other(),
                                moment.live[at(role.other())],
                                number,
                                words,
                            );
                        }
                    }
                    moment.shown = moment.live;
                }
                Op::Quiet(step) => match self.quiet(step, round, moment) {
                    Quiet::Perished => *fired = true,
                    Quiet::Fled(role) => fought.fled[at(role)] += 1,
                    Quiet::Nothing | Quiet::Changed => {}
                },
            }
        }
    }

    fn volley(&mut self, step: usize, number: usize, moment: &mut Moment, words: &mut Words) {
        let hits = self.draw_hits(number, words);
        *moment = self.after(step, number, &hits, moment);
        self.drawn_hits = hits;
    }

    /// The state of a side after the dice of a volley.
    #[inline]
    fn draw(&mut self, role: Role, state: StateId, number: usize, words: &mut Words) -> StateId {
        let Fired {
            volleys: (first, len),
            crossing,
            ..
        } = self.fired(number);
        if crossing {
            return self.draw_crossing(role, state, number, words);
        }
        let side = &mut self.sides[at(role)];
        let mut state = state;
        for volley in &self.volleys[first as usize..][..len as usize] {
            state = side.hits(
                state,
                volley.aim,
                self.bins.draw(volley.alias, words.word()),
            );
        }
        state
    }

    #[inline(never)]
    fn draw_crossing(
        &mut self,
        role: Role,
        state: StateId,
        number: usize,
        words: &mut Words,
    ) -> StateId {
        let hits = self.draw_hits(number, words);
        let after = self.struck(role, state, number, &hits);
        self.drawn_hits = hits;
        after
    }

    /// Draws the hits of each group of a volley, into the list that is used again.
    fn draw_hits(&mut self, number: usize, words: &mut Words) -> Vec<u32> {
        let mut hits = std::mem::take(&mut self.drawn_hits);
        hits.clear();
        let volleys = self.volleys(number).iter();
        hits.extend(volleys.map(|v| self.bins.draw(v.alias, words.word())));
        hits
    }

    /// Whether so much is remembered that it should be forgotten.
    pub fn is_full(&self) -> bool {
        self.size() > MOST
    }
}
