//! LLVM's own tests, where they are at hand: what `opt` accepts is read, printed, accepted again
//! and means the same to `opt -S`.
//!
//! `SPEKTR_LLVM_TESTS` names a directory of `.ll` files, `SPEKTR_OPT` an `opt-N` (19 if unset),
//! `SPEKTR_LLVM_EVERY` takes only every so many of the files. Without the first there is
//! nothing to do.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use spektr_llvm::print::Version;
use spektr_llvm::{parse, print, wellformed};

#[test]
fn what_opt_accepts_is_read_and_written() {
    let Ok(root) = std::env::var("SPEKTR_LLVM_TESTS") else {
        println!("skipped: SPEKTR_LLVM_TESTS names no directory");
        return;
    };
    let opt = std::env::var("SPEKTR_OPT").unwrap_or("opt-19".into());
    let every = std::env::var("SPEKTR_LLVM_EVERY").map_or(1, |text| text.parse().unwrap());
    let major = opt.rsplit('-').next().and_then(|text| text.parse().ok());
    let version = major.and_then(Version::new).expect("SPEKTR_OPT ends with a version");
    let mut files = Vec::new();
    collect(Path::new(&root), &mut files);
    files.sort();
    let files: Vec<PathBuf> = files.into_iter().step_by(every).collect();

    let next = AtomicUsize::new(0);
    let counts = Mutex::new(BTreeMap::<&str, usize>::new());
    let faults = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (kind, words) = judge(&opt, version, file);
                    *counts.lock().unwrap().entry(kind).or_default() += 1;
                    if !matches!(kind, "equal" | "not accepted by opt") {
                        faults.lock().unwrap().push(format!("{kind}: {}: {words}", file.display()));
                    }
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap();
    let mut faults = faults.into_inner().unwrap();
    faults.sort();
    println!("{opt} over {} files: {counts:?}", files.len());
    faults.iter().for_each(|fault| println!("{fault}"));
    let accepted: usize =
        counts.iter().filter(|(kind, _)| **kind != "not accepted by opt").map(|(_, n)| n).sum();
    let equal = counts.get("equal").copied().unwrap_or(0);
    println!("{equal} of {accepted} ({:.2}%)", 100.0 * equal as f64 / accepted.max(1) as f64);
    assert!(equal * 100 >= accepted * 99, "less than 99% are equal");
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "ll") {
            files.push(path);
        }
    }
}

fn judge(opt: &str, version: Version, file: &Path) -> (&'static str, String) {
    let bytes = std::fs::read(file).unwrap();
    let Ok(wanted) = normalize(opt, &bytes) else { return ("not accepted by opt", String::new()) };
    let verdict = compare(opt, version, &bytes, &wanted);
    if verdict.0 != "equal" {
        return verdict;
    }
    // What the version itself writes is in its newest words.
    compare(opt, version, wanted.as_bytes(), &wanted)
}

fn compare(opt: &str, version: Version, bytes: &[u8], wanted: &str) -> (&'static str, String) {
    let module = match parse::module("file", &String::from_utf8_lossy(bytes)) {
        Ok(module) => module,
        Err(complaint) => return ("not read", complaint.to_string()),
    };
    if let Err(fault) = wellformed::check(&module) {
        return ("called ill-formed", fault.message);
    }
    let printed = match print::for_version(&module, version) {
        Ok(printed) => printed,
        Err(complaint) => return ("not written", complaint.to_string()),
    };
    match parse::module("printed", &printed) {
        Ok(again) if print::text(&again, version) == printed => {}
        Ok(_) => return ("printed differently the second time", String::new()),
        Err(complaint) => return ("not read again", complaint.to_string()),
    }
    match normalize(opt, printed.as_bytes()) {
        Err(words) => ("not accepted again", words),
        Ok(found) if found == wanted => ("equal", String::new()),
        Ok(found) => {
            let pair = wanted.lines().zip(found.lines()).find(|(one, other)| one != other);
            ("different", format!("{pair:?}"))
        }
    }
}

/// What `opt -S` makes of a text, or its first complaint.
fn normalize(opt: &str, text: &[u8]) -> Result<String, String> {
    let mut child = Command::new(opt)
        .args(["-S", "-passes=verify"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("SPEKTR_OPT can be started");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    std::thread::scope(|scope| {
        // `opt` may end before it has read everything.
        scope.spawn(move || drop(stdin.write_all(text)));
        let output = child.wait_with_output().expect("opt ends");
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let words = String::from_utf8_lossy(&output.stderr);
        Err(words.lines().next().unwrap_or("").to_string())
    })
}
