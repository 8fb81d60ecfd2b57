//! `spektr-seeded rustc --bug=NAME … ARGS` compiles like a rustc that has these bugs, with
//! `--behind=RUSTC` through a real one. `spektr-seeded bugs` lists them; `spektr-seeded
//! table` reduces one program per bug and prints what that took (with `--show` also what
//! came out); `spektr-seeded frequencies` says how often generated programs show each bug.

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    spektr_seeded::command::run(&args)
}
