//! What saves must stand: games opened anew at any order, damage of any kind, kills at any moment.

use super::cli::{fine, sandtable};
use super::many;
use sandtable::ai::{SEATED, answer, program};
use sandtable::diag::FileId;
use sandtable::game::dice::Stream;
use sandtable::game::save::{self, Header};
use sandtable::game::{Loaded, Opened, Seats, Session, open, open_with};
use sandtable::kernel::broken_invariant;
use sandtable::pack::Choices;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

/// The bundled packs with a game of their own.
fn packs() -> Vec<Opened> {
    let names = sandtable::pack::bundled_names().into_iter();
    let alone = names.filter(|name| !name.contains('/'));
    alone
        .map(|name| open(&name).unwrap_or_else(|p| panic!("{name}: {p:?}")))
        .collect()
}

fn header(session: &Session, opened: &Opened) -> Header {
    let people = ["all=human".to_owned()];
    let seats = Seats::read(&opened.rules, &BTreeMap::new(), &people, SEATED);
    Header::of(session, opened, &seats.unwrap_or_else(|p| panic!("{p:?}")))
}

/// A game of programs that order by chance, of so many orders; some are taken back on the way.
fn game(opened: &Opened, seed: u64, orders: usize) -> Session {
    let mut chance = Stream::numbered(seed, 99);
    let (mut session, _) = opened.begin(seed).unwrap_or_else(|p| panic!("{p:?}"));
    let mut player = program("random", seed, 1);
    while session.log().records().len() < orders {
        let Some(decision) = session.pending() else {
            break;
        };
        answer(&mut session, &mut *player, &decision).unwrap_or_else(|r| panic!("{r:?}"));
        if chance.below(40) == 0 {
            let left = (session.log().entries().len()).saturating_sub(chance.below(4) as usize);
            session.undo_to(left).unwrap_or_else(|p| panic!("{p:?}"));
        }
    }
    session
}

#[test]
fn a_game_opened_anew_at_any_order_goes_on_as_if_it_had_not_been() {
    for opened in packs() {
        for seed in 0..many(2) {
            let whole = game(&opened, seed, 250);
            let header = header(&whole, &opened);
            let (text, _) = save::write(&whole, &header);
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let cut = 1 + Stream::numbered(seed, 7).below(lines.len() as u64) as usize;
            let begun = Loaded::begin("game", &lines[..cut].concat(), None);
            let half = begun
                .and_then(Loaded::play)
                .unwrap_or_else(|p| panic!("{seed}: {p:?}"));
            let mut session = half.session;
            let read = save::read(FileId(0), &text).unwrap_or_else(|p| panic!("{p:?}"));
            // What was taken back later is not done again: the save is compared by what counts.
            let common = session.log().entries().iter().zip(read.entries());
            let common = common.take_while(|(a, b)| a.text == b.text).count();
            session.undo_to(common).unwrap_or_else(|p| panic!("{p:?}"));
            for nth in common..read.len() {
                let entry = read.entry(nth).expect("it is counted");
                save::step(&mut session, entry, true).unwrap_or_else(|p| panic!("{seed}: {p:?}"));
            }
            assert_eq!(session.state(), whole.state(), "seed {seed}");
            assert_eq!(
                session.log().entries(),
                whole.log().entries(),
                "seed {seed}"
            );
        }
    }
}

/// The pack with each option at one of the values it may have, drawn by a seed.
fn drawn(opened: &Opened, seed: u64) -> Opened {
    let mut chance = Stream::numbered(seed, 98);
    let mut choices = Choices::default();
    for setting in &opened.info.settings.all {
        let may_be = setting.may_be.replace(" or ", ", ").replace(" to ", ", ");
        let values: Vec<&str> = may_be.split(", ").collect();
        let value = values[chance.below(values.len() as u64) as usize];
        choices.set.insert(setting.name.clone(), value.to_owned());
    }
    open_with(&opened.pack, &choices).unwrap_or_else(|p| panic!("{choices:?}: {p:?}"))
}

/// `SANDTABLE_MANY=200` plays 200 games by chance of each pack to round 15, and 50 by the quick program.
#[test]
fn whole_games_break_no_invariant() {
    let rounds = if many(1) > 1 { 15 } else { 2 };
    for opened in packs() {
        for seed in 0..many(1) {
            let opened = drawn(&opened, seed);
            let by = ["random", "simple"].into_iter();
            for by in by.take(if seed % 4 == 0 { 2 } else { 1 }) {
                let (mut session, _) = opened.begin(seed).unwrap_or_else(|p| panic!("{p:?}"));
                session.forget();
                let mut player = program(by, seed, 1);
                while let Some(decision) = session.pending() {
                    if session.state().round > rounds {
                        break;
                    }
                    let game = format!("{} {:?} {by} {seed}", opened.pack, opened.choices.set);
                    answer(&mut session, &mut *player, &decision)
                        .unwrap_or_else(|refusal| panic!("{game}: {refusal:?}"));
                    let broken = broken_invariant(session.rules(), session.state());
                    assert_eq!(broken, None, "{game}, after {decision:?}");
                }
            }
        }
    }
}

#[test]
fn a_moment_of_long_ago_comes_back_with_the_dice_that_came_up() {
    let opened = open("1941").unwrap_or_else(|p| panic!("{p:?}"));
    // A plan has dice of its own, which the seed of the game does not give.
    let mut session = game(&opened, 3, 60).branched();
    let mut player = program("random", 5, 1);
    let mut moments = Vec::new();
    while let Some(decision) = session.pending().filter(|_| moments.len() < 500) {
        moments.push((session.log().entries().len(), session.state().clone()));
        answer(&mut session, &mut *player, &decision).unwrap_or_else(|r| panic!("{r:?}"));
    }
    assert_eq!(moments.len(), 500, "the game was over too early");
    let last = session.state().clone();
    let (entries, then) = &moments[50];
    session
        .undo_to(*entries)
        .unwrap_or_else(|p| panic!("{p:?}"));
    assert_eq!(session.state(), then);
    while session.redo().is_some() {}
    assert_eq!(*session.state(), last, "other dice came up");
}

/// A text with one thing about it changed.
fn mutated(text: &str, chance: &mut Stream) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let at = chance.below(bytes.len() as u64) as usize;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = chance.below(lines.len() as u64) as usize;
    match chance.below(7) {
        0 => bytes[at] ^= 1 << chance.below(8),
        1 => _ = bytes.remove(at),
        2 => bytes.insert(at, chance.below(256) as u8),
        3 => bytes.truncate(at),
        4 => {
            return [&lines[..line], &lines[line + 1..]]
                .concat()
                .concat()
                .into_bytes();
        }
        5 => {
            return [&lines[..line], &lines[line..=line], &lines[line..]]
                .concat()
                .concat()
                .into_bytes();
        }
        _ => {
            let other = chance.below(lines.len() as u64) as usize;
            let mut lines = lines;
            lines.swap(line, other);
            return lines.concat().into_bytes();
        }
    }
    bytes
}

#[test]
fn a_damaged_save_is_never_another_game() {
    let opened = open("1941").unwrap_or_else(|p| panic!("{p:?}"));
    let whole = game(&opened, 3, 60);
    let (text, _) = save::write(&whole, &header(&whole, &opened));
    let original = save::read(FileId(0), &text).unwrap_or_else(|p| panic!("{p:?}"));
    let told = |save: &save::Save| {
        let entries = save
            .entries()
            .map(|e| (e.by.clone(), e.text.clone(), e.dice.clone()));
        entries.collect::<Vec<_>>()
    };
    let mut moments = vec![Vec::new()];
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for end in 2..=lines.len() {
        let save = save::read(FileId(0), &lines[..end].concat());
        moments.push(told(&save.unwrap_or_else(|p| panic!("{p:?}"))));
    }
    let mut chance = Stream::numbered(5, 0);
    for nth in 0..many(1000) {
        let bytes = mutated(&text, &mut chance);
        let Ok(other) = String::from_utf8(bytes) else {
            continue;
        };
        if let Ok(save) = save::read(FileId(0), &other) {
            assert_eq!(save.header, original.header, "{nth}: {other}");
            // What is left when the end was cut off is an earlier moment of the same game.
            assert!(moments.contains(&told(&save)), "{nth}: {other}");
        }
    }
}

#[test]
fn a_kill_at_any_moment_loses_nothing_that_was_answered() {
    for nth in 0..many(5) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("game.save");
        let path = file.to_str().expect("a plain path");
        let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
            .args([
                "play",
                "1941",
                "--seat",
                "all=human",
                "--seed",
                "1",
                "--save",
                path,
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        let told = child.stdout.take().expect("stdout is a pipe");
        let reader = std::thread::spawn(move || std::io::read_to_string(told).unwrap_or_default());
        let typing = std::thread::spawn(move || {
            // Nobody listens any more once it is killed.
            (0..400).all(|_| stdin.write_all(b"end phase\nhistory 1\n").is_ok())
        });
        let wait = Stream::numbered(nth, 3).below(900);
        std::thread::sleep(std::time::Duration::from_millis(wait));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let told = reader.join().expect("it was read");
        typing.join().expect("it was typed");
        if !file.exists() {
            assert_eq!(told, "", "it answered before there was a save");
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let save = save::read(FileId(0), &text).unwrap_or_else(|p| panic!("{p:?}\n{text}"));
        // `history` speaks after the order was carried out and kept.
        let answered = told
            .lines()
            .filter(|line| line.ends_with(": end phase"))
            .count();
        assert!(save.len() >= answered, "{} of {answered}", save.len());
        fine(&sandtable(&["replay", path, "--verify"], b""));
    }
}
