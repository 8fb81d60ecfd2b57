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
use std::path::Path;

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
    let bytes = std::fs::read(file).map_err(|error| trouble(&error))?;
    String::from_utf8(bytes).map_err(|_| trouble(&"it is not text (UTF-8)"))
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
