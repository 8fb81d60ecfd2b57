//! What reports are made from: plain data, serialisable, filled by whoever owns the store.
//! Nothing here computes anything that a reader would see.

mod bug;
mod campaign;
mod source;

pub use bug::{
    BugFacts, Compiler, Difference, Elsewhere, Exhibit, Failure, Guilt, Mute, Origin, Outcome,
    PassChange, Size, Testimony, Witness,
};
pub use campaign::{
    CampaignFacts, CompilerUse, Counted, FindingMark, FindingState, PageFacts, Sample, StageCpu,
};
pub use source::{NotStandalone, Source, SourceFile, Word};
