//! Parse, run, render, exit code.

fn main() -> std::process::ExitCode {
    sandtable::cli::run()
}
