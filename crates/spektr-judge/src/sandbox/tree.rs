//! Directory trees that strangers filled, removed and measured through descriptors and never by
//! path: no name is followed anywhere, no depth and no mode is an obstacle. It knows nothing of
//! commands. Removing allocates nothing, because the forked warden does it too.

use super::confine::errno;
use libc::c_int;
use std::ffi::{CStr, CString};
use std::os::fd::RawFd;

/// An errno, or a descriptor.
type Opened = Result<RawFd, c_int>;

const DIRECTORY: c_int =
    libc::O_RDONLY | libc::O_DIRECTORY | libc::O_NOFOLLOW | libc::O_CLOEXEC | libc::O_NONBLOCK;

/// The names in an open directory but for itself and its parent.
struct Names {
    directory: RawFd,
    buffer: [u8; Names::BUFFER],
    filled: usize,
    next: usize,
}

impl Names {
    const BUFFER: usize = 16 << 10;
    /// Offsets in the kernel's `linux_dirent64`.
    const LENGTH: usize = 16;
    const NAME: usize = 19;

    /// From the first name on, wherever the descriptor stood.
    fn of(directory: RawFd) -> Names {
        // SAFETY: moves the position of a descriptor; failing leaves it where it is.
        unsafe { libc::lseek(directory, 0, libc::SEEK_SET) };
        Names { directory, buffer: [0; Names::BUFFER], filled: 0, next: 0 }
    }

    fn next(&mut self) -> Option<&CStr> {
        loop {
            if self.next >= self.filled {
                // SAFETY: the kernel writes at most as many bytes as the buffer has.
                let got = unsafe {
                    libc::syscall(
                        libc::SYS_getdents64,
                        self.directory,
                        self.buffer.as_mut_ptr(),
                        self.buffer.len(),
                    )
                };
                if got <= 0 {
                    return None;
                }
                (self.filled, self.next) = (got as usize, 0);
            }
            let at = self.next;
            let length = [self.buffer[at + Names::LENGTH], self.buffer[at + Names::LENGTH + 1]];
            self.next += usize::from(u16::from_ne_bytes(length)).max(Names::NAME + 1);
            let name = CStr::from_bytes_until_nul(&self.buffer[at + Names::NAME..self.filled]);
            if name.is_ok_and(|name| name != c"." && name != c"..") {
                return CStr::from_bytes_until_nul(&self.buffer[at + Names::NAME..self.filled])
                    .ok();
            }
        }
    }
}

/// Calls `f` with each name in an open directory.
pub(super) fn each_name(directory: RawFd, mut f: impl FnMut(&CStr)) {
    let mut names = Names::of(directory);
    while let Some(name) = names.next() {
        f(name);
    }
}

/// Opens a directory below `parent`. Its owner may have taken its permissions away; we are the
/// owner, or root, and take them back.
fn enter(parent: RawFd, name: &CStr) -> Opened {
    // SAFETY: plain system calls; the name is NUL-terminated.
    unsafe {
        let mut directory = libc::openat(parent, name.as_ptr(), DIRECTORY);
        if directory < 0 && errno() == libc::EACCES {
            open_up(parent, name);
            directory = libc::openat(parent, name.as_ptr(), DIRECTORY);
        }
        if directory < 0 {
            return Err(errno());
        }
        let mut status: libc::stat = std::mem::zeroed();
        if libc::fstat(directory, &raw mut status) == 0 && status.st_mode & 0o700 != 0o700 {
            libc::fchmod(directory, 0o700);
        }
        Ok(directory)
    }
}

/// Gives the owner of a directory its permissions back. A symlink in its place is not followed.
fn open_up(parent: RawFd, name: &CStr) {
    // SAFETY: plain system calls; both strings are NUL-terminated.
    unsafe {
        let flags = libc::O_PATH | libc::O_NOFOLLOW | libc::O_DIRECTORY | libc::O_CLOEXEC;
        let directory = libc::openat(parent, name.as_ptr(), flags);
        if directory >= 0 {
            libc::chmod(descriptor_path(directory).as_ptr().cast(), 0o700);
            libc::close(directory);
        }
    }
}

/// `/proc/self/fd/N`, for calls that take no `O_PATH` descriptor.
pub(super) fn descriptor_path(descriptor: RawFd) -> [u8; 32] {
    const START: &[u8] = b"/proc/self/fd/";
    let mut path = [0u8; 32];
    path[..START.len()].copy_from_slice(START);
    let mut digits = [0u8; 10];
    let (mut rest, mut count) = (descriptor.unsigned_abs(), 0);
    while count == 0 || rest > 0 {
        digits[count] = b'0' + (rest % 10) as u8;
        rest /= 10;
        count += 1;
    }
    for (slot, digit) in path[START.len()..].iter_mut().zip(digits[..count].iter().rev()) {
        *slot = *digit;
    }
    path
}

fn unlink(parent: RawFd, name: &CStr, flags: c_int) -> bool {
    // SAFETY: the name is NUL-terminated.
    unsafe { libc::unlinkat(parent, name.as_ptr(), flags) == 0 }
}

/// Removes `name` in `parent` with everything below it; an errno if something stays.
///
/// Directories inside directories are moved up to the top one before they are emptied, so that
/// the deepest tree needs two descriptors and no memory.
pub(super) fn remove(parent: RawFd, name: &CStr) -> Result<(), c_int> {
    let top = match enter(parent, name) {
        Ok(top) => top,
        Err(_) if unlink(parent, name, 0) => return Ok(()),
        Err(errno) => return Err(errno),
    };
    let mut moved = 0;
    let mut progress = true;
    while progress {
        progress = false;
        let mut names = Names::of(top);
        while let Some(name) = names.next() {
            if unlink(top, name, 0) {
                progress = true;
            } else if let Ok(inner) = enter(top, name) {
                hoist(inner, top, &mut moved);
                // SAFETY: opened above.
                unsafe { libc::close(inner) };
                progress |= unlink(top, name, libc::AT_REMOVEDIR);
            }
        }
    }
    // SAFETY: opened above.
    unsafe { libc::close(top) };
    if unlink(parent, name, libc::AT_REMOVEDIR) { Ok(()) } else { Err(errno()) }
}

/// Empties `inner`: files are removed, directories move to `top` under names not in use.
fn hoist(inner: RawFd, top: RawFd, moved: &mut u64) {
    let mut progress = true;
    while progress {
        progress = false;
        let mut names = Names::of(inner);
        while let Some(name) = names.next() {
            progress |= unlink(inner, name, 0)
                || unlink(inner, name, libc::AT_REMOVEDIR)
                || move_up(inner, name, top, moved);
        }
    }
}

fn move_up(inner: RawFd, name: &CStr, top: RawFd, moved: &mut u64) -> bool {
    /// The tree may already use some of our names, whoever made it.
    const TRIES: usize = 64;
    open_up(inner, name);
    (0..TRIES).any(|_| {
        *moved += 1;
        let mut fresh = *b"moved-0000000000000000\0";
        for (k, slot) in fresh[6..22].iter_mut().rev().enumerate() {
            *slot = b"0123456789abcdef"[(*moved >> (4 * k)) as usize & 15];
        }
        // SAFETY: both names are NUL-terminated.
        unsafe { libc::renameat(inner, name.as_ptr(), top, fresh.as_ptr().cast()) == 0 }
    })
}

/// What a file or directory takes on disk, however small: endlessly many empty files count too.
pub(super) fn size_of_entry(status: &libc::stat) -> u64 {
    const BLOCK: u64 = 4096;
    (status.st_blocks as u64 * 512).max(BLOCK)
}

/// Bytes on disk below an open directory. Stops early once there is more than `enough`, and
/// says more than enough of a tree too deep to be anything but a hiding place.
pub(super) fn measure(directory: RawFd, enough: u64) -> u64 {
    const DEEPEST: usize = 100;
    let mut total = 0;
    // Each level: its descriptor and the directories in it that were not looked into yet.
    let mut levels: Vec<(RawFd, Vec<CString>)> = Vec::new();
    if let Ok(first) = enter(directory, c".") {
        levels.push((first, add_up(first, &mut total, enough)));
    }
    while total <= enough
        && let Some((parent, pending)) = levels.last_mut()
    {
        let parent = *parent;
        let Some(name) = pending.pop() else {
            // SAFETY: opened below or above, and now done with.
            unsafe { libc::close(parent) };
            levels.pop();
            continue;
        };
        // What is gone by now needs no counting.
        let Ok(inner) = enter(parent, &name) else { continue };
        levels.push((inner, add_up(inner, &mut total, enough)));
        if levels.len() > DEEPEST {
            total = u64::MAX;
        }
    }
    for (level, _) in levels {
        // SAFETY: still open, because the walk ended early.
        unsafe { libc::close(level) };
    }
    total
}

/// Adds the entries of one directory to `total`; returns the directories among them.
fn add_up(directory: RawFd, total: &mut u64, enough: u64) -> Vec<CString> {
    let mut directories = Vec::new();
    let mut names = Names::of(directory);
    while *total <= enough
        && let Some(name) = names.next()
    {
        // SAFETY: all-zero is a valid `stat`; the name is NUL-terminated.
        let status = unsafe {
            let mut status: libc::stat = std::mem::zeroed();
            let flags = libc::AT_SYMLINK_NOFOLLOW;
            if libc::fstatat(directory, name.as_ptr(), &raw mut status, flags) != 0 {
                continue;
            }
            status
        };
        *total = total.saturating_add(size_of_entry(&status));
        if status.st_mode & libc::S_IFMT == libc::S_IFDIR {
            directories.push(name.to_owned());
        }
    }
    directories
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File, Permissions};
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::{Path, PathBuf};

    /// A directory of the test's own.
    fn ground(name: &str) -> (PathBuf, File) {
        let path =
            std::env::temp_dir().join(format!("spektr-tree-test-{}-{name}", std::process::id()));
        fs::create_dir(&path).unwrap();
        let opened = File::open(&path).unwrap();
        (path, opened)
    }

    /// Makes `depth` directories inside each other, far beyond what a path can name.
    fn dig(parent: RawFd, depth: usize) {
        unsafe {
            let mut here = libc::dup(parent);
            for _ in 0..depth {
                assert_eq!(libc::mkdirat(here, c"deeper-and-deeper".as_ptr(), 0o700), 0);
                let next = libc::openat(here, c"deeper-and-deeper".as_ptr(), DIRECTORY);
                assert!(next >= 0);
                libc::close(here);
                here = next;
            }
            let file = libc::openat(here, c"f".as_ptr(), libc::O_CREAT | libc::O_WRONLY, 0o600);
            libc::close(file);
            libc::close(here);
        }
    }

    fn ends(path: &Path) {
        let left: Vec<_> = fs::read_dir(path).unwrap().flatten().collect();
        assert!(left.is_empty(), "{left:?}");
        fs::remove_dir(path).unwrap();
    }

    #[test]
    fn removes_what_no_path_can_name() {
        let (path, opened) = ground("deep");
        fs::create_dir(path.join("tree")).unwrap();
        let tree = File::open(path.join("tree")).unwrap();
        dig(tree.as_raw_fd(), 600);
        assert_eq!(measure(tree.as_raw_fd(), 1 << 40), u64::MAX, "too deep to be measured");
        assert_eq!(remove(opened.as_raw_fd(), c"tree"), Ok(()));
        ends(&path);
    }

    #[test]
    fn removes_what_has_no_permissions_and_follows_no_link() {
        let (path, opened) = ground("modes");
        fs::create_dir_all(path.join("tree/a/b/c")).unwrap();
        fs::create_dir_all(path.join("tree/moved-0000000000000001/x/y")).unwrap();
        fs::create_dir(path.join("outside")).unwrap();
        fs::write(path.join("outside/kept"), "kept").unwrap();
        symlink(path.join("outside"), path.join("tree/a/b/link")).unwrap();
        symlink(path.join("outside"), path.join("tree/link")).unwrap();
        fs::write(path.join("tree/a/b/c/ \n\u{1b}"), "").unwrap();
        for inner in ["tree/a/b/c", "tree/a/b", "tree/a", "tree"] {
            fs::set_permissions(path.join(inner), Permissions::from_mode(0o000)).unwrap();
        }
        assert_eq!(remove(opened.as_raw_fd(), c"tree"), Ok(()));
        assert_eq!(fs::read_to_string(path.join("outside/kept")).unwrap(), "kept");
        assert_eq!(remove(opened.as_raw_fd(), c"outside"), Ok(()));
        ends(&path);
    }

    #[test]
    fn removes_many() {
        let (path, opened) = ground("many");
        for k in 0..50 {
            fs::create_dir_all(path.join(format!("tree/{k}/inner"))).unwrap();
            for file in 0..40 {
                fs::write(path.join(format!("tree/{k}/inner/{file}")), "").unwrap();
            }
        }
        assert_eq!(remove(opened.as_raw_fd(), c"tree"), Ok(()));
        ends(&path);
    }

    #[test]
    fn measures_blocks_and_entries() {
        let (path, opened) = ground("size");
        assert_eq!(measure(opened.as_raw_fd(), u64::MAX), 0);
        fs::create_dir_all(path.join("tree/a")).unwrap();
        for k in 0..10 {
            fs::write(path.join(format!("tree/a/{k}")), "").unwrap();
        }
        assert_eq!(measure(opened.as_raw_fd(), u64::MAX), 12 * 4096);
        fs::write(path.join("tree/a/big"), vec![1; 1 << 20]).unwrap();
        let file = File::open(path.join("tree/a/big")).unwrap();
        file.sync_all().unwrap();
        let hidden = path.join("tree/a");
        fs::set_permissions(&hidden, Permissions::from_mode(0o000)).unwrap();
        let all = measure(opened.as_raw_fd(), u64::MAX);
        assert!(all >= (1 << 20) + 12 * 4096, "{all}");
        assert!(measure(opened.as_raw_fd(), 8192) <= 4 * 8192, "stops early");
        assert_eq!(remove(opened.as_raw_fd(), c"tree"), Ok(()));
        ends(&path);
    }
}
