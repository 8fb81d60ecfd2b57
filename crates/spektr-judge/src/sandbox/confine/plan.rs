//! Everything that forked children need and cannot make themselves, because making it allocates
//! or asks questions whose answers stay the same.

use super::filter::Filter;
use super::{Confinement, landlock};
use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

pub struct Plan {
    pub confinement: Confinement,
    /// The scratch root.
    pub root: CString,
    /// Landlock's version, 0 if the kernel has none.
    pub landlock: i32,
    /// What Landlock lets a command read: all but `/dev`. With a `/dev` of its own, a command may
    /// read everything, and this is empty.
    pub readable: Vec<CString>,
    pub filter: Filter,
    /// No user of this machine has as many processes as this, unless by a fork bomb.
    pub most_processes: u64,
}

impl Plan {
    pub fn new(confinement: &Confinement, root: &Path) -> io::Result<Plan> {
        let landlock = landlock::version();
        Ok(Plan {
            root: CString::new(root.as_os_str().as_bytes())?,
            landlock,
            readable: if confinement.read_only_mounts { Vec::new() } else { readable(root)? },
            filter: Filter::new(confinement, landlock),
            most_processes: processes_of_this_user() + ROOM_FOR_PROCESSES,
            confinement: confinement.clone(),
        })
    }
}

/// How many processes the user may start besides, while commands are at work, before theirs
/// cannot start any. Where nothing counts the processes of a command alone, this is what keeps a
/// fork bomb from taking the machine before it is noticed.
const ROOM_FOR_PROCESSES: u64 = 4096;

fn processes_of_this_user() -> u64 {
    // Other users' count too: a little more room, and no question of who is who.
    let Ok(entries) = fs::read_dir("/proc") else { return ROOM_FOR_PROCESSES };
    let processes = entries.flatten().filter(|entry| entry.file_name().as_bytes()[0] <= b'9');
    processes.map(|it| fs::read_dir(it.path().join("task")).map_or(0, |it| it.count() as u64)).sum()
}

fn readable(root: &Path) -> io::Result<Vec<CString>> {
    let mut paths = vec![CString::new(root.as_os_str().as_bytes())?];
    for entry in fs::read_dir("/")?.flatten() {
        if entry.file_name() != "dev" {
            paths.push(CString::new(entry.path().as_os_str().as_bytes())?);
        }
    }
    Ok(paths)
}
