//! What `game/letter.rs` promises: letters survive all that mailers do.

use sandtable::diag::{Problem, Problems, Severity};
use sandtable::game::letter::Letter;

/// How letters begin and end.
const BEGIN: &str = "----- BEGIN SANDTABLE LETTER -----";
const END: &str = "----- END SANDTABLE LETTER -----";
/// How wide their lines are.
const WIDTH: usize = 72;

fn letter(base: usize) -> Letter {
    let lines = (0..40).map(|n| format!("{:x}", n * 7919 * n));
    let letter = serde_json::json!({
        "sandtable_letter": 1,
        "header": "",
        "base": base,
        "lines": lines.collect::<Vec<_>>(),
    });
    serde_json::from_value(letter).expect("a letter")
}

fn read(text: &str) -> Result<Vec<Letter>, &'static str> {
    let code = |problems: Problems| problems.iter().next().map_or("", |p| p.code);
    Letter::read(text).map(|(letters, _)| letters).map_err(code)
}

#[test]
fn a_block_reads_back_through_all_that_mailers_do() {
    let block = letter(3).block();
    assert!(block.lines().all(|line| line.len() <= WIDTH));
    let each = |change: &dyn Fn(&str) -> String| {
        let changed: String = block.lines().map(change).collect();
        format!("Dear Bob, a < b & c = 1\n{changed}\nYours, Ann")
    };
    let flowed = block.replace('\n', " ");
    let printable = block
        .replace('+', "=2B")
        .replace('/', "=2F")
        .replace('e', "=65");
    let mut narrow = String::new();
    for line in printable.lines() {
        let (a, b) = line.split_at(line.len() - line.len() / 3);
        // No line is broken inside of a letter's code.
        let cut = a
            .rfind('=')
            .filter(|at| a.len() - at < 3)
            .unwrap_or(a.len());
        let words = line.contains("SANDTABLE");
        narrow += &if words {
            format!("{line}=20\n")
        } else {
            format!("{}=\r\n{}{b}\n", &a[..cut], &a[cut..])
        };
    }
    for text in [
        block.clone(),
        flowed,
        printable,
        narrow,
        each(&|l| format!("> > {l} \r\n")),
        each(&|l| format!("Ann Lee> {l}\n")),
        each(&|l| format!("\u{a0}\u{a0}{l}\u{200b}\n\n")),
        each(&|l| format!("    | {l}\n")),
        each(&|l| {
            format!(
                "<p>&gt;&nbsp;{}<br/></p>\n",
                l.replace('+', "&#43;").replace('/', "&#x2F;")
            )
        }),
        each(&|l| {
            if l.starts_with('-') {
                format!("- {l}\n")
            } else {
                format!("{l}\n")
            }
        }),
        each(&|l| l.replace("-----", "—") + "\n"),
    ] {
        assert_eq!(read(&text), Ok(vec![letter(3)]), "{text}");
    }
    let two = format!(
        "Late:\n{block}\nand before it\n> {}",
        letter(1).block().replace('\n', "\n> ")
    );
    assert_eq!(read(&two), Ok(vec![letter(1), letter(3)]));
}

#[test]
fn what_is_no_whole_block_is_refused_with_its_place() {
    let block = letter(3).block();
    assert_eq!(read("hello"), Err("mail/no-letter"));
    assert_eq!(read(&block.replace(END, "")), Err("mail/damaged"));
    for at in BEGIN.len() + 1..block.len() - END.len() - 2 {
        let mut other = block.clone().into_bytes();
        other[at] = if other[at] == b'A' { b'B' } else { b'A' };
        let other = String::from_utf8(other).expect("plain letters");
        // A letter may hold a bit that means nothing.
        let same = |read: Vec<Letter>| read == [letter(3)];
        assert!(read(&other).map_or(true, same), "{at}");
    }
    let place = |text: &str| {
        let problems = Letter::read(text).err();
        let problem = problems.as_ref().and_then(|p| p.iter().next());
        let label = problem
            .and_then(|p| p.labels.first())
            .expect("it has a place");
        let line = text[..label.loc.start as usize].lines().count();
        (line, label.text.clone())
    };
    let mut lines: Vec<String> = block.lines().map(str::to_owned).collect();
    lines[2].insert(5, 'é');
    assert_eq!(
        place(&lines.join("\n")),
        (2, "`é` stands in no letter".to_owned())
    );
    lines[2].truncate(5);
    assert_eq!(
        place(&lines.join("\n")),
        (2, "this line has 5 letters, those around it 72".to_owned())
    );
}

#[test]
fn beside_a_whole_letter_others_are_left_out_and_said() {
    let block = letter(3).block();
    let cut = letter(1).block().replace(END, "");
    let quoted = format!("> {}", cut.replace('\n', "\n> "));
    let odd = letter(1).block().replace('/', "é");
    for (text, left_out) in [
        (format!("{quoted}\n{block}"), 1),
        (format!("{block}\nOn Monday Bob wrote:\n{quoted}"), 1),
        (format!("{odd}{block}{quoted}"), 2),
        (format!("It begins with `{BEGIN}`, they say.\n{block}"), 0),
        (format!("{block}It ends with “{END}”\n"), 0),
    ] {
        let read = Letter::read(&text).unwrap_or_else(|p| panic!("{text}: {p:?}"));
        assert_eq!(read.0, [letter(3)], "{text}");
        let warned = |p: &Problem| p.severity == Severity::Warning && p.code == "mail/damaged";
        assert!(read.1.iter().all(warned), "{text}");
        assert_eq!(read.1.iter().count(), left_out, "{text}");
    }
    let spoken = format!("help: it begins with `{BEGIN}`");
    assert_eq!(read(&spoken), Err("mail/no-letter"));
}
