//! Kill -9 at any moment: nothing that was recorded is lost, nothing is doubled, nothing is
//! left behind.

use crate::room::{Entry, Room};
use spektr_entropy::Entropy;
use spektr_hunt::store::{FindingFilter, FindingState, Store};
use spektr_judge::Flag;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

const SEEDS: &str = "0..1600";
const KILLS: u32 = 100;

fn hunt(room: &Room) -> Vec<&'static str> {
    assert!(room.path().exists());
    vec!["hunt", "--seeds", SEEDS, "--json"]
}

#[test]
fn a_hundred_kills_lose_nothing_and_double_nothing() {
    let bugs: &[(&str, &[&str])] = &[("good", &[]), ("bad", &["-Bice=loop", "-Bwrong=mul"])];
    let (whole, pieces) = (Room::new(bugs), Room::new(bugs));
    for room in [&whole, &pieces] {
        // With cures on, flags would depend on when a bug becomes known.
        room.add_to_configuration("[shares]\ncured = 0\n");
    }
    whole.run(&hunt(&whole)).expect(1);
    let mut entropy = Entropy::new(20);
    let mut killed = 0;
    while killed < KILLS {
        let child = pieces.command(&hunt(&pieces)).stdout(Stdio::piped()).spawn().unwrap();
        if kill_at_some_moment(child, &mut entropy) {
            killed += 1;
            assert!(pieces.path().join("spektr-store").exists() || killed < 3);
        }
        assert_eventually_empty("processes", || processes_in(pieces.path()));
    }
    pieces.run(&hunt(&pieces));
    assert_eventually_empty("processes", || processes_in(pieces.path()));
    assert_eventually_empty("scratch files", || scratch_in(pieces.path()));
    let (pieces, whole) = (pieces.store(), whole.store());
    assert_eq!(keys(&pieces), keys(&whole));
    let campaigns = pieces.campaigns().unwrap();
    assert_eq!(campaigns.len(), 1);
    assert!(campaigns[0].is_finished());
    assert_eq!(campaigns[0].programs, 1600, "every seed is counted once");
    let waiting = FindingFilter { state: Some(FindingState::New), ..Default::default() };
    assert!(pieces.findings(waiting).unwrap().is_empty(), "everything was looked at");
    for bug in pieces.bugs().unwrap() {
        let findings = FindingFilter { bug: Some(bug.id), ..Default::default() };
        let findings = pieces.findings(findings).unwrap();
        assert!(findings.iter().any(|it| it.reduced.is_some()), "{} is reduced", bug.signature);
    }
}

/// Waits for some events and then for a part of a batch; true if the hunt was still running
/// when it was killed.
fn kill_at_some_moment(mut child: Child, entropy: &mut Entropy) -> bool {
    let lines = lines_of(&mut child);
    for _ in 0..entropy.below(6) {
        if lines.recv().is_err() {
            break;
        }
    }
    let moment = Duration::from_micros(entropy.below(40_000));
    while lines.recv_timeout(moment).is_ok() {}
    let running = child.try_wait().unwrap().is_none();
    // A child that ended meanwhile is a zombie of ours: the signal reaches nobody else.
    child.kill().unwrap();
    child.wait().unwrap();
    running
}

/// Standard output line by line, so that a wait for it can be bounded.
fn lines_of(child: &mut Child) -> Receiver<String> {
    let stdout = child.stdout.take().expect("it is piped");
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

fn keys(store: &Store) -> BTreeSet<(u64, String, Vec<Flag>)> {
    let all = store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap();
    let keys: BTreeSet<_> =
        all.iter().map(|it| (it.seed, it.compiler.clone(), it.flags.clone())).collect();
    assert_eq!(keys.len(), all.len(), "a finding is there twice");
    assert!(!keys.is_empty(), "the test needs findings");
    keys
}

/// Whatever a hunt had started notices its end and ends too; looked at until it has.
fn assert_eventually_empty(what: &str, look: impl Fn() -> Vec<String>) {
    const LOOKS: u32 = 3_000;
    let mut left = Vec::new();
    for _ in 0..LOOKS {
        left = look();
        if left.is_empty() {
            return;
        }
        std::thread::yield_now();
    }
    panic!("{what} survive: {left:?}");
}

fn scratch_in(room: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(room.join("spektr-store/scratch")).expect("it was made");
    entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Processes that work below `room` or mention it.
fn processes_in(room: &Path) -> Vec<String> {
    let room = room.to_string_lossy();
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter(|entry| {
        entry.file_name().to_string_lossy().bytes().all(|byte| byte.is_ascii_digit())
    });
    numbers
        .filter_map(|entry| {
            let cwd = std::fs::read_link(entry.path().join("cwd")).unwrap_or_default();
            let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            let here = cwd.to_string_lossy().contains(&*room) || command.contains(&*room);
            here.then(|| format!("{} {command}", entry.file_name().to_string_lossy()))
        })
        .collect()
}

/// A scheduler or the kernel may end a compiler at any time; that is no bug of the compiler.
#[test]
fn what_others_kill_is_started_again() {
    let good: Entry<'_> = ("good", &[]);
    let whole = Room::new(&[good, ("bad", &["-Bice=loop", "-Bwrong=mul"])]);
    let disturbed = Room::new(&[good, ("bad", &["-Bkilled", "-Bice=loop", "-Bwrong=mul"])]);
    for room in [&whole, &disturbed] {
        room.add_to_configuration("[shares]\ncured = 0\n");
        room.run(&["hunt", "--seeds", "0..320", "--json", "--jobs", "2"]).expect(1);
    }
    assert_eq!(keys(&disturbed.store()), keys(&whole.store()));
}

#[test]
fn a_polite_stop_finishes_what_is_in_flight() {
    let room = Room::new(&[("good", &[])]);
    let args = ["hunt", "--json", "--jobs", "2"];
    let mut child = room.command(&args).stdout(Stdio::piped()).spawn().unwrap();
    let lines = lines_of(&mut child);
    while let Ok(line) = lines.recv() {
        if line.contains("\"judged\"") {
            break;
        }
    }
    let pid = libc::pid_t::try_from(child.id()).unwrap();
    // SAFETY: the child is ours and has not been waited for, so its id is its own.
    assert_eq!(unsafe { libc::kill(pid, libc::SIGINT) }, 0);
    let rest: Vec<String> = lines.iter().collect();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{rest:?}");
    let last = rest.last().expect("the last event");
    assert!(last.contains("\"finished\"") && last.contains("asked to stop"), "{last}");
    let campaign = &room.store().campaigns().unwrap()[0];
    assert_eq!(campaign.programs, campaign.judged(), "what was begun was recorded");
    assert_eventually_empty("processes", || processes_in(room.path()));
    assert_eventually_empty("scratch files", || scratch_in(room.path()));
    let resumed = room.command(&["hunt", "--resume", "--minutes", "0", "--json"]).output().unwrap();
    assert_eq!(resumed.status.code(), Some(0));
}

/// The limits would let the compiler hang for hours.
#[test]
fn a_compiler_that_hangs_does_not_hold_up_a_stop() {
    let room = Room::new(&[("stuck", &["-Bhang=mul"])]);
    room.add_to_configuration("[limits]\ncompile-seconds = 36000\n");
    let args = ["hunt", "--json", "--jobs", "2", "--no-triage"];
    let mut child = room.command(&args).stdout(Stdio::piped()).spawn().unwrap();
    let lines = lines_of(&mut child);
    while !lines.recv().expect("programs are judged").contains("\"judging\"") {}
    let pid = libc::pid_t::try_from(child.id()).unwrap();
    // SAFETY: the child is ours and has not been waited for, so its id is its own.
    assert_eq!(unsafe { libc::kill(pid, libc::SIGINT) }, 0);
    let mut last = String::new();
    loop {
        match lines.recv_timeout(Duration::from_secs(300)) {
            Ok(line) => last = line,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                child.kill().unwrap();
                panic!("it waits for the compiler");
            }
        }
    }
    assert_eq!(child.wait().unwrap().code(), Some(0), "{last}");
    assert!(last.contains("\"finished\"") && last.contains("asked to stop"), "{last}");
    assert!(room.store().findings(FindingFilter::default()).unwrap().is_empty());
    assert_eventually_empty("processes", || processes_in(room.path()));
}
