//! One module per command, and what several of them need: the wing a person named, a file as
//! a program.

pub mod bench;
pub mod compare;
mod compare_builds;
pub mod corpus;
mod counting;
pub mod cross;
pub mod deploy;
pub mod doctor;
pub mod execute;
pub mod findings;
mod flux;
pub mod generate;
pub mod hold;
pub mod hunt;
pub mod known;
mod lowered;
pub mod mute;
mod notifying;
mod policies;
pub mod reduce;
pub mod refine;
pub mod relax;
pub mod report;
pub mod scope;
pub mod serve;
pub mod shell;
pub mod show;
mod shrinking;
pub mod status;
pub mod store;
mod subject;
pub mod test;
pub mod triage;
mod validity;

use crate::Wings;
use crate::cli::CompilerArgs;
use crate::exit::{Exit, Failure};
use crate::room::sandbox;
use spektr_judge::compilers::Places;
use spektr_judge::prepare;
use spektr_wing::{Complaint, End, Ending, Program, SourceFile, Wing};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// The wing with this name, or the default one.
fn wing<'a>(wings: Wings<'a>, name: Option<&str>) -> Result<&'a dyn Wing, Failure> {
    let found = match name {
        Some(name) => wings.all.iter().find(|wing| wing.name() == name),
        None => wings.all.first(),
    };
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = wings.all.iter().map(|wing| wing.name()).collect();
        let asked = name.unwrap_or("any");
        let known = names.join(", ");
        Failure::new(Exit::Usage, format!("no language `{asked}`; there are: {known}"))
    })
}

/// A program that somebody brought: its wing, its files and what they say, or why they are not
/// understood.
struct Brought<'a> {
    wing: &'a dyn Wing,
    files: Vec<SourceFile>,
    program: Result<Box<dyn Program>, Complaint>,
}

impl Brought<'_> {
    /// The program, or what is said of one that is not understood.
    fn understood(self) -> Result<Box<dyn Program>, Failure> {
        let name = self.files.first().map_or("", |file| &file.name);
        self.program.map_err(|complaint| Failure {
            exit: Exit::NotUnderstood,
            ..complaint.of_file(name).into()
        })
    }
}

/// Reads files as a program of the named wing, or of the first wing that understands them; the
/// endings of their names say who is asked. What has to be prepared is prepared with a compiler
/// that is here.
fn brought<'a>(
    wings: Wings<'a>,
    name: Option<&str>,
    paths: &[PathBuf],
    compilers: &CompilerArgs,
) -> Result<Brought<'a>, Failure> {
    let files: Vec<SourceFile> = paths
        .iter()
        .map(|path| {
            let file = SourceFile::new(path.display().to_string(), read(path)?);
            Ok(file.lying_in(directory(path)))
        })
        .collect::<Result<_, Failure>>()?;
    let candidates = match name {
        Some(name) => vec![wing(wings, Some(name))?],
        None => by_ending(wings, paths),
    };
    let mut first = None;
    for wing in candidates {
        let program = understand(wings, wing, &files, compilers)?;
        let is_understood = program.is_ok();
        let brought = Brought { wing, files: files.clone(), program };
        if is_understood {
            return Ok(brought);
        }
        first = first.or(Some(brought));
    }
    first.ok_or_else(|| Failure::new(Exit::NotUnderstood, "no language to read it with"))
}

fn understand<'a>(
    wings: Wings<'a>,
    wing: &'a dyn Wing,
    files: &[SourceFile],
    compilers: &CompilerArgs,
) -> Result<Result<Box<dyn Program>, Complaint>, Failure> {
    let Some(preparation) = wing.preparation(files) else { return Ok(wing.read(files)) };
    let sandbox = Arc::new(sandbox(&std::env::temp_dir(), compilers.require_sandbox)?);
    let places = Places::of_environment();
    let prepared = prepare(wing, wings.families, sandbox, &places, &preparation)?;
    Ok(prepared.and_then(|files| wing.read(&files)))
}

/// Wings that such files are usually of; all of them if the endings tell nothing.
fn by_ending<'a>(wings: Wings<'a>, paths: &[PathBuf]) -> Vec<&'a dyn Wing> {
    let ending = paths.first().and_then(|path| path.extension()).and_then(|it| it.to_str());
    let fits = |wing: &&&dyn Wing| ending.is_some_and(|it| wing.extensions().contains(&it));
    let fitting: Vec<&dyn Wing> = wings.all.iter().filter(fits).copied().collect();
    if fitting.is_empty() { wings.all.to_vec() } else { fitting }
}

/// Where a file lies, as seen from anywhere.
fn directory(file: &Path) -> Option<String> {
    let whole = file.canonicalize().ok()?;
    Some(whole.parent()?.to_string_lossy().into_owned())
}

/// The text of a file; `-` is standard input.
pub fn read(file: &Path) -> Result<String, Failure> {
    let trouble = |reason: &dyn std::fmt::Display| {
        Failure::new(Exit::NotUnderstood, format!("cannot read {}: {reason}", file.display()))
    };
    let mut bytes = Vec::new();
    let opened: Box<dyn Read> = match file == Path::new("-") {
        true => Box::new(io::stdin()),
        false => Box::new(open(file).map_err(|error| trouble(&error))?),
    };
    opened.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|error| trouble(&error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(trouble(&format!("it has more than {} MiB", LARGEST >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| trouble(&"it is not text (UTF-8)"))
}

/// No text that spektr reads comes near this; devices may never end.
const LARGEST: u64 = 64 << 20;

/// How long to wait for somebody who writes into a pipe.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens a file. To open a named pipe waits for its writer, who may never come.
fn open(file: &Path) -> io::Result<File> {
    if !std::fs::metadata(file)?.file_type().is_fifo() {
        return File::open(file);
    }
    let (sender, receiver) = mpsc::channel();
    let path = file.to_owned();
    // The thread ends with the process if nobody ever comes, and nobody may be listening then.
    std::thread::spawn(move || sender.send(File::open(path)).ok());
    let nobody = || io::Error::new(io::ErrorKind::TimedOut, "nobody writes into this pipe");
    receiver.recv_timeout(PATIENCE).map_err(|_| nobody())?
}

/// Says so if a wing has no generator of this name; an empty name is the default one.
fn maker(wing: &dyn Wing, name: &str) -> Result<(), Failure> {
    if name.is_empty() || wing.makers().iter().any(|maker| maker.name == name) {
        return Ok(());
    }
    let names: Vec<&str> = wing.makers().iter().map(|maker| maker.name).collect();
    let (wing, names) = (wing.name(), names.join(", "));
    Err(Failure::new(Exit::Usage, format!("`{wing}` has no generator `{name}`; it has: {names}")))
}

/// The policy that was asked for: one of the wing's by its name, or a file.
fn policy(wing: &dyn Wing, given: Option<&Path>) -> Result<Option<String>, Failure> {
    let Some(given) = given else { return Ok(None) };
    let known = wing.named_policies();
    if let Some(policy) = known.iter().find(|policy| given == Path::new(policy.name)) {
        return Ok(Some(policy.text.to_owned()));
    }
    read(given).map(Some).map_err(|failure| {
        let names: Vec<&str> = known.iter().map(|policy| policy.name).collect();
        match names.is_empty() {
            true => failure,
            false => {
                let details = format!("policies with a name: {}\n", names.join(", "));
                Failure { details, ..failure }
            }
        }
    })
}

/// The exit code that tells how a run on the machine ended.
fn exit_of(ending: &Ending) -> Exit {
    match ending {
        Ending::Finished(End::Status(0)) => Exit::Done,
        Ending::Finished(_) => Exit::OtherStatus,
        Ending::Undefined { .. } => Exit::Undefined,
        Ending::Unspecified { .. } => Exit::Unspecified,
        Ending::Unsupported { .. } => Exit::NotUnderstood,
        Ending::OutOfFuel => Exit::OutOfFuel,
    }
}
