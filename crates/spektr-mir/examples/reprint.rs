//! Reads a custom-MIR file and prints it in one of spektr's forms: `judge` or `pretty`.

use std::process::ExitCode;

use spektr_mir::{parse, print};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [form, path] = &args[..] else {
        eprintln!("usage: reprint judge|pretty|runtime FILE.rs");
        return ExitCode::from(2);
    };
    if form == "runtime" {
        print!("{}", print::RUNTIME_SOURCE);
        return ExitCode::SUCCESS;
    }
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    match parse::parse_bytes(&bytes) {
        Ok(program) => {
            let text =
                if form == "judge" { print::judge(&program) } else { print::pretty(&program) };
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(complaint) => {
            eprint!("{}", complaint.rendered);
            ExitCode::FAILURE
        }
    }
}
