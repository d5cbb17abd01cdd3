//! Programs of their own at the table: started with a command, asked by a line, heard until they have
//! given their order. One that misbehaves ends the play; what was played stays.

#![expect(
    clippy::disallowed_types,
    reason = "programs have a time in which they must answer"
)]

use crate::engine::line;
use sandtable_diag::Problem;
use sandtable_game::{Opened, Seat, Seats, Session};
use sandtable_kernel::Event;
use sandtable_protocol::{At, Came, REFUSED, decide, hear, over};
use std::collections::BTreeMap;
use std::io::{BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// So many lines that nobody has asked for are kept of it, and so many that it has not read for it.
const AHEAD: usize = 16;
/// The longest line that it may say, in bytes.
const LONGEST: usize = 1 << 20;
/// So long until it is looked again whether it reads.
const AGAIN: Duration = Duration::from_millis(5);
/// So long a program may take to end by itself.
const LEAVE: Duration = Duration::from_millis(500);

/// A time that somebody may take.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = text
        .parse()
        .ok()
        .and_then(|s| Duration::try_from_secs_f64(s).ok());
    let time = time.filter(|time| !time.is_zero());
    time.ok_or_else(|| "this is no number of seconds".to_owned())
}

/// Starts every program that has a command of its own, each once.
pub(crate) fn bots(seats: &Seats, limit: Duration) -> Result<BTreeMap<String, Bot>, Problem> {
    let mut bots = BTreeMap::new();
    for (_, seat) in seats.iter() {
        if let Seat::Exec(command) = seat
            && !bots.contains_key(command)
        {
            bots.insert(command.clone(), Bot::start(command, limit)?);
        }
    }
    Ok(bots)
}

/// A program that was started.
pub(crate) struct Bot {
    command: String,
    child: Child,
    /// Lines for it.
    say: SyncSender<String>,
    /// Lines of it.
    said: Receiver<Result<Option<String>, Problem>>,
    limit: Duration,
}

impl Bot {
    /// Starts it.
    ///
    /// # Errors
    /// It cannot be.
    pub fn start(command: &str, limit: Duration) -> Result<Self, Problem> {
        let failed = |why: String| {
            let message = format!("`{command}` cannot be started: {why}");
            Problem::error("seat/exec", message)
        };
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| failed("a quotation mark is not closed".to_owned()))?;
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| failed(e.to_string()))?;
        // Lines go through threads: nobody waits for a program that neither reads nor writes.
        let (say, lines) = sync_channel::<String>(AHEAD);
        let stdin = child.stdin.take();
        thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            for line in lines {
                // A program that has gone is noticed where it is heard.
                if writeln!(stdin, "{line}")
                    .and_then(|()| stdin.flush())
                    .is_err()
                {
                    return;
                }
            }
        });
        let (heard, said) = sync_channel(AHEAD);
        let stdout = child.stdout.take();
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut stdout = BufReader::new(stdout);
            loop {
                let line = line(&mut stdout, LONGEST);
                let last = !matches!(line, Ok(Some(_)));
                if heard.send(line).is_err() || last {
                    return;
                }
            }
        });
        Ok(Self {
            command: command.to_owned(),
            child,
            say,
            said,
            limit,
        })
    }

    /// Has it answer what the game waits for: what happened.
    ///
    /// # Errors
    /// It does not.
    pub fn answer(
        &mut self,
        opened: &Opened,
        session: &mut Session,
    ) -> Result<Vec<Event>, Problem> {
        let until = Instant::now() + self.limit;
        self.tell(decide(At { opened, session }), until)?;
        let mut refused = 0;
        loop {
            let line = self.hear(until)?;
            if line.trim().is_empty() {
                continue;
            }
            let (reply, came) = hear(opened, session, &line);
            self.tell(reply, until)?;
            match came {
                Came::Answered => {}
                Came::Ordered(events) => return Ok(events),
                Came::NoRequest => {
                    let shown: String = line.trim_end().chars().take(60).collect();
                    let message = format!("`{}` said what is no request: {shown}", self.command);
                    let help = "on standard output it says requests, a JSON object a line; all else belongs on standard error";
                    return Err(Problem::error("seat/no-json", message).help(help));
                }
                Came::Refused(why) => {
                    refused += 1;
                    if refused == REFUSED {
                        let times = format!("{REFUSED} orders of `{}` were refused", self.command);
                        let problem = Problem::error("seat/refused", times);
                        return Err(problem.help(format!("the last: {why}")));
                    }
                }
            }
        }
    }

    /// Tells it something; it has to read what it is told, though not at once.
    fn tell(&self, mut line: String, until: Instant) -> Result<(), Problem> {
        loop {
            line = match self.say.try_send(line) {
                Err(TrySendError::Full(line)) => line,
                // A program that has gone is noticed where it is heard.
                Ok(()) | Err(TrySendError::Disconnected(_)) => return Ok(()),
            };
            if Instant::now() >= until {
                return Err(self.late("seat/deaf", "did not read what it was told"));
            }
            thread::sleep(AGAIN);
        }
    }

    /// It took too long.
    fn late(&self, code: &'static str, what: &str) -> Problem {
        let seconds = self.limit.as_secs_f64();
        let message = format!("`{}` {what} within {seconds} s", self.command);
        Problem::error(code, message).help("`--seat-time SECONDS` gives it longer")
    }

    fn hear(&mut self, until: Instant) -> Result<String, Problem> {
        let silent = || self.late("seat/silent", "gave no order");
        // Whoever asks without end has said something at any time.
        let left = until.checked_duration_since(Instant::now());
        match self.said.recv_timeout(left.ok_or_else(silent)?) {
            Ok(Ok(Some(line))) => Ok(line),
            Ok(Err(problem)) => Err(problem),
            Ok(Ok(None)) | Err(RecvTimeoutError::Disconnected) => {
                let how = self.ended();
                let how = how.map_or_else(String::new, |status| format!(": {status}"));
                let message = format!("`{}` says nothing more{how}", self.command);
                Err(Problem::error("seat/gone", message))
            }
            Err(RecvTimeoutError::Timeout) => Err(silent()),
        }
    }

    /// Tells it that the game is over, and lets it go.
    pub fn leave(mut self, at: At<'_>) {
        // Whoever does not listen need not know.
        let _ = self.tell(over(at), Instant::now() + LEAVE);
        // Nothing more comes: the thread that writes ends, and with it the program's input.
        self.say = sync_channel(0).0;
        self.ended();
    }

    /// How it ended, if it does soon.
    fn ended(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + LEAVE;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(AGAIN),
                ended => return ended.ok().flatten(),
            }
        }
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // One that has ended already cannot be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
