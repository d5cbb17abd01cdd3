//! Standing orders of those who are away, and who may give them.

use super::{Person, begun};

#[test]
fn standing_orders_answer_where_others_play() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    bob.done(
        &["mail", "standing"],
        &["China losses: infantry, artillery"],
        "",
    );
    ann.takes(&bob.letter());
    let many = "edit put 200 infantry, 50 artillery of China in Hunan\nedit put 60 infantry of Japan in Kiangsi\n";
    ann.orders(&format!(
        "{many}end\nmove 60 infantry from Kiangsi to Hunan\nend\n"
    ));
    assert!(
        ann.save()
            .contains("\"by\":\"China\",\"stood\":\"casualties"),
        "{}",
        ann.save()
    );
    bob.takes(&ann.letter());
    assert_eq!(ann.save(), bob.save());
}

#[test]
fn standing_orders_travel_with_letters() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    let order = "China losses: infantry, artillery";
    bob.done(&["mail", "standing"], &[order], "");
    ann.takes(&bob.letter());
    assert!(
        ann.save()
            .contains("\"standing\":\"China losses: infantry, artillery\"")
    );
    assert_eq!(ann.save(), bob.save());
    for wrong in [
        "Japan losses: infantry",
        "China losses: infantree",
        "China mood: good",
    ] {
        bob.refused(&["mail", "standing"], &[wrong], "");
    }
    let said = ann.refused(&["resume"], &[], "standing China losses: artillery\n");
    assert!(said.contains("standing/others"), "{said}");
    assert_eq!(ann.save(), bob.save());
}

#[test]
fn nobody_speaks_for_another_and_a_lost_file_comes_back() {
    let (ann, bob) = begun(&["--trust", "Ann"]);
    let before = bob.save();
    // Somebody has Bob's secrets and file, and says something in Bob's name.
    let thief = Person::new();
    let copied = |name: &str| {
        let (from, to) = (bob.folder.path().join(name), thief.folder.path().join(name));
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
        std::fs::copy(from, to).expect("copied");
    };
    copied("game.save");
    let secrets = bob.folder.path().join("data/secrets");
    for file in std::fs::read_dir(secrets).expect("they are there") {
        let name = file.expect("it is there").file_name();
        copied(&format!("data/secrets/{}", name.to_string_lossy()));
    }
    thief.done(&["mail", "standing"], &["China retreat: never"], "");
    let said = bob.refused(&["mail", "in"], &[], &thief.letter());
    assert!(said.contains("mail/yours"), "{said}");
    assert_eq!(bob.save(), before);
    ann.orders("buy 1 tank\nend\n");
    let letter = ann.letter();
    bob.takes(&letter);
    let kept = bob.save();
    std::fs::remove_file(bob.file()).expect("removed");
    let said = bob.refused(&["mail", "in"], &["--me", "Ann"], &letter);
    assert!(said.contains("mail/seated"), "{said}");
    bob.done(&["mail", "in"], &["--me", "bob"], &letter);
    assert_eq!(bob.save(), kept);
    let said = bob.refused(&["mail", "in"], &["--me", "Ann"], &letter);
    assert!(
        said.contains("Bob sits in this game here, not Ann"),
        "{said}"
    );
    assert_eq!(bob.save(), kept);
}
