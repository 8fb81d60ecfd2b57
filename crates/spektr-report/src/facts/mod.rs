//! What reports are made from: plain data, filled by whoever owns the store. What judging has
//! words for is said in those (flags, passes, evidence, testimonies); here is only what reports
//! need besides. Nothing here computes anything that a reader would see.

mod bug;
mod campaign;
mod counters;
mod live;
mod reach;

pub use bug::{BugFacts, Compiler, Demonstration, Failure, Mute, NotStandalone, Origin};
pub use campaign::{
    CampaignFacts, CompilerUse, Counted, FindingMark, FindingState, PageFacts, Sample,
};
pub use counters::{CounterFacts, CounterRow};
pub use live::{FindingRow, LiveFacts, WorkerFacts};
pub use reach::{ReachFacts, ReachRow};
pub use spektr_wing::Notation;
