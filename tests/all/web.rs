//! The board in a real browser: the tests of `tests/web` are played where Node, a browser and what
//! `npm ci` installs there are found; elsewhere a line says that they were not. With
//! `SANDTABLE_BROWSER=1` they must be found.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Names that browsers go by.
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mut files = std::env::split_paths(&folders).map(|folder| folder.join(name));
    files.find(|file| file.is_file())
}

/// What the tests need, or what of it is missing.
fn tools(tests: &Path) -> Result<(PathBuf, PathBuf), &'static str> {
    let node = on_path("node").ok_or("Node is not installed")?;
    let browser = BROWSERS.iter().find_map(|name| on_path(name));
    let browser = browser.ok_or("no Chromium is installed")?;
    let kept = tests.join("node_modules/playwright-core").is_dir();
    kept.then_some((node, browser))
        .ok_or("`npm ci` was not run in tests/web")
}

#[test]
fn the_board_is_played_in_a_browser() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web");
    let (node, browser) = match tools(&tests) {
        Ok(tools) => tools,
        Err(missing) => {
            let demanded = std::env::var_os("SANDTABLE_BROWSER").is_some();
            assert!(
                !demanded,
                "the board cannot be tried in a browser: {missing}"
            );
            eprintln!("the board was not tried in a browser: {missing}");
            return;
        }
    };
    let mut run = Command::new(node);
    run.args(["--test", "--test-concurrency=2", "--test-reporter=spec"]);
    // Milliseconds for a file of tests: a page that answers no more is told of, not waited for.
    run.arg("--test-timeout=900000");
    let files = std::fs::read_dir(&tests).expect("the tests of the board are there");
    let files = files.map(|file| file.expect("a folder can be read").path());
    let named = |file: &PathBuf| file.to_string_lossy().ends_with(".test.mjs");
    let mut files: Vec<PathBuf> = files.filter(named).collect();
    files.sort();
    assert!(!files.is_empty(), "there are tests of the board");
    run.args(files).env("CHROMIUM", browser);
    run.env("SANDTABLE", env!("CARGO_BIN_EXE_sandtable"));
    let done = run.output().expect("Node runs");
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{told}");
}
