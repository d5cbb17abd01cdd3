//! What `pack/fmt/mod.rs` promises: the formatter chooses blanks and columns, and keeps what is said.

mod values;

use std::sync::LazyLock;

use pest::iterators::Pair;
use proptest::prelude::*;
use sandtable::diag::Style;
use sandtable::pack::grammar::Rule;
use sandtable::pack::{Bundled, PackFiles, bundled_names, format_rules, rules_trees};

fn formatted(text: &str) -> String {
    format_rules("test.rules", text)
        .unwrap_or_else(|p| panic!("{}\n{text}", p.render(Style::Plain, 100)))
}

/// The tree in words, without places.
fn tree(text: &str) -> String {
    fn write(pair: Pair<'_, Rule>, out: &mut String) {
        use std::fmt::Write as _;
        let words: Vec<&str> = pair.as_str().split_whitespace().collect();
        let joint = if pair.as_rule() == Rule::fact_value {
            ""
        } else {
            " "
        };
        let leaf = pair.clone().into_inner().next().is_none();
        // Blanks inside the values of tables mean nothing.
        let _ = write!(
            out,
            "({:?} {}",
            pair.as_rule(),
            if leaf {
                words.join(joint)
            } else {
                String::new()
            }
        );
        pair.into_inner().for_each(|p| write(p, out));
        out.push(')');
    }
    let mut out = String::new();
    let items = rules_trees(text)
        .into_iter()
        .flat_map(|(_, chunk)| chunk.into_inner())
        .filter(|p| p.as_rule() != Rule::EOI);
    items.for_each(|item| write(item, &mut out));
    out
}

/// The comments in their order.
fn comments(text: &str) -> Vec<String> {
    let outside = |line: &str| {
        let mut quoted = false;
        let at = line.char_indices().find(|(_, c)| {
            quoted ^= *c == '"';
            *c == '#' && !quoted
        });
        at.map(|(at, _)| line[at..].trim_end().to_owned())
    };
    text.lines().filter_map(outside).collect()
}

/// A text, how it is formatted and what it says.
struct Text {
    text: String,
    straight: String,
    tree: String,
}

/// Every `.rules` file of the packs that come with the program, and the examples of the reference.
static TEXTS: LazyLock<Vec<Text>> = LazyLock::new(|| {
    let read = |text: String| Text {
        straight: formatted(&text),
        tree: tree(&text),
        text,
    };
    texts().into_iter().map(read).collect()
});

fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for name in bundled_names() {
        let pack = Bundled::named(&name).expect("it is in the list");
        let manifest = pack.read("pack.toml").expect("a pack has a manifest");
        let manifest: toml::Table =
            toml::from_str(&String::from_utf8_lossy(&manifest)).expect("it is TOML");
        let files = manifest["files"]
            .as_array()
            .expect("it lists files")
            .iter()
            .filter_map(|f| f.as_str());
        for file in files.filter(|f| f.ends_with(".rules")) {
            texts
                .push(String::from_utf8_lossy(&pack.read(file).expect("it is there")).into_owned());
        }
    }
    let reference = include_str!("../../../../grammar/README.md");
    let blocks = reference
        .split("```rules\n")
        .skip(1)
        .filter_map(|b| b.split("```").next());
    texts.extend(blocks.map(str::to_owned));
    texts
}

#[test]
fn formatting_keeps_meaning_and_comments_and_is_stable() {
    for text in TEXTS.iter() {
        let once = &text.straight;
        assert_eq!(tree(once), text.tree, "{once}");
        assert_eq!(comments(once), comments(&text.text), "{once}");
        assert_eq!(formatted(once), *once);
    }
}

#[test]
fn blocks_columns_and_comments() {
    let crooked = "#head
territory   Red  Hills{income 3 owner Red   borders 1 ,2}  # home
territory Far Rock
{ closed }
sea zone 1 {
}   territory Plain {
income 3
 # rich
 borders 2 }


setup Red {  Red Hills : 1 factory,3 walker
sz 1:1 carrier
}
turn { order Red, Blue
phase purchase does purchase skipped unless it holds its capital   # first
phase combat move does combat move # then
}
objective \"A\" for Red gains 5 # one
when Red controls all of Red Hills
and round>3
objective \"Longer\" for Red gains 15    # two
  when (  round > 3 ) or round<2
trigger \"T\" at end of round
then
give 1 to Red
offer Red \"More?\" {
give 2 to Red }
";
    let straight = "#head
territory Red Hills { income 3  owner Red  borders 1, 2 }   # home
territory Far Rock  { closed }
sea zone 1 { }
territory Plain {
  income 3
  # rich
  borders 2
}

setup Red {
  Red Hills: 1 factory, 3 walker
  sz 1:      1 carrier
}
turn {
  order Red, Blue
  phase purchase     does purchase  skipped unless it holds its capital   # first
  phase combat move  does combat move   # then
}
objective \"A\" for Red gains 5         # one
  when Red controls all of Red Hills
    and round > 3
objective \"Longer\" for Red gains 15   # two
  when (round > 3) or round < 2
trigger \"T\" at end of round
  then
    give 1 to Red
    offer Red \"More?\" {
      give 2 to Red
    }
";
    let found = formatted(crooked);
    assert_eq!(found, straight, "\n{found}");
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    let problems =
        format_rules("x.rules", "territory A { incom 3 }\n").expect_err("`incom` is no fact");
    assert!(problems.has_errors());
    assert_eq!(formatted(""), "");
    assert_eq!(
        formatted("\n\n# only\n\n\n# comments  \n"),
        "# only\n\n# comments\n"
    );
}

/// The text with other blanks: between words, at the ends of lines, before words of indented lines, and empty lines doubled.
fn shaken(text: &str, choices: &[u8]) -> String {
    let mut choices = choices.iter().cycle().copied();
    let mut blank =
        move |least: usize| " ".repeat(least + usize::from(choices.next().unwrap_or(0) % 4));
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let indented = line.starts_with(' ');
        let body = line.trim();
        if body.is_empty() {
            out.push_str("\n \n\n");
            continue;
        }
        if indented {
            out.push_str(&blank(1));
        }
        let (mut quoted, mut comment) = (false, false);
        for c in body.chars() {
            quoted ^= c == '"' && !comment;
            comment |= c == '#' && !quoted;
            match c {
                ' ' if !quoted && !comment => out.push_str(&blank(1).replacen("  ", " \t", 1)),
                '{' | '}' | ',' if !quoted && !comment => {
                    out.push_str(&blank(0));
                    out.push(c);
                    out.push_str(&blank(0));
                }
                c => out.push(c),
            }
        }
        out.push_str(&blank(0));
        out.push('\n');
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    /// Blanks make no difference to what comes out.
    #[test]
    fn blanks_do_not_matter(choices in proptest::collection::vec(any::<u8>(), 1..60)) {
        for text in TEXTS.iter() {
            let straight = &text.straight;
            prop_assert_eq!(&formatted(&shaken(straight, &choices)), straight);
        }
    }
    /// Line breaks are the author's: wherever they are, meaning and comments are kept and the result is stable.
    #[test]
    fn line_breaks_keep_the_meaning(choices in proptest::collection::vec(any::<u8>(), 1..60)) {
        for Text { text, tree: said, .. } in TEXTS.iter() {
            let mut choice = choices.iter().cycle();
            let mut quoted = false;
            let mut comment = false;
            let mut broken = String::with_capacity(2 * text.len());
            for c in text.chars() {
                quoted ^= c == '"' && !comment;
                comment = c != '\n' && (comment || c == '#' && !quoted);
                let at_sign = matches!(c, ',' | '{' | '}' | '(' | ')') && !quoted && !comment;
                broken.push(c);
                if at_sign && choice.next().is_some_and(|n| n % 3 == 0) {
                    broken.push_str("\n  ");
                }
            }
            let once = formatted(&broken);
            prop_assert_eq!(&tree(&once), said);
            prop_assert_eq!(comments(&once), comments(&broken));
            prop_assert_eq!(formatted(&once), once);
        }
    }
}
