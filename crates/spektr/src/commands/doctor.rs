//! `spektr doctor`: which compilers are here, and what they are good for.

use crate::Wings;
use crate::cli::DoctorArgs;
use crate::exit::{Exit, Failure};
use crate::room::{USUAL_FILE, configuration, sandbox};
use crate::words::say;
use spektr_judge::compilers::{Places, diagnose};

pub fn run(args: &DoctorArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let mut places = Places::of_environment();
    let file = configuration(&args.compilers, wings)?;
    if let Some(file) = &file {
        places.named.extend(file.search.iter().cloned());
    }
    let sandbox = sandbox(&std::env::temp_dir(), args.compilers.require_sandbox)?;
    let mut diagnosis = diagnose(&sandbox, wings.families, &places, file.as_ref());
    if let Some(file) = &file {
        let name = args.compilers.config.clone().unwrap_or_else(|| USUAL_FILE.into());
        diagnosis.remarks.extend(file.remarks(&name, &diagnosis.compilers));
    }
    if args.json {
        // A diagnosis is strings and lists: it always has a JSON form.
        say(&format!("{}\n", serde_json::to_string(&diagnosis).unwrap_or_default()));
    } else {
        say(&diagnosis.to_string());
    }
    Ok(if diagnosis.compilers.is_empty() { Exit::NoCompiler } else { Exit::Done })
}
