//! The sandbox against everything an untrusted command may do, under the strongest
//! confinement this machine permits and again without namespaces. Each command carries
//! a mark on its command line, by which anything left behind would be found.

use spektr_judge::sandbox::{
    Confinement, End, Failure, Job, Limit, Limits, Ran, Reply, Sandbox, Tried, Watcher, WhyNot,
};
use std::ffi::CString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A sandbox in a directory of the test's own, which must be empty in the end.
struct Ground {
    base: PathBuf,
    sandbox: Option<Sandbox>,
    mark: String,
}

impl Ground {
    fn new(confinement: Option<Confinement>) -> Ground {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("spektr-sandbox-test-{}-{count}", std::process::id());
        let base = std::env::temp_dir().join(&mark);
        fs::create_dir_all(&base).unwrap();
        let sandbox = match confinement {
            None => Sandbox::new(&base),
            Some(confinement) => Sandbox::with_confinement(&base, confinement),
        };
        Ground { base, sandbox: Some(sandbox.unwrap()), mark }
    }

    fn sandbox(&self) -> &Sandbox {
        self.sandbox.as_ref().unwrap()
    }

    /// Runs a shell script; its directory is gone afterwards, its processes too.
    fn run(&self, shell: &str, script: &str, limits: Limits) -> Ran {
        let scratch = self.sandbox().scratch().unwrap();
        let job = Job::new(Path::new(shell), scratch.path())
            .arg("-c")
            .arg(script)
            .arg(&self.mark)
            .env("PATH", "/usr/bin:/bin")
            .limits(limits);
        let ran = self.sandbox().run(&job).unwrap();
        assert_eq!(processes_with(&self.mark), Vec::<i32>::new(), "processes left by: {script}");
        let path = scratch.path().to_owned();
        drop(scratch);
        assert!(!path.exists(), "files left by: {script}");
        ran
    }

    fn end(mut self) {
        self.sandbox = None;
        let left: Vec<_> = fs::read_dir(&self.base).unwrap().collect();
        assert!(left.is_empty(), "left behind: {left:?}");
        fs::remove_dir(&self.base).unwrap();
    }
}

/// Processes other than zombies that carry `mark` on their command line.
fn processes_with(mark: &str) -> Vec<i32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse::<i32>() else { continue };
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if pid as u32 != std::process::id() && String::from_utf8_lossy(&command).contains(mark) {
            found.push(pid);
        }
    }
    found
}

fn quick() -> Limits {
    Limits {
        cpu: Duration::from_secs(20),
        wall: Duration::from_secs(60),
        memory: 256 << 20,
        processes: 64,
        file: 1 << 20,
        disk: 4 << 20,
        output: 1 << 16,
        roomy: false,
    }
}

/// Every test runs twice: as strong as possible, and without namespaces.
fn everywhere(test: impl Fn(&Ground)) {
    for confinement in [None, Some(Confinement::without_namespaces())] {
        let ground = Ground::new(confinement);
        test(&ground);
        ground.end();
    }
}

/// Whether this machine lets us have namespaces, found out without the sandbox.
fn namespaces_are_permitted() -> bool {
    // SAFETY: the child calls only system calls and ends without returning here.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            let user = if libc::geteuid() == 0 { 0 } else { libc::CLONE_NEWUSER };
            let others = libc::CLONE_NEWNS | libc::CLONE_NEWPID | libc::CLONE_NEWNET;
            libc::_exit(i32::from(libc::unshare(user | others) != 0));
        }
        let mut status = 0;
        libc::waitpid(child, &raw mut status, 0);
        status == 0
    }
}

/// A weaker sandbox would pass many of these tests; it must not come about unnoticed.
#[test]
fn what_is_permitted_is_used() {
    let ground = Ground::new(None);
    let had = Confinement { landlock: true, ..ground.sandbox().confinement().clone() };
    let all = Confinement { gaps: had.gaps.clone(), ..Confinement::full() };
    assert_eq!(had == all, namespaces_are_permitted(), "{had:?}");
    ground.end();
}

#[test]
fn output_status_and_signal_come_back() {
    everywhere(|ground| {
        let ran = ground.run("/bin/sh", "echo out; echo err >&2; exit 3", quick());
        assert_eq!(ran.end, End::Exited(3));
        assert_eq!((ran.stdout.as_slice(), ran.stderr.as_slice()), (&b"out\n"[..], &b"err\n"[..]));
        assert_eq!((ran.limit, ran.left_behind), (None, false));
        assert!(ran.peak_memory > 0);

        let ran = ground.run("/bin/sh", "kill -ABRT $$", quick());
        assert_eq!(ran.end, End::Signalled(6));
    });
}

#[test]
fn a_command_that_does_not_exist_is_an_error() {
    everywhere(|ground| {
        let scratch = ground.sandbox().scratch().unwrap();
        let error = ground.sandbox().run(&Job::new(Path::new("/no/such/thing"), scratch.path()));
        assert_eq!(error.unwrap_err().kind(), std::io::ErrorKind::NotFound);
    });
}

#[test]
fn programs_that_cannot_be_executed_are_told_apart() {
    everywhere(|ground| {
        let why = |name: &str, content: &[u8], mode: u32| {
            let scratch = ground.sandbox().scratch().unwrap();
            let program = scratch.path().join(name);
            if !content.is_empty() {
                fs::write(&program, content).unwrap();
                fs::set_permissions(&program, fs::Permissions::from_mode(mode)).unwrap();
            }
            match ground.sandbox().try_run(&Job::new(&program, scratch.path())).unwrap() {
                Tried::NotExecuted(it) => it.why,
                Tried::Ran(ran) => panic!("{name} ran: {ran:?}"),
            }
        };
        assert_eq!(why("nothing", b"", 0o755), WhyNot::Missing);
        assert_eq!(why("text", b"no program at all", 0o755), WhyNot::Format);
        assert_eq!(why("elf", b"\x7fELF\x02\x01\x01 and then nothing", 0o755), WhyNot::Format);
        assert_eq!(why("script", b"#!/no/such/interpreter\n", 0o755), WhyNot::NoInterpreter);
        assert_eq!(why("plain", b"#!/bin/sh\n", 0o644), WhyNot::Forbidden);
    });
}

/// Reports about commands that are over at once may come when nobody waits for them any more.
#[test]
fn many_commands_that_do_not_start() {
    everywhere(|ground| {
        let scratch = ground.sandbox().scratch().unwrap();
        for _ in 0..100 {
            let job = Job::new(Path::new("/no/such/thing"), scratch.path());
            assert!(matches!(ground.sandbox().try_run(&job).unwrap(), Tried::NotExecuted(_)));
        }
    });
}

#[test]
fn limits_behind_a_failure_are_named() {
    everywhere(|ground| {
        // A child hits the limit; the command only says that it failed.
        let file = ground.run("/bin/sh", "cat /dev/full > big; exit 1", quick());
        assert_eq!((file.end, file.limit), (End::Exited(1), Some(Limit::File)));
        let cpu = Limits { cpu: Duration::from_secs(1), ..quick() };
        let spin = "sh -c 'while :; do :; done'; exit 1";
        assert_eq!(ground.run("/bin/sh", spin, cpu).limit, Some(Limit::Cpu));
        assert_eq!(ground.run("/bin/sh", "exit 1", quick()).limit, None);
    });
}

#[test]
fn a_resident_answers_until_it_is_let_go() {
    everywhere(|ground| {
        let scratch = ground.sandbox().scratch().unwrap();
        // What it reads it writes, so that every answer is its request.
        let mut cat =
            ground.sandbox().resident(&Job::new(Path::new("/bin/cat"), scratch.path())).unwrap();
        for size in [0, 1, 1000, 1 << 20] {
            let request: Vec<u8> = (0..size).map(|k| (k % 251) as u8).collect();
            match cat.ask(&request, &Limits { output: 2 << 20, ..quick() }).unwrap() {
                Reply::Answer { bytes, .. } => assert!(bytes == request, "of {size} bytes"),
                Reply::Failed(failure) => panic!("{failure:?}"),
            }
        }
        assert!(cat.is_alive());
        let reply = cat.ask(&[0; 1000], &Limits { output: 100, ..quick() }).unwrap();
        assert!(matches!(reply, Reply::Failed(Failure { limit: Some(Limit::Output), .. })));
        assert!(!cat.is_alive() && cat.ask(b"", &quick()).is_err());
    });
}

#[test]
fn residents_that_do_not_answer() {
    everywhere(|ground| {
        let ask = |script: &str, limits: Limits| {
            let scratch = ground.sandbox().scratch().unwrap();
            let job = Job::new(Path::new("/bin/sh"), scratch.path())
                .arg("-c")
                .arg(script)
                .arg(&ground.mark)
                .env("PATH", "/usr/bin:/bin")
                .limits(limits);
            let mut resident = ground.sandbox().resident(&job).unwrap();
            let reply = resident.ask(b"please", &limits).unwrap();
            assert_eq!(processes_with(&ground.mark), Vec::<i32>::new(), "left by: {script}");
            match reply {
                Reply::Failed(failure) => failure,
                Reply::Answer { .. } => panic!("{reply:?}"),
            }
        };
        let crash = ask("head -c 1 > /dev/null; echo ouch >&2; kill -SEGV $$", quick());
        assert_eq!((crash.end, crash.limit), (End::Signalled(11), None));
        assert_eq!(crash.stderr, b"ouch\n");
        let brief = Limits { wall: Duration::from_millis(200), ..quick() };
        assert_eq!(ask("sleep 1000 & sleep 1000", brief).limit, Some(Limit::Wall));
        let busy = Limits { cpu: Duration::from_millis(100), ..quick() };
        assert_eq!(ask("while :; do :; done", busy).limit, Some(Limit::Cpu));
        let hog = "awk 'BEGIN { s = \"x\"; while (length(s) < 99000000) s = s s; while (1); }'";
        let small = Limits { memory: 64 << 20, ..quick() };
        assert_eq!(ask(&format!("{hog} & {hog}"), small).limit, Some(Limit::Memory));
        let deaf = ask("exec < /dev/null; exit 3", quick());
        assert_eq!((deaf.end, deaf.limit), (End::Exited(3), None));
    });
}

/// `time spektr` is to show what compilers took.
#[test]
fn the_time_of_commands_is_ours_in_the_end() {
    fn of_children() -> Duration {
        // SAFETY: all-zero is a valid `rusage`, which outlives the call.
        let used = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage);
            usage.ru_utime
        };
        Duration::new(used.tv_sec as u64, used.tv_usec as u32 * 1000)
    }
    everywhere(|_| {
        let inner = Ground::new(None);
        let before = of_children();
        let burn = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let ran = inner.run("/bin/sh", burn, quick());
        inner.end();
        // Other tests end commands at the same time, which only adds.
        let counted = of_children() - before;
        assert!(counted * 2 > ran.cpu, "{counted:?} of {:?}", ran.cpu);
    });
}

#[test]
fn cpu_time_of_all_descendants_counts() {
    everywhere(|ground| {
        let burn = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        let ran = ground.run("/bin/sh", &format!("sh -c '{burn}' & sh -c '{burn}'; wait"), quick());
        assert_eq!(ran.end, End::Exited(0));
        let alone = ground.run("/bin/sh", burn, quick());
        assert!(ran.cpu > alone.cpu, "{:?} for two, {:?} for one", ran.cpu, alone.cpu);
    });
}

#[test]
fn fork_bomb() {
    everywhere(|ground| {
        // It would end at a thousand processes, so that a sandbox that fails takes only
        // the test with it and not the machine.
        let script = "b() { if [ $1 -gt 0 ]; then b $(($1-1)) & b $(($1-1)) & fi; wait; }; \
                      b 10; sleep 100";
        let limits = Limits { wall: Duration::from_secs(2), ..quick() };
        let ran = ground.run("/bin/sh", script, limits);
        // An ordinary user's bomb cannot fork further, root's is seen by the census.
        assert!(ran.limit.is_some() || ran.end != End::Exited(0), "{ran:?}");
    });
}

#[test]
fn endless_printer() {
    everywhere(|ground| {
        let ran = ground.run("/bin/sh", "yes", quick());
        assert_eq!(ran.limit, Some(Limit::Output));
        assert_eq!(ran.stdout.len() as u64, quick().output);
    });
}

#[test]
fn memory_hog() {
    everywhere(|ground| {
        // One process is stopped by the kernel, a crowd by the census.
        let one = "awk 'BEGIN { s = \"x\"; while (1) s = s s }'";
        let ran = ground.run("/bin/sh", one, quick());
        assert_ne!(ran.end, End::Exited(0));
        assert!(ran.peak_memory <= quick().memory + (16 << 20));

        let some = "awk 'BEGIN { s = \"x\"; while (length(s) < 40000000) s = s s; while (1); }'";
        let crowd = format!("for i in 1 2 3 4 5 6; do {some} & done; wait");
        assert_eq!(ground.run("/bin/sh", &crowd, quick()).limit, Some(Limit::Memory));
    });
}

#[test]
fn disk_filler() {
    everywhere(|ground| {
        let ran = ground.run("/bin/sh", "exec cat /dev/full > big", quick());
        assert_eq!(ran.limit, Some(Limit::File));
        let many = "i=0; while :; do i=$((i+1)); head -c 500000 /dev/full > f$i; done";
        assert_eq!(ground.run("/bin/sh", many, quick()).limit, Some(Limit::Disk));
    });
}

#[test]
fn deaf_to_signals() {
    everywhere(|ground| {
        let limits = Limits { wall: Duration::from_millis(300), ..quick() };
        let script = "trap '' TERM INT HUP; while :; do sleep 1; done";
        let ran = ground.run("/bin/sh", script, limits);
        assert_eq!((ran.end, ran.limit), (End::Signalled(9), Some(Limit::Wall)));
    });
}

#[test]
fn endless_computation() {
    everywhere(|ground| {
        let limits = Limits { cpu: Duration::from_secs(1), ..quick() };
        let ran = ground.run("/bin/sh", "while :; do :; done", limits);
        assert_eq!(ran.limit, Some(Limit::Cpu));
    });
}

#[test]
fn sockets_lead_nowhere() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let call = format!("exec 3<>/dev/tcp/127.0.0.1/{port} && echo connected");
    everywhere(|ground| {
        let ran = ground.run("/bin/bash", &call, quick());
        assert_ne!(ran.end, End::Exited(0));
        assert!(ran.stdout.is_empty(), "{ran:?}");
    });
    assert!(listener.accept().is_err());
}

#[test]
fn writing_outside_is_denied() {
    let outside = std::env::temp_dir().join(format!("spektr-outside-{}", std::process::id()));
    fs::write(&outside, "before").unwrap();
    let fresh = outside.with_extension("new");
    let script = format!(
        "echo x > {old}; echo x > {new}; mkdir {new}; rm -f {old}; echo x > /dev/shm/{name}; \
         mv inside {new}; echo fine > inside && echo fine > /dev/null && cat inside",
        old = outside.display(),
        new = fresh.display(),
        name = outside.file_name().unwrap().to_string_lossy(),
    );
    everywhere(|ground| {
        let ran = ground.run("/bin/sh", &script, quick());
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "fine\n", "{ran:?}");
        assert_eq!(fs::read_to_string(&outside).unwrap(), "before");
        assert!(!fresh.exists());
        assert!(!Path::new("/dev/shm").join(outside.file_name().unwrap()).exists());
    });
    fs::remove_file(outside).unwrap();
}

#[test]
fn children_left_behind_die() {
    everywhere(|ground| {
        let mark = &ground.mark;
        // A daemon in a session of its own, forked twice, that holds the output open.
        let script = format!(
            "( setsid sh -c 'trap \"\" HUP TERM; while :; do sleep 1; done' {mark} & ) & echo done"
        );
        let ran = ground.run("/bin/sh", &script, quick());
        assert_eq!((ran.end, ran.stdout.as_slice()), (End::Exited(0), &b"done\n"[..]));
        assert!(ran.left_behind);
    });
}

#[test]
fn directories_without_permissions_are_removed() {
    everywhere(|ground| {
        let ran = ground.run("/bin/sh", "mkdir -p a/b && touch a/b/c && chmod 0 a/b a", quick());
        assert_eq!(ran.end, End::Exited(0));
    });
}

#[test]
fn commands_run_side_by_side() {
    let ground = Ground::new(None);
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let ground = &ground;
            scope.spawn(move || {
                for round in 0..10 {
                    let scratch = ground.sandbox().scratch().unwrap();
                    let job = Job::new(Path::new("/bin/echo"), scratch.path())
                        .arg(format!("{worker} {round}"));
                    let ran = ground.sandbox().run(&job).unwrap();
                    assert_eq!(ran.stdout, format!("{worker} {round}\n").into_bytes());
                }
            });
        }
    });
    ground.end();
}

/// Waits for a condition without sleeping; false if it never comes.
fn eventually(condition: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        if condition() {
            return true;
        }
        std::thread::yield_now();
    }
    false
}

#[test]
fn everything_dies_with_spektr() {
    for confinement in [Confinement::full(), Confinement::without_namespaces()] {
        let ground = Ground::new(Some(confinement.clone()));
        let script = "sh -c 'while :; do sleep 1; done' \"$0\" & touch started; wait";
        // SAFETY: the child runs one sandbox until it is killed, and never returns.
        let victim = unsafe { libc::fork() };
        if victim == 0 {
            let sandbox = Sandbox::with_confinement(&ground.base, confinement).unwrap();
            let scratch = sandbox.scratch().unwrap();
            let job = Job::new(Path::new("/bin/sh"), scratch.path())
                .arg("-c")
                .arg(script)
                .arg(&ground.mark)
                .env("PATH", "/usr/bin:/bin");
            let _ = sandbox.run(&job);
            unsafe { libc::_exit(0) };
        }
        let root = ground.base.join(format!("spektr-scratch-{victim}-"));
        let root_exists = || {
            fs::read_dir(&ground.base)
                .unwrap()
                .flatten()
                .find(|entry| entry.path().to_string_lossy().starts_with(&*root.to_string_lossy()))
        };
        let running = || root_exists().is_some_and(|it| it.path().join("0/started").exists());
        assert!(eventually(running), "the command never started");
        assert!(!processes_with(&ground.mark).is_empty());
        unsafe {
            libc::kill(victim, libc::SIGKILL);
            libc::waitpid(victim, std::ptr::null_mut(), 0);
        }
        assert!(eventually(|| processes_with(&ground.mark).is_empty()), "processes survive");
        assert!(eventually(|| root_exists().is_none()), "scratch files survive");
        ground.end();
    }
}

/// What others put where scratch directories are made is neither waited for, nor followed, nor
/// written to, nor removed.
#[test]
fn planted_files_are_left_alone() {
    let ground = Ground::new(None);
    let lock = ground.sandbox().root().join("lock");
    let outside = ground.base.join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("kept"), "kept").unwrap();
    fs::copy(&lock, outside.join("lock")).unwrap();
    let plant = |number: u32| {
        let path = ground.base.join(format!("spektr-scratch-1-{number}"));
        fs::create_dir(&path).unwrap();
        path
    };
    let fifo = CString::new(plant(0).join("lock").into_os_string().into_encoded_bytes()).unwrap();
    // SAFETY: the path is NUL-terminated.
    assert_eq!(unsafe { libc::mkfifo(fifo.as_ptr(), 0o600) }, 0);
    std::os::unix::fs::symlink(&lock, plant(1).join("lock")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", plant(2).join("lock")).unwrap();
    fs::write(plant(3).join("lock"), "something else").unwrap();
    fs::create_dir(plant(4).join("lock")).unwrap();
    let shared = plant(5);
    fs::copy(&lock, shared.join("lock")).unwrap();
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o777)).unwrap();
    std::os::unix::fs::symlink(&outside, ground.base.join("spektr-scratch-1-6")).unwrap();
    fs::write(ground.base.join("spektr-scratch-1-7"), "a file").unwrap();
    let before = fs::read_dir(&ground.base).unwrap().count();
    let second = Sandbox::new(&ground.base).unwrap();
    assert_eq!(fs::read_dir(&ground.base).unwrap().count(), before + 1);
    assert_eq!(fs::read_to_string(outside.join("kept")).unwrap(), "kept");
    drop(second);
    let first = ground.sandbox().root().file_name().unwrap().to_owned();
    for entry in fs::read_dir(&ground.base).unwrap().flatten() {
        if entry.file_name() != first && entry.file_type().unwrap().is_dir() {
            fs::remove_dir_all(entry.path()).unwrap();
        } else if entry.file_name() != first {
            fs::remove_file(entry.path()).unwrap();
        }
    }
    ground.end();
}

/// A root that somebody was making when they were killed goes with the next; one whose maker is
/// at work stays.
#[test]
fn roots_that_were_never_finished_are_removed() {
    let ground = Ground::new(None);
    let mut gone = std::process::Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    let unborn = |pid: u32| ground.base.join(format!(".spektr-scratch-{pid}-0"));
    let (abandoned, at_work) = (unborn(gone.id()), unborn(std::process::id()));
    for directory in [&abandoned, &at_work] {
        fs::create_dir(directory).unwrap();
        fs::set_permissions(directory, fs::Permissions::from_mode(0o700)).unwrap();
    }
    drop(Sandbox::new(&ground.base).unwrap());
    assert!(!abandoned.exists() && at_work.exists());
    fs::remove_dir(at_work).unwrap();
    ground.end();
}

#[test]
fn a_place_that_others_rule_is_refused() {
    let base = std::env::temp_dir().join(format!("spektr-open-{}", std::process::id()));
    fs::create_dir(&base).unwrap();
    fs::set_permissions(&base, fs::Permissions::from_mode(0o777)).unwrap();
    let error = Sandbox::new(&base.join("inner")).err().expect("all may rename what is there");
    assert!(error.to_string().contains("set TMPDIR"), "{error}");
    fs::set_permissions(&base, fs::Permissions::from_mode(0o1777)).unwrap();
    assert!(Sandbox::new(&base.join("inner")).is_ok());
    fs::remove_dir_all(&base).unwrap();
}

/// A command that replaces its files by links is not written or read through.
#[test]
fn links_of_commands_are_not_followed() {
    let outside = std::env::temp_dir().join(format!("spektr-linked-{}", std::process::id()));
    fs::write(&outside, "before").unwrap();
    everywhere(|ground| {
        let scratch = ground.sandbox().scratch().unwrap();
        scratch.write("source", b"one").unwrap();
        let link = format!("cat source; rm source; ln -s {} source", outside.display());
        let script = format!("{link}; mkfifo pipe; mkdir directory; echo fine > file");
        let job = Job::new(Path::new("/bin/sh"), scratch.path())
            .arg("-c")
            .arg(script)
            .env("PATH", "/usr/bin:/bin");
        assert_eq!(ground.sandbox().run(&job).unwrap().stdout, b"one");
        for trap in ["source", "pipe", "directory", "../lock", "..", "/etc/passwd", ""] {
            assert!(scratch.read(trap, 100).is_err(), "{trap}");
        }
        assert_eq!(scratch.read("file", 3).unwrap(), b"fin");
        for trap in ["source", "pipe", "directory"] {
            scratch.write(trap, b"two").unwrap();
            assert_eq!(scratch.read(trap, 100).unwrap(), b"two");
        }
        assert_eq!(fs::read_to_string(&outside).unwrap(), "before");
    });
    fs::remove_file(outside).unwrap();
}

#[test]
fn a_dead_owners_files_are_swept() {
    let ground = Ground::new(None);
    let orphan = ground.base.join("spektr-scratch-1-0");
    fs::create_dir(&orphan).unwrap();
    fs::create_dir(orphan.join("7")).unwrap();
    fs::copy(ground.sandbox().root().join("lock"), orphan.join("lock")).unwrap();
    let second = Sandbox::new(&ground.base).unwrap();
    assert!(!orphan.exists());
    assert!(ground.sandbox().root().exists(), "a living owner's files stay");
    drop(second);
    ground.end();
}

/// Somebody who sees that a process waits, says so, and lets it go on.
#[derive(Debug)]
struct Bystander {
    can: bool,
}

impl Watcher for Bystander {
    fn watch(&self, process: i32, reached: &mut dyn FnMut(u64)) -> std::io::Result<()> {
        if !self.can {
            return Err(std::io::Error::other("no eyes"));
        }
        let state = || fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // It has said that it is about to stop.
        while !state().is_empty() && !state().contains(") T ") {
            std::thread::yield_now();
        }
        reached(u64::from(state().contains(") T ")));
        // SAFETY: a signal to a process that waits for it.
        unsafe { libc::kill(process, libc::SIGCONT) };
        Ok(())
    }
}

#[test]
fn a_command_waits_for_who_watches_it() {
    for confinement in [None, Some(Confinement::without_namespaces())] {
        let ground = Ground::new(confinement);
        for can in [true, false] {
            let scratch = ground.sandbox().scratch().unwrap();
            let mut job = Job::new(Path::new("/bin/echo"), scratch.path()).arg("seen");
            job.watcher = Some(std::sync::Arc::new(Bystander { can }));
            match ground.sandbox().run(&job) {
                Ok(ran) => {
                    assert!(can && ran.success() && ran.stdout == b"seen\n", "{ran:?}");
                    assert_eq!(ran.reached, [1], "it stood still");
                }
                Err(error) => {
                    assert!(!can && error.to_string().contains("no eyes"), "{error}");
                }
            }
        }
        ground.end();
    }
}
