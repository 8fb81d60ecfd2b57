//! Ctrl-C: the first finishes what is in flight, the second leaves at once. Either way the
//! store is whole: everything in it was written by transactions.

use crate::exit::{Exit, Failure};
use spektr_hunt::Stop;
use std::io::Write;

/// A wish to stop that Ctrl-C (or a polite kill) expresses.
pub fn listen() -> Result<Stop, Failure> {
    let stop = Stop::new();
    let asked = stop.clone();
    ctrlc::set_handler(move || {
        if asked.ask() > 1 {
            drop(std::io::stderr().write_all(b"\nspektr: stopped at once\n"));
            std::process::exit(Exit::Interrupted as i32);
        }
    })
    .map_err(|error| Failure::new(Exit::Usage, format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(stop)
}
