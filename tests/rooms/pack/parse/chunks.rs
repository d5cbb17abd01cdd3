//! What `pack/parse/chunks.rs` promises: a file is cut at its items.

use sandtable::pack::rules_chunks as chunks;

#[test]
fn a_file_is_cut_at_its_items() {
    let text =
        "# head\nregion a: b\n  , c\nterritory d {\ne: 1\n}\nwhen x\nmisspelt f\nvictory g {\n";
    let parts: Vec<_> = chunks(text).into_iter().map(|r| &text[r]).collect();
    assert_eq!(
        parts,
        [
            "# head\nregion a: b\n  , c\n",
            "territory d {\ne: 1\n}\nwhen x\n",
            "misspelt f\n",
            "victory g {\n"
        ]
    );
    assert!(chunks("# only a comment\n\n").is_empty());
    assert_eq!(chunks("  )").len(), 1);
}
