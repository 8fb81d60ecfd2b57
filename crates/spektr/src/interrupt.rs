//! Ctrl-C: the first finishes what is in flight, the second leaves at once. Either way the
//! store is whole: everything in it was written by transactions.

use crate::exit::{Exit, Failure};
use spektr_hunt::Stop;
use std::io::Write;
use std::time::{Duration, Instant};

/// A second wish that follows this soon is the same wish: `timeout` and shells signal a
/// process and its group, nobody presses a key twice that fast.
const ECHO: Duration = Duration::from_millis(300);

/// A wish to stop that Ctrl-C (or a polite kill) expresses.
pub fn listen() -> Result<Stop, Failure> {
    let stop = Stop::new();
    let asked = stop.clone();
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || {
        asked.ask();
        if first.get_or_insert_with(Instant::now).elapsed() > ECHO {
            drop(std::io::stderr().write_all(b"\nspektr: stopped at once\n"));
            std::process::exit(Exit::Interrupted as i32);
        }
    })
    .map_err(|error| Failure::new(Exit::Usage, format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(stop)
}
