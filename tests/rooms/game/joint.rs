//! What `game/joint.rs` promises: joint dice need every secret and the very order.

use sandtable::game::Deed;
use sandtable::game::joint::{JOINT, Joint, Secret};
use sandtable::kernel::Dice;

fn roots() -> [(&'static str, Secret); 2] {
    [("Ann", 1), ("Bob", 2)].map(|(name, byte)| (name, Secret::new([byte; 32])))
}

fn begun() -> Joint {
    let mut joint = Joint::of(roots().map(|(name, _)| name.to_owned()), JOINT);
    for (name, root) in roots() {
        let tip = root.link(0).expect("a chain has a beginning");
        joint.begin(name, tip).unwrap_or_else(|p| panic!("{p:?}"));
    }
    joint
}

fn rolls(joint: &Joint, order: &str) -> Option<Vec<u8>> {
    let mut dice = joint.dice_for(order)?;
    Some((0..50).map(|_| dice.roll(6)).collect())
}

#[test]
fn dice_need_every_secret_and_the_very_order() {
    let mut joint = begun();
    let (ann, bob) = (roots()[0].1, roots()[1].1);
    assert_eq!(
        joint.open("Ann", ann).map_err(|p| p.code),
        Err("dice/not-now")
    );
    joint.announce("fight").unwrap_or_else(|p| panic!("{p:?}"));
    assert_eq!(joint.awaited(), [("Ann", 1), ("Bob", 1)]);
    let second = ann.link(2).expect("a chain is long");
    assert_eq!(
        joint.open("Ann", second).map_err(|p| p.code),
        Err("dice/wrong")
    );
    let first = |root: Secret| root.link(1).expect("a chain is long");
    assert_eq!(joint.open("Ann", first(ann)).map_err(|p| p.code), Ok(false));
    assert_eq!(rolls(&joint, "fight"), None);
    assert_eq!(
        joint.open("Ann", second).map_err(|p| p.code),
        Err("dice/not-now")
    );
    assert_eq!(joint.open("Bob", first(bob)).map_err(|p| p.code), Ok(true));
    let shown = rolls(&joint, "fight").expect("all secrets are open");
    assert_eq!(rolls(&joint, "press"), None);
    let mut other = joint.clone();
    other.after(Deed::Standing, "retreat: never");
    assert_eq!(
        rolls(&other, "fight").as_ref(),
        Some(&shown),
        "nobody steers dice by what is no order"
    );
    other.after(Deed::Order, "buy 1 unit");
    assert_ne!(
        rolls(&other, "fight"),
        Some(shown),
        "what came before counts"
    );
    joint.rolled();
    joint.announce("fight").unwrap_or_else(|p| panic!("{p:?}"));
    assert_eq!(joint.awaited(), [("Ann", 2), ("Bob", 2)]);
    assert!(joint.open("Ann", second).is_ok());
}

#[test]
fn nothing_is_rolled_before_everybody_has_begun() {
    let mut joint = Joint::of(["Ann".to_owned()], JOINT);
    assert_eq!(
        joint.announce("fight").map_err(|p| p.code),
        Err("dice/no-chain")
    );
    let tip = roots()[0].1.link(0).expect("a chain has a beginning");
    assert_eq!(
        joint.begin("Eve", tip).map_err(|p| p.code),
        Err("dice/stranger")
    );
    assert!(joint.begin("Ann", tip).is_ok());
    assert_eq!(
        joint.begin("Ann", tip).map_err(|p| p.code),
        Err("dice/begun")
    );
}

#[test]
fn secrets_read_back_as_they_are_written() {
    let secret = roots()[1].1.hash();
    assert_eq!(Secret::try_from(String::from(secret)), Ok(secret));
    assert!(Secret::try_from("00ff".to_owned()).is_err());
}
