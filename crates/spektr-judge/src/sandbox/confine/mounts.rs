//! What a command sees of the file system: everything, but read-only, and a `/dev` with nothing
//! in it that is anybody's. The warden arranges this once; a supervisor only exempts the one
//! directory of its command.

use super::{Attempt, Plan, check};
use libc::{c_char, c_int, c_long};
use std::ffi::CStr;

const OPEN_TREE_CLONE: libc::c_uint = 1;
const MOVE_MOUNT_F_EMPTY_PATH: libc::c_uint = 4;
const RDONLY: u64 = 1;
const NOSUID: u64 = 2;
const NODEV: u64 = 4;
const NOEXEC: u64 = 8;

#[repr(C)]
struct MountAttr {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

/// What is in `/dev`, and which device of the machine it is. `/dev/full` reads as zeros too, but
/// cannot be mapped: shared mappings of `/dev/zero` are memory that belongs to no process.
const DEVICES: [(&CStr, &CStr); 5] = [
    (c"/dev/null", c"/dev/null"),
    (c"/dev/zero", c"/dev/full"),
    (c"/dev/full", c"/dev/full"),
    (c"/dev/random", c"/dev/random"),
    (c"/dev/urandom", c"/dev/urandom"),
];
const LINKS: [(&CStr, &CStr); 4] = [
    (c"/proc/self/fd", c"/dev/fd"),
    (c"/proc/self/fd/0", c"/dev/stdin"),
    (c"/proc/self/fd/1", c"/dev/stdout"),
    (c"/proc/self/fd/2", c"/dev/stderr"),
];

/// A detached copy of the mount that shows `path`.
unsafe fn detached(path: *const c_char) -> Result<c_int, c_int> {
    let flags = OPEN_TREE_CLONE | libc::O_CLOEXEC as libc::c_uint;
    // SAFETY: the caller's path is NUL-terminated; the numbers are the kernel's.
    check(unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path, flags) })
}

/// Attaches a detached mount and closes its descriptor.
unsafe fn attach(tree: c_int, path: *const c_char) -> Attempt {
    // SAFETY: the caller's path is NUL-terminated.
    unsafe {
        let moved: c_long = libc::syscall(
            libc::SYS_move_mount,
            tree,
            c"".as_ptr(),
            libc::AT_FDCWD,
            path,
            MOVE_MOUNT_F_EMPTY_PATH,
        );
        let result = check(moved).map(drop);
        libc::close(tree);
        result
    }
}

unsafe fn set_attributes(at: c_int, path: *const c_char, flags: c_int, set: u64) -> Attempt {
    let attr = MountAttr { set, clear: 0, propagation: libc::MS_PRIVATE, user_namespace: 0 };
    // SAFETY: the caller's path is NUL-terminated; the record outlives the call.
    check(unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            at,
            path,
            flags,
            &raw const attr,
            size_of::<MountAttr>(),
        )
    })
    .map(drop)
}

/// Arranges the mount namespace just entered: all read-only but the scratch root.
pub fn arrange(plan: &Plan) -> Attempt {
    const AT_RECURSIVE: c_int = 0x8000;
    let mut devices = [0; DEVICES.len()];
    // SAFETY: all strings are constants or made by `CString`; plain system calls.
    unsafe {
        // Copies first: what is taken from below a read-only mount would be read-only.
        for ((_, original), device) in DEVICES.iter().zip(&mut devices) {
            *device = detached(original.as_ptr())?;
        }
        let scratch = detached(plan.root.as_ptr())?;
        let everything = RDONLY | NOSUID | NODEV;
        set_attributes(libc::AT_FDCWD, c"/".as_ptr(), AT_RECURSIVE, everything)?;
        let flags = libc::MS_NOSUID | libc::MS_NOEXEC | libc::MS_NODEV;
        let options = c"mode=755,size=64k,nr_inodes=32".as_ptr().cast();
        let (tmpfs, dev) = (c"tmpfs".as_ptr(), c"/dev".as_ptr());
        check(libc::mount(tmpfs, dev, tmpfs, flags, options).into())?;
        for ((name, _), device) in DEVICES.iter().zip(devices) {
            let place = libc::open(name.as_ptr(), libc::O_CREAT | libc::O_CLOEXEC, 0o644);
            libc::close(check(place.into())?);
            let flags = libc::AT_EMPTY_PATH;
            set_attributes(device, c"".as_ptr(), flags, RDONLY | NOSUID | NOEXEC)?;
            attach(device, name.as_ptr())?;
        }
        for (target, name) in LINKS {
            check(libc::symlink(target.as_ptr(), name.as_ptr()).into())?;
        }
        set_attributes(libc::AT_FDCWD, dev, 0, RDONLY)?;
        set_attributes(scratch, c"".as_ptr(), libc::AT_EMPTY_PATH, NOSUID | NODEV)?;
        attach(scratch, plan.root.as_ptr())
    }
}

/// Makes the scratch root read-only too, but for `directory` in it.
///
/// # Safety
/// `directory` points to a NUL-terminated path.
pub unsafe fn exempt(plan: &Plan, directory: *const c_char) -> Attempt {
    // SAFETY: the caller vouches for `directory`; the other strings are `CString`s.
    unsafe {
        let tree = detached(directory)?;
        set_attributes(libc::AT_FDCWD, plan.root.as_ptr(), 0, RDONLY)?;
        attach(tree, directory)
    }
}

/// Takes the scratch root's mount away again: what is mounted upon cannot be removed.
pub fn give_back(plan: &Plan) {
    // SAFETY: the path is a `CString`. Failure shows when the root is removed.
    unsafe { libc::umount2(plan.root.as_ptr(), libc::MNT_DETACH) };
}
