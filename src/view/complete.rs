//! What a line that somebody types may be completed to.

/// The spaces that can be moved to from those whose names begin so, in small letters; `None`: those that have something
/// to move.
pub type Ends = Box<dyn Fn(Option<&str>) -> Vec<String>>;

/// What can be completed.
#[derive(Default)]
pub struct Completions {
    /// What begins an order.
    pub first: Vec<String>,
    /// What may follow.
    pub later: Vec<String>,
    /// What may follow `from`, and `to` from what stands behind `from`; asked only when somebody wants to know.
    pub ends: Option<Ends>,
}

impl Completions {
    /// What may stand at a place of a line that begins with this.
    fn after(&self, before: &str) -> Vec<String> {
        if before.is_empty() || before.ends_with([';', ':']) {
            return self.first.clone();
        }
        self.spaces(before).unwrap_or_else(|| self.later.clone())
    }

    /// The spaces that make sense behind this.
    fn spaces(&self, before: &str) -> Option<Vec<String>> {
        let order = before.to_lowercase();
        let order = order.rsplit([';', ':']).next().unwrap_or_default();
        let (head, last) = order.rsplit_once(' ').unwrap_or(("", order));
        let from = head.split_once(" from ").map(|(_, rest)| rest);
        let from = from.and_then(|rest| rest.split(" via ").next());
        let ends = match (last, from) {
            ("from", _) => (self.ends.as_ref()?)(None),
            ("to" | "into", Some(from)) => (self.ends.as_ref()?)(Some(from.trim())),
            _ => return None,
        };
        (!ends.is_empty()).then_some(ends)
    }

    /// What the end of a line may be completed to, and where that begins: names of several words are
    /// tried first, from the longest end of the line that begins one.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let ends = line
            .char_indices()
            .filter(|(i, _)| *i == 0 || line[..*i].ends_with([' ', ',', ';', '(', ':']));
        for start in ends.map(|(i, _)| i) {
            let typed = line[start..].to_lowercase();
            if typed.trim().is_empty() {
                continue;
            }
            let before = line[..start].trim_end();
            let words = self.after(before).into_iter();
            let found: Vec<String> = words
                .filter(|w| w.to_lowercase().starts_with(&typed))
                .collect();
            if !found.is_empty() {
                return (start, found);
            }
        }
        // Behind a blank nothing has been typed yet.
        let blank = line.ends_with(' ').then(|| self.spaces(line.trim_end()));
        (line.len(), blank.flatten().unwrap_or_default())
    }
}
