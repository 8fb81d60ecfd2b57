//! `spektr mute`: hide a known bug, or show it again.

use crate::cli::MuteArgs;
use crate::exit::{Exit, Failure};
use crate::words::{count, one_line, say};
use spektr_hunt::store::{Mute, Store};

pub fn run(args: &MuteArgs) -> Result<Exit, Failure> {
    let reason = args.reason.as_deref().map(one_line);
    if reason.as_ref().is_some_and(String::is_empty) {
        return Err(Failure::new(Exit::Usage, "a bug is muted for a reason: --reason is empty"));
    }
    let store = Store::open_existing(&args.store.place())?;
    let link = args.link.as_deref().map(one_line).filter(|link| !link.is_empty());
    let mute = reason.map(|reason| Mute { reason, link });
    store.mute(args.bug, mute.as_ref())?;
    let bug = store.bug(args.bug)?;
    let state = if mute.is_some() { "muted" } else { "shown again" };
    let findings = count(bug.findings, "finding");
    say(&format!("bug {} is {state}: {} ({findings})\n", bug.id, bug.title));
    Ok(Exit::Done)
}
