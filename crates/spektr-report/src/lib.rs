//! Reports for people: a bundle per bug, made to be filed by a person, and one HTML page per
//! store.
//!
//! Everything a report says comes in as plain data ([`facts`]). This crate knows neither
//! stores nor languages nor compilers; it starts no process, reads no clock, and posts nothing
//! anywhere. Equal facts give equal bytes.

pub mod bundle;
mod diff;
pub mod facts;
mod layout;
pub mod page;
mod plot;
mod title;
mod words;

pub use bundle::{Bundle, BundleFile};
pub use facts::{
    BugFacts, CampaignFacts, CounterFacts, CounterRow, LiveFacts, PageFacts, ReachFacts, ReachRow,
};
pub use page::{counters_page, live_page, page, reach_page};
pub use title::title;
