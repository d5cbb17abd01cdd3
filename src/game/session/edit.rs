//! Changing the position of a game by hand, as transcripts and people at the table say it.

use super::Session;
use crate::forms::edit_of;
use crate::language::{Desk, Many, Name, Node, Quality, Rule, Stack, Text, number, refused};
use crate::log::{Deed, Entry};
use crate::reading::{LABELS, RELATIONS, round};
use sandtable_diag::{Loc, Problem, Problems};
use sandtable_kernel::{
    DecisionKind, Event, Marks, Plain, UnitIx, broken_invariant, can_hold, edit,
};
use sandtable_rules::{Domain, EconomyId, Id, PhaseId, PowerId, SpaceId, UnitTypeId};
use std::iter;

/// More units are never put down at once, nor is there more money.
const MOST_UNITS: u16 = 500;
const MOST_MONEY: i64 = 1_000_000;

impl Session {
    /// Changes the position by hand: `put`, `clear`, `give` and `set`, as transcripts say them.
    ///
    /// # Errors
    /// It is no edit, it names what is not there, a question waits that is no phase's, or the position
    /// would be none that a game can be in. Nothing has changed then.
    pub fn edit(&mut self, source: &str, text: &str) -> Result<Vec<Event>, Problems> {
        Desk::read(|desk| self.change(desk.typed(source, text)))
    }

    fn change(&mut self, text: Text<'_>) -> Result<Vec<Event>, Problem> {
        let (verb, word, said) = edit_of(text)?;
        let loc = text.loc();
        self.goes_on(loc)?;
        let asked = self.pending();
        if !matches!(&asked, Some(d) if matches!(d.kind, DecisionKind::Phase(_))) {
            let message = "the position can be edited while a power gives the orders of its phase";
            return Err(Problem::error("edit/not-now", message)
                .at(
                    loc,
                    "a battle, an offer or the end of the game is no such time",
                )
                .help("answer what is asked first"));
        }
        let (by, before) = (self.cx().active(), self.now());
        let said = self.reader(None).unlabelled(verb, &said);
        let entered = said.and_then(|said| match self.lay_out(verb, word, &said, loc)? {
            Some(events) => Ok(events),
            None => self.settle(loc).map(|()| Vec::new()),
        });
        let dice = self.dice.shown();
        let entered = entered.inspect_err(|_| {
            self.state = before.0.clone();
            self.dice.stream.seek(before.1);
        })?;
        let edit = text.text.trim().to_owned();
        let edited = Event::Edited { edit: edit.clone() };
        let events: Vec<Event> = iter::once(edited).chain(entered).collect();
        let entry = Entry {
            deed: Deed::Edit,
            by,
            text: edit,
            dice,
            reached: Some(self.reached()),
        };
        self.note(before, entry, events.clone());
        Ok(events)
    }

    /// Carries out an edit: the word the line begins with, those that follow, and what it says. What
    /// happened as a phase was entered; `None`: the phase has yet to begin anew on the position.
    pub(crate) fn lay_out(
        &mut self,
        verb: &str,
        word: &str,
        said: &Node,
        loc: Loc,
    ) -> Result<Option<Vec<Event>>, Problem> {
        let reader = self.reader(None);
        let mut entered = None;
        match (verb, word) {
            ("put", _) => self.put_all(said)?,
            ("clear", _) => self.clear(said.need(Rule::words)?)?,
            ("give", _) => {
                let (id, n) = reader.treasury(said)?;
                self.own(id, i64::from(self.state.treasury(id)) + n, loc)?;
            }
            (_, "treasury") => {
                let (id, n) = reader.treasury(said)?;
                self.own(id, n, loc)?;
            }
            (_, "control") => self.control(said)?,
            (_, "round") => self.state.round = round(said)?,
            (_, "turn") => {
                let at = (reader.turn_of(said)?, PhaseId::new(0));
                entered = Some(self.enter(at, loc)?);
            }
            (_, "phase") => {
                let at = (self.state.turn, reader.phase(said)?);
                entered = Some(self.enter(at, loc)?);
            }
            (_, "counter" | "flag") => {
                let (id, n) = reader.counter(word, said)?;
                self.state.counters[id.index()] = n;
            }
            _ => self.relate(word, said, loc)?,
        }
        match broken_invariant(&self.rules, &self.state) {
            Some(why) => {
                let message = format!("no game can stand so: {why}");
                Err(Problem::error("edit/invalid", message).at(loc, ""))
            }
            None => Ok(entered),
        }
    }

    /// Two powers are at war or at peace, or whatever else the word says, from now on.
    fn relate(&mut self, word: &str, said: &Node, loc: Loc) -> Result<(), Problem> {
        let (a, b) = self.reader(None).powers(said)?;
        if a == b {
            let message = "a power and itself are neither at war nor at peace";
            return Err(Problem::error("edit/relation", message).at(loc, "two powers are named"));
        }
        if let Some((_, relation)) = RELATIONS.iter().find(|(known, _)| *known == word) {
            edit::relate(&self.rules, &mut self.state, (a, b), *relation);
        }
        Ok(())
    }

    /// A treasury holds so much from now on.
    fn own(&mut self, id: EconomyId, sum: i64, loc: Loc) -> Result<(), Problem> {
        if !(0..=MOST_MONEY).contains(&sum) {
            let label = format!("{sum} would be in it");
            let message = format!("a treasury holds 0 to {MOST_MONEY}");
            return Err(Problem::error("edit/treasury", message).at(loc, label));
        }
        self.state.treasury[id.index()] = sum as i32;
        Ok(())
    }

    fn enter(&mut self, at: (u8, PhaseId), loc: Loc) -> Result<Vec<Event>, Problem> {
        let (rules, state) = (&self.rules, &mut self.state);
        let entered = edit::enter_phase(rules, state, at, &mut self.dice, &*self.hooks);
        entered.map_err(|r| refused(rules, &r, loc))
    }

    /// After a position was laid out, the phase begins anew on it, unless somebody has ordered
    /// something in it.
    pub(crate) fn settle(&mut self, loc: Loc) -> Result<(), Problem> {
        if edit::is_untouched(&self.state) {
            self.enter((self.state.turn, self.state.phase), loc)?;
        }
        Ok(())
    }

    /// A space changes hands, its facilities with it.
    fn control(&mut self, said: &Node) -> Result<(), Problem> {
        let (space, owner) = self.reader(None).holding(said)?;
        self.state.set_owner_before(space, owner);
        let facilities = self.rules.units.facilities;
        if let Some(owner) = owner {
            let units = self.state.units.iter_mut();
            let there = units.filter(|u| u.space == space && facilities.has(u.kind));
            there.for_each(|u| u.owner = owner);
        }
        Ok(())
    }

    fn clear(&mut self, words: &Name) -> Result<(), Problem> {
        let all = words.text.eq_ignore_ascii_case("all units");
        let space = (!all)
            .then(|| self.names().spaces.find(words))
            .transpose()?;
        for ix in self.state.those(|u| space.is_none_or(|s| u.space == s)) {
            // What a lost ship carried is gone with it.
            if self.state.get(ix).is_some() {
                self.state.destroy(ix);
            }
        }
        if edit::is_untouched(&self.state) {
            self.state.compact();
        }
        Ok(())
    }

    fn put_all(&mut self, said: &Node) -> Result<(), Problem> {
        if let Some(damage) = said.find(Rule::damage) {
            let n = damage.need(Rule::amount)?;
            let points = number(&n.text, n.loc, 0, 250)? as u8;
            let units = self.reader(None).present(damage)?;
            let many = self.names().stack(damage.need(Rule::stack)?)?.many;
            let hurt = units.iter().take(many.of(units.len()));
            hurt.for_each(|ix| self.state.unit_mut(*ix).damage = points);
            return Ok(());
        }
        let space = self.names().spaces.find(said.need(Rule::space)?)?;
        let on = said.find(Rule::stack).map(|s| self.names().stack(s));
        let on = on.transpose()?;
        let mut stacks = self.names().stacks(said)?;
        let labels: Vec<Option<&Node>> = said.stacks().map(|s| s.find(Rule::index)).collect();
        let mut owner = None;
        for stack in stacks.iter_mut().rev() {
            // `1 TYPE, 2 TYPE of POWER`: an owner said at the end is that of all before it.
            owner = stack.owner.or(owner);
            stack.owner = owner;
        }
        for (stack, label) in stacks.iter().zip(labels) {
            self.put(stack, space, on.as_ref())?;
            if let Some(label) = label {
                self.label(label, stack)?;
            }
        }
        Ok(())
    }

    /// Gives the unit that was put down last a name of its own.
    fn label(&mut self, label: &Name, stack: &Stack) -> Result<(), Problem> {
        let odd =
            |message: String| Err(Problem::error("transcript/label", message).at(label.loc, ""));
        let name = label.text.trim_start_matches('#');
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            return odd("what is put down gets its number from the game; a label is a word".into());
        }
        if stack.many != Many::Count(1) || stack.load.is_some() {
            return odd("one unit is labelled at a time, and what it carries after it".into());
        }
        if self.reader(None).labelled(name).is_some() {
            return odd(format!("another unit is labelled `{name}`"));
        }
        let last = self.state.all().last().map(|(ix, _)| ix);
        self.state
            .remember(LABELS, last, Plain::Text(name.to_owned()));
        Ok(())
    }

    /// Makes sure that units can be put down as described.
    fn can_be_put(&self, stack: &Stack, space: SpaceId, on: bool) -> Result<(), Problem> {
        let sea = self.rules.board.is_sea(space);
        let domain = self.rules.units[stack.kind].domain;
        let aboard = domain == Domain::Land && on;
        if !(aboard || domain.fits(sea)) {
            let text = "{unit} cannot be in {space}";
            let reader = self.reader(None);
            let problem = reader.about("transcript/misplaced", stack, space, text);
            return Err(if domain == Domain::Land {
                problem.help("`on TYPE` puts it aboard a ship there")
            } else {
                problem
            });
        }
        let odd = |message: &str| Err(Problem::error("order/syntax", message).at(stack.loc, ""));
        match stack.quality {
            Some(Quality::Loaded) if stack.load.is_none() => {
                odd("what it is loaded with stands in brackets behind it")
            }
            Some(Quality::Empty) if stack.load.is_some() => odd("what is empty carries nothing"),
            _ => Ok(()),
        }
    }

    fn put(&mut self, stack: &Stack, space: SpaceId, on: Option<&Stack>) -> Result<(), Problem> {
        let Stack { kind, loc, .. } = *stack;
        self.can_be_put(stack, space, on.is_some())?;
        let holder = || self.state.owner(space);
        let owner = stack.owner.or_else(holder);
        let owner = owner.unwrap_or_else(|| self.state.active(&self.rules));
        let flies = self.rules.units[kind].domain == Domain::Air && self.rules.board.is_sea(space);
        let count = stack.count()?;
        if count > MOST_UNITS {
            let message = format!("at most {MOST_UNITS} units are put down at once");
            return Err(Problem::error("order/count", message).at(loc, ""));
        }
        for _ in 0..count {
            let ix = self.add(kind, owner, space, loc)?;
            if stack.quality == Some(Quality::Damaged) {
                self.state.unit_mut(ix).damage = 1;
            }
            match on {
                Some(carrier) => self.put_aboard(ix, carrier, space)?,
                // Aircraft at sea take a deck of their own where one has room.
                None if flies && !self.state.take_deck(&self.rules, ix, |a, b| a == b) => {
                    self.state.unit_mut(ix).marks.set(Marks::ALOFT);
                }
                None => {}
            }
            for (kind, whose) in stack.load.iter().flatten() {
                let cargo = self.add(*kind, whose.unwrap_or(owner), space, loc)?;
                self.link(cargo, ix);
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        kind: UnitTypeId,
        owner: PowerId,
        space: SpaceId,
        loc: Loc,
    ) -> Result<UnitIx, Problem> {
        let full =
            || Problem::error("transcript/full", "there is no room for more units").at(loc, "");
        self.state.add(kind, owner, space).ok_or_else(full)
    }

    fn link(&mut self, ix: UnitIx, carrier: UnitIx) {
        let unit = self.state.unit_mut(ix);
        unit.link = carrier;
        unit.marks.set(Marks::ABOARD_BEFORE);
    }

    /// Puts a unit aboard the first carrier of a description that has room for it.
    fn put_aboard(&mut self, ix: UnitIx, carrier: &Stack, space: SpaceId) -> Result<(), Problem> {
        if carrier.many != Many::Count(1) {
            let message = "units are put aboard one ship";
            return Err(Problem::error("order/count", message).at(carrier.loc, ""));
        }
        let owner = carrier.owner.unwrap_or(self.state.unit(ix).owner);
        let ships = self
            .state
            .units_in(space)
            .filter(|(c, u)| *c != ix && u.owner == owner && carrier.fits(&self.state, *c, u));
        let mut ships = ships.map(|(c, _)| c);
        let kind = self.state.unit(ix).kind;
        let free = ships.find(|c| {
            let mut load = self.state.load_of(*c);
            load.push(kind);
            can_hold(&self.rules, carrier.kind, &load)
        });
        drop(ships);
        let Some(free) = free else {
            let text = "no {unit} of the same power in {space} has room; another power's is named with `of`";
            let reader = self.reader(None);
            return Err(reader.about("transcript/no-room", carrier, space, text));
        };
        self.link(ix, free);
        Ok(())
    }
}
