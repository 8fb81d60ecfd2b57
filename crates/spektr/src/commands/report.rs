//! `spektr report`: the bundle of a finding, or the HTML page of a store. What goes into them
//! is the report crate's business; here are only its words.

use super::wing;
use crate::Wings;
use crate::cli::ReportArgs;
use crate::exit::{Exit, Failure};
use spektr_hunt::store::Store;

pub fn run(args: &ReportArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let store = Store::open_existing(&args.store.store)?;
    if let Some(id) = args.id {
        let finding = store.finding(id)?;
        wing(wings, Some(&finding.wing))?;
    }
    Err(Failure::new(Exit::Usage, "this spektr was built without its report crate"))
}
