//! A wish to stop, shared between the person's Ctrl-C and everything that works. Asked
//! once: finish what is in flight. It knows no signals.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle to one wish to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn new() -> Self {
        Stop::default()
    }

    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether new work should not be started any more.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
