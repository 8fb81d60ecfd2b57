//! An invented campaign: every number follows from arithmetic, none from a clock.

use super::START;
use spektr_judge::{Spent, Stage};
use spektr_report::facts::*;

/// Three and a half hours with a break of half an hour.
pub fn campaign() -> CampaignFacts {
    let findings = findings();
    let samples = samples(&findings);
    let last = samples[samples.len() - 1];
    CampaignFacts {
        number: 1,
        wing: "mir".into(),
        first_seed: 20_000,
        end_seed: None,
        started_at: START,
        spektr_version: "0.1.0".into(),
        programs: last.programs,
        statements: last.statements,
        skipped: 41,
        spent: spent(last.cpu_micros, last.programs / 7),
        examining_compiles: last.programs / 60,
        compilers: vec![
            compiler(
                "nightly",
                "rustc 1.97.0-nightly (2026-05-19, LLVM 22.1.4)",
                last.programs / 2,
            ),
            compiler("stable", "rustc 1.95.0 (2026-04-14, LLVM 22.1.2)", last.programs / 3),
            compiler("rustc-web", "rustc 1.85.0 (LLVM 19.1.7)", last.programs / 6),
        ],
        constructs: constructs(last.programs),
        flags: flags(last.programs),
        samples,
        findings,
    }
}

fn findings() -> Vec<FindingMark> {
    let mark = |at: i64, state, bug, summary: &str| FindingMark {
        at: START + at,
        state,
        bug,
        summary: summary.into(),
    };
    let gvn = "`RET` in `fn1` is 0, should be 4";
    let mut marks = vec![
        mark(
            4_000,
            FindingState::Triaged,
            Some(2),
            "no variant index for `e` in layout <Niche & Tag>",
        ),
        mark(4_100, FindingState::Flaky, None, "one of three runs timed out"),
        mark(
            6_200,
            FindingState::OurFault,
            None,
            "const-eval and all compilers disagree with the machine",
        ),
        mark(
            9_500,
            FindingState::Triaged,
            Some(3),
            "`_10` in `fn2` is 18446744073709551615, should be 142",
        ),
        mark(11_900, FindingState::New, None, "`_4` in `fn9` is 1, should be 0"),
    ];
    marks.extend((0..14).map(|k| mark(1_260 + k * 760, FindingState::Triaged, Some(1), gvn)));
    marks.extend(
        (0..31).map(|k| mark(700 + k * 380, FindingState::Triaged, Some(4), "does not end")),
    );
    marks.extend(
        (0..2).map(|k| mark(5_000 + k * 900, FindingState::Triaged, Some(2), "no variant index")),
    );
    marks.retain(|mark| !(START + 7_200..START + 9_000).contains(&mark.at));
    marks.sort_by_key(|mark| mark.at);
    marks
}

fn samples(findings: &[FindingMark]) -> Vec<Sample> {
    let mut samples = Vec::new();
    let (mut programs, mut cpu) = (0u64, 0u64);
    for step in 0..420u64 {
        let paused = if step < 240 { 0 } else { 1_800 };
        let at = START + (step * 30 + paused) as i64;
        // A slow wave with a dip, and a little unrest on top.
        let wave = 300 + (step * step / 7 % 90) + 40 * (step % 11) / 11;
        let dip = if (120..150).contains(&step) { 190 } else { 0 };
        programs += wave - dip;
        cpu += 57_000_000 + step % 5 * 400_000;
        let seen = |bug: i64| findings.iter().any(|mark| mark.at <= at && mark.bug == Some(bug));
        samples.push(Sample {
            at,
            programs,
            statements: programs * 614,
            findings: findings.iter().filter(|mark| mark.at <= at).count() as u64,
            bugs: (1..=4).filter(|bug| seen(*bug)).count() as u64,
            cpu_micros: cpu,
        });
    }
    samples
}

fn spent(cpu: u64, compiles: u64) -> Spent {
    let mut spent = Spent::default();
    spent.compiles = compiles;
    for (stage, share) in [
        (Stage::Generate, 31),
        (Stage::Render, 17),
        (Stage::Compile, 702),
        (Stage::Run, 96),
        (Stage::Triage, 61),
        (Stage::Reduce, 84),
        (Stage::Other, 9),
    ] {
        spent.add(stage, cpu / 1_000 * share);
    }
    spent
}

fn compiler(name: &str, version: &str, programs: u64) -> CompilerUse {
    let passes = ["GVN", "DestinationPropagation", "loop-vectorize<>", "instcombine"];
    let passes = passes.into_iter().zip([40, 22, 7, 40]);
    CompilerUse {
        name: name.into(),
        version: version.into(),
        programs,
        reached: programs / 7,
        asked_for_passes: 40,
        passes: passes.map(|(name, count)| counted(name, count)).collect(),
    }
}

fn counted(name: &str, count: u64) -> Counted {
    Counted { name: name.into(), count }
}

fn constructs(programs: u64) -> Vec<Counted> {
    let names = "copy moved add_sub multiply division bitwise shift comparison checked unary \
        float_operator int_cast scalar_cast float_cast transmute tuple array repeat struct enum \
        set_discriminant discriminant union reference reborrow raw_borrow deref pointer_offset \
        pointer_cast unsize slice index storage_dead storage_live call call_again recursion \
        tail_call fn_pointer drop loop nested_loop early_exit decoy_block decoy_call switch \
        intrinsic volatile static_mut packed align i128 f16 f128 unwind";
    let names: Vec<&str> = names.split_whitespace().collect();
    let last = names.len() as u64 - 1;
    let share = |index: u64| 1_000 * (last - index) * (last - index) / (last * last);
    let rows = names.iter().zip(0..);
    rows.map(|(name, index)| counted(name, programs * share(index) / 1_000)).collect()
}

fn flags(programs: u64) -> Vec<Counted> {
    [
        ("-Copt-level=0", 210),
        ("-Copt-level=1", 120),
        ("-Copt-level=2", 240),
        ("-Copt-level=3", 430),
        ("-Zmir-opt-level=0", 90),
        ("-Zmir-opt-level=2", 330),
        ("-Zmir-opt-level=4", 580),
        ("-Ctarget-cpu=native", 300),
        ("-Ccodegen-units=1", 510),
        ("-Ccodegen-units=16", 120),
        ("-Zrandomize-layout", 140),
        ("-Clto=fat", 0),
        ("-Cdebuginfo=2", 66),
        ("-Zmir-enable-passes=-GVN", 55),
        ("-Zmir-enable-passes=+DataflowConstProp", 71),
    ]
    .into_iter()
    .map(|(name, share)| counted(name, programs * share / 1_000))
    .collect()
}
