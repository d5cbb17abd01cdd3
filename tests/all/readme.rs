//! What README shows is what the program does: its commands, its session, its five minutes of modding.

use super::cli::{err, fine, out, sandtable};

fn readme() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    std::fs::read_to_string(path).expect("there is a README")
}

/// Every `sandtable` line of README's shell blocks is run as it stands there.
#[test]
fn the_commands_of_the_readme_work() {
    let readme = readme();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut tried = 0;
    let mut inside = false;
    for line in readme.lines() {
        if let Some(fence) = line.strip_prefix("```") {
            inside = !inside && fence == "sh";
            continue;
        }
        let Some(command) = line.strip_prefix("sandtable ").filter(|_| inside) else {
            continue;
        };
        let command = command.split(" #").next().unwrap_or_default();
        let inside_folder = |w: &str| [".svg", ".csv", ".save"].iter().any(|end| w.ends_with(end));
        let words = shlex::split(command).expect("quotation marks are closed");
        let args: Vec<String> = words
            .into_iter()
            .map(|w| {
                if inside_folder(&w) {
                    folder.path().join(w).display().to_string()
                } else {
                    w
                }
            })
            .collect();
        let done = sandtable(&args.iter().map(String::as_str).collect::<Vec<_>>(), b"");
        assert_eq!(done.status.code(), Some(0), "{line}\n{}", err(&done));
        tried += 1;
    }
    assert!(tried > 3, "README shows commands");
}

/// The blocks of README between fences of a kind.
fn blocks(readme: &str, kind: &str) -> Vec<String> {
    let fence = format!("```{kind}\n");
    let indented = readme.lines().map(|l| {
        format!(
            "{}\n",
            l.strip_prefix("   ")
                .filter(|_| l.starts_with("   "))
                .unwrap_or(l)
        )
    });
    let text: String = indented.collect();
    text.split(&fence)
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_session_of_the_readme_is_a_real_one() {
    let readme = readme();
    let orders = blocks(&readme, "orders").concat();
    let done = sandtable(
        &["play", "--seed", "7", "--seat", "all=human"],
        orders.as_bytes(),
    );
    let squeeze = |text: &str| {
        text.lines()
            .map(str::trim)
            .collect::<Vec<_>>()
            .join("\n")
            .trim()
            .to_owned()
    };
    let shown: Vec<String> = blocks(&readme, "text").iter().map(|b| squeeze(b)).collect();
    assert_eq!(
        shown,
        [squeeze(&out(&done)), squeeze(&err(&done))],
        "README shows another session than the program plays"
    );
}

#[test]
fn modding_as_the_readme_says_works() {
    let readme = readme();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("my-pack");
    let pack = path.to_str().expect("a plain path");
    fine(&sandtable(&["new", pack, "--extends", "pacific-1940"], b""));
    std::fs::write(
        path.join("changes.rules"),
        blocks(&readme, "rules").concat(),
    )
    .expect("written");
    std::fs::write(
        path.join("tests/tank.play"),
        blocks(&readme, "play").concat(),
    )
    .expect("written");
    fine(&sandtable(&["check", "--deny-warnings", pack], b""));
    let tested = sandtable(&["test", pack], b"");
    assert_eq!(out(&tested), "2 passed, 0 failed\n", "{}", err(&tested));
}
