//! Deduplication on a labelled set: findings of seeded bugs from a campaign with a compiler
//! that has all of them at once, and what real compilers said about real ones. Two bugs are
//! never merged, and one is never split.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use spektr_entropy::Entropy;
use spektr_hunt::Stop;
use spektr_hunt::campaign::{Hunt, Manner, settings};
use spektr_hunt::court::{
    Case, Configuration, Cost, Court, CourtTrouble, Elsewhere, Guilt, Opinion,
};
use spektr_hunt::store::{FindingFilter, Seeds, Store};
use spektr_hunt::triage::{Outcome as Triaged, triage};
use spektr_judge::compilers::{Abilities, Bisect, Toggles, Version};
use spektr_judge::judge::accuse;
use spektr_judge::sandbox::{End, Ran};
use spektr_judge::triage::{PassLog, Seen, blame};
use spektr_judge::{
    Compiler, Configuration as Flags, Layer, Outcome, Symptom, Verdict, VerdictClass,
};
use spektr_mir::MirWing;
use spektr_seeded::bug::{self, Bug};
use spektr_seeded::court::{Quick, optimized};
use spektr_seeded::trial::{read, shows};
use spektr_wing::{Difference, Wing};

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
    let court = Quick::new(&chosen);
    let directory = tempfile::TempDir::new().unwrap();
    let store = Store::open(directory.path()).unwrap();
    let settings = settings(&MirWing, &court, None, Some(60));
    let campaign = store.campaign(&settings, Seeds { first: 0, end: Some(500) }).unwrap();
    let manner = Manner { jobs: 2, reductions_per_bug: 0, ..Manner::default() };
    let stop = Stop::new();
    let hunt = Hunt { wing: &MirWing, court: &court, store: &store, stop: &stop, manner };
    hunt.run(&campaign, &mut |_| {}).unwrap();
    let mut bugs = Bugs::new();
    for finding in store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap() {
        let found = read(&finding.program);
        let shown: Vec<&&Bug> =
            chosen.iter().filter(|bug| shows(&Quick::new(&[bug]), found.case())).collect();
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
            let court = Recorded::read(&file);
            let empty = read(&MirWing.empty().text());
            let triaged = triage(&court, empty.case(), &optimized(), &mut Cost::default()).unwrap();
            let Triaged::Known(triage) = triaged else { panic!("{}", file.display()) };
            bugs.entry(triage.signature()).or_default().push(label.clone());
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
        let mut abilities = Abilities::default();
        match self {
            Recorded::Failed(_) => {}
            Recorded::Counted { .. } => abilities.bisects.push(Bisect {
                layer: Layer::Mir,
                limit: "-Zmir-opt-bisect-limit={}".to_owned(),
                also: Vec::new(),
                leave_out: None,
            }),
            Recorded::Switched(_) => {
                abilities.toggles = Some(Toggles {
                    layer: Layer::Mir,
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
        Compiler {
            name: "recorded".to_owned(),
            family: "rustc".to_owned(),
            command: Vec::new(),
            env: Default::default(),
            version: Version::default(),
            abilities,
        }
    }

    fn look(&self, flags: &Flags) -> Seen {
        let args: Vec<&str> = flags.args().collect();
        match self {
            Recorded::Failed(_) => Seen { bad: true, log: PassLog::default() },
            Recorded::Counted { log, wrong_from } => {
                let limit = args.iter().find_map(|it| it.strip_prefix("-Zmir-opt-bisect-limit="));
                let limit = limit.map_or(u64::MAX, |limit| limit.parse().unwrap());
                Seen { bad: limit >= *wrong_from, log: PassLog::read(log) }
            }
            Recorded::Switched(passes) => {
                let off = |pass: &String| args.iter().any(|it| it.ends_with(&format!("-{pass}")));
                Seen { bad: !passes.iter().all(off), log: PassLog::default() }
            }
        }
    }

    fn opinion(&self, case: Case<'_>) -> Opinion {
        let verdict = match self {
            Recorded::Failed(stderr) => {
                let ran = Ran {
                    end: End::Exited(101),
                    stdout: Vec::new(),
                    stderr: stderr.as_bytes().to_vec(),
                    cpu: Duration::ZERO,
                    wall: Duration::ZERO,
                    peak_memory: 0,
                    limit: None,
                    left_behind: false,
                };
                accuse(case, &Outcome::of_compiler(&ran).expect("it failed"))
            }
            _ => {
                let difference = Difference {
                    function: "f".to_owned(),
                    variable: "x".to_owned(),
                    wanted: "0".to_owned(),
                    found: Some("1".to_owned()),
                };
                Verdict::Miscompiled { symptom: Symptom::Output { difference } }
            }
        };
        Opinion { verdict, found: Vec::new(), diagnostics: String::new() }
    }
}

impl Court for Recorded {
    fn compilers(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    fn describe(&self) -> String {
        String::new()
    }

    fn draw(&self, _: &mut Entropy) -> Configuration {
        optimized()
    }

    fn hear(
        &self,
        cases: &[Case<'_>],
        _: &Configuration,
        _: &mut Cost,
    ) -> Result<Vec<Opinion>, CourtTrouble> {
        Ok(cases.iter().map(|case| self.opinion(*case)).collect())
    }

    fn glance(
        &self,
        case: Case<'_>,
        configuration: &Configuration,
        _: &mut Cost,
    ) -> Result<Opinion, CourtTrouble> {
        let opinion = self.opinion(case);
        let is_right = configuration.flags.is_empty();
        let right = Opinion { verdict: Verdict::Pass, ..opinion.clone() };
        Ok(if is_right { right } else { opinion })
    }

    fn blame(
        &self,
        _: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        _: &mut Cost,
    ) -> Result<Option<Guilt>, CourtTrouble> {
        if opinion.class() != VerdictClass::Miscompiled {
            return Ok(None);
        }
        let flags = Flags::of_flags(&configuration.flags);
        let mut look = |flags: &Flags| Ok(self.look(flags));
        let culprits = blame(&mut look, &self.compiler(), &flags).unwrap();
        let first = culprits.into_iter().next();
        Ok(first.map(|culprit| Guilt {
            layer: culprit.layer.to_string(),
            pass: culprit.pass,
            on: culprit.function,
            cure: Vec::new(),
            needs: Vec::new(),
        }))
    }

    fn elsewhere(
        &self,
        _: Case<'_>,
        _: &Opinion,
        _: &Configuration,
        _: &mut Cost,
    ) -> Result<Vec<Elsewhere>, CourtTrouble> {
        Ok(Vec::new())
    }
}
