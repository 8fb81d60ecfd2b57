//! Trouble in the middle of a campaign: two hunts on one store, a store that cannot be
//! written, a full disk, a compiler that vanishes. The campaign stays whole.

use crate::room::Room;
use spektr_hunt::store::FindingFilter;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn two_hunts_on_one_store_share_the_work() {
    let room = Room::new(&[("good", &[]), ("bad", &["-Bice=loop"])]);
    let args = ["hunt", "--seeds", "0..320", "--json", "--jobs", "1", "--no-reduce"];
    let start = || room.command(&args).stdout(Stdio::null()).spawn().unwrap();
    let (mut first, mut second) = (start(), start());
    for hunt in [&mut first, &mut second] {
        let code = hunt.wait().unwrap().code();
        assert!(matches!(code, Some(0 | 1)), "{code:?}");
    }
    let store = room.store();
    let campaigns = store.campaigns().unwrap();
    assert_eq!(campaigns.len(), 1);
    assert!(campaigns[0].is_finished());
    assert_eq!(campaigns[0].programs, 320);
    assert_eq!(store.bugs().unwrap().len(), 1);
}

#[test]
fn hunts_that_start_at_once_make_one_store() {
    for _ in 0..24 {
        let room = Room::new(&[("good", &[])]);
        let args = ["hunt", "--seeds", "0..8", "--json", "--jobs", "1"];
        let start = |_| room.command(&args).stdout(Stdio::null()).spawn().unwrap();
        let hunts: Vec<_> = (0..2).map(start).collect();
        for mut hunt in hunts {
            assert_eq!(hunt.wait().unwrap().code(), Some(0));
        }
        assert_eq!(room.store().campaigns().unwrap().len(), 1);
    }
}

#[test]
fn a_compiler_that_vanishes_is_named_and_the_campaign_goes_on_later() {
    let room = Room::new(&[("good", &[])]);
    let args = ["hunt", "--seeds", "0..3200", "--json", "--jobs", "2"];
    let mut child =
        room.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("\"judged\"")));
    let (compiler, away) = (room.path().join("minic"), room.path().join("away"));
    std::fs::rename(&compiler, &away).unwrap();
    let rest: Vec<String> = lines.collect();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(8), "{said}");
    assert!(said.contains("good"), "{said}");
    assert!(rest.iter().any(|line| line.contains("\"failed\"")), "{rest:?}");
    let before = room.store().campaigns().unwrap()[0].judged();
    assert!(before < 3200);
    std::fs::rename(&away, &compiler).unwrap();
    let resumed = room.run(&["hunt", "--resume", "--json"]).expect(0).stdout();
    assert!(resumed.lines().last().unwrap().contains("\"complete\":true"), "{resumed}");
    let campaign = &room.store().campaigns().unwrap()[0];
    assert_eq!((campaign.programs, campaign.skipped), (3200, 0));
}

/// A small file system of its own, where that is permitted.
struct Mount<'a>(&'a Path);

impl Mount<'_> {
    fn new<'a>(at: &'a Path, options: &str) -> Option<Mount<'a>> {
        std::fs::create_dir_all(at).ok()?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(at).stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then_some(Mount(at))
    }

    /// Sandboxes of other tests that start right now see all mounts and keep them busy.
    fn remount(&self, options: &str) -> bool {
        const TRIES: u32 = 500;
        (0..TRIES).any(|_| {
            let mut mount = Command::new("mount");
            mount.args(["-o", &format!("remount,{options}")]).arg(self.0).stderr(Stdio::null());
            mount.status().is_ok_and(|status| status.success())
        })
    }
}

impl Drop for Mount<'_> {
    fn drop(&mut self) {
        // A mount that stays is seen at the next clean-up of the temporary directory.
        drop(Command::new("umount").arg(self.0).status());
    }
}

#[test]
fn a_store_that_cannot_be_written_is_said_in_one_line() {
    let room = Room::new(&[("good", &[])]);
    let place = room.path().join("locked");
    let mount = Mount::new(&place, "size=72m");
    if let Some(mount) = &mount {
        room.run(&["hunt", "--seeds", "0..2", "--json", "--store", "locked/store"]).expect(0);
        assert!(mount.remount("ro"));
    } else {
        // Without the right to mount, permissions do the same for everybody but root.
        use std::os::unix::fs::PermissionsExt;
        std::fs::create_dir_all(&place).unwrap();
        std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o555)).unwrap();
        if std::fs::write(place.join("probe"), "").is_ok() {
            eprintln!("neither mounts nor permissions make a directory read-only here");
            return;
        }
    }
    let answer = room.run(&["hunt", "--seeds", "0..4", "--store", "locked/store"]).expect(9);
    let said = answer.stderr();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("cannot be written") && said.contains("--store"), "{said}");
}

#[test]
fn a_full_disk_ends_the_hunt_and_not_the_campaign() {
    let room = Room::new(&[("good", &[]), ("bad", &["-Bice=loop"])]);
    let place = room.path().join("small");
    let Some(_mount) = Mount::new(&place, "size=72m") else {
        eprintln!("no right to mount a small file system: not tried here");
        return;
    };
    let args = ["hunt", "--seeds", "0..1600", "--json", "--store", "small/store", "--no-triage"];
    let mut hunt =
        room.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(hunt.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("\"judged\"")));
    fill(&place.join("filler"));
    let rest = lines.count();
    let output = hunt.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(8 | 9)), "{rest} more events, then: {said}");
    assert!(said.contains("full") || said.contains("No space left"), "{said}");
    std::fs::remove_file(place.join("filler")).unwrap();
    let resume = ["hunt", "--resume", "--json", "--store", "small/store", "--no-triage"];
    let answer = room.run(&resume);
    assert!(matches!(answer.code(), 0 | 1), "{}", answer.stderr());
    assert!(answer.stdout().lines().last().unwrap().contains("\"complete\":true"));
    let store = spektr_hunt::store::Store::open_existing(&place.join("store")).unwrap();
    let campaign = &store.campaigns().unwrap()[0];
    assert_eq!((campaign.programs, campaign.skipped), (1600, 0));
    let findings = store.findings(Default::default()).unwrap();
    assert!(findings.iter().all(|finding| finding.verdict == "compiler-crash"), "false alarms");
}

/// Writes until nothing more fits.
fn fill(file: &Path) {
    use std::io::Write;
    let mut file = std::fs::File::create(file).unwrap();
    let piece = [0u8; 4096];
    while file.write_all(&piece).is_ok() {}
}

#[test]
fn a_compiler_that_breaks_on_batches_gets_programs_one_by_one() {
    let room = Room::new(&[("alone", &["-Bice=company"])]);
    let args = ["hunt", "--seeds", "0..160", "--json", "--jobs", "1", "--no-triage"];
    let said = room.run(&args).stdout();
    let told = said.lines().filter(|line| line.contains("gets them one by one"));
    assert_eq!(told.count(), 1, "{said}");
    let store = room.store();
    assert_eq!(store.campaigns().unwrap()[0].programs, 160);
    let found = store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap();
    assert!(!found.is_empty() && found.len() <= 3, "{} findings of {said}", found.len());
}

#[test]
fn judging_goes_on_while_a_reduction_runs() {
    let room = Room::new(&[("good", &[]), ("bad", &["-Bice=loop"])]);
    let args = ["hunt", "--seeds", "0..1600", "--json", "--jobs", "1"];
    let said = room.run(&args).expect(1).stdout();
    let (mut reducing, mut judged_meanwhile) = (false, 0);
    for line in said.lines() {
        let event: serde_json::Value = serde_json::from_str(line).expect("an event a line");
        match event["event"].as_str() {
            Some("examining") => reducing = event["work"] == "reduction",
            Some("examined") => reducing = false,
            Some("judged") if reducing => judged_meanwhile += 1,
            _ => {}
        }
    }
    assert!(judged_meanwhile > 0, "{said}");
}
