//! Who a command is: the user itself, mapped into a user namespace; or, if spektr is root, a user
//! that owns nothing but its scratch directory. And what it may do beyond others: nothing.

use super::{Attempt, check, put};
use libc::{c_int, c_ulong};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// User ids of commands if spektr is root. Debian's policy (section 9.2.2) reserves them and
/// gives them to nobody, and they exist in containers that map 65,536 ids.
const FIRST_USER: u32 = 65_000;
const USERS: u32 = 500;

/// Whose a scratch directory is; its commands run as its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The user that spektr runs as.
    Ourselves,
    /// A user that nobody is, another one for each scratch directory.
    Others,
    Other(u32),
}

impl Owner {
    pub fn is_another(self) -> bool {
        self != Owner::Ourselves
    }

    /// The owner of one scratch directory.
    pub fn of_scratch(self, number: u64) -> Owner {
        match self {
            Owner::Others => Owner::Other(FIRST_USER + (number % u64::from(USERS)) as u32),
            owner => owner,
        }
    }

    /// Makes an open file this owner's.
    pub fn take(self, file: &OwnedFd) -> io::Result<()> {
        let Owner::Other(id) = self else { return Ok(()) };
        // SAFETY: the descriptor is open.
        if unsafe { libc::fchown(file.as_raw_fd(), id, id) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(())
    }

    /// The user as whom a command runs in an open directory. A directory that spektr made by hand
    /// is given to one; files in it that are root's still are given to the same.
    pub fn of_directory(directory: RawFd) -> Result<u32, c_int> {
        // SAFETY: all-zero is a valid `stat`; plain calls on an open descriptor.
        unsafe {
            let mut status: libc::stat = std::mem::zeroed();
            check(libc::fstat(directory, &raw mut status).into())?;
            if (FIRST_USER..FIRST_USER + USERS).contains(&status.st_uid) {
                return Ok(status.st_uid);
            }
            let id = FIRST_USER + (status.st_ino % u64::from(USERS)) as u32;
            check(libc::fchown(directory, id, id).into())?;
            Ok(id)
        }
    }
}

/// `ID ID 1` without allocating.
fn identity_line(id: u32, buffer: &mut [u8; 32]) -> usize {
    let mut digits = [0u8; 10];
    let (mut n, mut count) = (id, 0);
    loop {
        digits[count] = b'0' + (n % 10) as u8;
        n /= 10;
        count += 1;
        if n == 0 {
            break;
        }
    }
    let mut length = 0;
    let mut push = |byte| {
        buffer[length] = byte;
        length += 1;
    };
    for _ in 0..2 {
        digits[..count].iter().rev().for_each(|&digit| push(digit));
        push(b' ');
    }
    push(b'1');
    length
}

/// Who this process was, to be mapped to itself in a new user namespace.
#[derive(Clone, Copy)]
pub struct Identity {
    user: u32,
    group: u32,
}

impl Identity {
    pub fn current() -> Identity {
        // SAFETY: no arguments, cannot fail.
        unsafe { Identity { user: libc::geteuid(), group: libc::getegid() } }
    }

    /// Maps user and group to themselves in the user namespace just entered. `proc` is an open
    /// `/proc` that can be written to.
    pub fn keep(self, proc: RawFd) -> Attempt {
        put(proc, c"self/setgroups", b"deny")?;
        let mut line = [0u8; 32];
        let length = identity_line(self.user, &mut line);
        put(proc, c"self/uid_map", &line[..length])?;
        let length = identity_line(self.group, &mut line);
        put(proc, c"self/gid_map", &line[..length])
    }
}

/// The one capability that a command under another user keeps, if spektr has it: to read what
/// root may read. Compilers live below `/root` on many machines.
const CAP_DAC_READ_SEARCH: c_int = 2;
const CAP_SETPCAP: c_int = 8;

/// `_LINUX_CAPABILITY_VERSION_3` and its two records.
#[repr(C)]
struct CapabilityHeader {
    version: u32,
    pid: c_int,
}
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct CapabilitySets {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}
const CAPABILITY_VERSION: u32 = 0x2008_0522;

fn capabilities() -> Result<[CapabilitySets; 2], c_int> {
    let header = CapabilityHeader { version: CAPABILITY_VERSION, pid: 0 };
    let mut sets = [CapabilitySets::default(); 2];
    // SAFETY: both records outlive the call and have the size this version wants.
    check(unsafe { libc::syscall(libc::SYS_capget, &raw const header, sets.as_mut_ptr()) })?;
    Ok(sets)
}

fn set_capabilities(low: CapabilitySets, high: CapabilitySets) -> Attempt {
    let header = CapabilityHeader { version: CAPABILITY_VERSION, pid: 0 };
    let sets = [low, high];
    // SAFETY: as above.
    check(unsafe { libc::syscall(libc::SYS_capset, &raw const header, sets.as_ptr()) }).map(drop)
}

/// Becomes the user `id` (if any) and gives up every privilege, now and across `execve`; another
/// user keeps the right to read. Nothing is left in the bounding set to come back to.
pub fn renounce_privileges(id: Option<u32>) -> Attempt {
    const SECBIT_KEEP_CAPS: c_ulong = 1 << 4;
    /// `NOROOT`, `NO_SETUID_FIXUP`, `NO_CAP_AMBIENT_RAISE`, each with its lock, and the lock
    /// alone of `KEEP_CAPS`.
    const SECBITS_FINAL: c_ulong = 0b1110_1111;
    const LAST_CAPABILITY: c_int = 63;
    const NONE: CapabilitySets = CapabilitySets { effective: 0, permitted: 0, inheritable: 0 };
    let [low, high] = capabilities()?;
    let keep = if id.is_some() { low.permitted & (1 << CAP_DAC_READ_SEARCH) } else { 0 };
    let may_drop = low.permitted & (1 << CAP_SETPCAP);
    let only = |low| CapabilitySets { effective: low, permitted: low, inheritable: keep };
    // Inheritable while the bounding set still has it; otherwise it cannot become so.
    set_capabilities(CapabilitySets { inheritable: keep, ..low }, high)?;
    // SAFETY: plain system calls on this process.
    unsafe {
        if may_drop != 0 {
            for capability in 0..=LAST_CAPABILITY {
                // Beyond the kernel's last one, the call fails and there is nothing to drop.
                if libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 {
                    break;
                }
            }
        }
        if let Some(id) = id {
            libc::prctl(libc::PR_SET_SECUREBITS, SECBIT_KEEP_CAPS, 0, 0, 0);
            // Supplementary groups may be out of reach in a container; then there are none.
            libc::setgroups(0, std::ptr::null());
            check(libc::setresgid(id, id, id).into())?;
            check(libc::setresuid(id, id, id).into())?;
        }
        set_capabilities(only(keep | may_drop), NONE)?;
        if keep != 0 {
            let raise = libc::PR_CAP_AMBIENT_RAISE;
            libc::prctl(libc::PR_CAP_AMBIENT, raise, CAP_DAC_READ_SEARCH, 0, 0);
        }
        // Fails without privileges: then there is nothing to lock.
        libc::prctl(libc::PR_SET_SECUREBITS, SECBITS_FINAL, 0, 0, 0);
        set_capabilities(only(keep), NONE)?;
        check(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0).into())?;
    }
    Ok(())
}

/// If memory runs out, commands go before spektr and its store.
pub fn offer_to_the_oom_killer(proc: RawFd) {
    // Failure means that the default order holds.
    let _ = put(proc, c"self/oom_score_adj", b"500");
}

/// Gives the files that spektr put into a directory as root to the command's user. Only what is
/// root's: a command cannot make such files, so none of them is a trap.
pub fn hand_over_files(directory: RawFd, id: u32) {
    super::super::tree::each_name(directory, |name| {
        // SAFETY: all-zero is a valid `stat`; the name is NUL-terminated and not followed.
        unsafe {
            let mut status: libc::stat = std::mem::zeroed();
            let flags = libc::AT_SYMLINK_NOFOLLOW;
            if libc::fstatat(directory, name.as_ptr(), &raw mut status, flags) == 0
                && status.st_uid == 0
                && (status.st_nlink == 1 || status.st_mode & libc::S_IFMT == libc::S_IFDIR)
            {
                libc::fchownat(directory, name.as_ptr(), id, id, flags);
            }
        }
    });
}
