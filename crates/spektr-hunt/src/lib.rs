//! Campaigns: supply, schedule, judge, store, triage, reduce, deduplicate.
//!
//! The hunt knows languages only through [`spektr_wing`] and compilers only through
//! [`spektr_judge`]. It starts no process itself. It alone writes the store.

pub mod bench;
pub mod campaign;
pub mod clock;
pub mod collect;
pub mod compare;
pub mod counters;
pub mod dedup;
mod event;
pub mod examine;
pub mod gather;
pub mod known;
pub mod rank;
pub mod reach;
pub mod reduce;
mod same_bug;
mod stop;
pub mod store;
pub mod supply;
pub mod triage;
pub mod validity;
pub mod words;

pub use event::{Broken, Event, Examination, Stamped, Summary};
pub use stop::Stop;

/// The version of spektr that stores and reports name, with the commit it was built from.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("SPEKTR_COMMIT"));
