//! Deduplication where the guilty pass tells nothing: a compiler with many bugs, all in one
//! pass, which also has the name of a real one with bugs of its own. What reduced programs
//! consist of has to tell the bugs apart: none merged, none split.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use spektr_hunt::Stop;
use spektr_hunt::campaign::{Hunt, Manner, settings};
use spektr_hunt::dedup::{SortedBy, sorting_of};
use spektr_hunt::examine::{Reducer, reduce_finding};
use spektr_hunt::store::{
    BatchRecord, Finding, FindingFilter, Mute, NewFinding, Owner, Seeds, Store,
};
use spektr_hunt::supply::{Generator, Origin};
use spektr_judge::compilers::Toggles;
use spektr_judge::{Case, Compiler, Judge, Outcome, Spent};
use spektr_mir::MirWing;
use spektr_seeded::bug::{self, Bug};
use spektr_seeded::finding::{read, shows};
use spektr_seeded::laboratory::{Scripted, judge_of, optimized, quick, quick_of_one_pass};
use spektr_wing::{ProcessEnd, Program, Purpose, Seen, SourceFile, Wing};
use tempfile::TempDir;

const PASS: &str = "DataflowConstProp";

/// Bugs that are all in that pass. `set-discriminant` is not among them: what is left of it
/// looks like the real bug with discriminants.
const BUGS: [&str; 17] = [
    "nested-field",
    "stale-value",
    "dead-copy",
    "dead-store",
    "switch-otherwise",
    "cast-chain",
    "transmute",
    "checked-carry",
    "moved-argument",
    "remainder-sign",
    "wide-multiply",
    "narrow-compare",
    "float-to-int",
    "loop-store",
    "alias-forward",
    "repeat-tail",
    "rotate",
];

/// Where the sample begins. From 0 on the first program that shows `nested-field` is reduced to one
/// with a union, which is then taken for the real bug of unions: a third in common is enough.
const FIRST: u64 = 1000;

fn bugs() -> Vec<&'static Bug> {
    BUGS.iter().map(|name| bug::named(name).expect("a bug of this name")).collect()
}

fn hunt(store: &Store, judge: &Judge<'_>, seeds: u64, reductions_per_bug: u32) {
    let supply = Generator::new(&MirWing, "", None, Some(80));
    let settings = settings(judge, &supply, None, Some(80));
    let seeds = Seeds { first: FIRST, end: Some(FIRST + seeds) };
    let campaign = store.campaign(&settings, seeds).unwrap();
    let manner = Manner { jobs: 2, reductions_per_bug, ..Manner::default() };
    let stop = Stop::new();
    let hunt = Hunt { judge, supply: &supply, store, stop: &stop, manner };
    hunt.run(&campaign, &mut |_| {}).unwrap();
}

fn all_findings(store: &Store) -> Vec<Finding> {
    store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap()
}

/// The bugs that a program shows on its own.
fn shown(files: &[SourceFile]) -> Vec<&'static str> {
    let found = read(&files[0].text);
    let showing = bugs().into_iter().filter(|bug| shows(&quick(&[bug]), &found.case));
    showing.map(|bug| bug.name).collect()
}

#[test]
fn bugs_of_one_pass_are_neither_merged_nor_split() {
    let directory = TempDir::new().unwrap();
    let store = Store::open(directory.path()).unwrap();
    hunt(&store, &quick_of_one_pass(&bugs(), PASS), 160, u32::MAX);
    let (mut labelled, mut unlabelled): (Vec<(String, i64)>, usize) = (Vec::new(), 0);
    for finding in all_findings(&store) {
        let sorting = sorting_of(&finding).expect("every finding belongs to a bug");
        assert_eq!(sorting.by, SortedBy::Kind, "finding {}", finding.id);
        // What it was reduced to counts, whatever else the program showed before. A program
        // that needs two bugs at once has no right label.
        match shown(finding.reduced.as_ref().unwrap())[..] {
            [label] => labelled.push((label.to_owned(), finding.bug.unwrap())),
            _ => unlabelled += 1,
        }
    }
    let seeded = labelled.len();
    for (label, finding) in enter_real_ones(&store) {
        labelled.push((label, store.finding(finding).unwrap().bug.unwrap()));
    }
    for bug in store.bugs().unwrap() {
        let labels: Vec<&String> =
            labelled.iter().filter(|(_, of)| *of == bug.id).map(|(label, _)| label).collect();
        println!("{:>3} × {:<30} {}", labels.len(), labels[0], bug.signature);
    }
    let merged = repeated(labelled.iter().map(|(label, bug)| (*bug, label)));
    let split = repeated(labelled.iter().map(|(label, bug)| (label, *bug)));
    assert!(merged.is_empty(), "merged: {merged:?}");
    assert!(split.is_empty(), "split: {split:?}");
    let kinds = store.bugs().unwrap().len();
    println!("{} findings, {seeded} of them seeded, {kinds} bugs", labelled.len());
    assert!(unlabelled * 20 <= labelled.len(), "{unlabelled} findings without a label");
    assert!(labelled.len() >= 60 && kinds >= 14, "{} of {kinds}", labelled.len());
}

/// Keys that have more than one value.
fn repeated<K: Ord, V: Ord>(pairs: impl Iterator<Item = (K, V)>) -> Vec<(K, BTreeSet<V>)> {
    let mut values: BTreeMap<K, BTreeSet<V>> = BTreeMap::new();
    for (key, value) in pairs {
        values.entry(key).or_default().insert(value);
    }
    values.into_iter().filter(|(_, values)| values.len() > 1).collect()
}

/// Programs that real compilers get wrong by this pass, as spektr reduced them: those that
/// became trophies, and others of the same bugs.
fn enter_real_ones(store: &Store) -> Vec<(String, i64)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let labels = ["dataflow-const-prop-union", "dataflow-const-prop-discriminant"];
    let trophies = labels.map(|label| root.join("../../trophies").join(label).join("reduced.rs"));
    let others = std::fs::read_dir(root.join("tests/one_pass")).unwrap();
    let mut files: Vec<PathBuf> = others.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut entered = Vec::new();
    for file in files.into_iter().chain(trophies) {
        let label = labels.into_iter().find(|label| file.to_string_lossy().contains(label));
        let program = MirWing.read_text(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let case = Case::of_program(program);
        assert!(case.execution.is_valid(), "{}", file.display());
        entered.push((label.unwrap().to_owned(), enter(store, &case)));
    }
    entered
}

/// Enters a finding of a real compiler that is as small as it gets.
fn enter(store: &Store, case: &Case) -> i64 {
    let judge = real(case.program.as_ref());
    let supply = Generator::new(&MirWing, "", None, None);
    let settings = settings(&judge, &supply, None, None);
    let campaign = store.campaign(&settings, Seeds { first: 0, end: None }).unwrap();
    let mut lease = store.lease(&campaign, &Owner::this_process()).unwrap().unwrap();
    let (verdict, attempt) = judge.look(case, &optimized()).unwrap();
    let found = (&verdict, Some(&attempt));
    let finding = NewFinding::new(&judge, case, found, &optimized(), Origin::default());
    let finding = NewFinding { seed: lease.first, ..finding };
    let batch =
        BatchRecord { done_until: lease.end, findings: vec![finding], ..Default::default() };
    let id = store.record(&mut lease, &batch).unwrap()[0].1;
    let reducer = Reducer { judge: &judge, jobs: 1, stop: &Stop::new(), before: &|_| () };
    let finding = store.finding(id).unwrap();
    reduce_finding(store, &reducer, &finding, &mut Spent::default(), &mut |_| {}).unwrap();
    id
}

#[test]
fn a_second_bug_of_a_pass_is_noticed_and_muting_one_leaves_the_other() {
    let directory = TempDir::new().unwrap();
    let store = Store::open(directory.path()).unwrap();
    let pair = ["repeat-tail", "remainder-sign"].map(|name| bug::named(name).unwrap());
    let judge = quick_of_one_pass(&pair, PASS);
    hunt(&store, &judge, 220, 1);
    let known = store.bugs().unwrap();
    let first = shown(&store.finding(known[0].representative).unwrap().reduced.unwrap());
    let kinds: BTreeSet<&str> = known.iter().map(|bug| bug.signature.as_str()).collect();
    assert_eq!(known.len(), 2, "{kinds:?}");
    let reduced: Vec<Finding> =
        all_findings(&store).into_iter().filter(|finding| finding.reduction.is_some()).collect();
    let findings = all_findings(&store).len();
    assert!(reduced.len() <= 6 && findings >= 16, "{} of {findings}", reduced.len());
    let by_pass: u64 = known.iter().map(|bug| bug.by_pass).sum();
    assert_eq!(by_pass as usize, findings - reduced.len(), "the others say that they are not");
    assert!(known.iter().any(|bug| bug.is_perhaps_several()));

    let mute = Mute { reason: "known".to_owned(), link: None };
    store.mute(known[0].id, Some(&mute)).unwrap();
    hunt(&store, &judge, 300, 1);
    let visible = store.findings(FindingFilter::default()).unwrap();
    assert!(visible.len() as u64 > known[1].findings, "findings of the other are still told");
    for finding in visible.iter().filter(|finding| finding.reduction.is_some()) {
        assert_ne!(shown(finding.reduced.as_ref().unwrap()), first, "finding {}", finding.id);
    }
}

/// A compiler that gets one program wrong, and none that is smaller.
fn real(program: &dyn Program) -> Judge<'static> {
    let text = |program: &dyn Program| {
        let experiment = MirWing.experiment(&[program], Purpose::Judge, &Default::default());
        experiment.files[0].text.clone()
    };
    let wrong = text(program);
    let stdout = Case::of_program(program.clone_box()).execution.stdout;
    let mut compiler = Compiler::unprobed("seeded", "rustc");
    compiler.abilities.baseline = Some(vec!["-Copt-level=0".to_owned()]);
    compiler.abilities.toggles = Some(Toggles {
        layer: "MIR".to_owned(),
        off: "-Zmir-enable-passes=-{}".to_owned(),
        passes: vec![PASS.to_owned()],
    });
    let say = move |text: &str, flags: &[&str]| {
        let optimized = flags.contains(&"-Copt-level=3");
        let cured = flags.iter().any(|flag| flag.ends_with(PASS));
        let bad = text == wrong && optimized && !cured;
        // The empty program, which prints nothing, is compiled too.
        let right = if text == wrong { stdout.clone() } else { Vec::new() };
        let shown = if bad { b"wrong\n".to_vec() } else { right };
        (Outcome::Finished { seen: Seen::printed(shown, ProcessEnd::Status(0)) }, String::new())
    };
    judge_of(compiler, Box::new(Scripted(say)))
}
