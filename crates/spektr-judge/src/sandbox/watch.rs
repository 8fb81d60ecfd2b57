//! Looks at a running command from outside: how many processes, how much memory and CPU time, how
//! many bytes on disk, all in sum. The kernel's own limits are per process; this is what bounds
//! the whole.

use super::tree;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
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
    each_descendant(supervisor, |pid| {
        if let Some(stat) = Stat::read(pid) {
            census.processes += stat.threads;
            census.memory += stat.resident + swapped(pid);
            census.cpu += stat.cpu;
        }
        census.processes <= enough
    });
    census
}

/// Calls `f` with every process below `supervisor` until it says that this is enough.
fn each_descendant(supervisor: i32, mut f: impl FnMut(i32) -> bool) {
    let mut pending = children(supervisor);
    while let Some(pid) = pending.pop() {
        pending.extend(children(pid));
        if !f(pid) {
            return;
        }
    }
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

/// Bytes of a process that were moved out of memory, on machines that do that.
fn swapped(pid: i32) -> u64 {
    // SAFETY: all-zero is a valid `sysinfo`, which outlives the call.
    let swap = unsafe {
        let mut info: libc::sysinfo = std::mem::zeroed();
        libc::sysinfo(&raw mut info);
        info.totalswap
    };
    if swap == 0 {
        return 0;
    }
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmSwap:"));
    let kilobytes = kilobytes.and_then(|rest| rest.split_ascii_whitespace().next()?.parse().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// What a command has on disk: in its directory, and in files that have no name any more.
pub(super) struct Disk {
    directory: PathBuf,
    /// Counted for a file whose size cannot be seen.
    largest_file: u64,
    /// Processes that could not be looked into last time. Once may be because they were ending.
    hiding: BTreeSet<i32>,
}

impl Disk {
    pub fn new(directory: &Path, largest_file: u64) -> Disk {
        Disk { directory: directory.to_owned(), largest_file, hiding: BTreeSet::new() }
    }

    /// Bytes in use now. Stops early once there is more than `enough`; a process that hides its
    /// open files from us has more than enough.
    pub fn in_use(&mut self, supervisor: Option<i32>, enough: u64) -> u64 {
        let named = File::open(&self.directory)
            .map_or(0, |opened| tree::measure(opened.as_raw_fd(), enough));
        let Some(supervisor) = supervisor.filter(|_| named <= enough) else { return named };
        let (mut seen, mut unnamed) = (BTreeSet::new(), 0u64);
        let mut hiding = BTreeSet::new();
        each_descendant(supervisor, |pid| {
            match self.open_files(pid, &mut seen) {
                Ok(bytes) => unnamed = unnamed.saturating_add(bytes),
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    hiding.insert(pid);
                }
                // It has ended.
                Err(_) => {}
            }
            unnamed = unnamed.saturating_add(self.mapped_files(pid, &mut seen));
            named.saturating_add(unnamed) <= enough
        });
        let hides = self.hiding.intersection(&hiding).next().is_some();
        self.hiding = hiding;
        if hides { u64::MAX } else { named.saturating_add(unnamed) }
    }

    /// Bytes of open files without a name. What is below the directory has been counted.
    fn open_files(&self, pid: i32, seen: &mut BTreeSet<u64>) -> io::Result<u64> {
        let mut bytes = 0;
        for entry in fs::read_dir(format!("/proc/{pid}/fd"))? {
            let path = entry?.path();
            let Ok(status) = fs::metadata(&path) else { continue };
            let nameless = status.is_file() && status.nlink() == 0;
            // A path too long to be told can only be one of its own making.
            let ours = || fs::read_link(&path).map_or(true, |it| it.starts_with(&self.directory));
            if nameless && ours() && seen.insert(status.ino()) {
                bytes += (status.blocks() * 512).max(4096);
            }
        }
        Ok(bytes)
    }

    /// Bytes of mapped files without a name, which need not be open. Their size does not show:
    /// they count as the largest there may be.
    fn mapped_files(&self, pid: i32, seen: &mut BTreeSet<u64>) -> u64 {
        let maps = fs::read(format!("/proc/{pid}/maps")).unwrap_or_default();
        let directory = self.directory.as_os_str().as_bytes();
        let mut bytes = 0u64;
        for line in maps.split(|&byte| byte == b'\n').filter(|it| it.ends_with(b" (deleted)")) {
            // Address, permissions, offset, device, inode, path.
            let mut fields = line.splitn(6, |&byte| byte == b' ');
            let inode = fields.nth(4).and_then(|it| std::str::from_utf8(it).ok()?.parse().ok());
            let path = fields.next().unwrap_or_default().trim_ascii_start();
            if path.starts_with(directory) && inode.is_some_and(|inode| seen.insert(inode)) {
                bytes = bytes.saturating_add(self.largest_file);
            }
        }
        bytes
    }
}

/// Whether there is a file in `directory` that could not grow any more.
pub(super) fn has_file_of(directory: &Path, size: u64) -> bool {
    let Ok(entries) = fs::read_dir(directory) else { return false };
    let statuses = entries.flatten().filter_map(|entry| fs::symlink_metadata(entry.path()).ok());
    statuses.into_iter().any(|status| status.is_file() && status.len() >= size)
}
