//! `spektr-seeded rustc --bug=NAME … ARGS` compiles like a rustc that has these bugs.
//! `spektr-seeded bugs` lists them; `spektr-seeded table` reduces one program per bug and
//! prints what that took (with `--show` also what came out); `spektr-seeded frequencies` says how often generated programs
//! show each bug.

use std::os::unix::fs::PermissionsExt;
use std::process::ExitCode;

use spektr_seeded::bug;
use spektr_seeded::compiler::{VERSION, compile};
use spektr_seeded::options::Options;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.first().map(String::as_str) {
        Some("rustc") => rustc(&args[1..]),
        Some("bugs") => {
            for bug in bug::all() {
                println!("{:<20} {:<32} {}", bug.name, bug.pass, bug.about);
            }
            ExitCode::SUCCESS
        }
        Some("table") => {
            let (flags, names): (Vec<String>, Vec<String>) =
                args[1..].iter().cloned().partition(|arg| arg.starts_with('-'));
            spektr_seeded::table::print(&names, flags.iter().any(|flag| flag == "--show"));
            ExitCode::SUCCESS
        }
        Some("frequencies") => {
            spektr_seeded::table::frequencies(0..200, &args[1..]);
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!(
                "usage: spektr-seeded rustc [--bug=NAME]... ARGS | bugs | table [--show] [NAME]... | frequencies [NAME]..."
            );
            ExitCode::from(2)
        }
    }
}

fn rustc(args: &[String]) -> ExitCode {
    match build(args) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn build(args: &[String]) -> Result<ExitCode, String> {
    let options = Options::read(args)?;
    if options.version {
        print!("{VERSION}");
        return Ok(ExitCode::SUCCESS);
    }
    let output = options.output.as_ref().ok_or("no output was named")?;
    let source = options.source.as_ref().ok_or("no source was named")?;
    let write = |text: &str| {
        std::fs::write(output, text).map_err(|error| format!("{}: {error}", output.display()))
    };
    if options.no_program {
        write("nothing to link\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    let text = std::fs::read_to_string(source)
        .map_err(|error| format!("{}: {error}", source.display()))?;
    let program = spektr_mir::parse::parse(&text).map_err(|complaint| complaint.to_string())?;
    let compiled = compile(program, &options);
    eprint!("{}", compiled.log);
    match compiled.result {
        Ok(behaviour) => {
            write(&behaviour.script())?;
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(output, mode).map_err(|error| error.to_string())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(death) => {
            eprint!("{}", death.words());
            match death {
                bug::Death::Panic { .. } => Ok(ExitCode::from(101)),
                bug::Death::Abort { .. } => std::process::abort(),
            }
        }
    }
}
