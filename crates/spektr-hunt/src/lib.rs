//! Campaigns: schedule, judge, store, triage, reduce, deduplicate.
//!
//! The hunt knows languages only through [`spektr_wing`] and compilers only through
//! [`spektr_judge`]. It starts no process itself. It alone writes the store.

pub mod agreement;
pub mod bench;
pub mod campaign;
pub mod clock;
pub mod closer;
pub mod court;
pub mod dossier;
mod event;
pub mod reduce;
pub mod sort;
mod stop;
pub mod store;
pub mod triage;
pub mod trial;
pub mod tribunal;
pub mod words;

pub use event::{Broken, Event, Summary};
pub use stop::Stop;
