//! Campaigns from seed to bug, on the language of numbers before a court whose bugs are
//! chosen. No process is started.

mod numbers;

use numbers::Arithmetic;
use spektr_entropy::Entropy;
use spektr_hunt::campaign::{Hunt, Manner, settings};
use spektr_hunt::court::{
    Case, Configuration, Cost, Court, CourtTrouble, Elsewhere, Guilt, Opinion,
};
use spektr_hunt::store::{FindingFilter, FindingState, Seeds, Store};
use spektr_hunt::{Broken, Event, Stop, Summary};
use spektr_judge::{Symptom, Verdict, VerdictClass};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

/// At -O2 the pass `plus` adds one to multiples of 29 and the compiler dies of 63; on old
/// compilers only, `minus` spoils multiples of 31 at any level above -O0. A moody compiler
/// spoils 61 every other time. After `patience` compiles the compiler is gone.
struct Chosen {
    moody: bool,
    patience: u64,
    compiles: AtomicU64,
}

impl Chosen {
    fn new() -> Self {
        Chosen { moody: false, patience: u64::MAX, compiles: AtomicU64::new(0) }
    }

    fn opinion(&self, case: Case<'_>, configuration: &Configuration, nth: u64) -> Opinion {
        let has = |flag: &str| configuration.flags.iter().any(|other| other == flag);
        let numbers: Vec<u32> =
            case.program.text().split_whitespace().map(|word| word.parse().unwrap()).collect();
        let opinion = |verdict, found: String| Opinion {
            verdict,
            found: found.into_bytes(),
            diagnostics: String::new(),
        };
        if has("-O2") && numbers.contains(&63) {
            let signature = "assertion failed: not 63".to_owned();
            return opinion(Verdict::CompilerCrash { signature, signal: None }, String::new());
        }
        let compiled = numbers.iter().map(|&number| match number {
            0 => 0,
            61 if self.moody => 61 + (nth % 2) as u32,
            n if n % 29 == 0 && has("-O2") && !has("-no-plus") => n + 1,
            n if n % 31 == 0
                && configuration.compiler == "old"
                && (has("-O1") || has("-O2"))
                && !has("-no-minus") =>
            {
                n - 1
            }
            n => n,
        });
        let printed: String = compiled.map(|number| format!("{number} ")).collect();
        let verdict = match case.program.explain(case.execution, printed.as_bytes()) {
            None => Verdict::Pass,
            Some(difference) => Verdict::Miscompiled { symptom: Symptom::Output { difference } },
        };
        opinion(verdict, printed)
    }
}

impl Court for Chosen {
    fn compilers(&self) -> Vec<(String, String)> {
        vec![("old".into(), "1.0".into()), ("new".into(), "2.0".into())]
    }
    fn describe(&self) -> String {
        "old, new; -O0, -O1, -O2; -g".into()
    }
    fn draw(&self, entropy: &mut Entropy) -> Configuration {
        let compiler = if entropy.coin() { "old" } else { "new" };
        let mut flags = vec![format!("-O{}", entropy.below(3))];
        if entropy.coin() {
            flags.push("-g".into());
        }
        Configuration { compiler: compiler.into(), flags }
    }
    fn hear(
        &self,
        cases: &[Case<'_>],
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Vec<Opinion>, CourtTrouble> {
        let nth = self.compiles.fetch_add(1, Ordering::SeqCst);
        if nth >= self.patience {
            return Err(CourtTrouble(format!("{} has gone", configuration.compiler)));
        }
        cost.compiles += 1;
        Ok(cases.iter().map(|case| self.opinion(*case, configuration, nth)).collect())
    }
    fn glance(
        &self,
        case: Case<'_>,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Opinion, CourtTrouble> {
        Ok(self.hear(&[case], configuration, cost)?.remove(0))
    }
    fn elsewhere(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Vec<Elsewhere>, CourtTrouble> {
        let other = if configuration.compiler == "old" { "new" } else { "old" };
        let there = Configuration { compiler: other.into(), flags: configuration.flags.clone() };
        let said = self.glance(case, &there, cost)?;
        Ok(vec![Elsewhere {
            compiler: other.into(),
            version: String::new(),
            affected: Some(said.is_like(opinion.class(), opinion.mark())),
            said: said.verdict.to_string(),
        }])
    }
    fn blame(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Option<Guilt>, CourtTrouble> {
        if opinion.class() != VerdictClass::Miscompiled {
            return Ok(None);
        }
        for pass in ["plus", "minus"] {
            let mut cured = configuration.clone();
            cured.flags.push(format!("-no-{pass}"));
            let opinions = self.hear(&[case], &cured, cost)?;
            if opinions[0].class() == VerdictClass::Pass {
                return Ok(Some(Guilt {
                    layer: "middle".into(),
                    pass: pass.into(),
                    on: "main".into(),
                    cure: vec![format!("-no-{pass}")],
                    needs: Vec::new(),
                }));
            }
        }
        Ok(None)
    }
}

fn hunt(
    store: &Store,
    court: &dyn Court,
    end: u64,
    jobs: usize,
    stop: &Stop,
    listen: &mut dyn FnMut(&Event),
) -> Summary {
    let manner = Manner { jobs, ..Manner::default() };
    let hunt = Hunt { wing: &Arithmetic, court, store, stop, manner };
    let settings = settings(&Arithmetic, court, None, None);
    let campaign = hunt.campaign(&settings, Seeds { first: 0, end: Some(end) }).unwrap();
    hunt.run(&campaign, listen).unwrap()
}

fn keys(store: &Store) -> BTreeSet<(u64, String, Vec<String>)> {
    let all = store.findings(FindingFilter { muted: true, ..Default::default() }).unwrap();
    let keys: BTreeSet<_> = all
        .iter()
        .map(|finding| (finding.seed, finding.compiler.clone(), finding.flags.clone()))
        .collect();
    assert_eq!(keys.len(), all.len(), "no finding twice");
    keys
}

fn new_store() -> (TempDir, Store) {
    let directory = TempDir::new().unwrap();
    let store = Store::open(directory.path()).unwrap();
    (directory, store)
}

#[test]
fn every_bug_is_found_joined_and_reduced() {
    let (_keep, store) = new_store();
    let summary = hunt(&store, &Chosen::new(), 4000, 2, &Stop::new(), &mut |_| {});
    assert!(summary.complete, "{summary:?}");
    assert_eq!(summary.programs + summary.skipped, 4000);
    assert_eq!(summary.skipped, 40);
    let bugs = store.bugs().unwrap();
    let mut signatures: Vec<&str> = bugs.iter().map(|bug| bug.signature.as_str()).collect();
    signatures.sort_unstable();
    assert_eq!(
        signatures,
        [
            "compiler-crash: assertion failed: not 63",
            "miscompiled: middle pass minus",
            "miscompiled: middle pass plus"
        ]
    );
    for bug in bugs {
        let shortest = store.finding(bug.representative).unwrap();
        let reduced = shortest.reduced.expect("the shortest was reduced");
        let wanted = match bug.signature.as_str() {
            "miscompiled: middle pass plus" => "0 1 3 7 14 29 ",
            "miscompiled: middle pass minus" => "0 1 3 7 15 31 ",
            _ => "63 ",
        };
        assert!(reduced.len() <= wanted.len() + 8, "{}: {reduced}", bug.signature);
        assert!(bug.findings > 0);
    }
    let flaky = FindingFilter { state: Some(FindingState::New), ..Default::default() };
    assert!(store.findings(flaky).unwrap().is_empty(), "everything was looked at");
}

#[test]
fn triage_finds_the_smallest_flags_and_who_else_is_affected() {
    let (_keep, store) = new_store();
    hunt(&store, &Chosen::new(), 2000, 2, &Stop::new(), &mut |_| {});
    let bugs = store.bugs().unwrap();
    let minus = bugs.iter().find(|bug| bug.signature.ends_with("minus")).unwrap();
    for finding in
        store.findings(FindingFilter { bug: Some(minus.id), ..Default::default() }).unwrap()
    {
        let triage: spektr_hunt::triage::Triage =
            serde_json::from_str(&finding.triage.unwrap()).unwrap();
        assert_eq!(triage.configuration.flags.len(), 1, "{triage:?}");
        assert_eq!(triage.elsewhere.len(), 1);
        assert_eq!(triage.elsewhere[0].compiler, "new");
        assert!(triage.difference.is_some());
    }
}

#[test]
fn a_stopped_hunt_goes_on_where_it_ended_and_finds_the_same() {
    let (_keep, whole) = new_store();
    hunt(&whole, &Chosen::new(), 1000, 1, &Stop::new(), &mut |_| {});
    let (_keep, pieces) = new_store();
    let mut rounds = 0;
    loop {
        let stop = Stop::new();
        let mut batches = 0;
        let summary = hunt(&pieces, &Chosen::new(), 1000, 3, &stop, &mut |event| {
            batches += u32::from(matches!(event, Event::Judged { .. }));
            if batches == 4 {
                stop.ask();
            }
        });
        rounds += 1;
        if summary.complete {
            break;
        }
        assert!(rounds < 100, "each round must get on");
    }
    assert!(rounds > 1);
    assert_eq!(keys(&pieces), keys(&whole));
    let campaigns = pieces.campaigns().unwrap();
    assert_eq!(campaigns.len(), 1);
    assert_eq!(campaigns[0].programs + campaigns[0].skipped, 1000);
}

#[test]
fn two_hunts_on_one_store_share_the_work() {
    let (directory, first) = new_store();
    let (_keep, alone) = new_store();
    hunt(&alone, &Chosen::new(), 1500, 1, &Stop::new(), &mut |_| {});
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let store = Store::open(directory.path()).unwrap();
                hunt(&store, &Chosen::new(), 1500, 2, &Stop::new(), &mut |_| {});
            });
        }
    });
    assert_eq!(keys(&first), keys(&alone));
    let campaigns = first.campaigns().unwrap();
    assert_eq!(campaigns[0].programs + campaigns[0].skipped, 1500);
    assert!(campaigns[0].is_finished());
}

#[test]
fn a_compiler_that_vanishes_leaves_the_campaign_intact() {
    let (_keep, store) = new_store();
    let (_keep, whole) = new_store();
    hunt(&whole, &Chosen::new(), 600, 1, &Stop::new(), &mut |_| {});
    let vanishing = Chosen { patience: 5, ..Chosen::new() };
    let summary = hunt(&store, &vanishing, 600, 2, &Stop::new(), &mut |_| {});
    assert_eq!(summary.broken, Some(Broken::Compiler));
    assert!(summary.ended_by.unwrap().contains("has gone"));
    assert!(!summary.complete);
    let summary = hunt(&store, &Chosen::new(), 600, 2, &Stop::new(), &mut |_| {});
    assert!(summary.complete, "{summary:?}");
    assert_eq!(keys(&store), keys(&whole));
}

#[test]
fn what_does_not_repeat_is_kept_apart() {
    let (_keep, store) = new_store();
    let moody = Chosen { moody: true, ..Chosen::new() };
    hunt(&store, &moody, 1000, 1, &Stop::new(), &mut |_| {});
    let flaky =
        store.findings(FindingFilter { state: Some(FindingState::Flaky), ..Default::default() });
    let flaky = flaky.unwrap();
    assert!(!flaky.is_empty());
    assert!(flaky.iter().all(|finding| finding.bug.is_none() && finding.program.contains("61")));
}
