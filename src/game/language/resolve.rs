//! Orders as typed to orders as the kernel knows them: names to ids, counts to units, the way
//! found where none is given. Everything that cannot be done is a diagnostic with its place.

use super::choose::{Finder, Many, Pool, many};
use super::clause::{Clause, Legs, Name, TypedOrder, TypedUnits};
use super::names::{Names, join};
use super::route;
use crate::diag::{Loc, Problem};
use crate::kernel::{Code, Cx, Decision, Intent, Judged, Order, Refusal, UnitIx, judge};
use crate::rules::{PowerId, Rules, SiteKind, SpaceId, cited};
use std::cell::RefCell;

/// What is needed to understand an order in one position. Whatever it judges, it judges once.
pub struct Reader<'a> {
    /// The game.
    pub cx: Cx<'a>,
    /// Its names.
    pub names: &'a Names,
    /// What the game waits for.
    pub decision: Option<&'a Decision>,
    judged: RefCell<Vec<(Order, Result<Judged, Refusal>)>>,
}

/// A refusal as a diagnostic.
pub fn refused(rules: &Rules, refusal: &Refusal, loc: Loc) -> Problem {
    let sentence = refusal.sentence(rules);
    let (sentence, own) = cited(&sentence);
    let problem = Problem::error(refusal.code.name(), sentence).at(loc, "refused");
    if own.is_empty() {
        problem.cite(
            rules
                .cites
                .of(refusal.code.name(), refusal.unit, refusal.power),
        )
    } else {
        problem.cite(own)
    }
}

impl<'a> Reader<'a> {
    /// A reader for what the game waits for.
    pub fn new(cx: Cx<'a>, names: &'a Names, decision: Option<&'a Decision>) -> Self {
        Self {
            cx,
            names,
            decision,
            judged: RefCell::default(),
        }
    }

    /// Judges an order.
    ///
    /// # Errors
    /// Why it may not be given.
    pub(in crate::game) fn judge(&self, order: &Order) -> Result<Judged, Refusal> {
        let decision = self.decision.ok_or(Code::GameOver.refuse())?;
        let known = self.judged.borrow();
        if let Some((_, verdict)) = known.iter().find(|(known, _)| known == order) {
            return verdict.clone();
        }
        drop(known);
        let verdict = judge(self.cx, decision, order);
        let entry = (order.clone(), verdict.clone());
        self.judged.borrow_mut().push(entry);
        verdict
    }

    /// The orders a clause stands for; all but `place` stand for one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn orders(&self, clause: &Clause) -> Result<Vec<Order>, Problem> {
        let speaker = self.speaker(clause)?;
        let order = match &clause.order {
            TypedOrder::Place(stacks, space) => return self.place(stacks, space),
            TypedOrder::Declare(powers) => {
                let on = |name| self.names.powers.find(name).map(Order::Declare);
                return powers.iter().map(on).collect();
            }
            TypedOrder::Buy(stacks) => self.buy(stacks)?,
            TypedOrder::Repair(stack, space) => {
                let points = match many(stack.amount.as_ref())? {
                    Many::Count(n) => Some(n),
                    Many::All => None,
                };
                self.repair(&stack.kind, space, points)?
            }
            TypedOrder::RepairWords(words) => self.repair_words(words)?,
            TypedOrder::Upgrade(stack, space) => {
                let space = self.names.spaces.find(space)?;
                Order::Upgrade(self.facility(&stack.kind, space)?)
            }
            TypedOrder::UpgradeWords(words) => {
                let (space, kind) = Names::pair(&self.names.spaces, &self.names.units, words)?;
                let name = Name {
                    text: self.cx.rules.units[kind].name.clone(),
                    loc: clause.loc,
                };
                Order::Upgrade(self.facility(&name, space)?)
            }
            TypedOrder::Move(stacks, legs, attack) => {
                self.movement(speaker, stacks, legs, *attack, clause.loc)?
            }
            TypedOrder::Load(stacks, from, ship, at) => {
                self.load(speaker, stacks, from, ship, at.as_ref())?
            }
            TypedOrder::Unload(stacks, from, to) => self.unload(speaker, stacks, from, to)?,
            TypedOrder::Bomb(target, space, stacks, legs) => {
                self.raid(speaker, target, space, stacks, legs, clause.loc)?
            }
            TypedOrder::Fight(space, raid) => self.fight(self.names.spaces.find(space)?, *raid),
            TypedOrder::Pick(pick, stacks) => self.pick(*pick, stacks, clause.loc)?,
            TypedOrder::Aim(aims) => self.aim(aims, clause.loc)?,
            TypedOrder::Retreat(to) => self.retreat(to.as_ref(), clause.loc)?,
            TypedOrder::Press => Order::Press,
            TypedOrder::Divert(stack, to) => self.divert(stack.as_ref(), to, clause.loc)?,
            TypedOrder::Answer(items) => self.answer(items, clause.loc)?,
            TypedOrder::Scramble(stacks, legs) => self.scramble(stacks, legs, clause.loc)?,
            TypedOrder::End => Order::EndPhase,
        };
        Ok(vec![order])
    }

    /// Who speaks; a power named in front must be the one whose turn to speak it is.
    fn speaker(&self, clause: &Clause) -> Result<PowerId, Problem> {
        let due = self.decision.map_or_else(|| self.cx.active(), |d| d.power);
        let Some(name) = &clause.speaker else {
            return Ok(due);
        };
        let named = self.names.powers.find(name)?;
        if named != due {
            let due = &self.cx.rules.powers[due].name;
            return Err(
                Problem::error("order/not-your-turn", format!("the game waits for {due}"))
                    .at(name.loc, "not the one to speak"),
            );
        }
        Ok(due)
    }

    /// A refusal as a diagnostic; what the game waits for comes with one that is out of turn.
    pub fn refusal(&self, refusal: &Refusal, loc: Loc) -> Problem {
        if refusal.code == Code::NotNow {
            self.not_now(loc)
        } else {
            refused(self.cx.rules, refusal, loc)
        }
    }

    /// The decision the game waits for is about something else.
    pub(super) fn not_now(&self, loc: Loc) -> Problem {
        let problem = refused(self.cx.rules, &Code::NotNow.refuse(), loc);
        match self.decision {
            Some(d) => {
                let power = &self.cx.rules.powers[d.power].name;
                problem.help(format!("it waits for {power}: {}", d.kind.name()))
            }
            None => problem,
        }
    }

    pub(super) fn finder(&self) -> Finder<'a> {
        Finder {
            cx: self.cx,
            names: self.names,
        }
    }

    fn passes(&self, order: &Order) -> bool {
        self.judge(order).is_ok()
    }

    /// Chooses units for stacks so that the order they make passes.
    pub(super) fn settle(
        &self,
        stacks: &[TypedUnits],
        pool: Pool<'_>,
        make: impl Fn(&[UnitIx]) -> Order,
    ) -> Result<Order, Problem> {
        let finder = self.finder();
        let choices = stacks
            .iter()
            .map(|s| finder.choice(s, pool))
            .collect::<Result<Vec<_>, _>>()?;
        finder
            .settle(&choices, make, |order| self.passes(order))
            .map_err(|short| {
                let stack = short
                    .first()
                    .and_then(|at| stacks.get(*at))
                    .or(stacks.last());
                let problem = Problem::error(
                    "order/too-few",
                    "the stacks together name more units than there are",
                );
                stack.map_or(problem.clone(), |s| problem.at(s.loc, ""))
            })
    }

    fn buy(&self, stacks: &[TypedUnits]) -> Result<Order, Problem> {
        let mut units = Vec::new();
        for stack in stacks {
            let Many::Count(count) = many(stack.amount.as_ref())? else {
                return Err(
                    Problem::error("order/count", "a purchase needs a number").at(stack.loc, "")
                );
            };
            new(stack)?;
            units.push((self.names.units.find(&stack.kind)?, count));
        }
        Ok(Order::Buy(units))
    }

    fn place(&self, stacks: &[TypedUnits], space: &Name) -> Result<Vec<Order>, Problem> {
        let space = self.names.spaces.find(space)?;
        let one = |stack: &TypedUnits| {
            new(stack)?;
            let kind = self.names.units.find(&stack.kind)?;
            let count = match many(stack.amount.as_ref())? {
                Many::Count(n) => n,
                Many::All => self
                    .cx
                    .state
                    .bought
                    .iter()
                    .filter(|b| b.kind == kind)
                    .map(|b| b.count)
                    .sum::<u16>()
                    .max(1),
            };
            Ok(Order::Place { kind, count, space })
        };
        stacks.iter().map(one).collect()
    }

    pub(super) fn facility(&self, kind: &Name, space: SpaceId) -> Result<UnitIx, Problem> {
        let id = self.names.units.find(kind)?;
        let found = self.cx.state.units_in(space).find(|(_, u)| u.kind == id);
        found.map(|(ix, _)| ix).ok_or_else(|| {
            let (what, place) = (
                &self.cx.rules.units[id].name,
                &self.cx.rules.board.spaces[space].name,
            );
            Problem::error("order/too-few", format!("there is no {what} in {place}"))
                .at(kind.loc, "")
        })
    }

    fn repair(&self, kind: &Name, space: &Name, points: Option<u16>) -> Result<Order, Problem> {
        let space = self.names.spaces.find(space)?;
        let facility = self.facility(kind, space)?;
        let points = points.map_or(self.cx.state.unit(facility).damage, |n| {
            u8::try_from(n).unwrap_or(u8::MAX)
        });
        Ok(Order::Repair { facility, points })
    }

    fn repair_words(&self, words: &[Name]) -> Result<Order, Problem> {
        let last = words
            .last()
            .filter(|w| w.text.chars().all(|c| c.is_ascii_digit() || c == '-'));
        let points = last
            .map(|w| super::choose::number(&w.text, w.loc, 1, 255))
            .transpose()?;
        let named = if last.is_some() {
            &words[..words.len() - 1]
        } else {
            words
        };
        let (space, kind) = Names::pair(&self.names.spaces, &self.names.units, named)?;
        let name = |text: &str| Name {
            text: text.to_owned(),
            loc: join(named).map_or(words[0].loc, |n| n.loc),
        };
        let facility = self.facility(&name(&self.cx.rules.units[kind].name), space)?;
        let points = points.map_or(self.cx.state.unit(facility).damage, |n| n as u8);
        Ok(Order::Repair { facility, points })
    }

    fn both_ends(&self, both: &Name, loc: Loc) -> Result<(SpaceId, SpaceId), Problem> {
        let words = both.text.split_whitespace().map(|w| Name {
            text: w.to_owned(),
            loc: both.loc,
        });
        let pair = Names::pair(
            &self.names.spaces,
            &self.names.spaces,
            &words.collect::<Vec<_>>(),
        );
        pair.or_else(|_| self.leg(None, "to", loc).map(|to| (to, to)))
    }

    fn leg(&self, name: Option<&Name>, word: &str, loc: Loc) -> Result<SpaceId, Problem> {
        match name {
            Some(name) => self.names.spaces.find(name),
            None => Err(Problem::error(
                "order/syntax",
                format!("the order does not say `{word}` which space"),
            )
            .at(loc, format!("`{word} SPACE` is missing"))),
        }
    }

    fn movement(
        &self,
        who: PowerId,
        stacks: &[TypedUnits],
        legs: &Legs,
        attack: bool,
        loc: Loc,
    ) -> Result<Order, Problem> {
        let (from, to) = match (&legs.from, &legs.to) {
            // `from ALPHA BETA` is clear enough when a person types it.
            (Some(both), None) => self.both_ends(both, loc)?,
            (from, to) => (
                self.leg(from.as_ref(), "from", loc)?,
                self.leg(to.as_ref(), "to", loc)?,
            ),
        };
        let intent = if attack { Intent::Attack } else { Intent::Pass };
        let ends = (from, to, intent);
        self.travel(Pool::Own(who, from), stacks, legs, ends, |units, path| {
            Order::Move {
                units,
                path,
                intent,
            }
        })
    }

    /// An order of units that go somewhere: on the way as given, or straight on; if the rules want
    /// another one, on the shortest.
    fn travel(
        &self,
        pool: Pool<'_>,
        stacks: &[TypedUnits],
        legs: &Legs,
        (from, to, intent): (SpaceId, SpaceId, Intent),
        make: impl Fn(Vec<UnitIx>, Vec<SpaceId>) -> Order,
    ) -> Result<Order, Problem> {
        let via = legs
            .via
            .iter()
            .map(|n| self.names.spaces.find(n))
            .collect::<Result<Vec<_>, _>>()?;
        self.settle(stacks, pool, |units| {
            let order = |path| make(units.to_vec(), path);
            match route::given(self.cx, from, &via, to).map(order) {
                Some(order) if self.passes(&order) => order,
                given => route::find(self.cx, units, from, &via, to, intent)
                    .map(order)
                    .or(given)
                    .unwrap_or_else(|| order(vec![from, to])),
            }
        })
    }

    fn raid(
        &self,
        who: PowerId,
        target: &TypedUnits,
        space: &Name,
        stacks: &[TypedUnits],
        legs: &Legs,
        loc: Loc,
    ) -> Result<Order, Problem> {
        let to = self.names.spaces.find(space)?;
        let target = self.facility(&target.kind, to)?;
        let from = self.leg(legs.from.as_ref(), "from", loc)?;
        let ends = (from, to, Intent::Attack);
        self.travel(Pool::Own(who, from), stacks, legs, ends, |units, path| {
            Order::Raid {
                units,
                path,
                target,
            }
        })
    }

    fn load(
        &self,
        who: PowerId,
        stacks: &[TypedUnits],
        from: &Name,
        ship: &TypedUnits,
        at: Option<&Name>,
    ) -> Result<Order, Problem> {
        let from = self.names.spaces.find(from)?;
        let zone = match at {
            Some(name) => self.names.spaces.find(name)?,
            None => self.only_zone(from, ship)?,
        };
        let finder = self.finder();
        let ships = finder.choice(ship, Pool::Any(who, zone))?;
        if many(ship.amount.as_ref())? != Many::Count(1) {
            return Err(Problem::error("order/count", "an order loads one ship").at(ship.loc, ""));
        }
        let mut best = None;
        for onto in ships.each(self.cx.state) {
            let order = self.settle(stacks, Pool::Own(who, from), |units| Order::Load {
                units: units.to_vec(),
                onto,
            })?;
            if self.passes(&order) {
                return Ok(order);
            }
            best = best.or(Some(order));
        }
        best.ok_or_else(|| self.not_now(ship.loc))
    }

    /// The zone a ship is loaded in when the order does not say: the only one at hand.
    fn only_zone(&self, from: SpaceId, ship: &TypedUnits) -> Result<SpaceId, Problem> {
        let board = &self.cx.rules.board;
        let zones: Vec<SpaceId> = board.spaces[from]
            .borders
            .iter()
            .copied()
            .filter(|s| board.is_sea(*s))
            .collect();
        match zones.as_slice() {
            [zone] => Ok(*zone),
            _ => Err(
                Problem::error("order/syntax", "the order does not say where the ship is")
                    .at(ship.loc, "`in SPACE` is missing"),
            ),
        }
    }

    fn unload(
        &self,
        who: PowerId,
        stacks: &[TypedUnits],
        from: &Name,
        to: &Name,
    ) -> Result<Order, Problem> {
        let from = self.names.spaces.find(from)?;
        let to = self.names.spaces.find(to)?;
        self.settle(stacks, Pool::Aboard(who, from), |units| Order::Unload {
            units: units.to_vec(),
            to,
        })
    }

    fn fight(&self, space: SpaceId, raid: bool) -> Order {
        let usual = if self.cx.rules.board.is_sea(space) {
            SiteKind::Sea
        } else {
            SiteKind::Land
        };
        Order::Fight {
            space,
            kind: if raid { SiteKind::Raid } else { usual },
        }
    }
}

/// Units that are not on the board yet have a type and a number, nothing else.
fn new(stack: &TypedUnits) -> Result<(), Problem> {
    if stack.quality.is_none()
        && stack.index.is_none()
        && stack.owner.is_none()
        && stack.load.is_none()
    {
        return Ok(());
    }
    Err(Problem::error(
        "order/syntax",
        "new units are named by type and number alone",
    )
    .at(stack.loc, ""))
}
