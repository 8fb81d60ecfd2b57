//! The job array of `spektr deploy slurm` on a real Slurm that the test starts itself: one node
//! with several slots, its own keys, state and ports. It hunts, a task is cancelled, one is
//! requeued and runs again, all of it is cancelled, and a second array ends what was begun.

use crate::room::Room;
use crate::shared::{alone, assert_done, assert_same, outcome, room};
use spektr_hunt::store::Store;
use spektr_postgres::Server;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const SEEDS: u64 = 640;

/// Slots of the one node; how many cores there are does not matter to Slurm here.
const SLOTS: usize = 8;

/// Slurm in a directory. Its processes stay in the foreground, so that they are ours to end.
struct Slurm {
    home: TempDir,
    processes: Vec<Child>,
}

impl Slurm {
    /// `None`, with a word about it, where Slurm is not installed or may not be started.
    fn start() -> Option<Slurm> {
        let needed = ["munged", "slurmctld", "slurmd", "sbatch"];
        if let Some(missing) = needed.iter().find(|it| program(it).is_none()) {
            eprintln!("skipped: no {missing} (Debian: munge, slurmctld, slurmd, slurm-client)");
            return None;
        }
        // SAFETY: the call has no conditions and cannot fail.
        if unsafe { libc::geteuid() } != 0 {
            eprintln!("skipped: slurmd can only be started by root");
            return None;
        }
        let mut slurm = Slurm { home: TempDir::with_prefix("slurm").ok()?, processes: Vec::new() };
        slurm.configure();
        slurm.munge();
        slurm.daemon("slurmctld", &["-D", "-i"]);
        slurm.daemon("slurmd", &["-D", "-N", &host()]);
        slurm.until("a node is idle", |it| it.say("sinfo", &["-h", "-o", "%t"]).trim() == "idle");
        Some(slurm)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn configure(&self) {
        for directory in ["state", "spool"] {
            std::fs::create_dir(self.path(directory)).unwrap();
        }
        // Two ports that were free a moment ago.
        let ports = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let [controller, node] = ports.each_ref().map(|it| it.local_addr().unwrap().port());
        let (host, home) = (host(), self.home.path().display());
        let text = format!(
            "ClusterName=spektr\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\n\
             AuthType=auth/munge\nAuthInfo=socket={home}/munge.socket\n\
             SlurmctldPort={controller}\nSlurmdPort={node}\n\
             StateSaveLocation={home}/state\nSlurmdSpoolDir={home}/spool\n\
             SlurmctldPidFile={home}/slurmctld.pid\nSlurmdPidFile={home}/slurmd.pid\n\
             SlurmctldLogFile={home}/slurmctld.log\nSlurmdLogFile={home}/slurmd.log\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\n\
             SchedulerParameters=sched_interval=1,batch_sched_delay=0\n\
             SlurmdParameters=config_overrides\nKillWait=1\nMessageTimeout=60\nReturnToService=2\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs={SLOTS} RealMemory=64000 State=UNKNOWN\n\
             PartitionName=hunt Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
        );
        std::fs::write(self.path("slurm.conf"), text).unwrap();
    }

    /// The service by which Slurm's parts know one another, with a key of its own.
    fn munge(&mut self) {
        let key = self.path("munge.key");
        std::fs::write(&key, [42; 128]).unwrap();
        let mut permissions = std::fs::metadata(&key).unwrap().permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o400);
        std::fs::set_permissions(&key, permissions).unwrap();
        let file = |option: &str, name: &str| format!("--{option}={}", self.path(name).display());
        let files = [
            file("key-file", "munge.key"),
            file("socket", "munge.socket"),
            file("pid-file", "munge.pid"),
            file("log-file", "munge.log"),
            file("seed-file", "munge.seed"),
        ];
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        // It minds that others may write in the temporary directory above its own.
        self.daemon("munged", &[&["--foreground", "--force"], &files[..]].concat());
        self.until("munged listens", |it| it.path("munge.socket").exists());
    }

    fn daemon(&mut self, name: &str, arguments: &[&str]) {
        let said = std::fs::File::create(self.path(&format!("{name}.said"))).unwrap();
        let mut command = self.command(name);
        command.args(arguments).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(said);
        self.processes.push(command.spawn().expect("it starts"));
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(program(name).expect("it was looked for"));
        command.env("SLURM_CONF", self.path("slurm.conf"));
        command
    }

    /// What one of Slurm's commands prints.
    fn say(&self, name: &str, arguments: &[&str]) -> String {
        let answer = self.command(name).args(arguments).output().expect("it starts");
        String::from_utf8_lossy(&answer.stdout).into_owned()
    }

    /// Waits for something that must come, and tells what Slurm said if it does not.
    fn until(&self, what: &str, is: impl Fn(&Slurm) -> bool) {
        let begun = Instant::now();
        while !is(self) {
            if begun.elapsed() > Duration::from_secs(120) {
                let logs = ["slurmctld.log", "slurmd.log", "munged.said"].map(|name| {
                    std::fs::read_to_string(self.path(name)).unwrap_or_else(|it| it.to_string())
                });
                panic!("{what}: in vain\n{}", logs.join("\n"));
            }
            // Each look is a process or a query, and those who are waited for need the cores.
            std::thread::park_timeout(Duration::from_millis(50));
        }
    }

    /// Submits a script from a room in which `spektr` is in the PATH.
    fn submit(&self, room: &Room, options: &[&str]) -> std::process::Output {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let places = [room.path().join("bin")].into_iter().chain(std::env::split_paths(&path));
        let path = std::env::join_paths(places).unwrap();
        let mut command = self.command("sbatch");
        command.args(options).args(["--parsable", "job.sh"]).current_dir(room.path());
        command.env("PATH", path).env("TMPDIR", room.path());
        command.output().expect("sbatch starts")
    }

    /// Whether a task has this state, by `scontrol`.
    fn is(&self, task: &str, state: &str) -> bool {
        self.say("scontrol", &["show", "job", task]).contains(&format!("JobState={state} "))
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        // The node first, so that nothing is started any more; munged last.
        for process in self.processes.iter_mut().rev() {
            drop(process.kill());
            drop(process.wait());
        }
    }
}

fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/bin".into()]);
    places.map(|place| place.join(name)).find(|it| it.is_file())
}

fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    name.trim().split('.').next().unwrap_or_default().to_owned()
}

/// A room with the job array of `spektr deploy slurm`, and `spektr` for the nodes to find.
fn room_with_an_array(store: &str) -> Room {
    let (room, seeds) = (room(), format!("0..{SEEDS}"));
    let args = ["deploy", "slurm", "mini", "--seeds", &seeds, "--workers", "4", "--jobs", "1"];
    let args = [&args[..], &["--memory", "1", "--time", "10m", "--store", store]].concat();
    room.write("job.sh", &room.run(&args).expect(0).stdout());
    std::fs::create_dir(room.path().join("bin")).unwrap();
    let binary = room.command(&["--version"]).get_program().to_owned();
    std::os::unix::fs::symlink(binary, room.path().join("bin/spektr")).unwrap();
    room
}

#[test]
fn a_job_array_hunts_is_cancelled_requeued_and_resumes() {
    let (Some(slurm), Some(server)) = (Slurm::start(), Server::shared()) else { return };
    let address = server.database();
    let room = room_with_an_array(&address);
    let submitted = slurm.submit(&room, &[]);
    let id = String::from_utf8_lossy(&submitted.stdout).trim().to_owned();
    assert!(submitted.status.success(), "{}", String::from_utf8_lossy(&submitted.stderr));
    let store = Store::open(Path::new(&address)).unwrap();
    let judged = || store.campaigns().unwrap().first().map_or(0, |it| it.judged());
    slurm.until("the array hunts", |_| judged() > 0);
    let (cancelled, requeued) = (format!("{id}_0"), format!("{id}_1"));
    slurm.until("a task runs", |it| it.is(&requeued, "RUNNING"));
    slurm.say("scancel", &[&cancelled]);
    slurm.say("scontrol", &["requeue", &requeued]);
    slurm.until("the task waits", |it| it.is(&requeued, "PENDING"));
    // A node takes no leave to start that was given in the second in which it was revoked.
    let requeued_at = Instant::now();
    slurm.until("a new second", |_| requeued_at.elapsed() > Duration::from_secs(2));
    // Slurm lets a requeued task wait for two minutes unless it is told otherwise.
    let start = format!("jobid={requeued}");
    slurm.until("the task runs again", |it| {
        it.say("scontrol", &["update", &start, "StartTime=now"]);
        it.is(&requeued, "RUNNING")
    });
    let told = slurm.say("scontrol", &["show", "job", &requeued]);
    assert!(told.contains("Restarts=1"), "{told}");
    let before = judged();
    slurm.until("somebody hunts on", |_| judged() > before);
    slurm.say("scancel", &[&id]);
    slurm.until("all are gone", |it| it.say("squeue", &["-h", "-j", &id]).trim().is_empty());
    assert!(!store.campaigns().unwrap()[0].is_finished(), "the cut must come in the middle");

    let resumed = slurm.submit(&room, &["--wait"]);
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_done(&store, SEEDS);
    assert_same(&outcome(&store), &alone(&format!("0..{SEEDS}")));
}
