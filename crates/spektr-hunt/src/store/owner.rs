//! Who holds a lease, and whether that process still lives. A process is told by host (boot
//! and process namespace), process id and start time, so that a reused id does not look
//! alive. Where the host is another one, only its heartbeat can tell.

use std::fs;
use std::path::Path;

/// A process of another host that was silent for this many seconds is taken for dead.
const SILENCE: i64 = 120;

/// One process, as written into leases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    host: String,
    pid: u32,
    start: String,
}

impl Owner {
    /// This very process.
    pub fn this_process() -> Owner {
        let pid = std::process::id();
        Owner { host: host(), pid, start: start_time(pid).unwrap_or_default() }
    }

    /// A process of this host that certainly is not running.
    #[cfg(test)]
    pub(super) fn dead() -> Owner {
        Owner { start: "0".to_owned(), ..Owner::this_process() }
    }

    pub(super) fn encode(&self) -> String {
        format!("{} {} {}", self.host, self.pid, self.start)
    }

    fn decode(text: &str) -> Option<Owner> {
        let mut words = text.split(' ');
        let host = words.next()?.to_owned();
        let pid = words.next()?.parse().ok()?;
        Some(Owner { host, pid, start: words.next().unwrap_or_default().to_owned() })
    }

    /// Whether the process that wrote `text` at `heartbeat` is gone.
    pub(super) fn is_gone(text: &str, heartbeat: i64, now: i64) -> bool {
        match Owner::decode(text) {
            Some(owner) if owner.host == host() => !owner.is_running(),
            _ => now - heartbeat > SILENCE,
        }
    }

    fn is_running(&self) -> bool {
        if Path::new("/proc/self/stat").exists() {
            return start_time(self.pid).is_some_and(|start| start == self.start);
        }
        let Ok(pid) = libc::pid_t::try_from(self.pid) else { return false };
        // SAFETY: signal 0 is never delivered; the call only asks whether the process exists.
        unsafe { libc::kill(pid, 0) == 0 }
    }
}

fn host() -> String {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    let namespace = fs::read_link("/proc/self/ns/pid")
        .map(|link| link.to_string_lossy().into_owned())
        .unwrap_or_default();
    format!("{}/{}", boot.trim(), namespace)
}

/// The host as people call it.
pub(super) fn host_name() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "a host without a name".to_owned() } else { name.to_owned() }
}

/// The start time of a running process in ticks since boot; `None` for one that is gone or
/// has ended and only waits to be collected.
fn start_time(pid: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The command name may hold spaces and parentheses; the fields start after the last one.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let state = fields.first()?;
    if matches!(*state, "Z" | "X") {
        return None;
    }
    fields.get(19).map(|start| (*start).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_lives_and_a_reused_id_does_not() {
        let me = Owner::this_process();
        assert!(!Owner::is_gone(&me.encode(), 0, 1_000_000));
        assert!(Owner::is_gone(&Owner::dead().encode(), 1_000_000, 1_000_000));
    }

    #[test]
    fn another_host_is_told_by_its_heartbeat() {
        let other = Owner { host: "elsewhere".to_owned(), pid: 1, start: "1".to_owned() }.encode();
        assert!(!Owner::is_gone(&other, 1_000, 1_100));
        assert!(Owner::is_gone(&other, 1_000, 1_121));
    }
}
