//! Reads a custom-MIR file and prints it in one of spektr's forms: `judge`, `pretty` or `witness`.

use std::process::ExitCode;

use spektr_mir::{parse, print, witness};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [form, path] = &args[..] else {
        eprintln!("usage: reprint judge|pretty|witness|runtime FILE.rs");
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
            let text = match form.as_str() {
                "judge" => print::judge(&program),
                "pretty" => print::pretty(&program),
                _ => witness::render(&program, |at| at.statement),
            };
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(complaint) => {
            eprint!("{}", complaint.rendered);
            ExitCode::FAILURE
        }
    }
}
