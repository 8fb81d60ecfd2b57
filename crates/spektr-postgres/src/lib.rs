//! A PostgreSQL server of one's own for tests: real, in a temporary directory, on a socket
//! there (and on a port, where a test wants the network). It ends with the process that
//! started it, however that ends. PostgreSQL refuses to run as root, so under root the server
//! runs as nobody.

use postgres::{Client, NoTls};
use std::ffi::CString;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError, mpsc};
use tempfile::TempDir;

/// The user whose rights nobody minds.
const NOBODY: u32 = 65_534;

pub struct Server {
    home: TempDir,
    programs: PathBuf,
    listen: Option<(String, u16)>,
    running: Mutex<Option<Child>>,
    databases: AtomicU32,
}

/// How a server is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// As an administrator does it: connections are cut, everything is written.
    Politely,
    /// As a power failure does it: the next start recovers from the log.
    AtOnce,
}

/// Where PostgreSQL's own programs are; `None` if it is not installed.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok();
    let mut places: Vec<PathBuf> =
        versions.into_iter().flatten().flatten().map(|it| it.path().join("bin")).collect();
    places.sort();
    places.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    places.extend(std::env::split_paths(&path));
    places.into_iter().find(|it| it.join("initdb").exists() && it.join("postgres").exists())
}

impl Server {
    /// A server that all tests of this process share; `None`, with a line that says so, if
    /// PostgreSQL is not installed.
    pub fn shared() -> Option<&'static Server> {
        static SHARED: OnceLock<Option<Server>> = OnceLock::new();
        SHARED.get_or_init(|| Server::start(None)).as_ref()
    }

    /// A server of one's own, on an address and port too if there is one.
    pub fn start(listen: Option<(&str, u16)>) -> Option<Server> {
        let Some(programs) = programs() else {
            eprintln!("skipped: PostgreSQL is not installed (Debian: postgresql)");
            return None;
        };
        let home = TempDir::with_prefix("pg").expect("a temporary directory");
        give_to_nobody(home.path());
        let server = Server {
            home,
            programs,
            listen: listen.map(|(address, port)| (address.to_owned(), port)),
            running: Mutex::new(None),
            databases: AtomicU32::new(0),
        };
        let made = server
            .command("initdb")
            .args(["--no-sync", "--encoding=UTF8", "--locale=C", "--auth=trust"])
            .args(["--username=spektr", "--pgdata"])
            .arg(server.data())
            .output()
            .expect("initdb starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.run();
        Some(server)
    }

    fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(self.home.path()).env_clear();
        if is_root() {
            command.gid(NOBODY).uid(NOBODY);
        }
        // SAFETY: the call is async-signal-safe and changes this child alone.
        unsafe {
            command.pre_exec(|| {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGQUIT);
                Ok(())
            });
        }
        command
    }

    /// Starts the server, or starts it again, and waits until it takes connections.
    pub fn run(&self) {
        let mut command = self.command("postgres");
        let listen = self.listen.as_ref();
        let addresses = listen.map_or("", |(address, _)| address.as_str());
        command.arg("-D").arg(self.data()).arg("-k").arg(self.home.path());
        command.args(["-c", &format!("listen_addresses={addresses}")]);
        command.args(["-p", &listen.map_or(5432, |(_, port)| *port).to_string()]);
        for setting in ["fsync=off", "max_connections=200", "shared_buffers=32MB"] {
            command.args(["-c", setting]);
        }
        command.stderr(Stdio::piped()).stdout(Stdio::null());
        let mut child = spawn_for_good(command);
        let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
        let mut said = Vec::new();
        loop {
            match lines.next() {
                Some(Ok(line)) if line.contains("ready to accept connections") => break,
                Some(Ok(line)) => said.push(line),
                _ => panic!("PostgreSQL does not start: {}", said.join("\n")),
            }
        }
        // What it says later is of no interest, but it must be able to say it.
        std::thread::spawn(move || lines.for_each(drop));
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(child);
    }

    /// Stops the server; [`Server::run`] starts it again with all it had.
    pub fn stop(&self, how: Stopped) {
        let child = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut child) = child else { return };
        let signal = match how {
            Stopped::Politely => libc::SIGINT,
            Stopped::AtOnce => libc::SIGQUIT,
        };
        let pid = libc::pid_t::try_from(child.id()).expect("process ids fit");
        // SAFETY: the child is ours and has not been waited for, so its id is its own.
        unsafe { libc::kill(pid, signal) };
        child.wait().expect("it was running");
    }

    /// The process, for those who measure it.
    pub fn pid(&self) -> Option<u32> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(Child::id)
    }

    /// The address of a database by its name, over the socket.
    pub fn address(&self, database: &str) -> String {
        let socket = self.home.path().to_string_lossy().replace('/', "%2F");
        let port = self.listen.as_ref().map_or(5432, |(_, port)| *port);
        format!("postgres://spektr@{socket}:{port}/{database}")
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> String {
        let name = format!("hunt{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut client =
            Client::connect(&self.address("postgres"), NoTls).expect("the server answers");
        client.batch_execute(&format!("CREATE DATABASE {name}")).expect("a new database");
        self.address(&name)
    }

    /// From the next start on the server encrypts, and talks over the network in no other way.
    /// The certificate that is to be trusted, for a server on 127.0.0.1; `None`, with a line that
    /// says so, without openssl.
    pub fn encrypt(&self) -> Option<PathBuf> {
        let make = "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
        let steps = [
            format!("{make} -x509 -days 9 -subj /CN=authority -keyout root.key -out root.pem"),
            format!("{make} -subj /CN=server -keyout server.key -out server.csr"),
            "x509 -req -days 9 -in server.csr -CA root.pem -CAkey root.key -CAcreateserial \
             -extfile server.ext -out server.pem"
                .to_owned(),
        ];
        let home = self.home.path();
        std::fs::write(home.join("server.ext"), "subjectAltName=IP:127.0.0.1\n").ok()?;
        for step in steps {
            let mut openssl = Command::new("openssl");
            openssl.args(step.split_whitespace()).current_dir(home);
            openssl.stdout(Stdio::null()).stderr(Stdio::null()).env("HOME", home);
            if is_root() {
                openssl.gid(NOBODY).uid(NOBODY);
            }
            if !openssl.status().is_ok_and(|it| it.success()) {
                eprintln!("skipped: openssl is not here, or makes no certificates");
                return None;
            }
        }
        let path = |name: &str| home.join(name).display().to_string();
        let settings = format!(
            "ssl = on\nssl_cert_file = '{}'\nssl_key_file = '{}'\n",
            path("server.pem"),
            path("server.key")
        );
        let change = |name: &str, to: &dyn Fn(String) -> String| {
            let file = self.data().join(name);
            let before = std::fs::read_to_string(&file).expect("the server has it");
            std::fs::write(&file, to(before)).expect("it can be changed");
        };
        change("postgresql.conf", &|before| before + &settings);
        change("pg_hba.conf", &|before| before.replace("\nhost ", "\nhostssl "));
        Some(home.join("root.pem"))
    }

    /// Lets hosts of a network in.
    pub fn let_in(&self, network: &str) {
        let file = self.data().join("pg_hba.conf");
        let rules = std::fs::read_to_string(&file).expect("the server has its rules");
        std::fs::write(&file, format!("{rules}\nhost all all {network} trust\n"))
            .expect("they can be changed");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop(Stopped::AtOnce);
    }
}

fn is_root() -> bool {
    // SAFETY: the call has no conditions and cannot fail.
    unsafe { libc::geteuid() == 0 }
}

fn give_to_nobody(directory: &Path) {
    if !is_root() {
        return;
    }
    let path = CString::new(directory.as_os_str().as_bytes()).expect("no NUL in it");
    // SAFETY: the path ends in NUL.
    let given = unsafe { libc::chown(path.as_ptr(), NOBODY, NOBODY) };
    assert_eq!(given, 0, "the directory is ours to give");
}

/// Servers of this process, for the end of it: those that nobody dropped.
static LEFT: [AtomicI32; 8] = [const { AtomicI32::new(0) }; 8];

/// A process to start, and whom to give it to.
type Order = (Command, mpsc::Sender<Child>);

/// Starts a process that must end with this one. The kernel sends the signal when the *thread*
/// ends that started it, so one that never does starts it.
fn spawn_for_good(mut command: Command) -> Child {
    static STARTER: OnceLock<Mutex<mpsc::Sender<Order>>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (sender, orders) = mpsc::channel::<Order>();
        std::thread::spawn(move || {
            for (mut command, answer) in orders {
                drop(answer.send(command.spawn().expect("PostgreSQL starts")));
            }
        });
        // SAFETY: the function lives as long as the process and does not unwind.
        unsafe { libc::atexit(end_those_left) };
        Mutex::new(sender)
    });
    command.stdin(Stdio::null());
    let (answer, child) = mpsc::channel();
    let starter = starter.lock().unwrap_or_else(PoisonError::into_inner);
    starter.send((command, answer)).expect("the starter never ends");
    let child = child.recv().expect("it answers");
    let pid = libc::pid_t::try_from(child.id()).expect("process ids fit");
    // Beyond so many the kernel's signal is enough.
    for slot in &LEFT {
        if slot.compare_exchange(0, pid, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            break;
        }
    }
    child
}

extern "C" fn end_those_left() {
    for slot in &LEFT {
        let pid = slot.load(Ordering::Relaxed);
        if pid > 0 {
            // SAFETY: a child that was not waited for keeps its id; one that was may have passed
            // it on, and then `waitpid` says that it is no child of ours.
            unsafe {
                if libc::waitpid(pid, std::ptr::null_mut(), libc::WNOHANG) == 0 {
                    libc::kill(pid, libc::SIGQUIT);
                    libc::waitpid(pid, std::ptr::null_mut(), 0);
                }
            }
        }
    }
}
