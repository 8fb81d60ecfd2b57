//! `spektr mute`: hide a known bug, or show it again.

use crate::cli::MuteArgs;
use crate::exit::{Exit, Failure};
use crate::words::say;
use spektr_hunt::store::{Mute, Store};

pub fn run(args: &MuteArgs) -> Result<Exit, Failure> {
    let store = Store::open_existing(&args.store.store)?;
    let mute =
        args.reason.as_ref().map(|reason| Mute { reason: reason.clone(), link: args.link.clone() });
    store.mute(args.bug, mute.as_ref())?;
    let bug = store.bug(args.bug)?;
    let state = if mute.is_some() { "muted" } else { "shown again" };
    say(&format!("bug {} is {state}: {} ({} findings)\n", bug.id, bug.title, bug.findings));
    Ok(Exit::Done)
}
