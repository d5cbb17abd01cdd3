//! Input nobody would write: each gives a diagnostic, none a panic, and none takes for ever.

use super::small::{BOARD, MANIFEST, REST, TABLES, pack, problems, shown};
use crate::memory::Memory;
use crate::overlay::over;
use sandtable::pack::{load, open};

fn code(files: &Memory) -> &'static str {
    problems(files)
        .iter()
        .next()
        .expect("there is something wrong")
        .code
}

#[test]
fn deep_nesting() {
    let deep = format!(
        "objective \"x\" for Red gains 1\n  when {}round > 1{}\n",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    let text = shown(&pack().with("rest.rules", format!("{REST}\n{deep}")));
    assert!(text.contains("nested more than"), "{text}");
    let nots = format!(
        "objective \"x\" for Red gains 1\n  when {}round > 1\n",
        "not ".repeat(50_000)
    );
    assert_eq!(
        code(&pack().with("rest.rules", format!("{REST}\n{nots}"))),
        "pack/too-deep"
    );
    let toml = format!("attributes = {}{}", "[".repeat(50_000), "]".repeat(50_000));
    assert_eq!(code(&pack().with("tables.toml", toml)), "pack/toml-syntax");
}

#[test]
fn a_byte_order_mark_is_no_mistake() {
    let marked = |text: &str| format!("\u{feff}{text}");
    let files = pack()
        .with("pack.toml", marked(MANIFEST))
        .with("tables.toml", marked(TABLES))
        .with("board.rules", marked(BOARD));
    let text = load(&files).err().map(|_| shown(&files));
    assert_eq!(text, None);
}

#[test]
fn invalid_utf8() {
    let mut bytes = BOARD.as_bytes().to_vec();
    bytes[40] = 0xff;
    assert_eq!(
        code(&pack().with("board.rules", bytes.clone())),
        "pack/not-utf8"
    );
    assert_eq!(code(&pack().with("pack.toml", bytes)), "pack/not-utf8");
}

#[test]
fn ten_megabytes_of_nonsense() {
    assert_eq!(
        code(&pack().with("board.rules", "nonsense ".repeat(1_200_000))),
        "pack/unreadable"
    );
    for junk in [
        "x",
        "{",
        "}",
        "(",
        "\"",
        "a, ",
        "not ",
        "é",
        "territory a { borders b }\n",
        "\0",
        "[",
        "a b c ",
    ] {
        let megabytes = junk.repeat(1_000_000 / junk.len());
        for file in ["board.rules", "tables.toml", "pack.toml"] {
            let found = problems(&pack().with(file, megabytes.clone()));
            assert!(found.has_errors(), "{junk:?} in {file}");
            assert!(found.render(sandtable::diag::Style::Plain, 100).len() < 10_000_000);
        }
    }
}

#[test]
fn every_file_cut_short_anywhere() {
    for (name, text) in [
        ("pack.toml", MANIFEST),
        ("tables.toml", TABLES),
        ("board.rules", BOARD),
        ("rest.rules", REST),
    ] {
        for end in (0..text.len()).step_by(7) {
            let _ = shown(&pack().with(name, &text[..end]));
        }
    }
}

#[test]
fn every_byte_changed() {
    for (name, text) in [
        ("tables.toml", TABLES),
        ("board.rules", BOARD),
        ("rest.rules", REST),
    ] {
        for at in (0..text.len()).step_by(11) {
            for byte in [b'"', b'{', b'}', b' ', b'9', b'\n', b'#', b','] {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] = byte;
                let _ = problems(&pack().with(name, bytes));
            }
        }
    }
}

#[test]
fn too_much_of_everything() {
    let spaces: String = (0..600)
        .map(|i| format!("territory t{i} {{ borders 1 }}\n"))
        .collect();
    assert_eq!(
        code(&pack().with("board.rules", format!("{BOARD}{spaces}"))),
        "pack/too-many"
    );
    let units: String = (0..100)
        .map(|i| format!("[unit.u{i}]\ndomain = \"land\"\n"))
        .collect();
    assert_eq!(
        code(&pack().with("tables.toml", format!("{TABLES}{units}"))),
        "pack/too-many"
    );
    let powers: String = (0..100)
        .map(|i| format!("[power.p{i}]\nplays = false\n"))
        .collect();
    assert_eq!(
        code(&pack().with("tables.toml", format!("{TABLES}{powers}"))),
        "pack/too-many"
    );
    let marks: String = (0..100).map(|i| format!("marks m{i}\n")).collect();
    assert_eq!(
        code(&pack().with("board.rules", format!("{BOARD}{marks}"))),
        "pack/too-many"
    );
    let flags: String = (0..300).map(|i| format!("flag f{i}\n")).collect();
    assert_eq!(
        code(&pack().with("board.rules", format!("{BOARD}{flags}"))),
        "pack/too-many"
    );
}

/// What is said sixty thousand times, about as much as a file holds, is looked at about as often: compared each with
/// each, it would take many minutes.
#[test]
fn sixty_thousand_lines() {
    let lines = |line: fn(usize) -> String| (0..60_000).map(line).collect::<String>();
    let rows = lines(|n| {
        format!(
            "forbid Red to enter Middle Ground when round = {}\n",
            n % 40_000
        )
    });
    let text = shown(&pack().with("rest.rules", format!("{REST}{rows}")));
    // The last twenty thousand say what the first do.
    assert!(text.contains("this never decides anything"), "{text}");
    let costs = lines(|n| format!("unit infantry {{ cost {n} }}\n"));
    assert_eq!(code(&over(&costs)), "pack/duplicate");
    let same = lines(|_| "unit infantry { cost 4 }\n".to_owned());
    assert_eq!(code(&over(&same)), "lint/shadowed-override");
}

#[test]
fn packs_on_disk() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let path = folder.path().to_str().expect("a plain path");
    let problem = |argument: &str| {
        let problems = open(argument).expect_err("there is no such pack");
        let first = problems.iter().next().expect("a reason").clone();
        (first.code, first.nearest)
    };
    assert_eq!(problem(path), ("pack/no-pack", None));
    assert_eq!(problem("no/such/folder"), ("pack/no-pack", None));
    assert_eq!(
        problem("pacific-1490"),
        ("pack/no-pack", Some("pacific-1940".to_owned()))
    );
    for (name, text) in [
        ("pack.toml", MANIFEST),
        ("tables.toml", TABLES),
        ("board.rules", BOARD),
        ("rest.rules", REST),
    ] {
        #[expect(clippy::disallowed_methods, reason = "the test makes a pack on disk")]
        std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    }
    let from_disk = open(path).expect("the small pack loads");
    assert_eq!(
        from_disk.rules.digest,
        load(&pack()).expect("the small pack loads").rules.digest
    );
    assert!(open(&format!("{path}/pack.toml")).is_ok());
    let outside = tempfile::NamedTempFile::new().expect("a file outside of the pack");
    #[cfg(unix)]
    for strange in ["/dev/zero", outside.path().to_str().expect("a plain path")] {
        let file = folder.path().join("board.rules");
        std::fs::remove_file(&file).expect("it is there");
        std::os::unix::fs::symlink(strange, &file).expect("links can be made");
        assert_eq!(problem(path).0, "pack/unreadable", "{strange}");
    }
    std::fs::remove_file(folder.path().join("board.rules")).expect("it is there");
    std::fs::create_dir(folder.path().join("board.rules")).expect("nothing is there");
    assert_eq!(problem(path).0, "pack/unreadable");
}

#[test]
fn the_digest_is_of_what_the_pack_says() {
    let digest = |files: &Memory| load(files).expect("it loads").rules.digest;
    assert_eq!(digest(&pack()), digest(&pack()));
    assert_ne!(
        digest(&pack()),
        digest(&pack().with("board.rules", format!("{BOARD}# a word more\n")))
    );
    assert_eq!(
        digest(&pack()),
        digest(&pack().with("unlisted.txt", "nothing"))
    );
}
