//! What lines about a position say: powers, spaces, treasuries, units by description or by label. Edits make it so,
//! expectations find it so.

use super::language::{Name, Names, Node, Reader, Rule, Stack, number};
use sandtable_diag::{Problem, fold_name};
use sandtable_kernel::{Plain, UnitIx};
use sandtable_rules::{CounterId, EconomyId, PhaseId, PowerId, Relation, SpaceId};

/// The words for how two powers stand.
pub const RELATIONS: [(&str, Relation); 3] = [
    ("war", Relation::War),
    ("peace", Relation::Neutral),
    ("allied", Relation::Allied),
];

/// Under which number labels are kept: they go where their units go. Scripts count from 0.
pub(super) const LABELS: u16 = u16::MAX;

impl<'a> Reader<'a> {
    /// A treasury and an amount.
    pub(crate) fn treasury(&self, said: &Node) -> Result<(EconomyId, i64), Problem> {
        let n = said.need(Rule::amount)?;
        let id = self.names.economies.find(said.need(Rule::but_amount)?)?;
        Ok((id, number(&n.text, n.loc, -100_000, 100_000)?))
    }

    /// A counter and its value, or a flag and whether it is set.
    pub(crate) fn counter(&self, word: &str, said: &Node) -> Result<(CounterId, i32), Problem> {
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
    pub(crate) fn powers(&self, said: &Node) -> Result<(PowerId, PowerId), Problem> {
        let words = said.need(Rule::words)?.names(Rule::word);
        Names::pair(&self.names.powers, &self.names.powers, &words)
    }

    /// A phase.
    pub(crate) fn phase(&self, said: &Node) -> Result<PhaseId, Problem> {
        self.names.phases.find(said.need(Rule::words)?)
    }

    /// The place of a power in the order of play.
    pub(crate) fn turn_of(&self, said: &Node) -> Result<u8, Problem> {
        let power = said.need(Rule::words)?;
        let id = self.names.powers.find(power)?;
        self.cx.rules.turn.turn_of(id).ok_or_else(|| {
            let message = "this power has no turns of its own";
            Problem::error("transcript/turn", message).at(power.loc, "")
        })
    }

    /// A space and its holder, without words between them; `nobody` holds what nobody holds.
    pub(crate) fn holding(&self, said: &Node) -> Result<(SpaceId, Option<PowerId>), Problem> {
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

    /// The units of a description in a space: all of them, or as many as it says.
    pub(crate) fn present(&self, said: &Node) -> Result<Vec<UnitIx>, Problem> {
        let space = self.names.spaces.find(said.need(Rule::space)?)?;
        let described = said.need(Rule::stack)?;
        let stack = self.names.stack(described)?;
        let units = self.cx.state.units_in(space);
        let found = units.filter(|(ix, u)| stack.fits(self.cx.state, *ix, u));
        let found: Vec<UnitIx> = found.map(|(ix, _)| ix).collect();
        if found.len() >= stack.many.of(1) {
            return Ok(found);
        }
        let text = match found.len() {
            0 => "there is no {unit} in {space}",
            _ => "there are not so many {unit} in {space}",
        };
        Err(self.about("transcript/no-such-unit", &stack, space, text))
    }

    /// What is wrong about units in a space, where a text says `{unit}` and `{space}`.
    pub(crate) fn about(
        &self,
        code: &'static str,
        stack: &Stack,
        space: SpaceId,
        text: &str,
    ) -> Problem {
        let rules = self.cx.rules;
        let (unit, space) = (&rules.units[stack.kind].name, &rules.board.spaces[space]);
        let message = text.replace("{unit}", unit);
        Problem::error(code, message.replace("{space}", &space.name)).at(stack.loc, "")
    }

    fn labels(&self) -> impl Iterator<Item = (UnitIx, &'a str)> {
        let all = match self.cx.state.remembered(LABELS) {
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

    pub(crate) fn labelled(&self, name: &str) -> Option<UnitIx> {
        let name = fold_name(name);
        let mut all = self.labels();
        all.find(|(_, label)| fold_name(label) == name)
            .map(|(ix, _)| ix)
    }

    /// What is said, with numbers for labels.
    pub(crate) fn unlabelled(&self, verb: &str, said: &Node) -> Result<Node, Problem> {
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
}

/// A round.
pub fn round(said: &Node) -> Result<u16, Problem> {
    let words = said.need(Rule::words)?;
    number(&words.text, words.loc, 1, 60_000).map(|n| n as u16)
}
