//! Deduplication on a labelled set: findings of seeded bugs from a campaign with a compiler
//! that has all of them at once, and what real compilers said about real ones. Two bugs are
//! never merged, and one is never split.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use spektr_hunt::Stop;
use spektr_hunt::campaign::{Hunt, Manner, settings};
use spektr_hunt::store::{FindingFilter, Seeds, Store};
use spektr_hunt::supply::Generator;
use spektr_hunt::triage::{Outcome as Triaged, triage};
use spektr_judge::compilers::{Bisect, Toggles};
use spektr_judge::sandbox::End;
use spektr_judge::{Compiler, Judge, Outcome, Spent, families};
use spektr_mir::MirWing;
use spektr_seeded::bug::{self, Bug};
use spektr_seeded::finding::{read, shows};
use spektr_seeded::laboratory::{Scripted, judge_of, of_tool, optimized, quick};
use spektr_wing::{ProcessEnd, Seen, Wing};

/// Bugs that the compiler of the campaign has, all at once. None is in a pass that a
/// recorded finding blames.
const SEEDED: [&str; 10] = [
    "switch-otherwise",
    "cast-chain",
    "transmute",
    "place-index-ice",
    "remainder-sign",
    "wide-multiply",
    "narrow-compare",
    "repeat-tail",
    "rotate",
    "wide-checked-abort",
];

/// Labels of findings by signature.
type Bugs = BTreeMap<String, Vec<String>>;

#[test]
fn bugs_are_neither_merged_nor_split() {
    let mut bugs = seeded();
    for (signature, labels) in recorded() {
        bugs.entry(signature).or_default().extend(labels);
    }
    let mut seen = BTreeMap::new();
    for (signature, labels) in &bugs {
        let distinct: BTreeSet<&String> = labels.iter().collect();
        assert_eq!(distinct.len(), 1, "merged under `{signature}`: {distinct:?}");
        let before = seen.insert(&labels[0], signature);
        assert_eq!(before, None, "{} is split: `{signature}`", labels[0]);
    }
    let findings: usize = bugs.values().map(Vec::len).sum();
    println!("{findings} findings, {} bugs", bugs.len());
    for (signature, labels) in &bugs {
        println!("{:>3} × {:<26} {signature}", labels.len(), labels[0]);
    }
    assert!(findings >= 60, "only {findings} findings");
    assert!(bugs.len() >= 16, "only {} bugs", bugs.len());
    let repeated = bugs.values().filter(|labels| labels.len() > 1).count();
    assert!(repeated >= 12, "only {repeated} bugs could have been split");
}

/// Findings of a campaign, joined by the store. A program that shows several bugs on its
/// own has no right label and is left out.
fn seeded() -> Bugs {
    let chosen: Vec<&Bug> = SEEDED.iter().filter_map(|name| bug::named(name)).collect();
    let judge = quick(&chosen);
    let directory = tempfile::TempDir::new().unwrap();
    let store = Store::open(directory.path()).unwrap();
    let supply = Generator::new(&MirWing, "", None, Some(60));
    let settings = settings(&judge, &supply, None, Some(60));
    let campaign = store.campaign(&settings, Seeds { first: 0, end: Some(500) }).unwrap();
    let manner = Manner { jobs: 2, reductions_per_bug: 0, ..Manner::default() };
    let stop = Stop::new();
    let hunt = Hunt { judge: &judge, supply: &supply, store: &store, stop: &stop, manner };
    hunt.run(&campaign, &mut |_| {}).unwrap();
    let mut bugs = Bugs::new();
    for finding in store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap() {
        let found = read(&finding.text());
        let shown: Vec<&&Bug> =
            chosen.iter().filter(|bug| shows(&quick(&[bug]), &found.case)).collect();
        if let [label] = shown[..] {
            let joined = finding.bug.expect("every finding was joined to a bug");
            let signature = store.bug(joined).unwrap().signature;
            bugs.entry(signature).or_default().push(label.name.to_owned());
        }
    }
    bugs
}

/// Findings that real compilers showed, triaged from what was recorded.
fn recorded() -> Bugs {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/labelled");
    let mut bugs = Bugs::new();
    for directory in entries(&root).into_iter().filter(|path| path.is_dir()) {
        let label = directory.file_name().unwrap().to_string_lossy().into_owned();
        for file in entries(&directory) {
            let judge = Recorded::read(&file).judge();
            let empty = read(&MirWing.empty().text());
            let triaged = triage(&judge, &empty.case, &optimized(), &mut Spent::default()).unwrap();
            let Triaged::Known(triage) = triaged else { panic!("{}: {triaged:?}", file.display()) };
            let family = families::named(families::ALL, "rustc");
            bugs.entry(triage.signature(family)).or_default().push(label.clone());
        }
    }
    bugs
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

/// A compiler that says again what one said before.
enum Recorded {
    /// Standard error of a compiler that failed.
    Failed(String),
    /// The passes it counted, and the first limit at which the program was wrong.
    Counted { log: String, wrong_from: u64 },
    /// The passes without which the program was right.
    Switched(Vec<String>),
}

impl Recorded {
    fn read(file: &Path) -> Recorded {
        let text = std::fs::read_to_string(file).unwrap();
        match file.extension().unwrap().to_str().unwrap() {
            "txt" => Recorded::Failed(text),
            "log" => {
                let (first, log) = text.split_once('\n').unwrap();
                let wrong_from = first.strip_prefix("wrong from ").unwrap().parse().unwrap();
                Recorded::Counted { log: log.to_owned(), wrong_from }
            }
            "off" => {
                let passes = text.strip_prefix("right without ").unwrap().split_whitespace();
                Recorded::Switched(passes.map(str::to_owned).collect())
            }
            other => panic!("what is {other}?"),
        }
    }

    fn compiler(&self) -> Compiler {
        let mut compiler = Compiler::unprobed("seeded", "rustc");
        compiler.abilities.baseline = Some(vec!["-Copt-level=0".to_owned()]);
        match self {
            Recorded::Failed(_) => {}
            Recorded::Counted { .. } => compiler.abilities.bisects.push(Bisect {
                layer: "MIR".to_owned(),
                limit: "-Zmir-opt-bisect-limit={}".to_owned(),
                also: Vec::new(),
                leave_out: None,
            }),
            Recorded::Switched(_) => {
                compiler.abilities.toggles = Some(Toggles {
                    layer: "MIR".to_owned(),
                    off: "-Zmir-enable-passes=-{}".to_owned(),
                    passes: [
                        "DeadStoreElimination-initial",
                        "GVN",
                        "SimplifyComparisonIntegral",
                        "DeadStoreElimination-final",
                    ]
                    .map(str::to_owned)
                    .to_vec(),
                });
            }
        }
        compiler
    }

    fn judge(self) -> Judge<'static> {
        let compiler = self.compiler();
        judge_of(compiler, Box::new(Scripted(move |_: &str, flags: &[&str]| self.say(flags))))
    }

    /// What came of the program with these flags, and what the compiler said.
    fn say(&self, flags: &[&str]) -> (Outcome, String) {
        let optimized = flags.iter().any(|flag| flag.ends_with("opt-level=3"));
        let (bad, log) = match self {
            Recorded::Failed(stderr) if optimized => {
                return (of_tool(End::Exited(101), stderr), stderr.clone());
            }
            Recorded::Failed(_) => (false, ""),
            Recorded::Counted { log, wrong_from } => {
                let limit = flags.iter().find_map(|it| it.strip_prefix("-Zmir-opt-bisect-limit="));
                let limit = limit.map_or(u64::MAX, |limit| limit.parse().unwrap());
                (limit >= *wrong_from, log.as_str())
            }
            Recorded::Switched(passes) => {
                let off = |pass: &String| flags.iter().any(|it| it.ends_with(&format!("-{pass}")));
                (!passes.iter().all(off), "")
            }
        };
        let shown = if bad && optimized { "wrong\n" } else { "" };
        let seen = Seen::printed(shown, ProcessEnd::Status(0));
        (Outcome::Finished { seen }, log.to_owned())
    }
}
