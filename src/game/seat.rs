//! Who plays a power: a person or a program. The rules never ask.

use super::language::Names;
use sandtable_diag::Problem;
use sandtable_rules::{PowerId, Rules};
use std::collections::{BTreeMap, BTreeSet};

/// Who plays a power.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// The person of this name; nothing for whoever sits here.
    Human(String),
    /// The program of this name.
    Program(String),
    /// A program of its own that is started with this command.
    Exec(String),
}

impl Seat {
    /// What stands before the command of a program of its own.
    pub const EXEC: &str = "exec:";
}

/// The programs that seats may have.
#[derive(Clone, Copy, Debug)]
pub struct Programs {
    /// How their names are written, the usual one first.
    pub forms: &'static [&'static str],
    /// The name under which a seat keeps the program that is named; nothing where none is called that.
    pub read: fn(&str) -> Result<Option<String>, Problem>,
}

impl Programs {
    /// The name of the usual one.
    fn usual(self) -> &'static str {
        self.forms.first().copied().unwrap_or_default()
    }
    /// Those of the forms that are names themselves.
    fn names(self) -> impl Iterator<Item = &'static str> {
        let forms = self.forms.iter().copied();
        forms.filter(move |form| matches!((self.read)(form), Ok(Some(_))))
    }
}

/// Who speaks at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Voice {
    /// Everybody who sits there.
    Everybody,
    /// The people of these names; nobody who plays, if there is none.
    People(BTreeSet<String>),
}

impl Voice {
    /// Whether the person of this name is among them.
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::Everybody => true,
            Self::People(names) => names.contains(name),
        }
    }
    /// Whether they play a power.
    pub fn plays(&self, seats: &Seats, power: PowerId) -> bool {
        seats.person(power).is_some_and(|name| self.has(name))
    }
    /// Whether no other person is at the table.
    pub fn is_alone(&self, seats: &Seats) -> bool {
        seats.people().iter().all(|name| self.has(name))
    }
}

/// Who plays which power.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats {
    seats: BTreeMap<PowerId, Seat>,
}

impl Seats {
    /// The first power in the order of play is a person, the others are the program.
    pub fn usual(rules: &Rules, program: &str) -> Self {
        let program = || Seat::Program(program.to_owned());
        let first = std::iter::once(Seat::Human(String::new()));
        let players = first.chain(std::iter::repeat_with(program));
        Self {
            seats: rules.turn.order.iter().copied().zip(players).collect(),
        }
    }
    /// Reads `POWER=WHO`, `SIDE=WHO` and `all=WHO`, later ones over earlier ones; `ai` is the usual
    /// program. They come over the seats of a save, or else over the usual ones; who names a
    /// person takes the usual person's seat.
    ///
    /// # Errors
    /// No such power, no such player.
    pub fn read(
        rules: &Rules,
        saved: &BTreeMap<String, String>,
        wishes: &[String],
        programs: Programs,
    ) -> Result<Self, Problem> {
        let usual = programs.usual();
        let mut seats = Self::usual(rules, usual);
        let person = |wish: &String| {
            let who = wish.split_once('=');
            who.is_some_and(|(_, who)| person_named(who).is_some())
        };
        if !saved.is_empty() || wishes.iter().any(person) {
            let nobody = Seat::Program(usual.to_owned());
            seats.seats.values_mut().for_each(|s| *s = nobody.clone());
        }
        let saved: Vec<String> = saved.iter().map(|(p, who)| format!("{p}={who}")).collect();
        seats.lay(rules, &saved, programs)?;
        let named = seats.lay(rules, wishes, programs)?;
        let forgotten = seats.iter().find_map(|(power, seat)| match seat {
            Seat::Exec(command) if !named.contains(&power) => Some((power, command)),
            _ => None,
        });
        forgotten.map_or(Ok(()), |(power, command)| {
            let power = &rules.powers[power].name;
            let message = format!("{power} was played by the command `{command}`, which no save can start");
            Err(Problem::error("seat/exec", message).help(format!(
                "`--seat \"{power}=exec:{command}\"` starts it again, `--seat {power}=human` has a person play on"
            )))
        })?;
        Ok(seats)
    }
    /// Sits players down, later ones over earlier ones; says in which seats.
    fn lay(
        &mut self,
        rules: &Rules,
        wishes: &[String],
        programs: Programs,
    ) -> Result<Vec<PowerId>, Problem> {
        let mut laid = Vec::new();
        for wish in wishes {
            let Some((powers, who)) = wish.split_once('=') else {
                let message = format!("`{wish}` does not say who plays what");
                return Err(Problem::error("seat/syntax", message)
                    .help("it is written POWER=human, SIDE=ai or all=ai"));
            };
            let mut seat = player(who, programs)?;
            if let Seat::Human(name) = &mut seat
                && let Some(known) = self.people().into_iter().find(|k| same_name(k, name))
            {
                *name = known.to_owned();
            }
            let powers = powers_named(rules, powers)?;
            let seated = powers.iter().map(|power| (*power, seat.clone()));
            self.seats.extend(seated);
            laid.push((wish, seat, powers));
        }
        let lost = laid.iter().find(|(_, seat, powers)| {
            let mut powers = powers.iter();
            powers.all(|power| self.of(*power) != seat)
        });
        if let Some((wish, ..)) = lost {
            let message = format!("`{wish}` seats nobody: those after it take every seat of it");
            let problem = Problem::error("seat/over", message);
            return Err(
                problem.help("say what is general first, such as all=ai, then single powers")
            );
        }
        let powers = laid.into_iter().flat_map(|(.., powers)| powers);
        Ok(powers.collect())
    }
    /// Who plays which power, as `read` takes it.
    pub fn words(&self, rules: &Rules) -> BTreeMap<String, String> {
        self.iter()
            .map(|(power, _)| (rules.powers[power].name.clone(), self.word(power)))
            .collect()
    }
    /// Who plays a power, as `read` takes it.
    pub fn word(&self, power: PowerId) -> String {
        match self.of(power) {
            Seat::Human(name) if name.is_empty() => "human".to_owned(),
            Seat::Human(name) => format!("human:{name}"),
            Seat::Program(name) => name.clone(),
            Seat::Exec(command) => format!("{}{command}", Seat::EXEC),
        }
    }
    /// Who plays a power; a power without turns of its own is a program.
    pub fn of(&self, power: PowerId) -> &Seat {
        static NOBODY: Seat = Seat::Program(String::new());
        self.seats.get(&power).unwrap_or(&NOBODY)
    }
    /// The person who plays a power: a name, or nothing for whoever sits here. `None`: a program does.
    pub fn person(&self, power: PowerId) -> Option<&str> {
        match self.of(power) {
            Seat::Human(name) => Some(name),
            Seat::Program(_) | Seat::Exec(_) => None,
        }
    }
    /// The person whose computer answers for a power: the one who plays it, and for a program the first of all by name.
    pub fn speaker(&self, power: PowerId) -> Option<&str> {
        self.person(power)
            .or_else(|| self.people().first().copied())
    }
    /// The names of all persons, each once; one without a name is nothing.
    pub fn people(&self) -> BTreeSet<&str> {
        self.seats.keys().filter_map(|p| self.person(*p)).collect()
    }
    /// Whether a person plays at all.
    pub fn any_human(&self) -> bool {
        !self.people().is_empty()
    }
    /// Has other programs play where `other` names one for the program that sits there; whether it does anywhere.
    pub fn exchange(&mut self, other: impl Fn(&str) -> Option<String>) -> bool {
        let mut any = false;
        for seat in self.seats.values_mut() {
            if let Seat::Program(name) = seat
                && let Some(other) = other(name)
            {
                *name = other;
                any = true;
            }
        }
        any
    }
    /// Every seat.
    pub fn iter(&self) -> impl Iterator<Item = (PowerId, &Seat)> {
        self.seats.iter().map(|(power, seat)| (*power, seat))
    }
}

/// Whether both are the name of one person, however it is written.
pub fn same_name(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// The name of the person who is meant, `human:NAME`; nothing for `human`. `None`: no person is meant.
fn person_named(who: &str) -> Option<&str> {
    const PERSON: &str = "human";
    let person = who.get(..PERSON.len())?;
    match &who[PERSON.len()..] {
        _ if !person.eq_ignore_ascii_case(PERSON) => None,
        "" => Some(""),
        name => (name.strip_prefix(':').map(str::trim)).filter(|name| !name.is_empty()),
    }
}

fn player(who: &str, programs: Programs) -> Result<Seat, Problem> {
    if let Some(command) = who.strip_prefix(Seat::EXEC) {
        return match command.trim() {
            "" => Err(
                Problem::error("seat/exec", "the command to start is missing")
                    .help("it is written POWER=exec:\"COMMAND\""),
            ),
            command => Ok(Seat::Exec(command.to_owned())),
        };
    }
    match who.to_lowercase().as_str() {
        _ if let Some(name) = person_named(who) => Ok(Seat::Human(name.to_owned())),
        "ai" => Ok(Seat::Program(programs.usual().to_owned())),
        _ if let Some(name) = (programs.read)(who)? => Ok(Seat::Program(name)),
        _ => Err(
            Problem::error("seat/player", format!("there is no player `{who}`"))
                .suggest(who, ["human", "ai"].into_iter().chain(programs.names()))
                .help(format!(
                    "the players: human, human:NAME, ai, {}, exec:COMMAND",
                    programs.forms.join(", ")
                )),
        ),
    }
}

/// The powers that a word for a seat means: `all`, those of a side, or one.
///
/// # Errors
/// No power is called that.
pub fn powers_named(rules: &Rules, word: &str) -> Result<Vec<PowerId>, Problem> {
    if word.eq_ignore_ascii_case("all") {
        return Ok(rules.turn.order.clone());
    }
    side_or_power(rules, &Names::new(rules), word)
}

/// The powers with turns of a side, or the power, of this name.
///
/// # Errors
/// No power is called that.
pub fn side_or_power(rules: &Rules, names: &Names, word: &str) -> Result<Vec<PowerId>, Problem> {
    let playing = |power: &PowerId| rules.turn.order.contains(power);
    let mut sides = rules.powers.sides.iter();
    if let Some((side, _)) = sides.find(|(_, name)| name.eq_ignore_ascii_case(word)) {
        let of_side = rules.powers.of_side(side).iter();
        return Ok(of_side.filter(playing).collect());
    }
    Ok(vec![names.powers.called(word)?])
}
