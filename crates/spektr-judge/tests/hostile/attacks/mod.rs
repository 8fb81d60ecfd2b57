//! Everything that a hostile command may try, one row each. These functions run inside the
//! sandbox, in this test's own executable; each is aimed at victims that the test made for it, so
//! that one which succeeds harms nobody. They say whether they succeeded; what they cannot see
//! from inside, the test finds on its victims.

mod harmless;
mod kernel;
mod limits;
mod others;
mod reach;

use harmless::*;
use kernel::*;
use libc::{c_int, c_long, c_void};
use limits::*;
use others::*;
use reach::*;
use spektr_judge::sandbox::Danger;
use std::ffi::{CString, OsStr};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// What an attack is aimed at, as told in its environment.
pub struct Aims {
    pub file: PathBuf,
    pub directory: PathBuf,
    /// The directory of another command at work.
    pub sibling: PathBuf,
    /// A directory in which all may write.
    pub shared: PathBuf,
    pub process: i32,
    pub spektr: i32,
    pub port: u16,
    pub socket: PathBuf,
    pub terminal: PathBuf,
}

impl Aims {
    pub fn from_environment() -> Aims {
        let text = |key: &str| std::env::var_os(key).unwrap_or_default();
        let number = |key: &str| text(key).to_string_lossy().parse().unwrap_or(0);
        Aims {
            file: text("AIM_FILE").into(),
            directory: text("AIM_DIRECTORY").into(),
            sibling: text("AIM_SIBLING").into(),
            shared: text("AIM_SHARED").into(),
            process: number("AIM_PROCESS"),
            spektr: number("AIM_SPEKTR"),
            port: number("AIM_PORT") as u16,
            socket: text("AIM_SOCKET").into(),
            terminal: text("AIM_TERMINAL").into(),
        }
    }
}

/// How it is known that an attack succeeded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// It says so, or a victim shows it.
    Done,
    /// It took what it may not have, and is still there when its time is up.
    Held,
}
use Proof::{Done, Held};

pub struct Attack {
    pub name: &'static str,
    pub danger: Danger,
    pub proof: Proof,
    pub perform: fn(&Aims) -> bool,
}

macro_rules! attacks {
    ($($danger:ident $proof:ident $name:ident;)*) => {
        pub const ATTACKS: &[Attack] = &[
            $(Attack { name: stringify!($name), danger: Danger::$danger, proof: $proof, perform: $name },)*
        ];
    };
}

attacks! {
    Network Done connect_tcp;
    Network Done connect_path;
    Network Done connect_abstract;
    Network Done netlink;
    Network Done ring;
    Files Done write_file;
    Files Done truncate_by_name;
    Files Done truncate_by_reading;
    Files Done remove_file;
    Files Done rename_file;
    Files Done make_directory;
    Files Done write_through_symlink;
    Files Done write_through_hard_link;
    Files Done write_to_shared_places;
    Files Done write_to_sibling;
    Files Done write_through_proc;
    Files Done write_to_scratch_root;
    Files Done write_to_pipe;
    Attributes Done change_mode;
    Attributes Done change_mode_of_descriptor;
    Attributes Done change_mode_through_symlink;
    Attributes Done change_mode_with_flags;
    Attributes Done change_times;
    Attributes Done change_owner;
    Attributes Done change_attributes;
    Attributes Done change_inode_flags;
    Devices Done write_terminal;
    Devices Done read_terminal;
    Devices Done open_devices;
    Devices Done make_device;
    Signals Done kill_process;
    Signals Done kill_by_descriptor;
    Signals Done kill_thread;
    Signals Done kill_by_queue;
    Signals Done kill_by_file_owner;
    Signals Done kill_everybody;
    Signals Done kill_spektr;
    Signals Done kill_supervisor;
    Processes Done trace;
    Processes Done write_memory;
    Processes Done write_memory_file;
    Processes Done limit_process;
    Processes Done slow_process;
    Processes Done pin_process;
    Leftovers Done daemon;
    Leftovers Done siblings_of_parent;
    Leftovers Done storm_at_the_end;
    Leftovers Done outlive_the_supervisor;
    ForkBombs Held fork_bomb;
    ForkBombs Held thread_bomb;
    Memory Held touch_memory;
    Memory Held touch_memory_in_many;
    Memory Held memory_file;
    Memory Held shared_memory;
    Memory Held shared_zeros;
    Memory Held shared_files;
    Disk Held unlinked_files;
    Disk Held mapped_unlinked_files;
    Disk Held files_in_flight;
    Disk Held deep_files;
    Disk Held hidden_directories;
    Disk Held many_files;
    Disk Held files_beyond_their_end;
    Disk Held unlinked_files_of_the_undumpable;
    Disk Held files_elsewhere;
    Disk Done sparse_file;
    Kernel Done new_namespaces;
    Kernel Done mounts;
    Kernel Done keys;
    Kernel Done watching_the_kernel;
    Kernel Done changing_the_kernel;
    Kernel Done settings;
    Kernel Done notification_instances;
    Kernel Done thousands_of_descriptors;
    Ipc Done system_v;
    Ipc Done message_queues;
}

/// What must still work, or no compiler would.
pub const HARMLESS: &str = "harmless";

/// Performs the attack of this name and ends.
pub fn perform(name: &str) -> ! {
    // Whatever happens, nothing of this is there for long.
    unsafe { libc::alarm(20) };
    let aims = Aims::from_environment();
    let attack = ATTACKS.iter().find(|attack| attack.name == name);
    let did = match attack {
        Some(attack) => (attack.perform)(&aims),
        None if name == HARMLESS => !harmless(),
        None => true,
    };
    if did && attack.is_some_and(|attack| attack.proof == Held) {
        hold();
    }
    std::process::exit(if did { SUCCEEDED } else { 0 })
}

/// The exit status of an attack that succeeded.
pub const SUCCEEDED: i32 = 42;
/// What an attack says that keeps what it took.
pub const HOLDING: &str = "holding";

fn hold() -> ! {
    println!("{HOLDING}");
    loop {
        unsafe { libc::pause() };
    }
}

fn errno() -> c_int {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

fn text(path: impl AsRef<OsStr>) -> CString {
    CString::new(path.as_ref().as_bytes()).unwrap()
}

/// Whether the kernel began to do what was asked. What follows is only about the arguments.
fn reached(result: c_long) -> bool {
    const REFUSALS: [c_int; 6] =
        [libc::EPERM, libc::EACCES, libc::ENOSYS, libc::EROFS, libc::ENOENT, libc::EOPNOTSUPP];
    result >= 0 || !REFUSALS.contains(&errno())
}

fn any(results: impl IntoIterator<Item = bool>) -> bool {
    results.into_iter().fold(false, |any, it| any | it)
}
