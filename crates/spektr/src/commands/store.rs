//! `spektr store copy`: a store as a whole from one place to another.

use crate::cli::{StoreAction, StoreArgs};
use crate::exit::{Exit, Failure};
use crate::words::{number, say};
use spektr_hunt::store::Store;

pub fn run(args: &StoreArgs) -> Result<Exit, Failure> {
    let StoreAction::Copy(places) = &args.action;
    let from = Store::open_existing(&places.from)?;
    let to = Store::open(&places.to)?;
    let copied = from.copy_to(&to)?;
    let of = |table: &str| {
        let rows = copied.iter().find(|(name, _)| *name == table).map_or(0, |(_, rows)| *rows);
        number(rows)
    };
    say(&format!(
        "{} campaigns, {} findings and {} bugs from {} are in {} now\n",
        of("campaign"),
        of("finding"),
        of("bug"),
        from.place(),
        to.place()
    ));
    Ok(Exit::Done)
}
