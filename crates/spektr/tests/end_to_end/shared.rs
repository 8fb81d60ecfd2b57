//! Many workers, one store on a real PostgreSQL: every seed is judged once, the bugs are those
//! that one worker finds, and neither kills nor restarts of the server lose or double anything.

use crate::room::Room;
use spektr_entropy::Entropy;
use spektr_hunt::store::{FindingFilter, FindingState, Store};
use spektr_judge::Flag;
use spektr_postgres::{Server, Stopped};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const BUGS: &[(&str, &[&str])] = &[("good", &[]), ("bad", &["-Bice=loop", "-Bwrong=mul"])];

pub fn room() -> Room {
    let room = Room::new(BUGS);
    // With cures on, flags would depend on when a bug becomes known.
    room.add_to_configuration("[shares]\ncured = 0\n");
    room
}

/// Findings by seed, compiler and flags.
pub type Keys = BTreeSet<(u64, String, Vec<Flag>)>;

/// Findings and bugs, by what does not depend on who came first.
pub fn outcome(store: &Store) -> (Keys, BTreeSet<String>) {
    let all = store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap();
    let keys: BTreeSet<_> =
        all.iter().map(|it| (it.seed, it.compiler.clone(), it.flags.clone())).collect();
    assert_eq!(keys.len(), all.len(), "a finding is there twice");
    assert!(!keys.is_empty(), "the test needs findings");
    let signatures = store.bugs().unwrap().into_iter().map(|bug| bug.signature).collect();
    (keys, signatures)
}

/// That two outcomes are the same; if not, only what is in one of them is told.
pub fn assert_same(ours: &(Keys, BTreeSet<String>), wanted: &(Keys, BTreeSet<String>)) {
    fn apart<T: Ord + Clone>(one: &BTreeSet<T>, other: &BTreeSet<T>) -> Vec<T> {
        one.difference(other).cloned().collect()
    }
    let surplus = (apart(&ours.0, &wanted.0), apart(&ours.1, &wanted.1));
    let missing = (apart(&wanted.0, &ours.0), apart(&wanted.1, &ours.1));
    assert!(ours == wanted, "surplus: {surplus:?}\nmissing: {missing:?}");
}

/// Everything is judged once, looked at and reduced, and nobody holds anything.
pub fn assert_done(store: &Store, seeds: u64) {
    let campaigns = store.campaigns().unwrap();
    assert_eq!(campaigns.len(), 1);
    assert!(campaigns[0].is_finished());
    assert_eq!(campaigns[0].programs, seeds, "every seed is counted once");
    let waiting = FindingFilter { state: Some(FindingState::New), ..Default::default() };
    assert!(store.findings(waiting).unwrap().is_empty(), "everything was looked at");
    for bug in store.bugs().unwrap() {
        let findings = FindingFilter { bug: Some(bug.id), ..Default::default() };
        let findings = store.findings(findings).unwrap();
        assert!(findings.iter().any(|it| it.reduced.is_some()), "{} is reduced", bug.signature);
    }
    for worker in store.workers().unwrap() {
        assert_eq!((worker.seeds, worker.claims), (0, 0), "{worker:?} holds nothing");
    }
}

fn worker(room: &Room, address: &str, seeds: &str) -> Child {
    let args = ["hunt", "--worker", "--seeds", seeds, "--jobs", "1", "--json", "--store", address];
    let mut command = room.command(&args);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a worker starts")
}

/// What one worker on a file of its own finds.
pub fn alone(seeds: &str) -> (Keys, BTreeSet<String>) {
    let room = room();
    room.run(&["hunt", "--seeds", seeds, "--json"]).expect(1);
    outcome(&room.store())
}

#[test]
fn eight_workers_judge_each_seed_once_and_find_what_one_finds() {
    let Some(server) = Server::shared() else { return };
    let (room, address) = (room(), server.database());
    let mut workers: Vec<Child> = (0..8).map(|_| worker(&room, &address, "0..480")).collect();
    for worker in &mut workers {
        assert_eq!(worker.wait().unwrap().code(), Some(0), "findings are no failure of a worker");
    }
    let store = Store::open_existing(Path::new(&address)).unwrap();
    assert_done(&store, 480);
    assert_same(&outcome(&store), &alone("0..480"));
    assert_eq!(store.workers().unwrap().len(), 8);
    // A worker that comes too late has nothing to do, and the store can be taken home.
    room.run(&["hunt", "--worker", "--store", &address]).expect(0);
    let copied = room.run(&["store", "copy", &address, "home"]).expect(0).stdout();
    assert!(copied.contains("findings") && copied.contains("home"), "{copied}");
    let home = Store::open_existing(&room.path().join("home")).unwrap();
    assert_same(&outcome(&home), &outcome(&store));
}

/// How many of each: a sample, or the long form that takes minutes.
fn kills_and_restarts() -> (u32, u32) {
    match std::env::var_os("SPEKTR_LONG_TESTS") {
        Some(_) => (200, 20),
        None => (12, 2),
    }
}

#[test]
fn kills_and_restarts_lose_nothing_and_double_nothing() {
    let Some(server) = Server::start(None) else { return };
    let (kills, restarts) = kills_and_restarts();
    let (room, address) = (room(), server.database());
    let seeds = 16 * u64::from(kills);
    let range = format!("0..{seeds}");
    let mut entropy = Entropy::new(17);
    let mut workers: Vec<Child> = (0..3).map(|_| worker(&room, &address, &range)).collect();
    let (mut killed, mut restarted, begun) = (0, 0, Instant::now());
    let store = Store::open(Path::new(&address)).unwrap();
    let judged = || store.campaigns().unwrap().first().map_or(0, |it| it.judged());
    while killed < kills {
        wait_a_moment(&mut entropy);
        // On a busy host a worker that is killed at any moment may never come to judge: every
        // other one is left alone until something more is judged, by whomever.
        let (before, patience) = (judged(), Duration::from_secs(10) * (killed % 2));
        let since = Instant::now();
        while judged() == before && before < seeds && since.elapsed() < patience {
            std::thread::park_timeout(Duration::from_millis(20));
        }
        let victim = entropy.index(workers.len());
        let running = workers[victim].try_wait().unwrap().is_none();
        // A child that ended meanwhile is a zombie of ours: the signal reaches nobody else.
        workers[victim].kill().unwrap();
        workers[victim].wait().unwrap();
        killed += u32::from(running);
        workers[victim] = worker(&room, &address, &range);
        if killed * restarts >= (restarted + 1) * kills {
            let how = if restarted % 2 == 0 { Stopped::AtOnce } else { Stopped::Politely };
            server.stop(how);
            server.run();
            restarted += 1;
        }
        assert!(begun.elapsed() < Duration::from_secs(1800), "{killed} kills");
    }
    for worker in &mut workers {
        assert_eq!(worker.wait().unwrap().code(), Some(0));
    }
    room.run(&["hunt", "--worker", "--seeds", &range, "--json", "--store", &address]).expect(0);
    assert_eq!(restarted, restarts);
    assert_done(&store, seeds);
    assert_same(&outcome(&store), &alone(&range));
}

/// Up to a quarter of a second.
fn wait_a_moment(entropy: &mut Entropy) {
    let until = Instant::now() + Duration::from_micros(entropy.below(250_000));
    while Instant::now() < until {
        std::thread::yield_now();
    }
}

/// A network of its own between workers and server, which can be cut.
struct Network {
    name: String,
}

impl Network {
    /// `None`, with a word about it, where networks cannot be made.
    fn new() -> Option<Network> {
        let network = Network { name: format!("spektr{}", std::process::id()) };
        let name = &network.name;
        let steps = [
            format!("netns add {name}"),
            format!("link add {name}h type veth peer name {name}w netns {name}"),
            format!("addr add 10.217.31.1/24 dev {name}h"),
            format!("link set {name}h up"),
            format!("-n {name} addr add 10.217.31.2/24 dev {name}w"),
            format!("-n {name} link set {name}w up"),
            format!("-n {name} link set lo up"),
        ];
        if steps.iter().all(|step| ip(step)) {
            return Some(network);
        }
        eprintln!("skipped: no network can be made here (ip netns, as root)");
        None
    }

    fn set(&self, state: &str) {
        assert!(ip(&format!("link set {}h {state}", self.name)));
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        ip(&format!("netns del {}", self.name));
        ip(&format!("link del {}h", self.name));
    }
}

fn ip(arguments: &str) -> bool {
    let mut command = std::process::Command::new("ip");
    command.args(arguments.split(' ')).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Workers that are cut off for half a minute go on when the network is back. Takes a minute,
/// so only the long form does it.
#[test]
fn a_partition_heals() {
    if std::env::var_os("SPEKTR_LONG_TESTS").is_none() {
        eprintln!("skipped: SPEKTR_LONG_TESTS is not set");
        return;
    }
    let Some(network) = Network::new() else { return };
    let Some(server) = Server::start(Some(("10.217.31.1", 15_432))) else { return };
    server.let_in("10.217.31.0/24");
    server.stop(Stopped::Politely);
    server.run();
    let database = server.database();
    let database = database.rsplit('/').next().unwrap();
    let address = format!("postgres://spektr@10.217.31.1:15432/{database}");
    let (room, seeds) = (room(), "0..2000");
    let args = ["hunt", "--worker", "--seeds", seeds, "--jobs", "1", "--json", "--store", &address];
    let inside = |args: &[&str]| {
        let plain = room.command(args);
        let mut command = std::process::Command::new("ip");
        command.args(["netns", "exec", &network.name]).arg(plain.get_program());
        command.args(plain.get_args()).current_dir(room.path()).env("TMPDIR", room.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("a worker starts")
    };
    let mut workers: Vec<Child> = (0..3).map(|_| inside(&args)).collect();
    let store = Store::open_existing(Path::new(&server.address(database)));
    let store = store.or_else(|_| Store::open(Path::new(&server.address(database)))).unwrap();
    let judged = || store.campaigns().unwrap().first().map_or(0, |it| it.judged());
    while judged() < 200 {
        std::thread::yield_now();
    }
    network.set("down");
    let cut = Instant::now();
    let (_keep, nothing) = std::sync::mpsc::channel::<()>();
    let mut at_the_cut = judged();
    while cut.elapsed() < Duration::from_secs(30) {
        // What was under way at the cut may still arrive at the server.
        if cut.elapsed() < Duration::from_secs(2) {
            at_the_cut = judged();
        }
        assert!(nothing.recv_timeout(Duration::from_millis(200)).is_err());
    }
    assert_eq!(judged(), at_the_cut, "nobody gets through");
    assert!(at_the_cut < 2000, "the cut must come in the middle");
    network.set("up");
    for worker in &mut workers {
        assert_eq!(worker.wait().unwrap().code(), Some(0));
    }
    assert_done(&store, 2000);
    assert_same(&outcome(&store), &alone(seeds));
}

#[test]
fn a_server_that_is_not_there_is_told_in_one_line() {
    let room = room();
    for (address, words) in [
        ("postgres://nobody@127.0.0.1:1/none", "cannot be used"),
        ("postgres://secret:hush@127.0.0.1:1/none", "postgres://secret@127.0.0.1:1/none"),
        ("postgres://x:y:z:/?nonsense", "is no address"),
    ] {
        let said = room.run(&["status", "--store", address]).expect(9).stderr();
        assert!(said.contains(words) && !said.contains("hush"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn the_store_may_be_named_by_the_environment_or_the_configuration() {
    let room = Room::new(&[("good", &[])]);
    let file = std::fs::read_to_string(room.path().join("spektr.toml")).unwrap();
    room.write("spektr.toml", &format!("store = \"elsewhere\"\n{file}"));
    room.run(&["hunt", "--seeds", "0..8", "--json"]).expect(0);
    assert!(Store::open_existing(&room.path().join("elsewhere")).is_ok());
    let mut command = room.command(&["hunt", "--seeds", "0..8", "--json"]);
    let done = command.env("SPEKTR_STORE", "named").output().unwrap();
    assert!(done.status.success() && room.path().join("named/spektr.sqlite").exists());
}
