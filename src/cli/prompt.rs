//! Where a person's lines come from: a prompt with history and completion on a terminal, standard
//! input otherwise.

use std::io::{BufRead, IsTerminal};

/// What came in.
pub(super) enum Read {
    /// A line.
    Line(String),
    /// A line with nothing on it, or one that was given up.
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
    /// The next line; the words are what can be completed.
    pub fn read(&mut self, prompt: &str, words: &dyn Fn() -> Vec<String>) -> Read {
        match self {
            Self::Lines => {
                let _ = (prompt, words);
                let mut line = Vec::new();
                match std::io::stdin().lock().read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => Read::End,
                    Ok(_) if line.trim_ascii().is_empty() => Read::Nothing,
                    Ok(_) => Read::Line(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned()),
                }
            }
            #[cfg(feature = "prompt")]
            Self::Prompt(editor) => editor.read(prompt, words()),
        }
    }
}

#[cfg(feature = "prompt")]
mod rich {
    use super::Read;
    use rustyline::completion::{Completer, Pair};
    use rustyline::error::ReadlineError;
    use rustyline::history::DefaultHistory;
    use rustyline::{CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter, Validator};

    /// A line editor with history and completion.
    pub struct Prompt {
        editor: Editor<Words, DefaultHistory>,
    }

    impl Prompt {
        /// An editor, if the terminal can do it.
        pub fn new() -> Option<Self> {
            let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
            let mut editor = Editor::with_config(config).ok()?;
            editor.set_helper(Some(Words::default()));
            Some(Self { editor })
        }
        /// A line.
        pub fn read(&mut self, prompt: &str, words: Vec<String>) -> Read {
            self.editor.set_helper(Some(Words { words }));
            match self.editor.readline(prompt) {
                Ok(line) => Read::Line(line),
                Err(ReadlineError::Interrupted) => Read::Nothing,
                Err(_) => Read::End,
            }
        }
    }

    /// The words that can be completed.
    #[derive(Default, Helper, Hinter, Highlighter, Validator)]
    struct Words {
        words: Vec<String>,
    }

    impl Completer for Words {
        type Candidate = Pair;
        fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
            let (start, found) = super::complete(&line[..pos], &self.words);
            let pairs = found.into_iter().map(|w| Pair { display: w.clone(), replacement: format!("{w} ") });
            Ok((start, pairs.collect()))
        }
    }
}

/// What the end of a line may be completed to, and where that begins: names of several words are
/// tried first, from the longest end of the line that begins one.
#[cfg_attr(not(feature = "prompt"), expect(dead_code, reason = "completion belongs to the prompt"))]
fn complete(line: &str, words: &[String]) -> (usize, Vec<String>) {
    let ends = line.char_indices().filter(|(i, _)| *i == 0 || line[..*i].ends_with([' ', ',', ';', '('])).map(|(i, _)| i);
    for start in ends {
        let typed = line[start..].to_lowercase();
        if typed.trim().is_empty() {
            continue;
        }
        let found: Vec<String> = words.iter().filter(|w| w.to_lowercase().starts_with(&typed)).cloned().collect();
        if !found.is_empty() {
            return (start, found);
        }
    }
    (line.len(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::complete;

    #[test]
    fn names_of_several_words_are_completed() {
        let words = ["move", "from", "far coast", "far field"].map(str::to_owned);
        assert_eq!(complete("mo", &words), (0, vec!["move".to_owned()]));
        assert_eq!(complete("move 1 walker from far c", &words), (19, vec!["far coast".to_owned()]));
        assert_eq!(complete("move 1 walker from Far ", &words).1.len(), 2);
        assert_eq!(complete("move xyz", &words).1.len(), 0);
    }
}
