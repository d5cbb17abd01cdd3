//! `sandtable engine`: the protocol for programs on standard input and output.

use super::files;
use super::out::Out;
use super::{Done, Exit};
use sandtable_diag::Problem;
use sandtable_game::save;
use sandtable_protocol::{Engine, LINE, problem_reply};
use std::io::{BufRead, Read};
use std::path::Path;

/// The code of a line that is too long.
const TOO_LONG: &str = "protocol/too-long";

/// Answers line by line until nobody asks any more.
pub(super) fn run(out: &mut Out) -> Done {
    let mut engine =
        Engine::new(|file| files::read(Path::new(file), save::LIMIT, "save/unreadable"));
    let mut stdin = std::io::stdin().lock();
    while !engine.done {
        let answer = match line(&mut stdin, LINE) {
            Ok(None) => break,
            Ok(Some(line)) if line.trim().is_empty() => continue,
            Ok(Some(line)) => engine.answer(&line),
            Err(problem) => {
                if problem.code == TOO_LONG {
                    // Where nothing more can be read, the next line says so.
                    let _ = stdin.skip_until(b'\n');
                }
                problem_reply(problem)
            }
        };
        out.line(&answer);
    }
    Ok(Exit::Fine)
}

/// The next line of at most so many bytes; `None` at the end.
///
/// # Errors
/// It is too long, and what remains of it is still to be read, or no text.
pub(super) fn line(from: &mut impl BufRead, longest: usize) -> Result<Option<String>, Problem> {
    let mut line = Vec::new();
    let read = from.take(longest as u64).read_until(b'\n', &mut line);
    let read = read.map_err(|e| Problem::error("protocol/unreadable", e.to_string()));
    match read {
        // Nothing more can come from there.
        Err(_) | Ok(0) => return Ok(None),
        Ok(read) if read == longest && !line.ends_with(b"\n") => {
            let message = format!("this line is longer than {longest} bytes");
            return Err(Problem::error(TOO_LONG, message));
        }
        Ok(_) => {}
    }
    let text = String::from_utf8(line);
    let text = text.map_err(|_| Problem::error("protocol/json", "this line is no UTF-8"))?;
    Ok(Some(text))
}
