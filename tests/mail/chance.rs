//! Letters of several people in any order, late and doubled, as chance has it.

use super::Person;
use crate::cli::out;
use sandtable::ai::{answer, program};
use sandtable::diag::FileId;
use sandtable::game::dice::Stream;
use sandtable::game::{Loaded, save};
use sandtable::kernel::{DecisionKind, Order};
use std::collections::BTreeMap;

/// Several people who write to all others, and whose letters come when they come.
struct Round {
    people: Vec<Person>,
    /// To whom, and what.
    letters: Vec<(usize, String)>,
    chance: Stream,
    /// Somebody has ordered something.
    begun: bool,
}

impl Round {
    /// One person for each seat; the first begins the game.
    fn begun(seats: &[&str], seed: u64) -> Self {
        let people: Vec<Person> = seats.iter().map(|_| Person::new()).collect();
        let mut args = vec!["1941".to_owned()];
        for (nth, seat) in seats.iter().enumerate() {
            args.extend(["--seat".to_owned(), format!("{seat}=human:P{nth}")]);
        }
        args.extend(["--me".to_owned(), "P0".to_owned()]);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        people[0].done(&["mail", "new"], &args, "");
        let first = people[0].letter();
        for (nth, person) in people.iter().enumerate().skip(1) {
            person.done(&["mail", "in"], &["--me", &format!("P{nth}")], &first);
        }
        let chance = Stream::numbered(seed, 1);
        let letters = Vec::new();
        let mut round = Self {
            people,
            letters,
            chance,
            begun: false,
        };
        (1..seats.len()).for_each(|nth| round.writes(nth));
        round
    }
    /// Somebody writes to all others, if there is something to say.
    fn writes(&mut self, who: usize) {
        let written = self.people[who].run(&["mail", "out"], &[], "");
        if written.status.code() == Some(0) {
            let to = (0..self.people.len()).filter(|to| *to != who);
            self.letters.extend(to.map(|to| (to, out(&written))));
        }
    }
    /// One of the letters comes, perhaps with another, perhaps once more later; whoever is asked then orders something.
    fn comes(&mut self) {
        let nth = self.chance.below(self.letters.len() as u64) as usize;
        let (to, mut text) = match self.chance.below(6) {
            0 => self.letters[nth].clone(),
            _ => self.letters.swap_remove(nth),
        };
        if self.chance.below(4) == 0
            && let Some(other) = self.letters.iter().position(|(other, _)| *other == to)
        {
            text = format!(
                "> {}\n{}",
                self.letters.swap_remove(other).1.replace('\n', "\n> "),
                text
            );
        }
        let before = self.people[to].save();
        let told = self.people[to].takes(&text);
        if told.contains("It is yours to order") {
            self.orders(to);
        }
        if self.people[to].save() != before {
            self.writes(to);
        }
    }
    /// Somebody who is asked gives orders by chance, until another one is or dice are rolled.
    fn orders(&mut self, who: usize) {
        let seats = self.seats();
        let first = !std::mem::replace(&mut self.begun, true);
        if first || self.chance.below(3) == 0 {
            // Beside it they say what holds while they are away.
            let about = ["losses: infantry, tank", "retreat: never", "losses: ask"];
            let mut own = seats.iter().filter(|(_, player)| **player == who);
            let power = own.next().map_or("", |(power, _)| power);
            let order = format!("{power} {}", about[self.chance.below(3) as usize]);
            self.people[who].done(&["mail", "standing"], &[&order], "");
        }
        if first {
            let attack = "end\nmove 1 tank from Russia to West Russia\nmove 1 infantry from Karelia to West Russia\nend\n";
            self.people[who].orders(attack);
            return;
        }
        let loaded = Loaded::begin("game", &self.people[who].save(), None).and_then(Loaded::play);
        let session = loaded.unwrap_or_else(|p| panic!("{p:?}")).session;
        let mut tried = session.branched();
        let mut player = program("random", self.chance.below(1000), 1);
        let mut orders = String::new();
        while let Some(decision) = tried.pending() {
            let power = &tried.rules().powers[decision.power].name;
            if seats[power] != who {
                break;
            }
            let phase = matches!(decision.kind, DecisionKind::Phase(_));
            let ended = phase && self.chance.below(4) > 0;
            if !(ended && tried.order(&Order::EndPhase).is_ok()) {
                answer(&mut tried, &mut *player, &decision).unwrap_or_else(|r| panic!("{r:?}"));
            }
            let last = tried.log().entries().last().expect("something was ordered");
            orders += &format!("{}\n", last.text);
            if !last.dice.is_empty() {
                break;
            }
        }
        self.people[who].orders(&orders);
    }
    /// Who plays which power.
    fn seats(&self) -> BTreeMap<String, usize> {
        let save = save::read(FileId(0), &self.people[0].save());
        let seats = save
            .unwrap_or_else(|p| panic!("{p:?}"))
            .header
            .seats
            .into_iter();
        let who = |words: String| words.rsplit('P').next().and_then(|n| n.parse().ok());
        seats
            .map(|(power, words)| (power, who(words).expect("people have numbers")))
            .collect()
    }
    /// Whether the second round has begun somewhere.
    fn is_played(&self) -> bool {
        let second = |p: &Person| p.save().contains("\"round\":2");
        self.people.iter().any(second)
    }
}

#[test]
fn letters_in_any_order_late_and_doubled_tell_one_game() {
    let tables: [&[&str]; 2] = [
        &["all", "Axis", "USA"],
        &["USSR", "Germany", "UK", "Japan", "USA"],
    ];
    for (seed, seats) in (1..).zip(tables) {
        let mut round = Round::begun(seats, seed);
        let mut letters = 0;
        while !round.is_played() {
            assert!(
                !round.letters.is_empty(),
                "nobody has anything to say after {letters} letters"
            );
            round.comes();
            letters += 1;
        }
        // What is under way still comes, and what follows from it by itself.
        while !round.letters.is_empty() {
            let (to, text) = round.letters.swap_remove(0);
            let before = round.people[to].save();
            round.people[to].takes(&text);
            if round.people[to].save() != before {
                round.writes(to);
            }
        }
        let first = round.people[0].save();
        for person in &round.people {
            assert_eq!(person.save(), first);
            person.done(&["replay"], &["--verify"], "");
        }
        assert!(first.contains("\"standing\"") && first.contains("\"open\""));
    }
}
