//! Comparing two compilers, telling of new bugs, and what schedulers are given.

use crate::room::Room;

#[test]
fn only_what_is_new_is_told() {
    let room = Room::new(&[("old", &["-Bice=loop"]), ("new", &["-Bice=loop", "-Bwrong=mul"])]);
    let seeds = ["--seeds", "0..96"];
    let compared = room.run(&[&["compare", "old", "new"], &seeds[..]].concat()).expect(1).stdout();
    assert!(compared.starts_with("new has 1 bug that old has not\n"), "{compared}");
    assert!(compared.contains("strength-reduction") && compared.contains("mul"), "{compared}");
    assert!(compared.contains("failed with both"), "{compared}");
    assert!(compared.lines().count() < 20, "it is reduced: {compared}");
    let markdown = room
        .run(&[&["compare", "old", "new", "--markdown", "--no-reduce"], &seeds[..]].concat())
        .expect(1)
        .stdout();
    assert!(markdown.starts_with("**new has 1 bug") && markdown.contains("```"), "{markdown}");
    // The other way round there is nothing new, and one compiler has nothing that it has not.
    let back = room.run(&[&["compare", "new", "old"], &seeds[..]].concat()).expect(0).stdout();
    assert!(back.starts_with("old has no new bug"), "{back}");
    room.run(&["compare", "old", "missing"]).expect(8);
}

#[test]
fn a_command_is_called_once_for_each_new_bug() {
    let room = Room::new(&[("bad", &["-Bwrong=mul", "-Bice=loop"])]);
    room.write("tell", "#!/bin/sh\necho \"$1 | $SPEKTR_TITLE\" >> told\n");
    for _ in 0..2 {
        let args = ["hunt", "--seeds", "0..64", "--json", "--notify", "sh ./tell"];
        let code = room.run(&args).code();
        assert!(code <= 1, "{code}");
    }
    let told = std::fs::read_to_string(room.path().join("told")).unwrap();
    let mut bundles: Vec<&str> = told.lines().filter_map(|it| it.split(" | ").next()).collect();
    bundles.sort_unstable();
    assert_eq!(bundles.len(), room.store().bugs().unwrap().len(), "{told}");
    bundles.dedup();
    for bundle in &bundles {
        let report = std::path::Path::new(bundle).join("report.md");
        assert!(report.exists(), "{bundle} is a bundle");
    }
    assert_eq!(bundles.len(), 2, "{told}");
}

#[test]
fn a_notification_that_fails_is_told_and_harms_nothing() {
    let room = Room::new(&[("bad", &["-Bwrong=mul"])]);
    let hunt = room.run(&["hunt", "--seeds", "0..64", "--json", "--notify", "exit 3; :"]).expect(1);
    assert!(hunt.stderr().contains("`exit 3; :` failed"), "{}", hunt.stderr());
}

pub fn deployed(scheduler: &str) -> String {
    let room = Room::new(&[("good", &[])]);
    let store = "postgres://hunt:it's@db/hunt";
    let args = ["deploy", scheduler, "mini", "--store", store, "--workers", "5", "--time", "90m"];
    room.run(&args).expect(0).stdout()
}

#[test]
fn a_job_array_is_a_script_that_shells_read() {
    let script = deployed("slurm");
    assert!(script.contains("#SBATCH --array=0-4") && script.contains("--time=92"), "{script}");
    assert!(script.contains("hunt mini --worker") && script.contains("--time 5400s"), "{script}");
    let room = Room::new(&[]);
    room.write("job.sh", &script);
    let mut shell = std::process::Command::new("sh");
    let read = shell.arg("-n").arg(room.path().join("job.sh")).output().unwrap();
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
}

#[test]
fn units_and_the_recipe_say_what_is_needed() {
    let unit = deployed("systemd");
    assert!(unit.contains("ExecStart=") && unit.contains("MemoryMax=4G"), "{unit}");
    let recipe = deployed("container");
    assert!(recipe.contains("ENTRYPOINT [\"/usr/local/bin/spektr\"]"), "{recipe}");
}
