//! What `pack/rulebook.rs` promises: where comments name rules.

use sandtable::diag::{Problems, Sources};
use sandtable::pack::{Rulebook, ids_in};

#[test]
fn ids_are_found_in_comments() {
    assert_eq!(
        ids_in("AB-CBT-09 to 11"),
        ["AB-CBT-09", "AB-CBT-10", "AB-CBT-11"]
    );
    assert_eq!(
        ids_in("see AB-SCR-01 to AB-SCR-03, before CD-KAM-04."),
        ["AB-SCR-01", "AB-SCR-02", "AB-SCR-03", "CD-KAM-04"]
    );
    assert_eq!(
        ids_in("The AB-POL and xAB-POL-01 are none; (AB-POL-02) is"),
        ["AB-POL-02"]
    );
    assert_eq!(ids_in("AB-01 to the end"), ["AB-01"]);
}

#[test]
fn comments_speak_of_the_line_below_or_of_the_file() {
    let text = "# AB-01: the file\n\n# AB-02\n# goes on\nrow one   # AB-03\nrow \"#AB-04\"\n";
    let stated = "**AB-01** One.\n**AB-02** Two.\n**AB-03** Three.\n**AB-04** Four.\n";
    let mut sources = Sources::default();
    let book = sources.add("RULES.md", stated);
    let book = Rulebook::read(book, stated, &mut Problems::default());
    sources.add("x.rules", text);
    let found: Vec<_> = book
        .mentions(&sources)
        .into_iter()
        .map(|m| (m.id, m.line, m.text))
        .collect();
    let want = [
        ("AB-01", 1, "AB-01: the file"),
        ("AB-02", 5, "row one"),
        ("AB-03", 5, "row one"),
    ];
    assert_eq!(
        found,
        want.map(|(id, line, text)| (id.to_owned(), line, text.to_owned()))
    );
}
