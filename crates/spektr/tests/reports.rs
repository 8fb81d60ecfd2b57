//! Public reports of bugs in rustc, typed anew: every file under `tests/reports/mir` says in its
//! head which compiler gets it wrong, with which flags, and which pass its report blames. `test`
//! has to find each and `triage` to name that pass.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use tempfile::TempDir;

struct Report {
    file: PathBuf,
    /// What the head says, by the word before the colon.
    facts: BTreeMap<String, String>,
}

impl Report {
    fn read(file: PathBuf) -> Report {
        let text = std::fs::read_to_string(&file).expect("a report");
        let head = text.lines().map_while(|line| line.strip_prefix("//"));
        let fact = |line: &str| line.trim().split_once(": ").map(|(k, v)| (k.into(), v.into()));
        Report { file, facts: head.filter_map(fact).collect() }
    }

    fn fact(&self, name: &str) -> &str {
        match self.facts.get(name) {
            Some(fact) => fact,
            None => panic!("{} does not say its `{name}`", self.file.display()),
        }
    }

    /// What reports share that can be judged by one command.
    fn setting(&self) -> [&str; 3] {
        let wing = self.facts.get("wing").map_or("mir", String::as_str);
        [self.fact("rustc"), self.fact("flags"), wing]
    }

    /// Whether a line of `test --json` about it says what it should.
    fn is_met(&self, line: &serde_json::Value) -> bool {
        let verdict = line["verdict"].as_str().unwrap_or_default();
        match self.facts.get("told") {
            // Rules of aliasing alone are no accusation: it is told, and that is all.
            Some(told) => line["class"] == "unjudged" && verdict.contains(told.as_str()),
            None => line["class"] == "miscompiled",
        }
    }

    fn name(&self) -> &str {
        self.file.file_name().and_then(|name| name.to_str()).expect("a file's name")
    }
}

/// Every report that `test` does not find, of those that one command judges.
fn unfound(reports: &[&Report], desk: &Desk) -> Option<String> {
    let mut arguments = vec!["test".to_owned(), "--json".to_owned()];
    arguments.extend(chosen(reports[0]));
    arguments.extend(reports.iter().map(|report| report.file.display().to_string()));
    let said = desk.spektr(&arguments);
    let lines: Vec<serde_json::Value> =
        said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let met = |report: &Report| {
        let of_it = |line: &&serde_json::Value| line["file"] == *report.file.to_string_lossy();
        lines.iter().filter(of_it).any(|line| report.is_met(line))
    };
    let missed = reports.iter().filter(|report| !met(report)).map(|report| report.name());
    let missed: Vec<&str> = missed.collect();
    (!missed.is_empty()).then(|| format!("`test` does not find {}: {said}", missed.join(", ")))
}

/// Whom `triage` blames, if that is another pass than the report's.
fn unnamed(report: &Report, desk: &Desk) -> Option<String> {
    let mut arguments = vec!["triage".to_owned(), "--json".to_owned()];
    arguments.extend(chosen(report));
    arguments.push(report.file.display().to_string());
    let said = desk.spektr(&arguments);
    let triage: serde_json::Value = serde_json::from_str(&said).unwrap_or_default();
    let pass = triage["guilt"]["pass"].as_str().unwrap_or_default();
    // A pass that runs twice has a second part to its name, and both may be to blame.
    let wanted = report.fact("pass");
    let parts = |pass: &str| {
        pass.strip_prefix(wanted).is_some_and(|it| it.is_empty() || it.starts_with('-'))
    };
    let named = pass.split('+').all(parts);
    let name = report.name();
    (!named).then(|| format!("{name}: `triage` blames `{pass}`, not {wanted}: {said}"))
}

/// The flags and the wing of a report, as arguments.
fn chosen(report: &Report) -> Vec<String> {
    let [_, flags, wing] = report.setting();
    let flags = flags.split(' ').map(|flag| format!("--flag={flag}"));
    ["--wing".to_owned(), wing.to_owned()].into_iter().chain(flags).collect()
}

/// A directory in which spektr knows one compiler and finds no other.
struct Desk(TempDir);

impl Desk {
    fn new(compiler: &Path) -> Desk {
        let directory = TempDir::new().expect("a temporary directory");
        let compiler = compiler.display().to_string();
        let text = format!("[[compiler]]\nname = \"here\"\ncommand = [{compiler:?}]\n");
        std::fs::write(directory.path().join("spektr.toml"), text).expect("a configuration");
        Desk(directory)
    }

    fn spektr(&self, arguments: &[String]) -> String {
        let Output { stdout, stderr, .. } = Command::new(env!("CARGO_BIN_EXE_spektr"))
            .args(arguments)
            .current_dir(self.0.path())
            .env("TMPDIR", self.0.path())
            .env("RUSTUP_HOME", self.0.path())
            .env("PATH", "/usr/bin:/bin")
            .env_remove("SPEKTR_COMPILERS")
            .output()
            .expect("spektr starts");
        let text = if stdout.is_empty() { stderr } else { stdout };
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Every rustc that is here, by its version.
fn compilers() -> BTreeMap<String, PathBuf> {
    let home = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let rustup = home("RUSTUP_HOME").or_else(|| home("HOME").map(|home| home.join(".rustup")));
    let toolchains = rustup.map(|it| it.join("toolchains")).and_then(|it| it.read_dir().ok());
    let toolchains = toolchains.into_iter().flatten().flatten().map(|entry| entry.path());
    let named = std::env::var_os("SPEKTR_COMPILERS").unwrap_or_default();
    let named: Vec<PathBuf> = std::env::split_paths(&named).collect();
    let mut all = BTreeMap::new();
    for compiler in toolchains.chain(named).map(|place| place.join("bin/rustc")) {
        let Ok(said) = Command::new(&compiler).arg("--version").output() else { continue };
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        if let Some(version) = said.split(' ').nth(1) {
            all.insert(version.to_owned(), compiler);
        }
    }
    all
}

#[test]
fn every_report_is_found_and_its_pass_named() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/reports/mir");
    let directory = directory.canonicalize().expect("the reports");
    let files = directory.read_dir().expect("the reports").map(|entry| entry.unwrap().path());
    let reports: Vec<Report> = files.map(Report::read).collect();
    assert!(reports.len() >= 20, "there are only {}", reports.len());
    let compilers = compilers();
    let mut settings: BTreeMap<[&str; 3], Vec<&Report>> = BTreeMap::new();
    for report in &reports {
        if compilers.contains_key(report.fact("rustc")) {
            settings.entry(report.setting()).or_default().push(report);
        } else {
            let (name, version) = (report.name(), report.fact("rustc"));
            eprintln!("skipped: {name} needs rustc {version}, which is not installed");
        }
    }
    let desk = |version: &str| Desk::new(&compilers[version]);
    let together = settings.iter().map(|(setting, reports)| -> Job<'_> {
        Box::new(move || unfound(reports, &desk(setting[0])))
    });
    let accused = settings.values().flatten().filter(|report| !report.facts.contains_key("told"));
    let alone = accused.map(|report| -> Job<'_> {
        Box::new(move || unnamed(report, &desk(report.fact("rustc"))))
    });
    let objections = carry_out(together.chain(alone).collect());
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}

type Job<'a> = Box<dyn Fn() -> Option<String> + Send + 'a>;

/// Two at a time: a command mostly waits for one compiler. All that they object to.
fn carry_out(jobs: Vec<Job<'_>>) -> Vec<String> {
    let (left, objections) = (Mutex::new(jobs), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let Some(job) = left.lock().unwrap().pop() else { break };
            // A program that was made to read dead memory may be right by chance, once.
            let objection = job().and_then(|_| job());
            objections.lock().unwrap().extend(objection);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    objections.into_inner().unwrap()
}
