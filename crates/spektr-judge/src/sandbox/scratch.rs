//! Scratch directories: a root per sandbox, a directory per command. Others may write to the
//! place where they live, and commands write into them, so nothing here trusts a name: all is
//! opened relative to descriptors, nothing is followed, and what exists already is never used.
//! A root that its owner could not remove (both spektr and its warden were killed at once) is
//! removed by the next spektr that starts, if it is provably one of this user's.

use super::confine::Owner;
use super::tree;
use std::ffi::{CStr, CString};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const PREFIX: &str = "spektr-scratch-";
const LOCK: &CStr = c"lock";
/// What a lock file of ours says.
const MARKER: &[u8] = b"spektr scratch; removed when no spektr holds this lock\n";
const DIRECTORY: i32 = libc::O_DIRECTORY | libc::O_NOFOLLOW | libc::O_NONBLOCK;

/// The directory of one sandbox. Its lock is held as long as the owner lives.
pub(super) struct Root {
    path: PathBuf,
    name: CString,
    base: OwnedFd,
    directory: Arc<OwnedFd>,
    owner: Owner,
    /// Added to the numbers of directories to find their owners, so that commands of two
    /// sandboxes are rarely the same user's.
    salt: u64,
    _lock: File,
}

impl Root {
    /// A new root below `base`, whose commands run as `owner` says.
    pub fn create(base: &Path, owner: Owner) -> io::Result<Root> {
        fs::create_dir_all(base)?;
        let place = base.canonicalize()?;
        nobody_else_rules(&place)?;
        let base = open(libc::AT_FDCWD, &text(place.as_os_str())?, DIRECTORY)?;
        sweep(&base, &place);
        // Locked under another name first: a root is never seen without its lock.
        let salt = random()? >> 1;
        let name = format!("{PREFIX}{}-{:016x}", std::process::id(), random()?);
        let unborn = CString::new(format!(".{name}"))?;
        let directory = make_directory(&base, &unborn)?;
        let lock = make_file(&directory, LOCK)?;
        (&lock).write_all(MARKER)?;
        if !try_lock(&lock) {
            return Err(io::Error::other(format!("cannot lock {name} in {}", place.display())));
        }
        if owner.is_another() {
            // Its commands must pass through to their own directories, and see no names here.
            set_mode(&directory, 0o711)?;
        }
        let path = place.join(&name);
        let name = CString::new(name)?;
        rename_new(&base, &unborn, &name)?;
        Ok(Root { path, name, base, directory: Arc::new(directory), owner, salt, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the root is, as the warden needs it to remove it: a descriptor of the directory
    /// it is in, and its name there.
    pub fn place(&self) -> (RawFd, &CStr) {
        (self.base.as_raw_fd(), &self.name)
    }
}

/// An error if somebody else could put another directory in the place of ours: every directory
/// on the way must be ours or root's, and one that all may write to must be sticky.
fn nobody_else_rules(place: &Path) -> io::Result<()> {
    // SAFETY: no arguments, cannot fail.
    let us = unsafe { libc::geteuid() };
    for ancestor in place.ancestors() {
        let status = fs::symlink_metadata(ancestor)?;
        let open_to_all = status.mode() & 0o002 != 0 && status.mode() & libc::S_ISVTX == 0;
        if (status.uid() != us && status.uid() != 0) || open_to_all {
            let why = if open_to_all { "all may rename what is in" } else { "another user owns" };
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                format!(
                    "scratch files are not safe below {}: {why} {}; set TMPDIR to a directory \
                     of your own",
                    place.display(),
                    ancestor.display()
                ),
            ));
        }
    }
    Ok(())
}

/// Removes the roots of sandboxes whose owners are gone. Failure only means that they stay for
/// another time.
fn sweep(base: &OwnedFd, place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(words) = name.to_str() else { continue };
        let Ok(name) = text(&name) else { continue };
        if let Some(rest) = words.strip_prefix('.').and_then(|it| it.strip_prefix(PREFIX)) {
            if was_never_born(base, &name, rest) {
                let _ = tree::remove(base.as_raw_fd(), &name);
            }
            continue;
        }
        if !words.starts_with(PREFIX) {
            continue;
        }
        // The lock is held while the root is removed.
        if let Some(_lock) = abandoned(base, &name) {
            let _ = tree::remove(base.as_raw_fd(), &name);
        }
    }
}

/// Whether a root has no lock yet and never will: whoever was making it is gone. `rest` of its
/// name begins with the id of that process.
fn was_never_born(base: &OwnedFd, name: &CStr, rest: &str) -> bool {
    let Some(pid) = rest.split('-').next().and_then(|pid| pid.parse().ok()) else { return false };
    // SAFETY: no pointers; signal 0 only asks.
    let is_gone = unsafe { libc::kill(pid, 0) } != 0
        && io::Error::last_os_error().raw_os_error() == Some(libc::ESRCH);
    let directory = open(base.as_raw_fd(), name, DIRECTORY);
    is_gone && directory.is_ok_and(|it| is_ours(&it, libc::S_IFDIR))
}

/// The lock of a root that is ours and that nobody holds.
fn abandoned(base: &OwnedFd, name: &CStr) -> Option<File> {
    let directory = open(base.as_raw_fd(), name, DIRECTORY).ok()?;
    if !is_ours(&directory, libc::S_IFDIR) {
        return None;
    }
    // Whatever is there under this name, opening it neither waits nor follows.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
    let lock = open(directory.as_raw_fd(), LOCK, flags).ok()?;
    if !is_ours(&lock, libc::S_IFREG) {
        return None;
    }
    let lock = File::from(lock);
    let mut words = Vec::new();
    (&lock).take(MARKER.len() as u64 + 1).read_to_end(&mut words).ok()?;
    (words == MARKER && try_lock(&lock)).then_some(lock)
}

/// Whether an open file is of this kind, this user's, and nobody else may write to it.
fn is_ours(file: &OwnedFd, kind: libc::mode_t) -> bool {
    // SAFETY: all-zero is a valid `stat`, which outlives the call.
    unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        libc::fstat(file.as_raw_fd(), &raw mut status) == 0
            && status.st_mode & libc::S_IFMT == kind
            && status.st_mode & 0o022 == 0
            && status.st_uid == libc::geteuid()
    }
}

fn text(name: &std::ffi::OsStr) -> io::Result<CString> {
    Ok(CString::new(name.as_bytes())?)
}

fn random() -> io::Result<u64> {
    let mut bytes = [0u8; 8];
    // SAFETY: the buffer outlives the call. Eight bytes come whole.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if got != bytes.len() as isize {
        return Err(io::Error::last_os_error());
    }
    Ok(u64::from_ne_bytes(bytes))
}

fn check(result: i32) -> io::Result<i32> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

fn open(parent: RawFd, name: &CStr, flags: i32) -> io::Result<OwnedFd> {
    // SAFETY: the name is NUL-terminated; on success the descriptor is ours.
    unsafe {
        let flags = flags | libc::O_CLOEXEC;
        Ok(OwnedFd::from_raw_fd(check(libc::openat(parent, name.as_ptr(), flags, 0o600))?))
    }
}

/// A directory that did not exist, and only its owner may enter.
fn make_directory(parent: &OwnedFd, name: &CStr) -> io::Result<OwnedFd> {
    // SAFETY: the name is NUL-terminated.
    check(unsafe { libc::mkdirat(parent.as_raw_fd(), name.as_ptr(), 0o700) })?;
    let directory = open(parent.as_raw_fd(), name, DIRECTORY)?;
    if !is_ours(&directory, libc::S_IFDIR) {
        return Err(io::Error::other("a scratch directory was exchanged while it was made"));
    }
    set_mode(&directory, 0o700)?;
    Ok(directory)
}

/// A file that did not exist.
fn make_file(parent: &OwnedFd, name: &CStr) -> io::Result<File> {
    let flags = libc::O_RDWR | libc::O_CREAT | libc::O_EXCL | libc::O_NOFOLLOW;
    Ok(File::from(open(parent.as_raw_fd(), name, flags)?))
}

fn set_mode(file: &OwnedFd, mode: libc::mode_t) -> io::Result<()> {
    // SAFETY: the descriptor is open.
    check(unsafe { libc::fchmod(file.as_raw_fd(), mode) }).map(drop)
}

/// Renames within a directory, but not onto anything.
fn rename_new(parent: &OwnedFd, from: &CStr, to: &CStr) -> io::Result<()> {
    let parent = parent.as_raw_fd();
    // SAFETY: both names are NUL-terminated.
    let result = unsafe {
        libc::syscall(
            libc::SYS_renameat2,
            parent,
            from.as_ptr(),
            parent,
            to.as_ptr(),
            libc::RENAME_NOREPLACE,
        )
    };
    check(result as i32).map(drop)
}

fn try_lock(file: &File) -> bool {
    // SAFETY: the descriptor is open for as long as `file` is borrowed.
    unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) == 0 }
}

/// A directory of one command's own, removed when dropped.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    name: CString,
    root: Arc<OwnedFd>,
    directory: OwnedFd,
    owner: Owner,
}

impl Scratch {
    pub(super) fn create(root: &Root, number: u64) -> io::Result<Scratch> {
        let name = CString::new(number.to_string())?;
        let directory = make_directory(&root.directory, &name)?;
        let owner = root.owner.of_scratch(root.salt.wrapping_add(number));
        owner.take(&directory)?;
        let path = root.path().join(number.to_string());
        Ok(Scratch { path, name, root: Arc::clone(&root.directory), directory, owner })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file for the command. What a command put under this name before, a link out of
    /// its directory perhaps, is removed and not written through. `name` is one component.
    pub fn write(&self, name: &str, content: &[u8]) -> io::Result<()> {
        let name = component(name)?;
        let mut file = match make_file(&self.directory, &name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                tree::remove(self.directory.as_raw_fd(), &name)
                    .map_err(io::Error::from_raw_os_error)?;
                make_file(&self.directory, &name)
            }
            made => made,
        }?;
        file.write_all(content)?;
        self.owner.take(&OwnedFd::from(file))
    }

    /// Reads a file that a command left: at most `most` bytes, and only if it is a file. Links
    /// are not followed, pipes and devices not waited for.
    pub fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
        let file = File::from(open(self.directory.as_raw_fd(), &component(name)?, flags)?);
        if !file.metadata()?.is_file() {
            return Err(io::Error::other(format!("{name:?} is no file")));
        }
        let mut content = Vec::new();
        file.take(most).read_to_end(&mut content)?;
        Ok(content)
    }
}

/// A name without a way out of its directory.
fn component(name: &str) -> io::Result<CString> {
    if name.is_empty() || name == "." || name == ".." || name.contains('/') {
        return Err(io::Error::other(format!("{name:?} does not name a file in a directory")));
    }
    Ok(CString::new(name)?)
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed now is removed with the root.
        let _ = tree::remove(self.root.as_raw_fd(), &self.name);
    }
}
