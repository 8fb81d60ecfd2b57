//! The share of a hunt's CPU time that a closer look at findings may take while there is
//! something to judge. Who examines waits when it is ahead of its share; who judges never does.

use crate::Stop;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// CPU time that examining may be ahead: a triage is of no use in slices.
const SLACK_MICROS: u64 = 20_000_000;

/// How long a wait lasts before everything is looked at again.
const NAP: Duration = Duration::from_millis(200);

/// The longest wait is two to the power of this many naps. On a server there may be thousands
/// that look for something to do: with these it is asked by each every thirteen seconds.
const LONGEST_NAP: u32 = 3;
const LONGEST_NAP_ON_A_SERVER: u32 = 6;

pub(super) struct Pace {
    /// Of 1000.
    share: u64,
    longest_nap: u32,
    judged: AtomicU64,
    examined: AtomicU64,
    judging_over: AtomicBool,
    changed: (Mutex<()>, Condvar),
}

impl Pace {
    pub(super) fn new(share: u32, is_shared: bool) -> Pace {
        Pace {
            share: u64::from(share),
            longest_nap: if is_shared { LONGEST_NAP_ON_A_SERVER } else { LONGEST_NAP },
            judged: AtomicU64::new(0),
            examined: AtomicU64::new(0),
            judging_over: AtomicBool::new(false),
            changed: (Mutex::new(()), Condvar::new()),
        }
    }

    pub(super) fn judged(&self, micros: u64) {
        self.judged.fetch_add(micros, Ordering::Relaxed);
        self.changed.1.notify_all();
    }

    pub(super) fn examined(&self, micros: u64) {
        self.examined.fetch_add(micros, Ordering::Relaxed);
    }

    /// Nothing is left to judge: whoever examines may take all there is.
    pub(super) fn end_judging(&self) {
        self.judging_over.store(true, Ordering::Relaxed);
        self.changed.1.notify_all();
    }

    pub(super) fn is_judging_over(&self) -> bool {
        self.judging_over.load(Ordering::Relaxed)
    }

    fn is_ahead(&self) -> bool {
        let judged = self.judged.load(Ordering::Relaxed);
        let examined = self.examined.load(Ordering::Relaxed);
        let allowed = (judged + examined) * self.share / 1000;
        !self.is_judging_over() && examined > allowed + SLACK_MICROS
    }

    /// Waits until examining is within its share again, or nothing is left to judge.
    pub(super) fn wait_for_turn(&self, stop: &Stop) {
        while self.is_ahead() && !stop.asked() {
            self.nap();
        }
    }

    /// Waits longer the more looks in vain there were: many hosts may ask one server.
    pub(super) fn nap_after(&self, in_vain: u32) {
        for _ in 0..1 << in_vain.min(self.longest_nap) {
            self.nap();
            if self.is_judging_over() {
                return;
            }
        }
    }

    /// Waits a little, or until something has changed.
    pub(super) fn nap(&self) {
        let guard = self.changed.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.1.wait_timeout(guard, NAP));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examining_keeps_to_its_share_while_there_is_something_to_judge() {
        let pace = Pace::new(250, false);
        pace.examined(SLACK_MICROS);
        assert!(!pace.is_ahead(), "some is always allowed");
        pace.examined(3 * SLACK_MICROS);
        assert!(pace.is_ahead());
        pace.judged(12 * SLACK_MICROS);
        assert!(!pace.is_ahead(), "a quarter of all");
        pace.examined(10 * SLACK_MICROS);
        assert!(pace.is_ahead());
        pace.end_judging();
        assert!(!pace.is_ahead());
    }
}
