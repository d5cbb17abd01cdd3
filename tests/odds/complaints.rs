//! What `odds` says to bad input, word for word.

use super::command::odds;
use crate::pack::small;
use std::path::Path;

fn said(args: &[&str]) -> String {
    let done = odds(args);
    let (out, err) = (
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr),
    );
    assert!(out.is_empty(), "{args:?} is answered: {out}");
    let code = done.status.code().expect("it ends by itself");
    assert!(code == 1 || code == 2, "{args:?} ends with {code}");
    let shown: Vec<&str> = args
        .iter()
        .map(|a| if a.starts_with('/') { "FOLDER" } else { *a })
        .collect();
    // A missing folder and wrong usage are not all ours to word.
    let err: String = err
        .lines()
        .take_while(|l| !l.starts_with("Usage:"))
        .map(|l| format!("{l}\n"))
        .collect();
    format!("$ odds {}\n[{code}] {}\n", shown.join(" | "), err.trim())
}

#[test]
fn complaints_about_forces_read_well() {
    let pack = "pacific-1940";
    let all = [
        said(&[pack, "3 infntry", "1 tank"]),
        said(&[pack, "1 tank, -3 infantry", "1 tank"]),
        said(&[pack, "100000 infantry", "1 tank"]),
        said(&[pack, "1 tank", "1 destroyer"]),
        said(&[pack, "2 tanks", "1 tank", "--kind", "sea"]),
        said(&[pack, "", "1 tank"]),
        said(&[pack, "1 tank", "1 infantry", "--seaborne", "1 fighter"]),
        said(&[pack, "1 tank", "1 infantry", "--wave", "1 destroyer"]),
        said(&[pack, "1 cruiser", "1 destroyer", "--scramble", "1 tank"]),
        said(&[
            pack,
            "1 cruiser",
            "1 destroyer",
            "--strikes",
            "3 at 7 on cruiser",
        ]),
        said(&[
            pack,
            "1 cruiser",
            "1 destroyer",
            "--strikes",
            "3 at 2 on battleship",
        ]),
        said(&[
            pack,
            "1 tank",
            "1 infantry",
            "--attacker-losses",
            "tank, prise",
        ]),
        said(&[pack, "1 strategic_bomber", "", "--target", "minor_ic(9)"]),
        said(&[
            pack,
            "1 strategic_bomber",
            "",
            "--target",
            "airbase",
            "--target",
            "airbase",
        ]),
    ];
    insta::assert_snapshot!(all.concat());
}

#[test]
fn complaints_about_ways_read_well() {
    let pack = "pacific-1940";
    let (one, two) = ("1 tank", "1 infantry");
    let all = [
        said(&[pack, one, two, "--runs", "0"]),
        said(&[pack, one, two, "--runs", "5", "--exact"]),
        said(&[pack, one, two, "--precision", "1.5"]),
        said(&[pack, one, two, "--needed", "0.9", "--wave", "1 tank"]),
        said(&[pack, one, two, "--no-retreat", "--retreat-after", "2"]),
        said(&[
            pack,
            "1 strategic_bomber",
            "",
            "--target",
            "airbase",
            "--retreat-after",
            "1",
        ]),
        said(&[pack, one, two, "--kind", "assault"]),
        said(&[pack, one, two, "--at", "Hunan"]),
        said(&[pack, one, two, "--attacker", "Japn"]),
        said(&[pack, one, two, "--with", "tests/odds/storm", "--exact"]),
        said(&[
            pack,
            one,
            two,
            "--with",
            "tests/odds/storm",
            "--retreat-below",
            "0.5",
        ]),
        said(&[pack, one, two, "--with", "marines", "--at", "sz 6"]),
        said(&[
            pack,
            one,
            two,
            "--with",
            "marines",
            "--attacker",
            "China",
            "--defender",
            "China",
        ]),
        said(&[
            pack,
            "1 strategic_bomber",
            "",
            "--target",
            "airbase",
            "--target",
            "minor_ic",
            "--exact",
        ]),
        said(&["--from", "nothing.save"]),
        said(&[pack, "--from", "nothing.save", "--at", "Hunan"]),
    ];
    insta::assert_snapshot!(all.concat());
}

#[test]
fn a_pack_may_have_no_such_battles() {
    let folder = tempfile::tempdir().expect("there is room");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("there is room")
    };
    write("pack.toml", small::MANIFEST);
    write("tables.toml", small::TABLES);
    write("board.rules", small::BOARD);
    write("rest.rules", small::REST);
    let pack = Path::new(folder.path()).display().to_string();
    insta::assert_snapshot!(said(&[&pack, "1 fighter", "", "--target", "factory"]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_noticed() {
    use std::process::{Command, Stdio};
    let (pack, one, two) = ("pacific-1940", "1 tank", "1 infantry");
    let picture = odds(&[pack, one, two, "-o", "/dev/full"]);
    assert_eq!(picture.status.code(), Some(1));
    // The figures are not lost with the picture.
    assert!(String::from_utf8_lossy(&picture.stdout).contains("attacker wins"));
    assert!(String::from_utf8_lossy(&picture.stderr).contains("odds/unwritable"));
    for json in [&[][..], &["--json"]] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("there is such a device");
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command
            .args(["odds", pack, one, two])
            .args(json)
            .stdout(Stdio::from(full));
        let done = command.output().expect("the program starts");
        let err = String::from_utf8_lossy(&done.stderr);
        assert!(
            done.status.code() == Some(1) && err.contains("out/unwritable"),
            "{err}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interruption_sums_up() {
    use std::process::{Command, Stdio};
    for more in [
        &["--runs", "9000000000"][..],
        &["--with", "marines", "--runs", "9000000000"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command
            .args(["odds", "pacific-1940", "9 tank", "9 infantry"])
            .args(more);
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // It may be interrupted once it catches the signal.
        let catches = |line: &str| {
            let mask = line
                .strip_prefix("SigCgt:")
                .and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
            mask.is_some_and(|bits| bits >> 1 & 1 == 1)
        };
        while !std::fs::read_to_string(format!("/proc/{}/status", child.id()))
            .is_ok_and(|t| t.lines().any(catches))
        {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let sent = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .expect("it can be interrupted");
        assert!(sent.success());
        let done = child.wait_with_output().expect("it ends");
        let (out, err) = (
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr),
        );
        assert_eq!(done.status.code(), Some(130), "{err}");
        assert!(
            out.contains("attacker wins") && out.contains("battles"),
            "{out}"
        );
        assert!(
            err.contains("stopped: these are the battles so far"),
            "{err}"
        );
    }
}
