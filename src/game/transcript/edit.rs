//! Carrying out the edits of a transcript: a position laid out by hand.

use super::run::Runner;
use crate::diag::{Loc, Problem, fold_name};
use crate::game::language::{Many, Name, Names, Node, Quality, Rule, Stack, number, refused};
use crate::kernel::{Marks, Plain, UnitIx, edit};
use crate::rules::{
    CounterId, Domain, EconomyId, Id, PhaseId, PowerId, Relation, SpaceId, UnitTypeId,
};

/// The words for how two powers stand.
pub(super) const RELATIONS: [(&str, Relation); 3] = [
    ("war", Relation::War),
    ("peace", Relation::Neutral),
    ("allied", Relation::Allied),
];

/// Under which number labels are kept: they go where their units go. Scripts count from 0.
const LABELS: u16 = u16::MAX;

/// More units are never put down at once, nor is there more money.
const MOST_UNITS: u16 = 500;
const MOST_MONEY: i64 = 1_000_000;

impl Runner<'_> {
    /// Carries out an edit: the word the line begins with, those that follow, and what it says.
    pub(super) fn edit(
        &mut self,
        verb: &str,
        word: &str,
        said: &Node,
        loc: Loc,
    ) -> Result<(), Problem> {
        match (verb, word) {
            ("put", _) => self.put_all(said)?,
            ("clear", _) => self.clear(said.need(Rule::words)?)?,
            ("give", _) => {
                let (id, n) = self.treasury(said)?;
                let sum = i64::from(self.state.treasury(id)).saturating_add(n);
                self.state.treasury[id.index()] = sum.clamp(0, MOST_MONEY) as i32;
            }
            (_, "treasury") => {
                let (id, n) = self.treasury(said)?;
                self.state.treasury[id.index()] = n.clamp(0, MOST_MONEY) as i32;
            }
            (_, "control") => self.control(said)?,
            (_, "round") => self.state.round = round(said)?.max(1),
            (_, "turn") => return self.enter((self.turn_of(said)?, PhaseId::new(0)), loc),
            (_, "phase") => return self.enter((self.state.turn, self.phase(said)?), loc),
            (_, "counter" | "flag") => {
                let (id, n) = self.counter(word, said)?;
                self.state.counters[id.index()] = n;
            }
            _ => {
                let (a, b) = self.powers(said)?;
                if let Some((_, relation)) = RELATIONS.iter().find(|(known, _)| *known == word) {
                    edit::relate(self.rules, &mut self.state, (a, b), *relation);
                }
            }
        }
        self.laid_out = true;
        Ok(())
    }

    /// Enters a phase.
    pub(super) fn enter(&mut self, at: (u8, PhaseId), loc: Loc) -> Result<(), Problem> {
        let entered =
            edit::enter_phase(self.rules, &mut self.state, at, &mut self.dice, self.hooks);
        self.events = entered.map_err(|r| refused(self.rules, &r, loc))?;
        self.laid_out = false;
        self.enough_dice(loc)
    }

    /// A treasury and an amount.
    pub(super) fn treasury(&self, said: &Node) -> Result<(EconomyId, i64), Problem> {
        let n = said.need(Rule::amount)?;
        let id = self.names.economies.find(said.need(Rule::but_amount)?)?;
        Ok((id, number(&n.text, n.loc, -100_000, 100_000)?))
    }

    /// A counter and its value, or a flag and whether it is set.
    pub(super) fn counter(&self, word: &str, said: &Node) -> Result<(CounterId, i32), Problem> {
        if word == "counter" {
            let n = said.need(Rule::amount)?;
            let id = self.names.counters.find(said.need(Rule::but_amount)?)?;
            return Ok((id, number(&n.text, n.loc, -100_000, 100_000)? as i32));
        }
        let value = said.need(Rule::word)?;
        let set = match value.text.as_str() {
            "yes" => 1,
            "no" => 0,
            _ => {
                let message = "a flag is set or not";
                return Err(
                    Problem::error("order/syntax", message).at(value.loc, "say `yes` or `no`")
                );
            }
        };
        Ok((self.names.counters.find(said.need(Rule::but_last)?)?, set))
    }

    /// Two powers.
    pub(super) fn powers(&self, said: &Node) -> Result<(PowerId, PowerId), Problem> {
        let words = said.need(Rule::words)?.names(Rule::word);
        Names::pair(&self.names.powers, &self.names.powers, &words)
    }

    /// A phase.
    pub(super) fn phase(&self, said: &Node) -> Result<PhaseId, Problem> {
        self.names.phases.find(said.need(Rule::words)?)
    }

    /// The place of a power in the order of play.
    fn turn_of(&self, said: &Node) -> Result<u8, Problem> {
        let power = said.need(Rule::words)?;
        let id = self.names.powers.find(power)?;
        let turn = self.rules.turn.order.iter().position(|p| *p == id);
        turn.and_then(|t| u8::try_from(t).ok()).ok_or_else(|| {
            let message = "this power has no turns of its own";
            Problem::error("transcript/turn", message).at(power.loc, "")
        })
    }

    /// A space and its holder, without words between them; `nobody` holds what nobody holds.
    pub(super) fn holding(&self, said: &Node) -> Result<(SpaceId, Option<PowerId>), Problem> {
        let words = said.need(Rule::words)?.names(Rule::word);
        if let [space @ .., last] = words.as_slice()
            && let ([first, ..], "nobody" | "none") = (space, &*last.text.to_lowercase())
        {
            let text: Vec<&str> = space.iter().map(|w| w.text.as_str()).collect();
            let name = Name {
                text: text.join(" "),
                loc: first.loc,
            };
            return Ok((self.names.spaces.find(&name)?, None));
        }
        let (space, power) = Names::pair(&self.names.spaces, &self.names.powers, &words)?;
        Ok((space, Some(power)))
    }

    /// A space changes hands, its facilities with it.
    fn control(&mut self, said: &Node) -> Result<(), Problem> {
        let (space, owner) = self.holding(said)?;
        self.state.set_owner_before(space, owner);
        let facilities = self.rules.units.facilities;
        if let Some(owner) = owner {
            let there = self
                .state
                .units
                .iter_mut()
                .filter(|u| u.space == space && facilities.has(u.kind));
            there.for_each(|u| u.owner = owner);
        }
        Ok(())
    }

    /// The units of a description in a space: all of them, or as many as it says.
    pub(super) fn present(&self, said: &Node) -> Result<Vec<UnitIx>, Problem> {
        let space = self.names.spaces.find(said.need(Rule::space)?)?;
        let described = said.need(Rule::stack)?;
        let stack = self.names.stack(described)?;
        let units = self.state.units_in(space);
        let found = units.filter(|(ix, u)| stack.fits(&self.state, *ix, u));
        let found: Vec<UnitIx> = found.map(|(ix, _)| ix).collect();
        let asked = match stack.many {
            Many::Count(n) => usize::from(n),
            Many::All => 1,
        };
        if found.len() >= asked {
            return Ok(found);
        }
        let text = match found.len() {
            0 => "there is no {unit} in {space}",
            _ => "there are not so many {unit} in {space}",
        };
        Err(self.about(
            "transcript/no-such-unit",
            stack.kind,
            space,
            stack.loc,
            text,
        ))
    }

    fn about(
        &self,
        code: &'static str,
        kind: UnitTypeId,
        space: SpaceId,
        loc: Loc,
        text: &str,
    ) -> Problem {
        let (unit, space) = (
            &self.rules.units[kind].name,
            &self.rules.board.spaces[space].name,
        );
        Problem::error(code, text.replace("{unit}", unit).replace("{space}", space)).at(loc, "")
    }

    fn clear(&mut self, words: &Name) -> Result<(), Problem> {
        let all = words.text.eq_ignore_ascii_case("all units");
        let space = (!all).then(|| self.names.spaces.find(words)).transpose()?;
        let doomed = self
            .state
            .all()
            .filter(|(_, u)| space.is_none_or(|s| u.space == s));
        for ix in doomed.map(|(ix, _)| ix).collect::<Vec<_>>() {
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
            let units = self.present(damage)?;
            let Many::Count(count) = self.names.stack(damage.need(Rule::stack)?)?.many else {
                units
                    .iter()
                    .for_each(|ix| self.state.unit_mut(*ix).damage = points);
                return Ok(());
            };
            let hurt = units.iter().take(usize::from(count));
            hurt.for_each(|ix| self.state.unit_mut(*ix).damage = points);
            return Ok(());
        }
        let space = self.names.spaces.find(said.need(Rule::space)?)?;
        let on = said
            .find(Rule::stack)
            .map(|s| self.names.stack(s))
            .transpose()?;
        let mut stacks = self.names.stacks(said)?;
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
        if self.labelled(name).is_some() {
            return odd(format!("another unit is labelled `{name}`"));
        }
        let last = self.state.all().last().map(|(ix, _)| ix);
        self.state
            .remember(LABELS, last, Plain::Text(name.to_owned()));
        Ok(())
    }

    fn labels(&self) -> impl Iterator<Item = (UnitIx, &str)> {
        let all = match self.state.remembered(LABELS) {
            Some(Plain::Units(all)) => Some(all.iter()),
            _ => None,
        };
        all.into_iter()
            .flatten()
            .filter_map(|(ix, label)| match label {
                Plain::Text(label) => Some((*ix, label.as_str())),
                _ => None,
            })
    }

    fn labelled(&self, name: &str) -> Option<UnitIx> {
        let name = fold_name(name);
        let mut all = self.labels();
        all.find(|(_, label)| fold_name(label) == name)
            .map(|(ix, _)| ix)
    }

    /// What is said, with numbers for labels.
    pub(super) fn numbered(&self, verb: &str, said: &Node) -> Result<Node, Problem> {
        let number = |name: &Name| {
            let label = &name.text[1..];
            if label.bytes().all(|b| b.is_ascii_digit()) {
                return Ok(name.text.clone());
            }
            let found = self.labelled(label).map(|ix| format!("#{}", ix.0));
            found.ok_or_else(|| {
                let message = format!("no unit is labelled `{label}`");
                Problem::error("transcript/label", message)
                    .at(name.loc, "")
                    .suggest(label, self.labels().map(|(_, label)| label))
            })
        };
        let mut said = said.clone();
        let new = (verb == "put").then_some(Rule::stacks);
        said.reword((Rule::index, new), &number)?;
        Ok(said)
    }

    /// Makes sure that units can be put down as described.
    fn can_be_put(&self, stack: &Stack, space: SpaceId, on: bool) -> Result<(), Problem> {
        let sea = self.rules.board.is_sea(space);
        let domain = self.rules.units[stack.kind].domain;
        let misfit = match domain {
            Domain::Land => sea && !on,
            Domain::Sea => !sea,
            Domain::Facility => sea,
            Domain::Air => false,
        };
        if misfit {
            let text = "{unit} cannot be in {space}";
            let problem = self.about("transcript/misplaced", stack.kind, space, stack.loc, text);
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
        let owner = owner.unwrap_or_else(|| self.state.active(self.rules));
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
                None if flies && !self.state.take_deck(self.rules, ix, |a, b| a == b) => {
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

    /// Puts a unit aboard the first carrier of a description that has room, counted in slots.
    fn put_aboard(&mut self, ix: UnitIx, carrier: &Stack, space: SpaceId) -> Result<(), Problem> {
        if carrier.many != Many::Count(1) {
            let message = "units are put aboard one ship";
            return Err(Problem::error("order/count", message).at(carrier.loc, ""));
        }
        let holds = &self.rules.units[carrier.kind].holds;
        let room: usize = holds
            .iter()
            .map(|h| h.room.map_or(h.slots.len(), usize::from))
            .sum();
        let owner = carrier.owner.unwrap_or(self.state.unit(ix).owner);
        let ships = self
            .state
            .units_in(space)
            .filter(|(c, u)| *c != ix && u.owner == owner && carrier.fits(&self.state, *c, u));
        let mut ships = ships.map(|(c, _)| c);
        let free = ships.find(|c| self.state.aboard(*c).count() < room);
        drop(ships);
        let Some(free) = free else {
            let text = "no {unit} in {space} has room";
            return Err(self.about("transcript/no-room", carrier.kind, space, carrier.loc, text));
        };
        self.link(ix, free);
        Ok(())
    }
}

/// A round.
pub(super) fn round(said: &Node) -> Result<u16, Problem> {
    let words = said.need(Rule::words)?;
    number(&words.text, words.loc, 0, 60_000).map(|n| n as u16)
}
