//! The commands: the wrapper that judges see as a rustc, and what people may ask of it.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use spektr_mir::parse::parse;
use spektr_mir::print::{Dialect, judge_experiment, pretty_experiment};
use spektr_mir::syntax::Program;

use crate::bug::{self, Death, Layer};
use crate::compiler::{Compiled, VERSION, compile, run_passes};
use crate::options::Options;
use crate::table;

const USAGE: &str = "\
usage: spektr-seeded rustc [--bug=NAME]... [--one-pass=PASS] [--behind=RUSTC] ARGS
       spektr-seeded bugs
       spektr-seeded table [--show] [NAME]...
       spektr-seeded frequencies [NAME]...";

/// Programs that `frequencies` looks at.
const PROGRAMS: u64 = 200;

/// Carries a command out.
pub fn run(args: &[String]) -> ExitCode {
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
            table::print(&names, flags.iter().any(|flag| flag == "--show"));
            ExitCode::SUCCESS
        }
        Some("frequencies") => {
            table::frequencies(0..PROGRAMS, &args[1..]);
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn rustc(args: &[String]) -> ExitCode {
    let built = Options::read(args).and_then(|options| match &options.behind {
        Some(behind) => wrap(args, &options, behind),
        None => build(&options),
    });
    built.unwrap_or_else(|message| {
        eprintln!("error: {message}");
        ExitCode::FAILURE
    })
}

/// Compiles to a script that does what the machine did.
fn build(options: &Options) -> Result<ExitCode, String> {
    if options.version {
        print!("{VERSION}");
        return Ok(ExitCode::SUCCESS);
    }
    let output = options.output.as_ref().ok_or("no output was named")?;
    if options.no_program {
        eprint!("{}", trial_log(options));
        write(output, "nothing to link\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    let source = options.source.as_ref().ok_or("no source was named")?;
    let text = std::fs::read_to_string(source)
        .map_err(|error| format!("{}: {error}", source.display()))?;
    let program = parse(&text).map_err(|complaint| complaint.to_string())?;
    let Compiled { log, result } = compile(program, options);
    eprint!("{log}");
    match result {
        Ok(behaviour) => {
            write(output, &behaviour.script())?;
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(output, mode).map_err(|error| error.to_string())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(death) => Ok(die(death)),
    }
}

/// Lets a real compiler build what the passes have made of the program. What is no program
/// of the machine's language (a runtime, a trial of abilities) goes through as it is.
fn wrap(args: &[String], options: &Options, behind: &Path) -> Result<ExitCode, String> {
    let mut forwarded: Vec<String> =
        Options::forwarded(args).into_iter().map(str::to_owned).collect();
    let text = options.source.as_ref().and_then(|source| std::fs::read_to_string(source).ok());
    let program = text.filter(|_| !options.no_program).and_then(|text| parse(&text).ok());
    if options.no_program {
        eprint!("{}", trial_log(options));
    }
    if let (Some(mut program), Some(source)) = (program, &options.source) {
        let mut log = String::new();
        let result = run_passes(&mut program, options, &mut log);
        eprint!("{log}");
        if let Err(death) = result {
            return Ok(die(death));
        }
        let rewritten = source.with_extension("seeded.rs");
        let judged = args.iter().any(|arg| arg.starts_with("--extern=spektr_rt="));
        write(&rewritten, &printed(&program, judged))?;
        for arg in forwarded.iter_mut().filter(|arg| Path::new(arg.as_str()) == source) {
            *arg = rewritten.display().to_string();
        }
    }
    let status = Command::new(behind)
        .args(&forwarded)
        .status()
        .map_err(|error| format!("{}: {error}", behind.display()))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, Into::into))
}

/// Whoever tries out whether passes are counted finds that they are.
fn trial_log(options: &Options) -> String {
    let counted = [Layer::Mir, Layer::Llvm].into_iter().filter(|&it| options.limit(it).is_some());
    counted.map(|layer| format!("BISECT: running pass (1) {layer:?} on a trial\n")).collect()
}

/// In the form in which it came: with the observation runtime, or standing alone.
fn printed(program: &Program, judged: bool) -> String {
    let dialect = Dialect::default();
    let rendering = match judged {
        true => judge_experiment(program, &dialect),
        false => pretty_experiment(program, &dialect),
    };
    rendering.files.into_iter().map(|file| file.text).collect()
}

fn die(death: Death) -> ExitCode {
    eprint!("{}", death.words());
    match death {
        Death::Panic { .. } => ExitCode::from(101),
        Death::Abort { .. } => std::process::abort(),
    }
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
