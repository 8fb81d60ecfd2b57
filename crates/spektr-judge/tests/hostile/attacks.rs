//! Everything that a hostile command may try, one row each. These functions run inside the
//! sandbox, in this test's own executable; each is aimed at victims that the test made for it, so
//! that one which succeeds harms nobody. They say whether they succeeded; what they cannot see
//! from inside, the test finds on its victims.

use libc::{c_int, c_long, c_void};
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

// ---- network ----

fn connect_tcp(aims: &Aims) -> bool {
    std::net::TcpStream::connect(("127.0.0.1", aims.port)).is_ok()
}

fn connect_path(aims: &Aims) -> bool {
    std::os::unix::net::UnixStream::connect(&aims.socket).is_ok()
}

fn connect_abstract(aims: &Aims) -> bool {
    use std::os::linux::net::SocketAddrExt;
    let name = format!("spektr-hostile-{}", aims.spektr);
    let address = std::os::unix::net::SocketAddr::from_abstract_name(name).unwrap();
    std::os::unix::net::UnixStream::connect_addr(&address).is_ok()
}

fn netlink(_: &Aims) -> bool {
    unsafe { libc::socket(libc::AF_NETLINK, libc::SOCK_RAW, 0) >= 0 }
}

fn ring(_: &Aims) -> bool {
    reached(unsafe { libc::syscall(libc::SYS_io_uring_setup, 1, 0) })
}

// ---- files ----

fn write_file(aims: &Aims) -> bool {
    fs::write(&aims.file, "overwritten").is_ok()
        | OpenOptions::new().append(true).open(&aims.file).is_ok()
}

fn truncate_by_name(aims: &Aims) -> bool {
    unsafe { libc::truncate(text(&aims.file).as_ptr(), 0) == 0 }
}

fn truncate_by_reading(aims: &Aims) -> bool {
    unsafe { libc::open(text(&aims.file).as_ptr(), libc::O_RDONLY | libc::O_TRUNC) >= 0 }
}

fn remove_file(aims: &Aims) -> bool {
    fs::remove_file(&aims.file).is_ok() | fs::remove_dir(&aims.directory).is_ok()
}

fn rename_file(aims: &Aims) -> bool {
    fs::write("mine", "mine").unwrap();
    any([
        fs::rename("mine", &aims.file).is_ok(),
        fs::rename(&aims.file, "yours").is_ok(),
        fs::rename(&aims.directory, "yours").is_ok(),
    ])
}

fn make_directory(aims: &Aims) -> bool {
    any([
        fs::create_dir(aims.directory.join("made")).is_ok(),
        File::create(aims.directory.join("created")).is_ok(),
        symlink("x", aims.directory.join("linked")).is_ok(),
        unsafe { libc::mkfifo(text(aims.directory.join("pipe")).as_ptr(), 0o600) == 0 },
    ])
}

fn write_through_symlink(aims: &Aims) -> bool {
    symlink(&aims.file, "link").unwrap();
    symlink(&aims.directory, "folder").unwrap();
    fs::write("link", "overwritten").is_ok() | fs::write("folder/new", "new").is_ok()
}

fn write_through_hard_link(aims: &Aims) -> bool {
    fs::hard_link(&aims.file, "link").is_ok() | fs::hard_link("/etc/passwd", "passwd").is_ok()
}

fn write_to_shared_places(aims: &Aims) -> bool {
    let shared = aims.shared.as_path();
    any([shared, Path::new("/dev/shm"), Path::new("/var/tmp")].map(|place| {
        let file = place.join(format!("spektr-hostile-{}-new", aims.spektr));
        let made = fs::write(&file, "new").is_ok();
        let _ = fs::remove_file(file);
        made
    }))
}

fn write_to_sibling(aims: &Aims) -> bool {
    fs::write(aims.sibling.join("new"), "new").is_ok()
        | fs::write(aims.sibling.join("source"), "overwritten").is_ok()
}

fn write_through_proc(aims: &Aims) -> bool {
    let path = aims.file.display();
    let parent = unsafe { libc::getppid() };
    any([
        fs::write(format!("/proc/self/root{path}"), "x").is_ok(),
        fs::write(format!("/proc/{parent}/root{path}"), "x").is_ok(),
        fs::write(format!("/proc/{}/root{path}", aims.process), "x").is_ok(),
        fs::write(format!("/proc/{}/cwd/new", aims.process), "x").is_ok(),
        fs::write(format!("/proc/{}/root{path}", aims.spektr), "x").is_ok(),
    ])
}

fn write_to_scratch_root(_: &Aims) -> bool {
    std::env::set_current_dir("..").unwrap();
    fs::write("new", "new").is_ok()
        | fs::write("lock", "").is_ok()
        | fs::remove_file("lock").is_ok()
}

fn write_to_pipe(aims: &Aims) -> bool {
    let pipe = aims.file.with_file_name("pipe");
    let flags = libc::O_NONBLOCK;
    OpenOptions::new().write(true).custom_flags(flags).open(pipe).is_ok()
}

// ---- attributes ----

fn change_mode(aims: &Aims) -> bool {
    unsafe {
        let (file, directory) = (text(&aims.file), text(&aims.directory));
        any([
            libc::chmod(file.as_ptr(), 0o777) == 0,
            libc::fchmodat(libc::AT_FDCWD, directory.as_ptr(), 0o777, 0) == 0,
        ])
    }
}

fn change_mode_of_descriptor(aims: &Aims) -> bool {
    let file = File::open(&aims.file).unwrap();
    unsafe { libc::fchmod(file.as_raw_fd(), 0o777) == 0 }
}

fn change_mode_through_symlink(aims: &Aims) -> bool {
    symlink(&aims.file, "link").unwrap();
    symlink(&aims.directory, "folder").unwrap();
    unsafe {
        any([
            libc::chmod(c"link".as_ptr(), 0o777) == 0,
            libc::chmod(c"folder/.".as_ptr(), 0o777) == 0,
            libc::chmod(c"folder/../.".as_ptr(), 0o777) == 0,
        ])
    }
}

fn change_mode_with_flags(aims: &Aims) -> bool {
    const FCHMODAT2: c_long = 452;
    let file = File::open(&aims.file).unwrap();
    let path = text(&aims.file);
    unsafe {
        let by_name = libc::syscall(FCHMODAT2, libc::AT_FDCWD, path.as_ptr(), 0o777, 0);
        let empty = libc::AT_EMPTY_PATH;
        let by_file = libc::syscall(FCHMODAT2, file.as_raw_fd(), c"".as_ptr(), 0o777, empty);
        by_name == 0 || by_file == 0
    }
}

fn change_times(aims: &Aims) -> bool {
    let file = File::open(&aims.file).unwrap();
    let path = text(&aims.file);
    let long_ago = [libc::timespec { tv_sec: 1, tv_nsec: 0 }; 2];
    let long_ago_too = [libc::timeval { tv_sec: 1, tv_usec: 0 }; 2];
    unsafe {
        any([
            libc::utimensat(libc::AT_FDCWD, path.as_ptr(), long_ago.as_ptr(), 0) == 0,
            libc::futimens(file.as_raw_fd(), long_ago.as_ptr()) == 0,
            libc::utimes(path.as_ptr(), long_ago_too.as_ptr()) == 0,
            libc::syscall(libc::SYS_utimes, path.as_ptr(), long_ago_too.as_ptr()) == 0,
        ])
    }
}

fn change_owner(aims: &Aims) -> bool {
    unsafe { libc::chown(text(&aims.file).as_ptr(), libc::getuid(), libc::getgid()) == 0 }
}

fn change_attributes(aims: &Aims) -> bool {
    let value = b"x";
    unsafe {
        let (path, name) = (text(&aims.file), c"user.hostile");
        libc::setxattr(path.as_ptr(), name.as_ptr(), value.as_ptr().cast(), 1, 0) == 0
    }
}

fn change_inode_flags(aims: &Aims) -> bool {
    const GET: u64 = 0x8008_6601;
    const SET: u64 = 0x4008_6602;
    const NODUMP: c_long = 0x40;
    let file = File::open(&aims.file).unwrap();
    unsafe {
        let mut flags: c_long = 0;
        libc::ioctl(file.as_raw_fd(), GET as _, &raw mut flags) == 0 && {
            flags ^= NODUMP;
            libc::ioctl(file.as_raw_fd(), SET as _, &raw const flags) == 0
        }
    }
}

// ---- devices ----

fn write_terminal(aims: &Aims) -> bool {
    OpenOptions::new()
        .write(true)
        .custom_flags(libc::O_NOCTTY | libc::O_NONBLOCK)
        .open(&aims.terminal)
        .is_ok_and(|mut terminal| terminal.write_all(b"hostile\n").is_ok())
}

fn read_terminal(aims: &Aims) -> bool {
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NOCTTY | libc::O_NONBLOCK)
        .open(&aims.terminal)
        .is_ok()
}

fn open_devices(_: &Aims) -> bool {
    const HARMLESS: [&str; 10] =
        ["null", "zero", "full", "random", "urandom", "fd", "stdin", "stdout", "stderr", "core"];
    let names = fs::read_dir("/dev").map(|it| it.flatten().map(|it| it.file_name()).collect());
    let mut names: Vec<std::ffi::OsString> = names.unwrap_or_default();
    names.extend(["kmsg", "mem", "loop0", "vda", "sda", "tty", "ptmx", "fuse"].map(Into::into));
    any(names.into_iter().filter(|name| !HARMLESS.iter().any(|it| name == it)).map(|name| {
        let path = Path::new("/dev").join(name);
        // Opening some devices has effects; a look at the kind comes first.
        let is_directory = fs::metadata(&path).is_ok_and(|it| it.is_dir());
        let flags = libc::O_NOCTTY | libc::O_NONBLOCK;
        !is_directory && OpenOptions::new().write(true).custom_flags(flags).open(path).is_ok()
    }))
}

fn make_device(_: &Aims) -> bool {
    unsafe {
        let null = libc::makedev(1, 3);
        any([
            libc::mknod(c"character".as_ptr(), libc::S_IFCHR | 0o666, null) == 0,
            libc::mknod(c"block".as_ptr(), libc::S_IFBLK | 0o666, libc::makedev(7, 0)) == 0,
        ])
    }
}

// ---- signals ----

fn kill_process(aims: &Aims) -> bool {
    unsafe { libc::kill(aims.process, libc::SIGTERM) == 0 }
}

fn kill_by_descriptor(aims: &Aims) -> bool {
    unsafe {
        let process = libc::syscall(libc::SYS_pidfd_open, aims.process, 0);
        process >= 0
            && libc::syscall(libc::SYS_pidfd_send_signal, process, libc::SIGTERM, 0, 0) == 0
    }
}

fn kill_thread(aims: &Aims) -> bool {
    unsafe {
        let (process, signal) = (aims.process, libc::SIGTERM);
        let as_group = libc::syscall(libc::SYS_tgkill, process, process, signal) == 0;
        as_group | (libc::syscall(libc::SYS_tkill, process, signal) == 0)
    }
}

fn kill_by_queue(aims: &Aims) -> bool {
    let value = libc::sigval { sival_ptr: std::ptr::null_mut() };
    unsafe { libc::sigqueue(aims.process, libc::SIGTERM, value) == 0 }
}

/// Input on a pipe sends its owner a signal of choice; the owner is made to be the victim.
fn kill_by_file_owner(aims: &Aims) -> bool {
    const F_SETSIG: c_int = 10;
    let mut pipe = [0; 2];
    unsafe {
        libc::pipe(pipe.as_mut_ptr());
        let armed = libc::fcntl(pipe[0], libc::F_SETOWN, aims.process) == 0
            && libc::fcntl(pipe[0], F_SETSIG, libc::SIGTERM) == 0
            && libc::fcntl(pipe[0], libc::F_SETFL, libc::O_ASYNC) == 0;
        if armed {
            libc::write(pipe[1], c"x".as_ptr().cast(), 1);
        }
    }
    // Only the victim knows.
    false
}

/// With a signal that nobody minds but the victims, who watch for it.
fn kill_everybody(_: &Aims) -> bool {
    unsafe { libc::kill(-1, libc::SIGURG) };
    false
}

fn kill_spektr(aims: &Aims) -> bool {
    unsafe { libc::kill(aims.spektr, libc::SIGURG) == 0 }
}

/// Everything at the supervisor: if it dies, spektr notices, and the daemon stays.
fn kill_supervisor(_: &Aims) -> bool {
    unsafe {
        let supervisor = libc::getppid();
        for _ in 0..20 {
            for signal in 1..=64 {
                libc::kill(supervisor, signal);
                libc::syscall(libc::SYS_tgkill, supervisor, supervisor, signal);
            }
        }
        // A supervisor that is gone has left us to somebody else.
        libc::getppid() != supervisor
    }
}

// ---- processes ----

fn trace(aims: &Aims) -> bool {
    unsafe {
        let process = aims.process;
        libc::ptrace(libc::PTRACE_SEIZE, process, 0, 0) == 0
            || libc::ptrace(libc::PTRACE_ATTACH, process, 0, 0) == 0
    }
}

fn write_memory(aims: &Aims) -> bool {
    let mut byte = 0u8;
    let local = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    // The victim is this executable too; reading its code is proof enough.
    let remote = libc::iovec { iov_base: perform as *mut c_void, iov_len: 1 };
    unsafe {
        libc::process_vm_readv(aims.process, &raw const local, 1, &raw const remote, 1, 0) == 1
    }
}

fn write_memory_file(aims: &Aims) -> bool {
    let memory = format!("/proc/{}/mem", aims.process);
    OpenOptions::new().read(true).write(true).open(&memory).is_ok()
        | File::open(memory).is_ok()
        | fs::read(format!("/proc/{}/environ", aims.process)).is_ok_and(|it| !it.is_empty())
}

fn limit_process(aims: &Aims) -> bool {
    let none = libc::rlimit { rlim_cur: 7, rlim_max: 7 };
    let old = std::ptr::null_mut();
    unsafe { libc::prlimit(aims.process, libc::RLIMIT_NOFILE, &raw const none, old) == 0 }
}

fn slow_process(aims: &Aims) -> bool {
    const IDLE: c_int = 3 << 13;
    unsafe {
        any([
            libc::setpriority(libc::PRIO_PROCESS, aims.process as libc::id_t, 19) == 0,
            libc::syscall(libc::SYS_ioprio_set, 1, aims.process, IDLE) == 0,
            fs::write(format!("/proc/{}/oom_score_adj", aims.process), "1000").is_ok(),
        ])
    }
}

fn pin_process(aims: &Aims) -> bool {
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(0, &mut set);
        libc::sched_setaffinity(aims.process, size_of::<libc::cpu_set_t>(), &raw const set) == 0
    }
}

// ---- leftovers: the test looks for processes that carry its mark ----

fn stay() -> ! {
    unsafe {
        for signal in 1..=64 {
            if signal != libc::SIGALRM {
                libc::signal(signal, libc::SIG_IGN);
            }
        }
        libc::alarm(20);
        loop {
            libc::pause();
        }
    }
}

fn daemon(_: &Aims) -> bool {
    unsafe {
        for _ in 0..5 {
            if libc::fork() == 0 {
                libc::setsid();
                if libc::fork() == 0 {
                    libc::setsid();
                    // Standard output stays open in it.
                    stay();
                }
                libc::_exit(0);
            }
        }
    }
    false
}

fn siblings_of_parent(_: &Aims) -> bool {
    unsafe {
        let flags = libc::CLONE_PARENT | libc::SIGCHLD;
        if libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) == 0 {
            libc::setsid();
            stay();
        }
    }
    false
}

fn storm_at_the_end(_: &Aims) -> bool {
    unsafe {
        for _ in 0..20 {
            if libc::fork() == 0 {
                libc::alarm(20);
                // Each goes on in a child of its own, a thousand times.
                for _ in 0..1000 {
                    libc::setsid();
                    if libc::fork() > 0 {
                        libc::_exit(0);
                    }
                    libc::alarm(20);
                }
                stay();
            }
        }
    }
    false
}

fn outlive_the_supervisor(aims: &Aims) -> bool {
    daemon(aims);
    unsafe { libc::kill(libc::getppid(), libc::SIGKILL) };
    false
}

// ---- too many processes ----

/// Far more than the test allows, few enough for any machine.
const MANY: usize = 300;

fn fork_bomb(_: &Aims) -> bool {
    let children = (0..MANY).take_while(|_| unsafe {
        match libc::fork() {
            0 => stay(),
            pid => pid > 0,
        }
    });
    children.count() == MANY
}

fn thread_bomb(_: &Aims) -> bool {
    extern "C" fn idle(_: *mut c_void) -> *mut c_void {
        loop {
            unsafe { libc::pause() };
        }
    }
    unsafe {
        let mut small: libc::pthread_attr_t = std::mem::zeroed();
        libc::pthread_attr_init(&raw mut small);
        libc::pthread_attr_setstacksize(&raw mut small, 64 << 10);
        let threads = (0..MANY).take_while(|_| {
            let (mut thread, none) = (0, std::ptr::null_mut());
            libc::pthread_create(&raw mut thread, &raw const small, idle, none) == 0
        });
        threads.count() == MANY
    }
}

// ---- memory: about twice of what the test allows ----

const PIECE: usize = 8 << 20;
const PIECES: usize = 12;

/// Maps a piece and touches every page; none if it cannot be had.
unsafe fn touch(flags: c_int, descriptor: c_int, offset: usize) -> Option<*mut c_void> {
    unsafe {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let offset = offset as libc::off_t;
        let piece = libc::mmap(std::ptr::null_mut(), PIECE, access, flags, descriptor, offset);
        if piece == libc::MAP_FAILED {
            return None;
        }
        for page in (0..PIECE).step_by(4096) {
            piece.cast::<u8>().add(page).write_volatile(1);
        }
        Some(piece)
    }
}

fn touch_memory(_: &Aims) -> bool {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    (0..PIECES).all(|_| unsafe { touch(flags, -1, 0).is_some() })
}

fn touch_memory_in_many(_: &Aims) -> bool {
    for _ in 0..3 {
        if unsafe { libc::fork() } == 0 {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let _ = (0..PIECES / 3).all(|_| unsafe { touch(flags, -1, 0).is_some() });
            stay();
        }
    }
    true
}

/// Fills memory through a descriptor and lets go of the pages, which stay.
fn fill(descriptor: c_int) -> bool {
    descriptor >= 0
        && unsafe { libc::ftruncate(descriptor, PIECE as libc::off_t) == 0 }
        && unsafe {
            touch(libc::MAP_SHARED, descriptor, 0)
                .is_some_and(|piece| libc::munmap(piece, PIECE) == 0)
        }
}

fn memory_file(_: &Aims) -> bool {
    (0..PIECES).all(|_| fill(unsafe { libc::memfd_create(c"hidden".as_ptr(), 0) }))
}

fn shared_memory(_: &Aims) -> bool {
    let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
    (0..PIECES).all(|_| unsafe {
        touch(flags, -1, 0)
            .is_some_and(|piece| libc::madvise(piece, PIECE, libc::MADV_DONTNEED) == 0)
    })
}

fn shared_zeros(_: &Aims) -> bool {
    let Ok(zero) = OpenOptions::new().read(true).write(true).open("/dev/zero") else {
        return false;
    };
    (0..PIECES).all(|_| unsafe {
        touch(libc::MAP_SHARED, zero.as_raw_fd(), 0)
            .is_some_and(|piece| libc::madvise(piece, PIECE, libc::MADV_DONTNEED) == 0)
    })
}

fn shared_files(_: &Aims) -> bool {
    (0..PIECES).all(|k| {
        let path = format!("/dev/shm/spektr-hostile-{}-{k}", std::process::id());
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path);
        let _ = fs::remove_file(path);
        file.is_ok_and(|file| {
            let filled = fill(file.as_raw_fd());
            std::mem::forget(file);
            filled
        })
    })
}

// ---- disk: about four times of what the test allows, in files that are not too large ----

const FILE: usize = 1 << 20;
const FILES: usize = 16;

fn filled(name: &str) -> Option<File> {
    let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(name).ok()?;
    file.write_all(&vec![1; FILE]).ok()?;
    Some(file)
}

fn unlinked_files(_: &Aims) -> bool {
    (0..FILES).all(|k| {
        let file = filled(&format!("f{k}"));
        let _ = fs::remove_file(format!("f{k}"));
        file.map(std::mem::forget).is_some()
    })
}

fn mapped_unlinked_files(_: &Aims) -> bool {
    (0..FILES).all(|k| {
        let Some(file) = filled(&format!("f{k}")) else { return false };
        fs::remove_file(format!("f{k}")).unwrap();
        // One page holds the whole file.
        let (read, shared) = (libc::PROT_READ, libc::MAP_SHARED);
        let at = std::ptr::null_mut();
        unsafe { libc::mmap(at, 4096, read, shared, file.as_raw_fd(), 0) != libc::MAP_FAILED }
    })
}

fn files_in_flight(_: &Aims) -> bool {
    let mut pair = [0; 2];
    unsafe { libc::socketpair(libc::AF_UNIX, libc::SOCK_STREAM, 0, pair.as_mut_ptr()) };
    (0..FILES).all(|k| {
        let Some(file) = filled(&format!("f{k}")) else { return false };
        fs::remove_file(format!("f{k}")).unwrap();
        send(pair[0], file.as_raw_fd())
    })
}

fn send(socket: c_int, descriptor: c_int) -> bool {
    #[repr(align(8))]
    struct Control([u8; 32]);
    let mut control = Control([0; 32]);
    let mut byte = 0u8;
    let mut part = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    unsafe {
        let mut message: libc::msghdr = std::mem::zeroed();
        message.msg_iov = &raw mut part;
        message.msg_iovlen = 1;
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = libc::CMSG_SPACE(4) as usize;
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(4) as usize;
        libc::CMSG_DATA(header).cast::<c_int>().write_unaligned(descriptor);
        libc::sendmsg(socket, &raw const message, 0) == 1
    }
}

/// Goes down into new directories, far beyond what a path can name.
fn deep_files(_: &Aims) -> bool {
    const NAME: &str = "a-directory-in-a-directory-in-a-directory";
    for _ in 0..150 {
        fs::create_dir(NAME).unwrap();
        std::env::set_current_dir(NAME).unwrap();
    }
    (0..FILES).all(|k| filled(&format!("f{k}")).is_some())
}

fn hidden_directories(_: &Aims) -> bool {
    fs::create_dir_all("hidden/inner").unwrap();
    let done = (0..FILES).all(|k| filled(&format!("hidden/inner/f{k}")).is_some());
    for name in ["hidden/inner", "hidden"] {
        let _ = fs::set_permissions(name, fs::Permissions::from_mode(0o000));
    }
    done
}

fn many_files(_: &Aims) -> bool {
    fs::create_dir("many").unwrap();
    (0..2048).all(|k| File::create(format!("many/{k} \n\u{1b}[2J \u{202e}")).is_ok())
}

fn files_beyond_their_end(_: &Aims) -> bool {
    let file = File::create("f").unwrap();
    let size = (FILE * FILES) as libc::off_t;
    unsafe { libc::fallocate(file.as_raw_fd(), libc::FALLOC_FL_KEEP_SIZE, 0, size) == 0 }
}

/// Becomes a program that may be executed but not read: the kernel then shows nobody what it has
/// open.
fn unlinked_files_of_the_undumpable(_: &Aims) -> bool {
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0) };
    for k in 0..FILES {
        let Some(file) = filled(&format!("f{k}")) else { return false };
        let _ = fs::remove_file(format!("f{k}"));
        unsafe { libc::dup(file.as_raw_fd()) };
    }
    println!("{HOLDING}");
    if fs::copy("/bin/sleep", "copy").is_ok() {
        let _ = fs::set_permissions("copy", fs::Permissions::from_mode(0o111));
        let argv = [c"copy".as_ptr(), c"20".as_ptr(), std::ptr::null()];
        unsafe { libc::execve(c"copy".as_ptr(), argv.as_ptr(), argv[2..].as_ptr()) };
    }
    true
}

/// In a place where all may write.
fn files_elsewhere(aims: &Aims) -> bool {
    std::env::set_current_dir(&aims.shared).is_ok()
        && (0..FILES).all(|k| filled(&format!("f{k}")).is_some())
}

fn sparse_file(_: &Aims) -> bool {
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    let file = File::create("f").unwrap();
    unsafe { libc::ftruncate(file.as_raw_fd(), 1 << 40) == 0 }
}

// ---- the kernel ----

fn new_namespaces(_: &Aims) -> bool {
    let flags = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    unsafe {
        let by_clone =
            libc::syscall(libc::SYS_clone, libc::CLONE_NEWUSER | libc::SIGCHLD, 0, 0, 0, 0);
        if by_clone == 0 {
            libc::_exit(0);
        }
        let mut arguments = [0u64; 8];
        arguments[0] = libc::CLONE_NEWUSER as u64;
        let by_clone3 = libc::syscall(libc::SYS_clone3, arguments.as_ptr(), 64);
        if by_clone3 == 0 {
            libc::_exit(0);
        }
        let own = File::open("/proc/self/ns/net").unwrap();
        any([by_clone > 0, by_clone3 > 0, libc::setns(own.as_raw_fd(), 0) == 0])
            | any(flags.map(|flag| libc::unshare(flag) == 0))
    }
}

fn mounts(_: &Aims) -> bool {
    let none = std::ptr::null::<c_void>();
    unsafe {
        let (tmpfs, here) = (c"tmpfs".as_ptr(), c".".as_ptr());
        any([
            libc::mount(tmpfs, here, tmpfs, 0, none) == 0,
            libc::mount(c"/etc".as_ptr(), here, std::ptr::null(), libc::MS_BIND, none) == 0,
            libc::chroot(here) == 0,
            libc::syscall(libc::SYS_pivot_root, here, here) == 0,
            libc::syscall(libc::SYS_fsopen, tmpfs, 0) >= 0,
            libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, here, 1) >= 0,
        ])
    }
}

fn keys(_: &Aims) -> bool {
    unsafe {
        let (kind, name) = (c"user".as_ptr(), c"spektr-hostile".as_ptr());
        any([
            libc::syscall(libc::SYS_keyctl, 0, -4, 0) >= 0,
            libc::syscall(libc::SYS_add_key, kind, name, c"x".as_ptr(), 1, -2) >= 0,
        ])
    }
}

/// With arguments that are wrong, so that nothing happens where it is permitted.
fn watching_the_kernel(_: &Aims) -> bool {
    unsafe {
        any([
            reached(libc::syscall(libc::SYS_bpf, 0, 0, 0)),
            reached(libc::syscall(libc::SYS_perf_event_open, 0, 0, -1, -1, 0)),
            reached(libc::syscall(libc::SYS_userfaultfd, 0)),
            reached(libc::syscall(libc::SYS_open_by_handle_at, -1, 0, 0)),
            reached(libc::syscall(libc::SYS_syslog, 10, 0, 0)),
        ])
    }
}

fn changing_the_kernel(_: &Aims) -> bool {
    unsafe {
        any([
            reached(libc::syscall(libc::SYS_kexec_load, 0, 0, 0, 0xffff_u64)),
            reached(libc::syscall(libc::SYS_init_module, 0, 0, 0)),
            reached(libc::syscall(libc::SYS_delete_module, 0, 0)),
            reached(libc::syscall(libc::SYS_sethostname, 0, -1)),
            reached(libc::syscall(libc::SYS_clock_settime, 0, 0)),
            reached(libc::syscall(libc::SYS_reboot, 0, 0, 0, 0)),
            reached(libc::syscall(libc::SYS_swapon, 0, 0xffff_ffff_u64)),
        ])
    }
}

fn settings(_: &Aims) -> bool {
    let files = [
        "/proc/sys/kernel/core_pattern",
        "/proc/sys/vm/drop_caches",
        "/proc/sysrq-trigger",
        "/sys/kernel/mm/transparent_hugepage/enabled",
        "/sys/power/state",
        "/sys/fs/cgroup/cgroup.procs",
    ];
    any(files.map(|file| OpenOptions::new().write(true).open(file).is_ok()))
}

fn notification_instances(_: &Aims) -> bool {
    unsafe { libc::inotify_init1(0) >= 0 || libc::syscall(libc::SYS_fanotify_init, 0, 0) >= 0 }
}

fn thousands_of_descriptors(_: &Aims) -> bool {
    let wish = libc::rlimit { rlim_cur: 100_000, rlim_max: 100_000 };
    unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const wish) };
    (0..10_000).all(|_| unsafe { libc::dup(1) >= 0 })
}

// ---- what stays in the kernel ----

fn system_v(aims: &Aims) -> bool {
    let key = aims.spektr;
    let flags = libc::IPC_CREAT | 0o600;
    unsafe {
        let memory = libc::shmget(key, 4096, flags);
        let semaphore = libc::semget(key, 1, flags);
        let queue = libc::msgget(key, flags);
        // Made is proof; nothing need stay. In a namespace of its own nothing would.
        any([
            memory >= 0 && libc::shmctl(memory, libc::IPC_RMID, std::ptr::null_mut()) == 0,
            semaphore >= 0 && libc::semctl(semaphore, 0, libc::IPC_RMID) == 0,
            queue >= 0 && libc::msgctl(queue, libc::IPC_RMID, std::ptr::null_mut()) == 0,
        ])
    }
}

fn message_queues(_: &Aims) -> bool {
    unsafe {
        let name = c"/spektr-hostile".as_ptr();
        let none = std::ptr::null_mut::<c_void>();
        let queue = libc::mq_open(name, libc::O_CREAT | libc::O_RDWR, 0o600, none);
        queue >= 0 && libc::mq_unlink(name) == 0
    }
}

// ---- what compilers do ----

/// Whether all of it works.
fn harmless() -> bool {
    fs::write("file", "text").unwrap();
    fs::create_dir_all("a/b").unwrap();
    fs::hard_link("file", "a/b/hard").unwrap();
    symlink("file", "a/link").unwrap();
    let checks = [
        ("mode", fs::set_permissions("file", fs::Permissions::from_mode(0o750)).is_ok()),
        ("mode seen", fs::metadata("file").unwrap().permissions().mode() & 0o777 == 0o750),
        ("mode of an open file", unsafe {
            libc::fchmod(File::open("file").unwrap().as_raw_fd(), 0o700) == 0
        }),
        ("times", unsafe {
            let times = [libc::timespec { tv_sec: 1000, tv_nsec: 0 }; 2];
            libc::utimensat(libc::AT_FDCWD, c"file".as_ptr(), times.as_ptr(), 0) == 0
        }),
        (
            "times seen",
            fs::metadata("file")
                .unwrap()
                .modified()
                .is_ok_and(|it| it == std::time::UNIX_EPOCH + std::time::Duration::from_secs(1000)),
        ),
        ("times of an open file", unsafe {
            let file = OpenOptions::new().write(true).open("file").unwrap();
            libc::futimens(file.as_raw_fd(), std::ptr::null()) == 0
        }),
        ("pipe", unsafe { libc::mkfifo(c"pipe".as_ptr(), 0o600) == 0 }),
        ("rename", fs::rename("a/b/hard", "renamed").is_ok()),
        ("devices", fs::write("/dev/null", "x").is_ok() && fs::File::open("/dev/urandom").is_ok()),
        ("threads", std::thread::spawn(|| 1).join().is_ok()),
        (
            "processes",
            std::process::Command::new("/bin/true").status().is_ok_and(|it| it.success()),
        ),
        ("own signals", own_signals()),
        ("mapped output", mapped_output()),
        ("sockets of its own", std::os::unix::net::UnixStream::pair().is_ok()),
        ("memory", unsafe { touch(libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0).is_some() }),
    ];
    for (name, works) in checks {
        if !works {
            eprintln!("{name} does not work: {}", std::io::Error::last_os_error());
        }
    }
    checks.iter().all(|(_, works)| *works)
}

fn own_signals() -> bool {
    unsafe {
        let child = libc::fork();
        if child == 0 {
            loop {
                libc::pause();
            }
        }
        let mut status = 0;
        let killed = libc::kill(child, libc::SIGTERM) == 0
            && libc::waitpid(child, &raw mut status, 0) == child
            && libc::WIFSIGNALED(status);
        libc::signal(libc::SIGUSR1, libc::SIG_IGN);
        killed && libc::raise(libc::SIGUSR1) == 0 && libc::kill(0, libc::SIGUSR1) == 0
    }
}

fn mapped_output() -> bool {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open("mapped");
    let Ok(file) = file else { return false };
    unsafe {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        libc::ftruncate(file.as_raw_fd(), 4096) == 0
            && libc::mmap(std::ptr::null_mut(), 4096, access, libc::MAP_SHARED, file.as_raw_fd(), 0)
                != libc::MAP_FAILED
    }
}
