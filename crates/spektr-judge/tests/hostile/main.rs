//! A soak of hostile commands: every attack of the table, as whoever runs the tests and (if that
//! is root) as an ordinary user, under the strongest sandbox, where namespaces are refused, and
//! under weaker ones. What succeeds must be exactly what [`Enforcement`] says remains possible:
//! nothing under the strongest sandbox, nothing else under the others.
//!
//! The attacks are functions of this executable, which starts itself: `attack NAME` inside the
//! sandbox, `soak GROUND` as another user or under a filter that refuses namespaces.

mod attacks;
mod victims;

use attacks::{ATTACKS, Attack, HARMLESS, HOLDING, Proof, SUCCEEDED};
use spektr_judge::sandbox::{Confinement, Danger, End, Job, Limit, Limits, Sandbox, Tried};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use victims::Victims;

/// A user that nobody is, for tests run by root.
const SOMEBODY: u32 = 64_999;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["attack", name, ..] => attacks::perform(name),
        ["soak", ground] => soak(ground),
        // What test runners ask before they run anything.
        [.., "--list"] | ["--list", ..] => ExitCode::SUCCESS,
        _ => everybody(),
    }
}

/// The sandboxes that are tried, and whether namespaces are refused to who tries.
const GROUNDS: [(&str, bool); 6] = [
    ("strongest", false),
    ("only-namespaces", false),
    ("namespaces-refused", true),
    ("no-landlock", false),
    ("no-broker", false),
    ("nothing", false),
];

/// All grounds, as this user and as another.
fn everybody() -> ExitCode {
    let start = Instant::now();
    let copy = Copy::new();
    // SAFETY: no arguments, cannot fail.
    let is_root = unsafe { libc::geteuid() } == 0;
    let failed: Vec<String> = std::thread::scope(|scope| {
        // Two users do not disturb each other; soaks of one user would.
        let other = is_root.then(|| scope.spawn(|| all_grounds(&copy, Some(SOMEBODY), false)));
        let mut failed = all_grounds(&copy, None, is_root);
        failed.extend(other.map(|it| it.join().unwrap()).unwrap_or_default());
        failed
    });
    println!("hostile commands: {} attacks, {:.1?}", ATTACKS.len(), start.elapsed());
    if failed.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("FAILED: {failed:?}");
    ExitCode::FAILURE
}

/// The grounds that failed.
fn all_grounds(copy: &Copy, user: Option<u32>, is_root: bool) -> Vec<String> {
    let mut failed = Vec::new();
    for (ground, refused) in GROUNDS {
        // Root's commands are another user's: there is nothing for a broker to do, and pipes
        // with a name are not theirs.
        if is_root && matches!(ground, "no-broker" | "only-namespaces") {
            continue;
        }
        let mut command = Command::new(&copy.0);
        command.args(["soak", ground]);
        // SAFETY: only system calls between fork and exec.
        unsafe { command.pre_exec(move || prepare(user, refused)) };
        if !command.status().is_ok_and(|status| status.success()) {
            failed.push(format!("{ground} as {user:?}"));
        }
    }
    failed
}

/// This executable in a place where everybody may execute it.
struct Copy(PathBuf);

impl Copy {
    fn new() -> Copy {
        let directory = temporary("copy");
        fs::create_dir(&directory).unwrap();
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
        let copy = directory.join("hostile");
        fs::copy(std::env::current_exe().unwrap(), &copy).unwrap();
        fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).unwrap();
        Copy(copy)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.parent().unwrap());
    }
}

fn temporary(what: &str) -> PathBuf {
    std::env::temp_dir().join(format!("spektr-hostile-{}-{what}", std::process::id()))
}

/// Becomes `user`; bounds what a failing sandbox could do to the machine; has namespaces refused.
fn prepare(user: Option<u32>, refuse_namespaces: bool) -> std::io::Result<()> {
    let check = |result: i32| {
        if result == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
    };
    unsafe {
        if let Some(id) = user {
            check(libc::setgroups(0, std::ptr::null()))?;
            check(libc::setresgid(id, id, id))?;
            check(libc::setresuid(id, id, id))?;
            let most = libc::rlimit { rlim_cur: 3000, rlim_max: 3000 };
            check(libc::setrlimit(libc::RLIMIT_NPROC, &raw const most))?;
        }
        if refuse_namespaces {
            check(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))?;
            check(refuse())?;
        }
    }
    Ok(())
}

/// A filter under which there are no namespaces, as in many containers.
fn refuse() -> i32 {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const ANY_BIT: u16 = (libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    const NAMESPACES: u32 = 0x7e02_0000;
    let op = |code, jt, jf, k| libc::sock_filter { code, jt, jf, k };
    let no = |errno: i32| op(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | errno as u32);
    let program = [
        op(LOAD, 0, 0, 0),
        op(EQUAL, 0, 1, libc::SYS_unshare as u32),
        no(libc::EPERM),
        op(EQUAL, 0, 1, libc::SYS_clone3 as u32),
        no(libc::ENOSYS),
        op(EQUAL, 0, 3, libc::SYS_clone as u32),
        op(LOAD, 0, 0, 16),
        op(ANY_BIT, 0, 1, NAMESPACES),
        no(libc::EPERM),
        op(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let filter =
        libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr().cast_mut() };
    unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const filter, 0, 0) }
}

/// The confinement of a ground; none means whatever can be had.
fn confinement(ground: &str) -> Option<Confinement> {
    let without = Confinement::without_namespaces();
    match ground {
        "only-namespaces" => Some(Confinement { landlock: false, ..Confinement::full() }),
        "no-landlock" => Some(Confinement { landlock: false, ..without }),
        "no-broker" => Some(Confinement { broker: false, ..without }),
        "nothing" => {
            Some(Confinement { landlock: false, seccomp: false, broker: false, ..without })
        }
        _ => None,
    }
}

/// Every attack on one ground; fails unless what succeeded is what remains possible.
fn soak(ground: &str) -> ExitCode {
    victims::be_a_victim();
    let base = temporary(ground);
    fs::create_dir(&base).unwrap();
    let sandbox = match confinement(ground) {
        Some(confinement) => Sandbox::with_confinement(&base, confinement),
        None => Sandbox::new(&base),
    };
    let soak = Soak { sandbox: sandbox.unwrap(), base: base.clone() };
    let start = Instant::now();
    let escapes = soak.all();
    let mut failed = soak.harmless_commands_fail();
    failed |= soak.compare(ground, &escapes, start.elapsed());
    drop(soak);
    let left: Vec<_> = fs::read_dir(&base).unwrap().flatten().map(|it| it.file_name()).collect();
    if !left.is_empty() {
        println!("  left behind: {left:?}");
        failed = true;
    }
    let _ = fs::remove_dir_all(base);
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

struct Soak {
    sandbox: Sandbox,
    base: PathBuf,
}

/// What escaped, by danger.
type Escapes = BTreeMap<Danger, Vec<String>>;

impl Soak {
    fn all(&self) -> Escapes {
        let mut escapes = Escapes::new();
        let (held, done): (Vec<&Attack>, Vec<&Attack>) =
            ATTACKS.iter().partition(|attack| attack.proof == Proof::Held);
        let mut note = |attack: &Attack, how: Option<String>| {
            if let Some(how) = how {
                escapes.entry(attack.danger).or_default().push(format!("{}: {how}", attack.name));
            }
        };
        // One after the other: each could be any victim's damage.
        for attack in done {
            note(attack, self.attempt(attack));
        }
        // These only take their time.
        let next = AtomicUsize::new(0);
        let results: Vec<_> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..6)
                .map(|_| {
                    scope.spawn(|| {
                        let mut results = Vec::new();
                        while let Some(attack) = held.get(next.fetch_add(1, Ordering::Relaxed)) {
                            results.push((*attack, self.attempt(attack)));
                        }
                        results
                    })
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        for (attack, how) in results {
            note(attack, how);
        }
        escapes
    }

    /// How an attack succeeded, if it did.
    fn attempt(&self, attack: &Attack) -> Option<String> {
        let mark = format!("spektr-hostile-mark-{}-{}-end", std::process::id(), attack.name);
        let place = self.base.join(attack.name);
        let mut victims =
            (attack.proof == Proof::Done).then(|| Victims::new(&self.sandbox, &place));
        let mut aims = victims.as_ref().map(Victims::aims).unwrap_or_default();
        if attack.proof == Proof::Held {
            fs::create_dir(&place).unwrap();
            fs::set_permissions(&place, fs::Permissions::from_mode(0o1777)).unwrap();
            aims.push(("AIM_SHARED", place.clone().into()));
        }
        let (tried, removed) = self.run(attack.name, attack.proof, &mark, aims);
        let damage = victims.as_mut().and_then(|victims| victims.damage(&self.sandbox));
        drop(victims);
        let _ = fs::remove_dir_all(&place);
        let left = end_processes_with(&mark);
        match tried {
            Err(error) => Some(format!("the sandbox broke: {error}")),
            Ok(Tried::NotExecuted(it)) => Some(format!("not executed: {it}")),
            Ok(Tried::Ran(ran)) => {
                let held = ran.limit == Some(Limit::Wall)
                    && String::from_utf8_lossy(&ran.stdout).contains(HOLDING);
                let panicked = String::from_utf8_lossy(&ran.stderr).contains("panicked");
                if ran.end == End::Exited(SUCCEEDED) || held || panicked {
                    Some(format!(
                        "{:?} {:?} {}",
                        ran.end,
                        ran.limit,
                        String::from_utf8_lossy(&ran.stderr)
                    ))
                } else if left > 0 {
                    Some(format!("{left} processes left"))
                } else if !removed {
                    Some("its directory was not removed".into())
                } else {
                    damage
                }
            }
        }
    }

    /// Runs one function of this executable; also whether its directory was removed.
    fn run(
        &self,
        name: &str,
        proof: Proof,
        mark: &str,
        aims: Vec<(&'static str, OsString)>,
    ) -> (std::io::Result<Tried>, bool) {
        let wall = if proof == Proof::Held { 1000 } else { 20_000 };
        let limits = Limits {
            cpu: Duration::from_secs(10),
            wall: Duration::from_millis(wall),
            memory: 48 << 20,
            processes: 64,
            file: 2 << 20,
            disk: 4 << 20,
            output: 1 << 16,
            roomy: false,
        };
        let scratch = self.sandbox.scratch().unwrap();
        let program = std::env::current_exe().unwrap();
        let mut job = Job::new(&program, scratch.path()).arg("attack").arg(name).arg(mark);
        for (key, value) in aims {
            job = job.env(key, value);
        }
        let tried = self.sandbox.try_run(&job.limits(limits));
        let path = scratch.path().to_owned();
        drop(scratch);
        (tried, !path.exists())
    }

    fn harmless_commands_fail(&self) -> bool {
        let (tried, removed) = self.run(HARMLESS, Proof::Done, "none", Vec::new());
        let well = matches!(&tried, Ok(Tried::Ran(ran)) if ran.success());
        if !well || !removed {
            println!("  what compilers do does not work: {tried:?}");
        }
        !well || !removed
    }

    /// Prints what happened; true if it is not what was promised.
    fn compare(&self, ground: &str, escapes: &Escapes, time: Duration) -> bool {
        let enforcement = self.sandbox.enforcement();
        // SAFETY: no arguments, cannot fail.
        let user = unsafe { libc::geteuid() };
        let remaining: Vec<Danger> = enforcement.remaining().map(|item| item.danger).collect();
        println!("{ground} as user {user}: remaining {remaining:?}, {time:.1?}");
        let mut failed = false;
        for danger in Danger::ALL {
            let escaped = escapes.get(&danger).cloned().unwrap_or_default();
            if escaped.is_empty() == remaining.contains(&danger) {
                let promise = if escaped.is_empty() { "NOT POSSIBLE AFTER ALL" } else { "ESCAPED" };
                println!("  {promise}: {danger:?} {escaped:#?}");
                failed = true;
            }
        }
        if ground == "strongest" && *self.sandbox.confinement() != Confinement::full() {
            println!("  this machine permits less: {:?}", self.sandbox.confinement().gaps);
        }
        failed
    }
}

/// Ends processes that carry `mark` on their command line; how many there were.
fn end_processes_with(mark: &str) -> usize {
    let mut found = 0;
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse::<i32>() else { continue };
        let command = fs::read(Path::new("/proc").join(pid.to_string()).join("cmdline"));
        if command.is_ok_and(|it| String::from_utf8_lossy(&it).contains(mark)) {
            found += 1;
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
    }
    found
}
