//! Orders as typed to orders as the kernel knows them: names to ids, counts to units, the way
//! found where none is given. Everything that cannot be done is a diagnostic with its place.

use super::choose::Pool;
use super::clause::Clause;
use super::names::Names;
use super::node::{Name, Node, Rule};
use super::route;
use super::stack::{Many, Stack, many, number};
use sandtable_diag::{Loc, Problem};
use sandtable_kernel::{
    Code, Cx, Decision, DecisionKind, Intent, Judged, Order, Refusal, UnitIx, judge, tally,
};
use sandtable_rules::{
    PowerId, Rules, SiteKind, SpaceId, UnitTypeId, cited, counts, space_name, unit_name,
};
use std::cell::RefCell;

/// What is needed to understand an order in one position. Whatever it judges, it judges once.
pub struct Reader<'a> {
    /// The game.
    pub cx: Cx<'a>,
    /// Its names.
    pub names: &'a Names,
    /// What the game waits for.
    pub decision: Option<&'a Decision>,
    manner: Manner,
    judged: RefCell<Vec<(Order, Result<Judged, Refusal>)>>,
}

/// How an order is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// As people type: of ships that are alike but for their load, those that carry something sail first.
    Typed,
    /// In the full form of logs and transcripts, which says what is aboard.
    Full,
}

/// A refusal as a problem with no place.
pub fn refused_plainly(rules: &Rules, refusal: &Refusal) -> Problem {
    Problem::error(refusal.code.name(), refusal.sentence(rules))
}

/// A refusal as a diagnostic.
pub fn refused(rules: &Rules, refusal: &Refusal, loc: Loc) -> Problem {
    let sentence = refusal.sentence(rules);
    let (sentence, own) = cited(&sentence);
    let problem = Problem::error(refusal.code.name(), sentence).at(loc, "refused");
    let Refusal {
        unit,
        power,
        special,
        ..
    } = *refusal;
    // A rule that gives its own reason names what it enforces itself.
    if refusal.reason.is_some() && (special.is_none() || !own.is_empty()) {
        return problem.cite(own);
    }
    problem.cite(rules.cites.of(refusal.code.name(), unit, power, special))
}

impl<'a> Reader<'a> {
    /// A reader for what the game waits for.
    pub fn new(cx: Cx<'a>, names: &'a Names, decision: Option<&'a Decision>) -> Self {
        Self {
            cx,
            names,
            decision,
            manner: Manner::Full,
            judged: RefCell::default(),
        }
    }

    /// The same reader, with what it has judged, for what is said in another manner.
    #[must_use]
    pub fn taking(&self, manner: Manner) -> Self {
        Self {
            manner,
            judged: self.judged.clone(),
            ..*self
        }
    }

    /// Whether what carries something, or has just come aboard, is taken first from a pool.
    pub(super) fn laden_first(&self, pool: Pool<'_>) -> bool {
        self.manner == Manner::Typed && matches!(pool, Pool::Own(..) | Pool::Aboard(..))
    }

    /// Judges an order.
    ///
    /// # Errors
    /// Why it may not be given.
    pub(crate) fn judge(&self, order: &Order) -> Result<Judged, Refusal> {
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

    /// The orders a clause stands for; all but `place` and `declare` stand for one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn orders(&self, clause: &Clause) -> Result<Vec<Order>, Problem> {
        let who = self.speaker(clause)?;
        let (said, loc) = (&clause.said, clause.loc);
        if self.decision.is_some_and(|d| !due(clause.verb, &d.kind)) {
            return Err(self.not_now(loc));
        }
        let order = match clause.verb {
            "place" => return self.place(who, said),
            "load" => return self.load(who, said),
            "declare" => {
                let on = |name| self.names.powers.find(name).map(Order::Declare);
                return said.all(Rule::thing).map(|name| on(name)).collect();
            }
            "buy" => self.buy(said)?,
            "repair" => self.repair(said)?,
            "upgrade" => self.upgrade(said)?,
            "move" => self.movement(who, said, loc)?,
            "land" => self.unload(who, said)?,
            "bomb" => self.raid(who, said, loc)?,
            "fight" => self.fight(said)?,
            "aim" => self.aim(said, loc)?,
            "retreat" => self.retreat(said, loc)?,
            "press" => Order::Press,
            "divert" => self.divert(said, loc)?,
            "none" => self.none(loc)?,
            "yes" | "no" => self.yes_or_no(clause.verb, loc)?,
            "answer" | "special" => self.answer(said, loc)?,
            "scramble" => self.scramble(said, loc)?,
            "end" => Order::EndPhase,
            // Losses, and what else a battle asks of some units.
            verb => self.pick(verb, said, loc)?,
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

    /// A refusal of an order as a diagnostic; one that is out of turn says what the game waits for, and a
    /// move that would be allowed as an attack says how it becomes one.
    pub fn refusal(&self, order: &Order, refusal: &Refusal, loc: Loc) -> Problem {
        if refusal.code == Code::NotNow {
            return self.not_now(loc);
        }
        let problem = refused(self.cx.rules, refusal, loc);
        if let (Order::Casualties(_), Some(due)) = (order, self.decision) {
            return problem.help(self.to_be_lost(&due.kind));
        }
        let Order::Move { units, path, .. } = order else {
            return problem;
        };
        let attack = Order::Move {
            units: units.clone(),
            path: path.clone(),
            intent: Intent::Attack,
        };
        match self.judge(&attack) {
            Ok(_) => {
                problem.help("`attacking` behind the order fights what could be left alone there")
            }
            Err(_) => problem,
        }
    }

    /// The decision the game waits for is about something else: it says what, and whose it is.
    pub(super) fn not_now(&self, loc: Loc) -> Problem {
        let mut problem = refused(self.cx.rules, &Code::NotNow.refuse(), loc);
        if let Some(Decision { power, kind }) = self.decision {
            let power = &self.cx.rules.powers[*power].name;
            let what = match kind {
                DecisionKind::Phase(_) => {
                    self.cx.rules.turn.phases[self.cx.state.phase].name.as_str()
                }
                kind => kind.name(),
            };
            problem.message = format!("the game waits for something else, from {power}: {what}");
        }
        problem
    }

    fn buy(&self, said: &Node) -> Result<Order, Problem> {
        let stacks = self.names.stacks(said)?;
        let units = stacks.iter().map(|stack| {
            new(stack)?;
            Ok((stack.kind, stack.count()?))
        });
        units.collect::<Result<_, _>>().map(Order::Buy)
    }

    fn place(&self, who: PowerId, said: &Node) -> Result<Vec<Order>, Problem> {
        let space = self.names.spaces.find(said.need(Rule::space)?)?;
        if let Some(deck) = said.find(Rule::stack) {
            self.only_decks(who, deck, space)?;
        }
        let stacks = self.stacks_or(said, || self.placeable(space))?;
        let one = |stack: Stack| {
            new(&stack)?;
            let kind = stack.kind;
            let count = match stack.many {
                Many::Count(n) => n,
                // More than fit this number are never bought.
                Many::All => self.cx.state.waiting(kind).max(1) as u16,
            };
            Ok(Order::Place { kind, count, space })
        };
        stacks.into_iter().map(one).collect()
    }

    /// New aircraft take the first deck with room: a ship may be named where no other could be meant.
    fn only_decks(&self, who: PowerId, said: &Node, zone: SpaceId) -> Result<(), Problem> {
        let stack = self.names.stack(said)?;
        self.choice(&stack, Pool::Any(who, zone))?;
        let (state, decks) = (self.cx.state, self.cx.rules.units.decks);
        let mut own = state
            .units_in(zone)
            .filter(|(_, u)| u.owner == who && decks.has(u.kind));
        if own.all(|(ix, unit)| stack.fits(state, ix, unit)) {
            return Ok(());
        }
        let message = "new aircraft take the first deck with room, not always this one";
        let problem = Problem::error("order/syntax", message).at(stack.loc, "");
        Err(problem.help("leave `on …` out: `place 1 TYPE in SPACE`"))
    }

    /// The facility of a type in a space.
    pub(super) fn facility(
        &self,
        id: UnitTypeId,
        space: SpaceId,
        loc: Loc,
    ) -> Result<UnitIx, Problem> {
        let found = self.cx.state.units_in(space).find(|(_, u)| u.kind == id);
        found.map(|(ix, _)| ix).ok_or_else(|| {
            let rules = self.cx.rules;
            let (what, place) = (unit_name(rules, id), space_name(rules, space));
            let message = format!("there is no {what} in {place}");
            let units = self.cx.state.units_in(space).map(|(_, u)| u.kind);
            let there = tally(units.filter(|kind| rules.units.facilities.has(*kind)));
            let help = match there.is_empty() {
                true => "there is no facility at all".to_owned(),
                false => format!("facilities there: {}", counts(rules, &there)),
            };
            Problem::error("order/too-few", message)
                .at(loc, "")
                .help(help)
        })
    }

    /// A facility, `2 TYPE in SPACE` or `SPACE TYPE 2`, and the number.
    fn site(&self, said: &Node) -> Result<(UnitIx, Option<Many>), Problem> {
        if let Some(stack) = said.find(Rule::stack) {
            let space = self.names.spaces.find(said.need(Rule::space)?)?;
            let many = stack
                .find(Rule::amount)
                .map(|n| many(Some(n)))
                .transpose()?;
            let stack = self.names.stack(stack)?;
            new(&stack)?;
            return Ok((self.facility(stack.kind, space, stack.loc)?, many));
        }
        let words = said.need(Rule::words)?.names(Rule::word);
        let (points, named) = match words.split_last() {
            Some((last, named)) if last.text.parse::<i64>().is_ok() => (Some(last), named),
            _ => (None, &words[..]),
        };
        let points = points.map(|n| number(&n.text, n.loc, 1, 255)).transpose()?;
        let (space, kind) = Names::pair(&self.names.spaces, &self.names.units, named)?;
        let points = points.map(|n| Many::Count(n as u16));
        Ok((self.facility(kind, space, said.loc)?, points))
    }

    fn repair(&self, said: &Node) -> Result<Order, Problem> {
        let (facility, points) = self.site(said)?;
        let points = match points {
            Some(Many::Count(n)) => u8::try_from(n).unwrap_or(u8::MAX),
            Some(Many::All) | None => self.cx.state.unit(facility).damage,
        };
        Ok(Order::Repair { facility, points })
    }

    fn upgrade(&self, said: &Node) -> Result<Order, Problem> {
        match self.site(said)? {
            (facility, None | Some(Many::Count(1))) => Ok(Order::Upgrade(facility)),
            _ => {
                let message = "an upgrade is of one facility";
                Err(Problem::error("order/count", message).at(said.loc, ""))
            }
        }
    }

    /// A space behind `from` or `to`.
    pub(super) fn leg(&self, said: &Node, rule: Rule, loc: Loc) -> Result<SpaceId, Problem> {
        match said.only(rule)? {
            Some(leg) => self.names.spaces.find(leg.need(Rule::space)?),
            None => Err(unsaid(if rule == Rule::from { "from" } else { "to" }, loc)),
        }
    }

    /// A space that may be named by what it borders: of several that a name fits the one beside `from`.
    pub(super) fn near(&self, name: &Name, from: SpaceId) -> Result<SpaceId, Problem> {
        let board = &self.cx.rules.board;
        let spaces = &self.names.spaces;
        spaces.find_where(name, |space| board.adjacent(from, space))
    }

    fn movement(&self, who: PowerId, said: &Node, loc: Loc) -> Result<Order, Problem> {
        let (from, to) = match (said.only(Rule::from)?, said.only(Rule::to)?) {
            // `from ALPHA BETA` is clear enough when a person types it.
            (Some(both), None) => self.both_ends(who, said, both.need(Rule::space)?, loc)?,
            (_, to) => {
                let from = self.leg(said, Rule::from, loc)?;
                let to = match to {
                    Some(to) => self.near(to.need(Rule::space)?, from)?,
                    None => self.leg(said, Rule::to, loc)?,
                };
                (from, to)
            }
        };
        let intent = match said.find(Rule::attacking) {
            Some(_) => Intent::Attack,
            None => Intent::Pass,
        };
        self.travel(who, said, (from, to, intent), |units, path| Order::Move {
            units,
            path,
            intent,
        })
    }

    fn both_ends(
        &self,
        who: PowerId,
        said: &Node,
        both: &Node,
        loc: Loc,
    ) -> Result<(SpaceId, SpaceId), Problem> {
        let spaces = &self.names.spaces;
        let words = both.text.split_whitespace().map(|w| Name {
            text: w.to_owned(),
            loc: both.loc,
        });
        Names::pair(spaces, spaces, &words.collect::<Vec<_>>()).or_else(|_| {
            let from = spaces.find(both)?;
            Ok((from, self.only_end(who, said, from, loc)?))
        })
    }

    /// An order of units that go somewhere: on the way as given, or straight on; if the rules want
    /// another one, on the shortest.
    fn travel(
        &self,
        who: PowerId,
        said: &Node,
        (from, to, intent): (SpaceId, SpaceId, Intent),
        make: impl Fn(Vec<UnitIx>, Vec<SpaceId>) -> Order,
    ) -> Result<Order, Problem> {
        let via = said.all(Rule::via).flat_map(|v| v.all(Rule::space));
        let via = via
            .map(|n| self.names.spaces.find(n))
            .collect::<Result<Vec<_>, _>>()?;
        let stacks = self.stacks_or(said, || self.going(who, from, to))?;
        self.settle(&stacks, Pool::Own(who, from), |units| {
            let order = |path| make(units.to_vec(), path);
            match route::given(self.cx, from, &via, to).map(order) {
                Some(order) if self.judge(&order).is_ok() => order,
                given => route::find(self.cx, units, from, &via, to, intent)
                    .map(order)
                    .or(given)
                    .unwrap_or_else(|| order(vec![from, to])),
            }
        })
    }

    fn raid(&self, who: PowerId, said: &Node, loc: Loc) -> Result<Order, Problem> {
        let to = self.names.spaces.find(said.need(Rule::space)?)?;
        let target = self.names.stack(said.need(Rule::stack)?)?;
        let target = self.facility(target.kind, to, target.loc)?;
        let from = self.leg(said, Rule::from, loc)?;
        self.travel(who, said, (from, to, Intent::Attack), |units, path| {
            Order::Raid {
                units,
                path,
                target,
            }
        })
    }

    fn fight(&self, said: &Node) -> Result<Order, Problem> {
        if said.find(Rule::space).is_none() {
            let next = self.decision.and_then(|due| match &due.kind {
                DecisionKind::Fight { sites } => sites.first(),
                _ => None,
            });
            let (space, kind) = next
                .map(|s| (s.space, s.kind))
                .ok_or_else(|| self.not_now(said.loc))?;
            return Ok(Order::Fight { space, kind });
        }
        let space = self.names.spaces.find(said.need(Rule::space)?)?;
        let kind = match said.find(Rule::raid) {
            Some(_) => SiteKind::Raid,
            None if self.cx.rules.board.is_sea(space) => SiteKind::Sea,
            None => SiteKind::Land,
        };
        Ok(Order::Fight { space, kind })
    }
}

/// What is wrong with an order that does not say where from, or where to.
pub(super) fn unsaid(word: &str, loc: Loc) -> Problem {
    let message = format!("the order does not say `{word}` which space");
    Problem::error("order/syntax", message).at(loc, format!("`{word} SPACE` is missing"))
}

/// Whether an order of this kind can answer at all: without that, nothing it names is looked at.
fn due(verb: &str, kind: &DecisionKind) -> bool {
    match verb {
        "buy" | "repair" | "upgrade" => kind.name() == "purchase",
        "move" | "load" | "land" | "bomb" => {
            ["combat-move", "noncombat-move"].contains(&kind.name())
        }
        "place" => kind.name() == "mobilize",
        "declare" => matches!(kind, DecisionKind::Phase(_)),
        _ => true,
    }
}

/// Units that are not on the board yet have a type and a number, nothing else.
fn new(stack: &Stack) -> Result<(), Problem> {
    if stack.is_bare() {
        return Ok(());
    }
    let message = "new units and facilities are named by type and number alone";
    Err(Problem::error("order/syntax", message).at(stack.loc, ""))
}
