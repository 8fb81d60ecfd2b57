//! `spektr doctor`: which compilers are here, and what they are good for.

use crate::cli::DoctorArgs;
use crate::courtroom::{configuration, sandbox};
use crate::exit::{Exit, Failure};
use crate::words::say;
use spektr_judge::compilers::{Places, diagnose};

pub fn run(args: &DoctorArgs) -> Result<Exit, Failure> {
    let mut places = Places::of_environment();
    if let Some(file) = configuration(&args.compilers)? {
        places.named.extend(file.search);
    }
    let diagnosis = diagnose(&sandbox(&std::env::temp_dir())?, &places);
    if args.json {
        // A diagnosis is strings and lists: it always has a JSON form.
        say(&format!("{}\n", serde_json::to_string(&diagnosis).unwrap_or_default()));
    } else {
        say(&diagnosis.to_string());
    }
    Ok(if diagnosis.compilers.is_empty() { Exit::NoCompiler } else { Exit::Done })
}
