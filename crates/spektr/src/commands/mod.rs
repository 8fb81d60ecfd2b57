//! One module per command, and what several of them need: the wing a person named, a file as
//! a program.

pub mod bench;
pub mod doctor;
pub mod execute;
pub mod findings;
pub mod generate;
pub mod hunt;
pub mod mute;
pub mod reduce;
pub mod report;
pub mod show;
mod shrinking;
pub mod status;
mod subject;
pub mod test;
pub mod triage;
mod trial;

use crate::Wings;
use crate::exit::{Exit, Failure};
use spektr_wing::{Ending, Program, Wing};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

/// The wing with this name, or the default one.
fn wing<'a>(wings: Wings<'a>, name: Option<&str>) -> Result<&'a dyn Wing, Failure> {
    let found = match name {
        Some(name) => wings.iter().find(|wing| wing.name() == name),
        None => wings.first(),
    };
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = wings.iter().map(|wing| wing.name()).collect();
        let asked = name.unwrap_or("any");
        let known = names.join(", ");
        Failure::new(Exit::Usage, format!("no language `{asked}`; there are: {known}"))
    })
}

/// Reads a file as a program of the named wing, or of the first wing that understands it.
fn program<'a>(
    wings: Wings<'a>,
    name: Option<&str>,
    file: &Path,
) -> Result<(&'a dyn Wing, Box<dyn Program>), Failure> {
    let text = read(file)?;
    let candidates = match name {
        Some(name) => vec![wing(wings, Some(name))?],
        None => wings.to_vec(),
    };
    let mut first_complaint = None;
    for wing in candidates {
        match wing.parse(&text) {
            Ok(program) => return Ok((wing, program)),
            Err(complaint) => first_complaint = first_complaint.or(Some(complaint)),
        }
    }
    let complaint = first_complaint.map_or_else(
        || "no language to read it with".to_owned(),
        |complaint| complaint.to_string(),
    );
    Err(Failure::new(Exit::NotUnderstood, format!("{}: {complaint}", file.display())))
}

/// The text of a file.
pub fn read(file: &Path) -> Result<String, Failure> {
    let trouble = |reason: &dyn std::fmt::Display| {
        Failure::new(Exit::NotUnderstood, format!("cannot read {}: {reason}", file.display()))
    };
    let mut bytes = Vec::new();
    let opened = open(file).map_err(|error| trouble(&error))?;
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

fn policy(file: Option<&Path>) -> Result<Option<String>, Failure> {
    file.map(read).transpose()
}

/// The exit code that tells how a run on the machine ended.
fn exit_of(ending: &Ending) -> Exit {
    match ending {
        Ending::Finished => Exit::Done,
        Ending::Undefined { .. } => Exit::Undefined,
        Ending::Unspecified { .. } => Exit::Unspecified,
        Ending::OutOfFuel => Exit::OutOfFuel,
    }
}
