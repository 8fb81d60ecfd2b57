//! What attacks are aimed at: a file, a directory, a process, a terminal, servers, another
//! command's directory; all made for one attack. They remember how they were, and say afterwards
//! what was done to them.

use spektr_judge::sandbox::{Sandbox, Scratch};
use std::ffi::{CString, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::Read;
use std::net::TcpListener;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// How often this process was hit by the signal that means it is everybody's target.
static HITS: AtomicU32 = AtomicU32::new(0);

extern "C" fn hit(_: libc::c_int) {
    HITS.fetch_add(1, Ordering::Relaxed);
}

/// Has this process notice signals that are aimed at everybody.
pub fn be_a_victim() {
    let handler: extern "C" fn(libc::c_int) = hit;
    unsafe { libc::signal(libc::SIGURG, handler as libc::sighandler_t) };
}

pub struct Victims {
    base: PathBuf,
    sibling: Scratch,
    process: Process,
    tcp: TcpListener,
    path: UnixListener,
    hidden: UnixListener,
    /// Keeps a pipe with a name open for who would write to it.
    _pipe: File,
    terminal: File,
    terminal_name: PathBuf,
    state: State,
    hits: u32,
}

/// What must not change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    content: Option<String>,
    file: Option<(u32, i64, u64)>,
    directory: Option<(u32, i64)>,
    inside: Vec<OsString>,
    sibling: Vec<OsString>,
    source: String,
    root: Vec<OsString>,
    process: (i32, u64, usize),
}

impl Victims {
    pub fn new(sandbox: &Sandbox, base: &Path) -> Victims {
        fs::create_dir(base).unwrap();
        fs::write(base.join("file"), "before").unwrap();
        fs::set_permissions(base.join("file"), fs::Permissions::from_mode(0o644)).unwrap();
        fs::create_dir(base.join("directory")).unwrap();
        fs::create_dir(base.join("shared")).unwrap();
        fs::set_permissions(base.join("shared"), fs::Permissions::from_mode(0o1777)).unwrap();
        let sibling = sandbox.scratch().unwrap();
        sibling.write("source", b"another's").unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        tcp.set_nonblocking(true).unwrap();
        let path = UnixListener::bind(base.join("socket")).unwrap();
        path.set_nonblocking(true).unwrap();
        let name = format!("spektr-hostile-{}", std::process::id());
        let hidden = UnixListener::bind_addr(&SocketAddr::from_abstract_name(name).unwrap());
        let hidden = hidden.unwrap();
        hidden.set_nonblocking(true).unwrap();
        let (terminal, terminal_name) = terminal();
        let pipe = CString::new(base.join("pipe").into_os_string().into_encoded_bytes()).unwrap();
        assert_eq!(unsafe { libc::mkfifo(pipe.as_ptr(), 0o600) }, 0);
        let flags = libc::O_NONBLOCK;
        let pipe = OpenOptions::new().read(true).custom_flags(flags).open(base.join("pipe"));
        let process = Process::start();
        let mut victims = Victims {
            base: base.to_owned(),
            sibling,
            process,
            tcp,
            path,
            hidden,
            _pipe: pipe.unwrap(),
            terminal,
            terminal_name,
            state: State::default(),
            hits: HITS.load(Ordering::Relaxed),
        };
        victims.state = victims.look(sandbox);
        victims
    }

    /// Where they are, for the environment of an attack.
    pub fn aims(&self) -> Vec<(&'static str, OsString)> {
        let number = |number: u32| OsString::from(number.to_string());
        vec![
            ("AIM_FILE", self.base.join("file").into()),
            ("AIM_DIRECTORY", self.base.join("directory").into()),
            ("AIM_SHARED", self.base.join("shared").into()),
            ("AIM_SOCKET", self.base.join("socket").into()),
            ("AIM_SIBLING", self.sibling.path().into()),
            ("AIM_TERMINAL", self.terminal_name.clone().into()),
            ("AIM_PROCESS", number(self.process.pid as u32)),
            ("AIM_SPEKTR", number(std::process::id())),
            ("AIM_PORT", number(u32::from(self.tcp.local_addr().unwrap().port()))),
        ]
    }

    fn look(&self, sandbox: &Sandbox) -> State {
        let names = |path: &Path| {
            let entries = fs::read_dir(path).map(|it| it.flatten().map(|it| it.file_name()));
            let mut names: Vec<OsString> = entries.map(Iterator::collect).unwrap_or_default();
            names.sort();
            names
        };
        // The directory of the attack comes and goes; so do those of others.
        let mut root = names(sandbox.root());
        root.retain(|name| name.to_string_lossy().parse::<u64>().is_err());
        let file = fs::metadata(self.base.join("file")).ok();
        State {
            content: fs::read_to_string(self.base.join("file")).ok(),
            file: file.map(|it| (it.mode(), it.mtime(), it.nlink())),
            directory: fs::metadata(self.base.join("directory"))
                .ok()
                .map(|it| (it.mode(), it.mtime())),
            inside: names(&self.base.join("directory")),
            sibling: names(self.sibling.path()),
            source: fs::read_to_string(self.sibling.path().join("source")).unwrap_or_default(),
            root,
            process: self.process.state(),
        }
    }

    /// What was done to them, if anything was.
    pub fn damage(&mut self, sandbox: &Sandbox) -> Option<String> {
        if let Some(damage) = self.process.damage() {
            return Some(damage);
        }
        if self.tcp.accept().is_ok() || self.path.accept().is_ok() || self.hidden.accept().is_ok() {
            return Some("a connection arrived".into());
        }
        let mut typed = [0; 100];
        if self.terminal.read(&mut typed).is_ok_and(|count| count > 0) {
            return Some("the terminal shows something".into());
        }
        if HITS.load(Ordering::Relaxed) != self.hits {
            return Some("spektr got a signal".into());
        }
        let state = self.look(sandbox);
        (state != self.state).then(|| format!("{:?} became {state:?}", self.state))
    }
}

impl Drop for Victims {
    fn drop(&mut self) {
        let _ = fs::set_permissions(self.base.join("directory"), fs::Permissions::from_mode(0o700));
        let _ = fs::remove_dir_all(&self.base);
    }
}

/// A terminal of this user's, seen from its other side.
fn terminal() -> (File, PathBuf) {
    let flags = libc::O_NOCTTY | libc::O_NONBLOCK;
    let master =
        OpenOptions::new().read(true).write(true).custom_flags(flags).open("/dev/ptmx").unwrap();
    let mut name = [0u8; 64];
    unsafe {
        assert_eq!(libc::grantpt(master.as_raw_fd()), 0);
        assert_eq!(libc::unlockpt(master.as_raw_fd()), 0);
        let length = name.len();
        assert_eq!(libc::ptsname_r(master.as_raw_fd(), name.as_mut_ptr().cast(), length), 0);
    }
    let end = name.iter().position(|&byte| byte == 0).unwrap();
    (master, PathBuf::from(std::str::from_utf8(&name[..end]).unwrap()))
}

/// A process of the user's that waits, and tells of signals that do not end it.
struct Process {
    pid: i32,
    told: File,
}

impl Process {
    fn start() -> Process {
        let mut pipe = [0; 2];
        unsafe {
            assert_eq!(libc::pipe2(pipe.as_mut_ptr(), libc::O_CLOEXEC | libc::O_NONBLOCK), 0);
            let pid = libc::fork();
            if pid == 0 {
                Process::wait(pipe[1]);
            }
            libc::close(pipe[1]);
            let mut told = File::from_raw_fd(pipe[0]);
            // It is ready once it has said so.
            let mut ready = [0];
            while told.read(&mut ready).is_err() {
                std::thread::yield_now();
            }
            Process { pid, told }
        }
    }

    fn wait(tell: i32) -> ! {
        unsafe {
            // No setting of the machine is to protect it.
            libc::prctl(libc::PR_SET_PTRACER, libc::PR_SET_PTRACER_ANY, 0, 0, 0);
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
            let mut watched: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut watched);
            libc::sigaddset(&raw mut watched, libc::SIGURG);
            libc::sigprocmask(libc::SIG_BLOCK, &raw const watched, std::ptr::null_mut());
            loop {
                libc::write(tell, c"x".as_ptr().cast(), 1);
                let mut signal = 0;
                libc::sigwait(&raw const watched, &raw mut signal);
            }
        }
    }

    /// Its niceness, its limit of open files, the number of processors it may use.
    fn state(&self) -> (i32, u64, usize) {
        unsafe {
            let mut limit: libc::rlimit = std::mem::zeroed();
            libc::prlimit(self.pid, libc::RLIMIT_NOFILE, std::ptr::null(), &raw mut limit);
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::sched_getaffinity(self.pid, size_of::<libc::cpu_set_t>(), &raw mut set);
            let nice = libc::getpriority(libc::PRIO_PROCESS, self.pid as libc::id_t);
            (nice, limit.rlim_cur, libc::CPU_COUNT(&set) as usize)
        }
    }

    fn damage(&mut self) -> Option<String> {
        let mut status = 0;
        unsafe {
            if libc::waitpid(self.pid, &raw mut status, libc::WNOHANG | libc::WUNTRACED) != 0 {
                return Some(format!("the process ended or stopped: {status:#x}"));
            }
        }
        let mut told = [0];
        let hit = self.told.read(&mut told).is_ok_and(|count| count > 0);
        hit.then(|| "the process got a signal".into())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        unsafe {
            libc::kill(self.pid, libc::SIGKILL);
            libc::waitpid(self.pid, std::ptr::null_mut(), 0);
        }
    }
}
