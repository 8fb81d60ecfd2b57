//! What becomes of a command that neither ends by itself nor meets a limit: somebody else has ended it.

use super::Ran;
use std::io;

/// How often a command is started that somebody else ends each time.
const STARTS: usize = 3;

/// Starts a command anew if somebody else has ended it: a scheduler that ends a job kills process by
/// process, and what it takes first is not the one that asks.
pub(crate) fn undisturbed<T>(
    start: impl Fn() -> io::Result<T>,
    was_disturbed: impl Fn(&T) -> bool,
) -> io::Result<T> {
    let mut last = start()?;
    for _ in 1..STARTS {
        if !was_disturbed(&last) {
            break;
        }
        last = start()?;
    }
    Ok(last)
}

impl Ran {
    /// Whether somebody else ended it, whatever it was about to do.
    pub fn was_disturbed(&self) -> bool {
        self.ended_from_outside().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::End;
    use std::cell::Cell;
    use std::time::Duration;

    /// How often a command is started that others end the first `disturbances` times.
    fn starts(disturbances: usize) -> (usize, End) {
        let count = Cell::new(0);
        let start = || {
            count.set(count.get() + 1);
            let is_disturbed = count.get() <= disturbances;
            let end = if is_disturbed { End::Signalled(libc::SIGKILL) } else { End::Exited(1) };
            Ok(Ran {
                end,
                stdout: Vec::new(),
                stderr: Vec::new(),
                cpu: Duration::ZERO,
                wall: Duration::ZERO,
                peak_memory: 0,
                limit: None,
                left_behind: false,
                reached: Vec::new(),
            })
        };
        let ran = undisturbed(start, Ran::was_disturbed).unwrap();
        (count.get(), ran.end)
    }

    #[test]
    fn what_others_end_is_started_again_a_few_times() {
        assert_eq!(starts(0), (1, End::Exited(1)));
        assert_eq!(starts(2), (3, End::Exited(1)));
        assert_eq!(starts(9), (STARTS, End::Signalled(libc::SIGKILL)));
    }
}
