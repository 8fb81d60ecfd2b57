//! An invented store for tests and for looking at reports: no bug in here is a real one. The
//! shapes are those of real findings in three languages.

mod campaign;
mod one_file;
mod refinement;
mod two_files;

pub use campaign::campaign;
pub use one_file::{gvn, hang, ice, llvm};
pub use refinement::refinement;
pub use two_files::{aborts, two_files};

use spektr_judge::{Agreement, Flag, Testimony};
use spektr_report::PageFacts;

/// Wednesday, 4 November 2026, 09:30 UTC.
pub const START: i64 = 1_793_784_600;

fn flags(words: &[&str]) -> Vec<Flag> {
    words.iter().map(|word| Flag::word(*word)).collect()
}

fn testimony(who: &str, agreement: Agreement) -> Testimony {
    Testimony { who: who.into(), flags: String::new(), agreement }
}

/// All of it.
pub fn store() -> PageFacts {
    PageFacts {
        spektr_version: "0.1.0".into(),
        written_at: START + 4 * 3_600,
        bugs: vec![gvn(), ice(), llvm(), hang(), two_files(), refinement(), aborts()],
        campaigns: vec![campaign()],
    }
}
