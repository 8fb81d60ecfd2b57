//! Looks at a running command from outside: how many processes, how much memory and
//! CPU time, how many bytes on disk, all in sum. The kernel's own limits are per
//! process; this is what bounds the whole.

use super::tree;
use std::fs;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::time::Duration;

/// What a tree of processes uses at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Census {
    /// Threads, as the kernel's own limit counts.
    pub processes: u64,
    pub memory: u64,
    pub cpu: Duration,
}

/// Counts the descendants of `supervisor`, which itself does not count. Stops early
/// once there are more than `enough`.
pub(super) fn census(supervisor: i32, enough: u64) -> Census {
    let mut census = Census::default();
    let mut pending = children(supervisor);
    while let Some(pid) = pending.pop() {
        if let Some(stat) = Stat::read(pid) {
            census.processes += stat.threads;
            census.memory += stat.resident;
            census.cpu += stat.cpu;
            pending.extend(children(pid));
        }
        if census.processes > enough {
            break;
        }
    }
    census
}

/// Direct children of all threads of a process.
fn children(pid: i32) -> Vec<i32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
    let mut found = Vec::new();
    for thread in threads.flatten() {
        let list = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        found.extend(list.split_ascii_whitespace().filter_map(|pid| pid.parse::<i32>().ok()));
    }
    found
}

struct Stat {
    threads: u64,
    resident: u64,
    cpu: Duration,
}

impl Stat {
    fn read(pid: i32) -> Option<Stat> {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name, in parentheses, may contain anything; numbers follow the last one.
        let numbers: Vec<u64> = text[text.rfind(')')? + 1..]
            .split_ascii_whitespace()
            .skip(1)
            .map(|field| field.parse().unwrap_or(0))
            .collect();
        // Fields 14 to 17 of proc(5) are CPU times, 20 threads, 24 resident pages; the
        // skipped ones are 1 to 3.
        let field = |number: usize| numbers.get(number - 4).copied().unwrap_or(0);
        let ticks = field(14) + field(15) + field(16) + field(17);
        // SAFETY: sysconf has no preconditions.
        let (per_second, page) =
            unsafe { (libc::sysconf(libc::_SC_CLK_TCK), libc::sysconf(libc::_SC_PAGESIZE)) };
        Some(Stat {
            threads: field(20),
            resident: field(24) * page as u64,
            cpu: Duration::from_millis(ticks * 1000 / per_second.max(1) as u64),
        })
    }
}

/// Bytes on disk below `directory`, by whatever path and mode. Stops early once there is more
/// than `enough`.
pub(super) fn disk_use(directory: &Path, enough: u64) -> u64 {
    fs::File::open(directory).map_or(0, |opened| tree::measure(opened.as_raw_fd(), enough))
}
