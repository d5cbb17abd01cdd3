//! The prompt as a person has it, on a terminal of sixty columns. Python lends the terminal; where it is
//! not found, nothing is tried and a line says so.

use std::process::{Command, Stdio};

/// Types keys and waits until each time certain words have been seen; prints all that was.
const PERSON: &str = r#"
import fcntl, os, pty, select, struct, sys, termios, time
program, talk = sys.argv[1], sys.argv[2:]
child, screen = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.execv(program, [program, "play", "--no-save", "--seed", "4"])
fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 60, 0, 0))
seen, at = "", 0
for keys, words in zip(talk[::2], talk[1::2]):
    os.write(screen, keys.encode())
    end = time.time() + 60
    while seen.find(words, at) < 0:
        if not select.select([screen], [], [], max(0, end - time.time()))[0]:
            sys.exit(f"`{words}` did not come after {keys!r}: {seen}")
        try:
            seen += os.read(screen, 65536).decode("utf-8", "replace")
        except OSError:
            sys.exit(f"gone after {keys!r}: {seen}")
    at = seen.find(words, at) + len(words)
print(seen)
os.close(screen)
"#;

/// What a person sees who types keys, and after each of them waits for words.
fn typed(talk: &[(&str, &str)]) -> Option<String> {
    let mut python = Command::new("python3");
    python.args(["-c", PERSON, env!("CARGO_BIN_EXE_sandtable")]);
    python.args(talk.iter().flat_map(|(keys, words)| [*keys, *words]));
    let Ok(done) = python.stdin(Stdio::null()).output() else {
        eprintln!("no Python: the prompt was not tried on a terminal");
        return None;
    };
    let complaint = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{complaint}");
    Some(String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn the_prompt_completes_remembers_and_does_not_leave_by_a_slip() {
    let prompt = "Japan, purchase> ";
    let seen = typed(&[
        ("", prompt),
        // Tab: a word, then the only type that begins so.
        ("bu\t", "buy "),
        ("3 inf\t", "infantry "),
        ("\r", "3 infantry for 9 IPC"),
        // Keys are for the prompt once it is there.
        ("", prompt),
        // The line before; given up again.
        ("\x1b[A", "buy 3 infantry"),
        ("\x03", prompt),
        ("board\r", "no room here for"),
        ("", prompt),
        ("help upgrade\r", "larger one"),
        ("", prompt),
        // The end of the input: what is not kept is not lost by one key.
        ("\x04", "`quit` once"),
        ("", prompt),
        ("end\r", "Japan, combat-move> "),
        ("quit\r", "quit` once"),
    ]);
    let Some(seen) = seen else { return };
    let plain = |line: &str| {
        let parts = line.split('\u{1b}').enumerate();
        let shown = parts.map(|(i, part)| match part.split_once('m') {
            Some((_, shown)) if i > 0 && part.starts_with('[') => shown,
            _ => part,
        });
        shown.collect::<String>()
    };
    for line in seen.lines().map(plain).filter(|l| !l.contains("> ")) {
        let wide = line.trim_end().chars().count();
        assert!(wide <= 60, "{wide} columns: {line}");
    }
}
