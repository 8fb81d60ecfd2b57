//! Landlock: what a command may do with files, whatever its user may. The kernel's documentation
//! is `userspace-api/landlock`; what each version of it added is named where it is used.

use super::{Attempt, Plan, check};
use libc::{c_char, c_int, c_void};

const CREATE_RULESET_VERSION: libc::c_uint = 1;
const RULE_PATH_BENEATH: c_int = 1;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
/// Write, remove and make of every kind: bits 1 and 4 to 12 of the first version.
const WRITES_V1: u64 = WRITE_FILE | (0x1ff << 4);
const REFER_V2: u64 = 1 << 13;
const TRUNCATE_V3: u64 = 1 << 14;
const IOCTL_DEV_V5: u64 = 1 << 15;
/// Binding and connecting of TCP, since version 4.
const TCP_V4: u64 = 0b11;
/// Abstract sockets and signals stay inside, since version 6.
const SCOPES_V6: u64 = 0b11;

/// From this version on `truncate` is denied too.
pub const TRUNCATES: c_int = 3;
/// From this version on signals stay inside.
pub const SCOPES: c_int = 6;

#[repr(C)]
struct Ruleset {
    files: u64,
    network: u64,
    scoped: u64,
}

#[repr(C, packed)]
struct PathBeneath {
    allowed: u64,
    parent: i32,
}

/// The version that the kernel speaks; 0 if none.
pub fn version() -> c_int {
    // SAFETY: with this flag the call takes no ruleset.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            std::ptr::null::<c_void>(),
            0usize,
            CREATE_RULESET_VERSION,
        )
    };
    check(version).unwrap_or(0)
}

/// Denies writing anywhere but below `directory`, and using what is in `/dev` but for a few
/// devices that are nobody's.
///
/// # Safety
/// `directory` points to a NUL-terminated path.
pub unsafe fn restrict(plan: &Plan, directory: *const c_char) -> Attempt {
    let version = plan.landlock;
    if version == 0 {
        return Err(libc::ENOSYS);
    }
    let since = |first, what| if version >= first { what } else { 0 };
    let reading = if plan.readable.is_empty() { 0 } else { READ_FILE };
    let files = WRITES_V1
        | reading
        | since(2, REFER_V2)
        | since(TRUNCATES, TRUNCATE_V3)
        | since(5, IOCTL_DEV_V5);
    let ruleset = Ruleset { files, network: since(4, TCP_V4), scoped: since(SCOPES, SCOPES_V6) };
    let size = match version {
        ..4 => 8,
        4..SCOPES => 16,
        SCOPES.. => size_of::<Ruleset>(),
    };
    // SAFETY: all pointers are valid for the calls; the numbers are the kernel's.
    unsafe {
        let rules =
            check(libc::syscall(libc::SYS_landlock_create_ruleset, &raw const ruleset, size, 0))?;
        allow(rules, directory, files)?;
        for path in &plan.readable {
            allow(rules, path.as_ptr(), READ_FILE)?;
        }
        if reading != 0 {
            for path in [c"/dev/full", c"/dev/random", c"/dev/urandom"] {
                allow(rules, path.as_ptr(), reading)?;
            }
        }
        let null = (READ_FILE | WRITE_FILE | TRUNCATE_V3 | IOCTL_DEV_V5) & files;
        allow(rules, c"/dev/null".as_ptr(), null)?;
        check(libc::syscall(libc::SYS_landlock_restrict_self, rules, 0))?;
        libc::close(rules);
    }
    Ok(())
}

/// Adds a rule for what is at `path`. What is not there needs none.
unsafe fn allow(rules: c_int, path: *const c_char, allowed: u64) -> Attempt {
    // SAFETY: as for `restrict`.
    unsafe {
        let parent = libc::open(path, libc::O_PATH | libc::O_CLOEXEC);
        if parent < 0 {
            return Ok(());
        }
        let rule = PathBeneath { allowed, parent };
        let added = check(libc::syscall(
            libc::SYS_landlock_add_rule,
            rules,
            RULE_PATH_BENEATH,
            &raw const rule,
            0,
        ));
        libc::close(parent);
        added.map(drop)
    }
}
