//! What `view/complete.rs` promises: names of several words are completed.

use sandtable::view::Completions;

#[test]
fn names_of_several_words_are_completed() {
    let all = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect();
    let words = Completions {
        first: all(&["move", "fight"]),
        later: all(&["from", "far coast", "far field", "mover"]),
        ends: Some(Box::new(|from| {
            let Some(from) = from else {
                return vec!["far coast".to_owned()];
            };
            let known = "home".starts_with(from);
            known.then(|| "far field".to_owned()).into_iter().collect()
        })),
    };
    assert_eq!(words.complete("mo"), (0, vec!["move".to_owned()]));
    assert_eq!(words.complete("end; mo"), (5, vec!["move".to_owned()]));
    assert_eq!(
        words.complete("move 1 walker from far c"),
        (19, vec!["far coast".to_owned()])
    );
    assert_eq!(words.complete("move 1 walker via Far ").1.len(), 2);
    assert_eq!(
        words.complete("move 1 walker from "),
        (19, vec!["far coast".to_owned()])
    );
    assert_eq!(
        words.complete("move 1 walker from ho to "),
        (25, vec!["far field".to_owned()])
    );
    assert_eq!(words.complete("buy 1 ").1.len(), 0);
    assert_eq!(words.complete("move 1 mo").1, ["mover"]);
    assert_eq!(words.complete("move xyz").1.len(), 0);
    assert_eq!(
        words.complete("move 1 walker from ho to f").1,
        ["far field"]
    );
    assert_eq!(words.complete("move 1 walker from here to f").1.len(), 3);
}
