//! Reads preprocessed C files and says what was not understood: one line per file, and how many
//! were read.

use std::process::ExitCode;

fn main() -> ExitCode {
    let (mut read, mut all) = (0, 0);
    for path in std::env::args().skip(1) {
        let text = match std::fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        all += 1;
        match spektr_c::parse::read(&[(&path, &text)]) {
            Ok(_) => read += 1,
            Err(complaint) => println!("{path}: {complaint}"),
        }
    }
    println!("{read} of {all} read");
    ExitCode::SUCCESS
}
