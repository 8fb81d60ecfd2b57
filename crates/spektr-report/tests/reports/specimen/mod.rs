//! An invented store for tests and for looking at reports: no bug in here is a real one. The
//! shapes are those of real findings; every number follows from arithmetic, none from a clock.

use spektr_report::facts::*;

/// Wednesday, 4 November 2026, 09:30 UTC.
pub const START: i64 = 1_793_784_600;

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

fn rust_source(text: &str) -> Source {
    let name = "program.rs".to_owned();
    let recipe = vec![
        Word::Text("--edition=2021".into()),
        Word::File(name.clone()),
        Word::Text("-o".into()),
        Word::Output,
    ];
    Source { files: vec![SourceFile { name, text: text.to_owned() }], recipe }
}

fn nightly() -> Compiler {
    Compiler {
        family: "rustc".into(),
        command: "rustc +nightly".into(),
        version: "rustc 1.97.0-nightly (2026-05-19, LLVM 22.1.4)".into(),
        full_version: Some(
            "rustc 1.97.0-nightly (0000000ff 2026-05-19)\nbinary: rustc\n\
             host: x86_64-unknown-linux-gnu\nLLVM version: 22.1.4\n"
                .into(),
        ),
        environment: Vec::new(),
    }
}

fn elsewhere(other: &str, outcome: Outcome, old: Outcome) -> Vec<Elsewhere> {
    let row = |compiler: &str, version: &str, outcome| Elsewhere {
        compiler: compiler.into(),
        version: version.into(),
        outcome,
    };
    vec![
        match other {
            "nightly" => row("rustc +nightly", &nightly().version, outcome),
            _ => row("rustc +stable", "rustc 1.95.0 (2026-04-14, LLVM 22.1.2)", outcome),
        },
        row("rustc-web", "rustc 1.85.0 (LLVM 19.1.7)", old),
    ]
}

fn witness(name: &str, testimony: Testimony) -> Witness {
    Witness { name: name.into(), testimony }
}

/// A wrong value after GVN, lifted to surface Rust.
pub fn gvn() -> BugFacts {
    let exhibit = |text: &str| Exhibit {
        source: rust_source(text),
        expected: b"fn1 RET = 4\n".to_vec(),
        found: Some(b"fn1 RET = 0\n".to_vec()),
    };
    BugFacts {
        number: 1,
        finding: 3,
        wing: "mir".into(),
        signature: "miscompiled: mir pass GVN".into(),
        failure: Failure::WrongCode {
            difference: Some(Difference {
                function: "fn1".into(),
                variable: "RET".into(),
                wanted: "4".into(),
                found: Some("0".into()),
            }),
            ending: None,
        },
        compiler: nightly(),
        flags: strings(&["-Zmir-opt-level=2"]),
        control: Some(strings(&["-Zmir-opt-level=2", "-Zmir-enable-passes=-GVN"])),
        guilt: Some(Guilt {
            layer: "mir".into(),
            pass: "GVN".into(),
            on: "fn1".into(),
            needs: Vec::new(),
        }),
        pass_change: Some(PassChange {
            before: include_str!("gvn-before.mir").into(),
            after: include_str!("gvn-after.mir").into(),
        }),
        reduced: exhibit(include_str!("gvn.rs")),
        lifted: Some(exhibit(include_str!("gvn-lifted.rs"))),
        original: Some("// 1,412 statements, left out of the specimen\n".into()),
        original_size: Some(Size { statements: 1_412, functions: 23 }),
        reduced_size: Some(Size { statements: 9, functions: 2 }),
        witnesses: vec![
            witness("spektr's abstract machine", Testimony::Agrees),
            witness("rustc's const evaluator", Testimony::Agrees),
            witness("Miri", Testimony::Silent("not installed".into())),
        ],
        elsewhere: elsewhere("stable", Outcome::WrongCode, Outcome::Right),
        origin: Origin { seed: Some(20_117), spektr_version: "0.1.0".into() },
        findings: 14,
        by_pass: 0,
        sorted_by: None,
        first_seen: START + 1_260,
        mute: None,
    }
}

/// An internal compiler error; its message looks like markup.
pub fn ice() -> BugFacts {
    BugFacts {
        number: 2,
        finding: 9,
        signature: "internal-error: no variant index for `e` in layout".into(),
        failure: Failure::InternalError {
            mark: "no variant index for `e` in layout <Niche & Tag>".into(),
            diagnostics: include_str!("ice.txt").into(),
        },
        flags: strings(&["-Zmir-opt-level=4"]),
        control: Some(strings(&["-Zmir-opt-level=0"])),
        guilt: Some(Guilt {
            layer: "mir".into(),
            pass: "JumpThreading".into(),
            on: "fn2".into(),
            needs: Vec::new(),
        }),
        pass_change: None,
        reduced: Exhibit {
            source: rust_source(include_str!("ice.rs")),
            expected: Vec::new(),
            found: None,
        },
        lifted: None,
        original_size: Some(Size { statements: 688, functions: 11 }),
        reduced_size: Some(Size { statements: 4, functions: 2 }),
        elsewhere: elsewhere("stable", Outcome::Right, Outcome::NotTried),
        origin: Origin { seed: Some(20_444), spektr_version: "0.1.0".into() },
        findings: 3,
        by_pass: 0,
        sorted_by: None,
        first_seen: START + 4_000,
        ..gvn()
    }
}

/// Wrong code by LLVM on stable, with long output, not lifted.
pub fn llvm() -> BugFacts {
    let line = |index: usize, value: u64| format!("fn{} _{} = {value}\n", index % 5, index + 3);
    let expected: String = (0..12).map(|index| line(index, index as u64 * 40_503 % 251)).collect();
    let found: String = (0..12)
        .map(|index| {
            line(
                index,
                if index == 7 { 18_446_744_073_709_551_615 } else { index as u64 * 40_503 % 251 },
            )
        })
        .collect();
    BugFacts {
        number: 3,
        finding: 17,
        signature: "miscompiled: llvm pass InstCombinePass".into(),
        failure: Failure::WrongCode {
            difference: Some(Difference {
                function: "fn2".into(),
                variable: "_10".into(),
                wanted: "142".into(),
                found: Some("18446744073709551615".into()),
            }),
            ending: None,
        },
        compiler: Compiler {
            command: "rustc +stable".into(),
            version: "rustc 1.95.0 (2026-04-14, LLVM 22.1.2)".into(),
            full_version: None,
            environment: vec![("RUSTC_BOOTSTRAP".into(), "1".into())],
            ..nightly()
        },
        flags: strings(&["-Copt-level=3", "-Ctarget-cpu=native"]),
        control: Some(strings(&["-Copt-level=0", "-Ctarget-cpu=native"])),
        guilt: Some(Guilt {
            layer: "llvm".into(),
            pass: "InstCombinePass".into(),
            on: "fn2".into(),
            needs: Vec::new(),
        }),
        pass_change: None,
        reduced: Exhibit {
            source: rust_source(include_str!("gvn.rs")),
            expected: expected.into_bytes(),
            found: Some(found.into_bytes()),
        },
        lifted: None,
        original_size: Some(Size { statements: 2_048, functions: 31 }),
        reduced_size: Some(Size { statements: 13, functions: 2 }),
        elsewhere: elsewhere("nightly", Outcome::WrongCode, Outcome::Right),
        origin: Origin { seed: Some(23_901), spektr_version: "0.1.0".into() },
        findings: 2,
        by_pass: 0,
        sorted_by: None,
        first_seen: START + 9_500,
        ..gvn()
    }
}

/// A known hang.
pub fn hang() -> BugFacts {
    BugFacts {
        number: 4,
        finding: 21,
        signature: "hang: mir pass DataflowConstProp".into(),
        failure: Failure::Hang { seconds: 60 },
        flags: strings(&["-Zmir-opt-level=3"]),
        control: None,
        guilt: Some(Guilt {
            layer: "mir".into(),
            pass: "DataflowConstProp".into(),
            on: "fn4".into(),
            needs: Vec::new(),
        }),
        findings: 31,
        by_pass: 0,
        sorted_by: None,
        first_seen: START + 700,
        mute: Some(Mute {
            reason: "known, being worked on".into(),
            link: Some("the tracker, number 1234".into()),
        }),
        ..ice()
    }
}

/// All of it.
pub fn store() -> PageFacts {
    PageFacts {
        spektr_version: "0.1.0".into(),
        written_at: START + 4 * 3_600,
        bugs: vec![gvn(), ice(), llvm(), hang()],
        campaigns: vec![campaign()],
    }
}

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
        compiles: last.programs / 7,
        compilers: vec![
            compiler(
                "nightly",
                "rustc 1.97.0-nightly (2026-05-19, LLVM 22.1.4)",
                last.programs / 2,
            ),
            compiler("stable", "rustc 1.95.0 (2026-04-14, LLVM 22.1.2)", last.programs / 3),
            compiler("rustc-web", "rustc 1.85.0 (LLVM 19.1.7)", last.programs / 6),
        ],
        stages: stages(last.cpu_micros),
        constructs: constructs(last.programs),
        flags: flags(last.programs),
        samples,
        findings,
    }
}

fn findings() -> Vec<FindingMark> {
    let mark = |at: i64, state, bug, summary: &str| FindingMark {
        at: START + at,
        seed: 20_000 + at as u64 / 3,
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

fn stages(cpu: u64) -> Vec<StageCpu> {
    [
        ("generate", 31),
        ("render", 17),
        ("compile", 702),
        ("run", 96),
        ("triage", 61),
        ("reduce", 84),
        ("other", 9),
    ]
    .into_iter()
    .map(|(name, share)| StageCpu { name: name.into(), micros: cpu / 1_000 * share })
    .collect()
}

fn compiler(name: &str, version: &str, programs: u64) -> CompilerUse {
    CompilerUse { name: name.into(), version: version.into(), programs }
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
