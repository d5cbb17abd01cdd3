//! Games by mail: letters, secrets, and what somebody who cheats can do.

use super::cli::{err, out, piped, sandtable};
use sandtable::ai::{answer, program};
use sandtable::diag::FileId;
use sandtable::game::dice::Stream;
use sandtable::game::{Loaded, save};
use sandtable::kernel::{DecisionKind, Order};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A person with a computer of their own.
struct Person {
    folder: tempfile::TempDir,
}

impl Person {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        Self { folder }
    }
    fn file(&self) -> PathBuf {
        self.folder.path().join("game.save")
    }
    fn save(&self) -> String {
        std::fs::read_to_string(self.file()).expect("the game is there")
    }
    /// A command about the game.
    fn run(&self, args: &[&str], more: &[&str], input: &str) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        program.env("SANDTABLE_DATA", self.folder.path().join("data"));
        program.args(args).arg(self.file()).args(more);
        piped(program, input.as_bytes())
    }
    fn done(&self, args: &[&str], more: &[&str], input: &str) -> String {
        let done = self.run(args, more, input);
        assert_eq!(done.status.code(), Some(0), "{args:?} {}", err(&done));
        out(&done)
    }
    fn refused(&self, args: &[&str], more: &[&str], input: &str) -> String {
        let done = self.run(args, more, input);
        assert_eq!(done.status.code(), Some(1), "{args:?} {}", out(&done));
        err(&done)
    }
    fn letter(&self) -> String {
        self.done(&["mail", "out"], &[], "")
    }
    fn takes(&self, letter: &str) -> String {
        self.done(&["mail", "in"], &[], letter)
    }
    fn orders(&self, orders: &str) -> String {
        self.done(&["resume"], &[], orders)
    }
}

/// Ann, who has Japan and its friends, and Bob.
fn begun(more: &[&str]) -> (Person, Person) {
    let (ann, bob) = (Person::new(), Person::new());
    let usual = [
        "--seat",
        "Axis=human:Ann",
        "--seat",
        "Allies=human:Bob",
        "--me",
        "Ann",
    ];
    let args: Vec<&str> = usual.into_iter().chain(more.iter().copied()).collect();
    ann.done(&["mail", "new"], &args, "");
    bob.done(&["mail", "in"], &["--me", "Bob"], &ann.letter());
    (ann, bob)
}

const ATTACK: &str = "end\nmove 3 infantry from Kiangsi to Hunan\nend\n";

#[test]
fn dice_come_from_the_secrets_of_all() {
    let (ann, bob) = begun(&[]);
    assert!(
        ann.refused(&["resume"], &[], "buy 1 tank\n")
            .contains("its dice want the secrets of Bob")
    );
    ann.takes(&bob.letter());
    let told = ann.orders(ATTACK);
    assert!(
        told.contains("waits for dice: for the next secret of Bob"),
        "{told}"
    );
    assert!(!ann.save().contains("\"dice\":["), "nothing is rolled yet");
    // The order is fixed: there is no way to take it back or to give another one; but the game can be looked at.
    for line in ["undo\n", "end\n", "edit give Japan 1\n"] {
        let told = ann.refused(&["resume"], &[], line);
        assert!(told.contains("waits for dice"), "{told}");
    }
    assert!(ann.orders("history\n").contains("Japan: move 3 infantry"));
    let told = bob.takes(&ann.letter());
    assert!(told.contains("Battle for Hunan"), "{told}");
    let told = ann.takes(&bob.letter());
    assert!(told.contains("Battle for Hunan"), "{told}");
    assert_eq!(ann.save(), bob.save());
    assert!(ann.save().contains("\"dice\":["));
    assert!(
        ann.done(&["replay"], &["--verify"], "")
            .contains("the same game")
    );
    // A letter twice, or one of long ago, changes nothing.
    let before = bob.save();
    bob.takes(&ann.done(&["mail", "out"], &["--since", "0"], ""));
    assert_eq!(bob.save(), before);
    assert!(
        bob.refused(&["resume"], &["--seat", "Axis=human:Bob"], "")
            .contains("seat/others")
    );
}

#[test]
fn a_letter_says_with_which_budget_a_program_plays() {
    let (ann, bob) = begun(&["--seat", "China=planner:200"]);
    for save in [ann.save(), bob.save()] {
        assert!(save.contains("\"China\":\"planner:200\""), "{save}");
    }
    let refused = ann.refused(&["resume"], &["--budget", "9"], "");
    assert!(refused.contains("seat/others"), "{refused}");
}

#[test]
fn letters_that_do_not_fit_are_refused_and_change_nothing() {
    let (ann, bob) = begun(&[]);
    ann.takes(&bob.letter());
    ann.orders(ATTACK);
    let letter = ann.letter();
    let before = bob.save();
    let refused = |letter: &str, code: &str| {
        let said = bob.refused(&["mail", "in"], &[], letter);
        assert!(said.contains(code), "{said}");
        assert_eq!(bob.save(), before);
    };
    refused("hello", "mail/no-letter");
    refused(&letter.replace("END", "end"), "mail/damaged");
    let later = ann.done(&["mail", "out"], &["--since", "4"], "");
    refused(&later, "mail/gap");
    let (eve, _) = begun(&[]);
    refused(&eve.letter(), "mail/other-game");
    let stranger = Person::new();
    assert!(
        stranger
            .refused(&["mail", "in"], &[], &later)
            .contains("mail/gap")
    );
    let first = ann.done(&["mail", "out"], &["--since", "0"], "");
    assert!(
        stranger
            .refused(&["mail", "in"], &[], &first)
            .contains("mail/who")
    );
    let eve = stranger.refused(&["mail", "in"], &["--me", "Eve"], &first);
    assert!(eve.contains("mail/nobody"), "{eve}");
    bob.takes(&letter);
    assert_ne!(bob.save(), before);
}

#[test]
fn what_was_taken_back_and_edited_is_told() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    ann.orders("edit give Japan 100\nbuy 1 tank\nend\n");
    let told = bob.takes(&ann.letter());
    assert!(told.contains("Japan buys 1 tank"), "{told}");
    assert!(told.contains("nobody can vouch for the dice"), "{told}");
    ann.orders("undo 2\nbuy 1 infantry\n");
    let told = bob.takes(&ann.letter());
    assert!(told.contains("taken back before that: 2"), "{told}");
    assert!(told.contains("Japan buys 1 infantry"), "{told}");
    assert_eq!(ann.save(), bob.save());
}

#[test]
fn secrets_are_never_written_over() {
    let (ann, _) = begun(&[]);
    let letter = ann.letter();
    let copy = ann.folder.path().join("copy.save");
    let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    program.env("SANDTABLE_DATA", ann.folder.path().join("data"));
    program
        .args(["mail", "in"])
        .arg(&copy)
        .args(["--me", "Bob"]);
    let done = piped(program, letter.as_bytes());
    assert!(err(&done).contains("mail/seated"), "{}", err(&done));
    ann.orders("standing\n");
}

#[test]
fn a_trusted_person_saves_letters() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    // Only Ann's secrets make the dice: her own battles wait for nobody.
    let told = ann.orders(ATTACK);
    assert!(told.contains("Battle for Hunan"), "{told}");
    bob.takes(&ann.letter());
    assert_eq!(ann.save(), bob.save());
    assert!(
        bob.done(&["replay"], &["--verify"], "")
            .contains("the same game")
    );
}

#[test]
fn secrets_stay_where_they_were_made() {
    let (ann, _) = begun(&[]);
    std::fs::remove_dir_all(ann.folder.path().join("data")).expect("removed");
    let said = ann.refused(&["resume"], &[], "");
    assert!(said.contains("mail/no-secrets"), "{said}");
    let lonely = Person::new();
    let said = lonely.refused(
        &["mail", "new"],
        &["--seat", "all=human:Ann", "--me", "Ann"],
        "",
    );
    assert!(said.contains("mail/people"), "{said}");
}

#[test]
fn standing_orders_answer_where_others_play() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    bob.done(
        &["mail", "standing"],
        &["China losses: infantry, artillery"],
        "",
    );
    ann.takes(&bob.letter());
    let many = "edit put 200 infantry, 50 artillery of China in Hunan\nedit put 60 infantry of Japan in Kiangsi\n";
    ann.orders(&format!(
        "{many}end\nmove 60 infantry from Kiangsi to Hunan\nend\n"
    ));
    assert!(
        ann.save()
            .contains("\"by\":\"China\",\"stood\":\"casualties"),
        "{}",
        ann.save()
    );
    bob.takes(&ann.letter());
    assert_eq!(ann.save(), bob.save());
}

#[test]
fn nobody_speaks_for_another_and_a_lost_file_comes_back() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    let before = bob.save();
    // Somebody has Bob's secrets and file, and says something in Bob's name.
    let thief = Person::new();
    let copied = |name: &str| {
        let (from, to) = (bob.folder.path().join(name), thief.folder.path().join(name));
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
        std::fs::copy(from, to).expect("copied");
    };
    copied("game.save");
    let secrets = bob.folder.path().join("data/secrets");
    for file in std::fs::read_dir(secrets).expect("they are there") {
        let name = file.expect("it is there").file_name();
        copied(&format!("data/secrets/{}", name.to_string_lossy()));
    }
    thief.done(&["mail", "standing"], &["China retreat: never"], "");
    let said = bob.refused(&["mail", "in"], &[], &thief.letter());
    assert!(said.contains("mail/yours"), "{said}");
    assert_eq!(bob.save(), before);
    ann.orders("buy 1 tank\nend\n");
    let letter = ann.letter();
    bob.takes(&letter);
    let kept = bob.save();
    std::fs::remove_file(bob.file()).expect("removed");
    let said = bob.refused(&["mail", "in"], &["--me", "Ann"], &letter);
    assert!(said.contains("mail/seated"), "{said}");
    bob.done(&["mail", "in"], &["--me", "bob"], &letter);
    assert_eq!(bob.save(), kept);
    let said = bob.refused(&["mail", "in"], &["--me", "Ann"], &letter);
    assert!(
        said.contains("Bob sits in this game here, not Ann"),
        "{said}"
    );
    assert_eq!(bob.save(), kept);
}

#[test]
fn who_sits_down_twice_is_told_so() {
    let (ann, bob) = begun(&[]);
    let again = Person::new();
    let first = ann.letter();
    again.done(&["mail", "in"], &["--me", "Bob"], &first);
    ann.takes(&bob.letter());
    ann.orders("buy 1 tank\n");
    let said = again.refused(&["mail", "in"], &[], &ann.letter());
    assert!(
        said.contains("mail/two-secrets") && said.contains("Bob tells different"),
        "{said}"
    );
    // Whose secrets are lost does not begin others.
    std::fs::remove_dir_all(bob.folder.path().join("data")).expect("removed");
    std::fs::remove_file(bob.file()).expect("removed");
    let said = bob.refused(&["mail", "in"], &["--me", "Bob"], &ann.letter());
    assert!(said.contains("mail/no-secrets"), "{said}");
}

#[test]
fn standing_orders_travel_with_letters() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    let order = "China losses: infantry, artillery";
    bob.done(&["mail", "standing"], &[order], "");
    ann.takes(&bob.letter());
    assert!(
        ann.save()
            .contains("\"standing\":\"China losses: infantry, artillery\"")
    );
    assert_eq!(ann.save(), bob.save());
    for wrong in [
        "Japan losses: infantry",
        "China losses: infantree",
        "China mood: good",
    ] {
        bob.refused(&["mail", "standing"], &[wrong], "");
    }
    let said = ann.refused(&["resume"], &[], "standing China losses: artillery\n");
    assert!(said.contains("standing/others"), "{said}");
    assert_eq!(ann.save(), bob.save());
}

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

/// A pack of somebody's own, with tanks at this price.
fn pack(person: &Person, price: u8) -> String {
    let folder = person.folder.path().join("mine");
    std::fs::create_dir_all(&folder).expect("made");
    let manifest =
        "format = 1\nname = \"mine\"\nextends = \"pacific-1940\"\nfiles = [\"mine.rules\"]\n";
    std::fs::write(folder.join("pack.toml"), manifest).expect("written");
    let rules = format!("unit tank {{ cost {price} }}");
    std::fs::write(folder.join("mine.rules"), rules).expect("written");
    folder.to_str().expect("a plain path").to_owned()
}

#[test]
fn everybody_plays_with_the_same_pack() {
    let (ann, bob) = (Person::new(), Person::new());
    let whole = pack(&ann, 5);
    let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    program.env("SANDTABLE_DATA", ann.folder.path().join("data"));
    program.current_dir(ann.folder.path());
    program.args(["mail", "new", "game.save", "mine", "--me", "Ann"]);
    program.args(["--seat", "Axis=human:Ann", "--seat", "Allies=human:Bob"]);
    let done = piped(program, b"");
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    // The folder is found from anywhere.
    assert!(ann.save().contains(&whole), "{}", ann.save());
    let letter = ann.letter();
    std::fs::rename(&whole, format!("{whole}.away")).expect("moved");
    let said = bob.refused(&["mail", "in"], &["--me", "Bob"], &letter);
    assert!(
        said.contains("pack/no-pack") && said.contains("--pack"),
        "{said}"
    );
    std::fs::rename(format!("{whole}.away"), &whole).expect("moved");
    let theirs = pack(&bob, 6);
    let mine = ["--me", "Bob", "--pack", &theirs];
    let said = bob.refused(&["mail", "in"], &mine, &letter);
    assert!(
        said.contains("mail/other-pack") && said.contains("`mine`: "),
        "{said}"
    );
    assert!(!bob.file().exists(), "nothing begins with another pack");
    pack(&bob, 5);
    bob.done(&["mail", "in"], &mine, &letter);
    let kept = bob.save();
    assert!(kept.contains(&theirs), "{kept}");
    ann.takes(&bob.letter());
    // A pack that changes in the middle of a game is told apart from secrets that are lost.
    pack(&bob, 6);
    for args in [&["mail", "out"][..], &["mail", "standing"], &["resume"]] {
        let more: &[&str] = match args {
            ["mail", "standing"] => &["China retreat: never"],
            _ => &[],
        };
        let said = bob.refused(args, more, "");
        assert!(said.contains("mail/other-pack"), "{args:?}: {said}");
        assert!(!said.contains("comes out the same"), "{args:?}: {said}");
        assert_eq!(bob.save(), kept, "{args:?}");
    }
}

#[test]
fn what_is_no_game_by_mail_is_told_so() {
    let alone = Person::new();
    let file = alone.file();
    let file = file.to_str().expect("a plain path");
    let done = sandtable(&["play", "--seat", "all=human", "--save", file], b"end\n");
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    let kept = alone.save();
    for (args, more) in [
        (["mail", "out"], &[][..]),
        (["mail", "standing"], &["China retreat: never"]),
    ] {
        let said = alone.refused(&args, more, "");
        assert!(said.contains("mail/no-mail-game"), "{said}");
    }
    let usual = ["--seat", "Axis=human:Ann", "--seat", "Allies=human:Bob"];
    let more: Vec<&str> = usual.into_iter().chain(["--me", "Ann"]).collect();
    let said = alone.refused(&["mail", "new"], &more, "");
    assert!(
        said.contains("file/exists") && !said.contains("--force"),
        "{said}"
    );
    assert_eq!(alone.save(), kept);
}

#[test]
fn a_letter_of_another_game_beside_a_good_one_is_left_out() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    let (eve, _) = begun(&[]);
    ann.orders("edit give Japan 9\nbuy 1 tank\n");
    let both = format!("{}\n{}", eve.letter(), ann.letter());
    let done = bob.run(&["mail", "in"], &[], &both);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    let (told, said) = (out(&done), err(&done));
    assert!(told.contains("> Japan: edit give Japan 9"), "{told}");
    assert!(told.contains("changed by hand: give Japan 9"), "{told}");
    assert!(
        said.contains("mail/other-game") && said.contains("left out"),
        "{said}"
    );
    assert_eq!(ann.save(), bob.save());
}

#[test]
fn dice_of_the_first_scheme_come_up_again() {
    // Played when standing orders still entered the hash; one stands before the dice.
    let old = "tests/all/saves/dice-v1.save";
    let text = std::fs::read_to_string(old).expect("it is there");
    assert!(text.contains("joint-blake3-chacha8-v1") && text.contains("\"standing\""));
    let done = sandtable(&["replay", old, "--verify"], b"");
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert_eq!(out(&done), "10 orders, the same game\n");
}
