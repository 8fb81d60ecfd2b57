//! A wish to stop, shared between the person's Ctrl-C and everything that works. Asked
//! once: finish what is in flight. Asked twice: leave at once. It knows no signals.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A handle to one wish to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    pub fn new() -> Self {
        Stop::default()
    }

    /// Asks once more; returns how often it has been asked by now.
    pub fn ask(&self) -> u8 {
        self.0.fetch_add(1, Ordering::SeqCst).saturating_add(1)
    }

    /// Whether new work should not be started any more.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}
