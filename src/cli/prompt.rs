//! Where a person's lines come from: a prompt with history and completion on a terminal, standard
//! input otherwise.

use sandtable_diag::without_mark;
use sandtable_view::Completions;
use std::io::{BufRead, IsTerminal};

/// Whether a person at a terminal says yes to a question; where nobody can be asked it is no.
pub(super) fn agreed(question: &str) -> bool {
    matches!(
        answered(&format!("{question} [y/N]")).as_deref(),
        Some("y" | "yes")
    )
}

/// What a person at a terminal answers to a question, in small letters; `None`: nothing more comes, or nobody can be asked.
pub(super) fn answered(question: &str) -> Option<String> {
    if !(std::io::stdin().is_terminal() && std::io::stderr().is_terminal()) {
        return None;
    }
    eprint!("{question} ");
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer).ok()?;
    (read > 0).then(|| answer.trim().to_lowercase())
}

/// What came in.
pub(super) enum Read {
    /// A line.
    Line(String),
    /// A line with nothing on it that a person typed.
    Enter,
    /// A line of a file with nothing on it, or one that was given up.
    Nothing,
    /// The end.
    End,
}

/// Where lines come from.
pub(super) enum Input {
    /// Standard input, as it comes.
    Lines,
    /// A prompt.
    #[cfg(feature = "prompt")]
    Prompt(Box<rich::Prompt>),
}

impl Input {
    /// A prompt if a person sits at a terminal.
    pub fn new() -> Self {
        #[cfg(feature = "prompt")]
        if std::io::stdin().is_terminal()
            && std::io::stdout().is_terminal()
            && let Some(prompt) = rich::Prompt::new()
        {
            return Self::Prompt(Box::new(prompt));
        }
        Self::Lines
    }
    /// Whether a person types.
    pub fn interactive(&self) -> bool {
        match self {
            Self::Lines => std::io::stdin().is_terminal(),
            #[cfg(feature = "prompt")]
            Self::Prompt(_) => true,
        }
    }
    /// The next line.
    pub fn read(&mut self, prompt: &str, words: &dyn Fn() -> Completions) -> Read {
        match self {
            Self::Lines => {
                let _ = (prompt, words);
                let mut line = Vec::new();
                let read = std::io::stdin().lock().read_until(b'\n', &mut line);
                let text = String::from_utf8_lossy(&line);
                // What is piped may be several files one after the other, each with a mark of its own.
                let text = without_mark(&text);
                match read {
                    Ok(0) | Err(_) => Read::End,
                    Ok(_) if text.trim_ascii().is_empty() => match std::io::stdin().is_terminal() {
                        true => Read::Enter,
                        false => Read::Nothing,
                    },
                    Ok(_) => Read::Line(text.trim_end_matches(['\n', '\r']).to_owned()),
                }
            }
            #[cfg(feature = "prompt")]
            Self::Prompt(editor) => editor.read(prompt, words()),
        }
    }
}

#[cfg(feature = "prompt")]
mod rich {
    use super::super::folder;
    use super::Read;
    use rustyline::completion::{Completer, Pair};
    use rustyline::error::ReadlineError;
    use rustyline::highlight::Highlighter;
    use rustyline::hint::Hinter;
    use rustyline::history::DefaultHistory;
    use rustyline::validate::Validator;
    use rustyline::{CompletionType, Config, Context, Editor, Helper};
    use sandtable_view::Completions;
    use std::path::PathBuf;

    /// A line editor with history and completion.
    pub struct Prompt {
        editor: Editor<Completion, DefaultHistory>,
        /// Where lines are remembered from one run to the next.
        history: Option<PathBuf>,
    }

    impl Prompt {
        /// An editor, if the terminal can do it.
        pub fn new() -> Option<Self> {
            let config = Config::builder()
                .completion_type(CompletionType::List)
                .auto_add_history(true)
                .build();
            let mut editor = Editor::with_config(config).ok()?;
            editor.set_helper(Some(Completion::default()));
            let history = folder::data().map(|data| data.join("history"));
            if let Some(file) = &history {
                // The first run finds none.
                let _ = file.parent().map(std::fs::create_dir_all);
                let _ = editor.load_history(file);
            }
            Some(Self { editor, history })
        }
        /// A line.
        pub fn read(&mut self, prompt: &str, words: Completions) -> Read {
            self.editor.set_helper(Some(Completion { words }));
            match self.editor.readline(prompt) {
                Ok(line) if line.trim().is_empty() => Read::Enter,
                Ok(line) => {
                    if let Some(file) = &self.history {
                        // Without a file for it the lines of this run are remembered all the same.
                        let _ = self.editor.append_history(file);
                    }
                    Read::Line(line)
                }
                Err(ReadlineError::Interrupted) => Read::Nothing,
                Err(_) => Read::End,
            }
        }
    }

    /// The words that can be completed.
    #[derive(Default)]
    struct Completion {
        words: Completions,
    }

    impl Helper for Completion {}
    impl Highlighter for Completion {}
    impl Validator for Completion {}
    impl Hinter for Completion {
        type Hint = String;
    }

    impl Completer for Completion {
        type Candidate = Pair;
        fn complete(
            &self,
            line: &str,
            pos: usize,
            _: &Context<'_>,
        ) -> rustyline::Result<(usize, Vec<Pair>)> {
            let (start, found) = self.words.complete(&line[..pos]);
            let pairs = found.into_iter().map(|w| Pair {
                display: w.clone(),
                replacement: format!("{w} "),
            });
            Ok((start, pairs.collect()))
        }
    }
}
