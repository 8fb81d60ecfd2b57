//! Scratch directories: a root per sandbox, a directory per command. A root that its
//! owner could not remove (both spektr and its warden were killed at once) is removed
//! by the next spektr that starts.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

const PREFIX: &str = "spektr-scratch-";
const LOCK: &str = "lock";

/// The directory of one sandbox. Its lock is held as long as the owner lives.
pub(super) struct Root {
    path: PathBuf,
    _lock: File,
}

impl Root {
    pub fn create(base: &Path) -> io::Result<Root> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        fs::create_dir_all(base)?;
        let base = base.canonicalize()?;
        sweep(&base);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = base.join(format!("{PREFIX}{}-{count}", std::process::id()));
        // Locked under another name first: a root is never seen without its lock.
        let unborn = base.join(format!(".{PREFIX}{}-{count}", std::process::id()));
        if path.exists() {
            fs::remove_dir_all(&path)?;
        }
        fs::create_dir_all(&unborn)?;
        let lock = File::create(unborn.join(LOCK))?;
        if !try_lock(&lock) {
            return Err(io::Error::other(format!("cannot lock {}", unborn.display())));
        }
        fs::rename(&unborn, &path)?;
        Ok(Root { path, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Removes the roots of sandboxes whose owners are gone. Failure only means that they
/// stay for another time.
fn sweep(base: &Path) {
    let Ok(entries) = fs::read_dir(base) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if !name.to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        if let Ok(lock) = File::open(entry.path().join(LOCK))
            && try_lock(&lock)
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn try_lock(file: &File) -> bool {
    // SAFETY: the descriptor is open for as long as `file` is borrowed.
    unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) == 0 }
}

/// A directory of one command's own, removed when dropped.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub(super) fn create(root: &Root, number: u64) -> io::Result<Scratch> {
        let path = root.path().join(number.to_string());
        fs::create_dir(&path)?;
        Ok(Scratch { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if fs::remove_dir_all(&self.path).is_err() {
            // A program may have taken the permissions of its directories away; as
            // their owner we take them back and try once more.
            open_up(&self.path);
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

fn open_up(directory: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let _ = fs::set_permissions(directory, fs::Permissions::from_mode(0o700));
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}
