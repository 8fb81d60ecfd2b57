//! Bugs shown by one file that is built and run: wrong code, an internal error, a hang.

use super::{START, flags, testimony};
use spektr_judge::families::{Change, Lookup};
use spektr_judge::{Agreement, Elsewhere, Guilt, Verdict};
use spektr_report::facts::*;
use spektr_wing::{
    Arg, Behaviour, Difference, End, Expect, Experiment, ProcessEnd, Seen, Size, SourceFile,
    Symptom,
};
use std::collections::BTreeMap;

const RUST: Notation = Notation {
    name: "MIR",
    keywords: &["as", "enum", "fn", "let", "mut", "pub", "static", "struct", "unsafe", "use"],
    line_comment: "//",
    block_comment: Some(("/*", "*/")),
};

fn rust(text: &str, expected: &str, found: Option<&str>) -> Demonstration {
    let name = "program.rs";
    let files = vec![SourceFile::new(name, text)];
    let args = vec![Arg::text("--edition=2021"), Arg::file(name), Arg::text("-o"), Arg::Output];
    let behaviour = Behaviour { stdout: expected.into(), end: End::SUCCESS };
    let seen = found.map(|found| Seen::printed(found, ProcessEnd::Status(0)));
    let experiment = Experiment::build_and_run(files, args);
    Demonstration::new(experiment, Expect::Exactly(behaviour), seen).expect("standalone")
}

pub fn size(statements: u64, functions: u64) -> Option<Size> {
    Some(Size { statements, functions, blocks: statements / 3, bytes: statements * 40 })
}

fn nightly() -> Compiler {
    Compiler {
        family: "rustc".into(),
        command: "rustc +nightly".into(),
        version: "rustc 1.97.0-nightly (0000000ff 2026-05-19)".into(),
        full_version: Some(
            "rustc 1.97.0-nightly (0000000ff 2026-05-19)\nbinary: rustc\n\
             host: x86_64-unknown-linux-gnu\nLLVM version: 22.1.4\n"
                .into(),
        ),
        environment: Vec::new(),
        always: Vec::new(),
        lookup: Lookup {
            commands: vec!["rustc +nightly".into(), "rustc +1.97.0".into(), "rustc".into()],
            version_argument: "--version".into(),
        },
        tools: BTreeMap::new(),
    }
}

const STABLE: &str = "rustc 1.95.0 (00000000e 2026-04-14)";

fn elsewhere(other: (&str, &str), affected: bool, old: Option<bool>) -> Vec<Elsewhere> {
    let row = |compiler: &str, version: &str, affected| Elsewhere {
        compiler: compiler.into(),
        version: version.into(),
        affected,
        said: Verdict::Pass.to_string(),
    };
    vec![
        row(other.0, other.1, Some(affected)),
        row("rustc-web", "rustc 1.85.0 (00000000c 2025-02-17)", old),
    ]
}

fn guilt(layer: &str, pass: &str, on: &str) -> Option<Guilt> {
    Some(Guilt::of_pass(layer, pass.into(), on.into(), 0))
}

fn symptom(function: &str, variable: &str, wanted: &str, found: &str) -> Failure {
    let difference = Difference {
        function: function.into(),
        variable: variable.into(),
        wanted: wanted.into(),
        found: Some(found.into()),
    };
    Failure::WrongCode { symptom: Symptom::Output { difference } }
}

/// A wrong value after GVN, lifted to the surface language.
pub fn gvn() -> BugFacts {
    let shown = |text: &str| rust(text, "fn1 RET = 4\n", Some("fn1 RET = 0\n"));
    BugFacts {
        number: 1,
        finding: 3,
        wing: "mir".into(),
        notation: RUST,
        signature: "miscompiled: MIR pass GVN".into(),
        failure: symptom("fn1", "RET", "4", "0"),
        compiler: nightly(),
        flags: flags(&["-Zmir-opt-level=2"]),
        control: Some(flags(&["-Zmir-opt-level=2", "-Zmir-enable-passes=-GVN"])),
        guilt: guilt("MIR", "GVN", "fn1"),
        change: Some(Change {
            before: include_str!("gvn-before.mir").into(),
            after: include_str!("gvn-after.mir").into(),
        }),
        reduced: shown(include_str!("gvn.rs")),
        lifted: Some(shown(include_str!("gvn-lifted.rs"))),
        original: vec![SourceFile::new("p.rs", "// 1,412 statements, left out here\n")],
        original_size: size(1_412, 23),
        reduced_size: size(9, 2),
        exhibits: Vec::new(),
        testimonies: vec![
            testimony("spektr's abstract machine", Agreement::Agrees),
            testimony("rustc's const evaluator", Agreement::Agrees),
            testimony("Miri", Agreement::CannotTell("not installed".into())),
        ],
        elsewhere: elsewhere(("rustc +stable", STABLE), true, Some(false)),
        origin: Origin { maker: String::new(), seed: Some(20_117), spektr_version: "0.1.0".into() },
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
        signature: "compiler-crash: no variant index for `e` in layout".into(),
        failure: Failure::InternalError {
            words: "no variant index for `e` in layout <Niche & Tag>".into(),
            message: "no variant index for `e` in layout <Niche & Tag>".into(),
            diagnostics: include_str!("ice.txt").into(),
        },
        flags: flags(&["-Zmir-opt-level=4"]),
        control: Some(flags(&["-Zmir-opt-level=0"])),
        guilt: guilt("MIR", "JumpThreading", "fn2"),
        change: None,
        reduced: rust(include_str!("ice.rs"), "fn2 RET = 9\n", None),
        lifted: None,
        original_size: size(688, 11),
        reduced_size: size(4, 2),
        elsewhere: elsewhere(("rustc +stable", STABLE), false, None),
        origin: Origin { seed: Some(20_444), ..gvn().origin },
        findings: 3,
        first_seen: START + 4_000,
        ..gvn()
    }
}

/// Wrong code by the code generator of another version, with long output, not lifted.
pub fn llvm() -> BugFacts {
    let line = |index: usize, value: u64| format!("fn{} _{} = {value}\n", index % 5, index + 3);
    let expected: String = (0..12).map(|index| line(index, index as u64 * 40_503 % 251)).collect();
    let found: String = (0..12)
        .map(|index| line(index, if index == 7 { u64::MAX } else { index as u64 * 40_503 % 251 }))
        .collect();
    BugFacts {
        number: 3,
        finding: 17,
        signature: "miscompiled: LLVM pass InstCombinePass".into(),
        failure: symptom("fn2", "_10", "142", "18446744073709551615"),
        compiler: Compiler {
            command: "rustc +stable".into(),
            version: STABLE.into(),
            full_version: None,
            environment: vec![("RUSTC_BOOTSTRAP".into(), "1".into())],
            always: vec!["-Zlint-mir=no".into()],
            ..nightly()
        },
        flags: flags(&["-Copt-level=3", "-Ctarget-cpu=native"]),
        control: Some(flags(&["-Copt-level=0", "-Ctarget-cpu=native"])),
        guilt: guilt("LLVM", "InstCombinePass", "fn2"),
        change: None,
        reduced: rust(include_str!("gvn.rs"), &expected, Some(&found)),
        lifted: None,
        original_size: size(2_048, 31),
        reduced_size: size(13, 2),
        elsewhere: elsewhere(("rustc +nightly", &nightly().version), true, Some(false)),
        origin: Origin { seed: Some(23_901), ..gvn().origin },
        findings: 2,
        first_seen: START + 9_500,
        ..gvn()
    }
}

/// A known hang.
pub fn hang() -> BugFacts {
    BugFacts {
        number: 4,
        finding: 21,
        signature: "compiler-hang: MIR pass DataflowConstProp".into(),
        failure: Failure::Hang { seconds: 60 },
        flags: flags(&["-Zmir-opt-level=3"]),
        control: None,
        guilt: guilt("MIR", "DataflowConstProp", "fn4"),
        findings: 31,
        first_seen: START + 700,
        mute: Some(Mute {
            reason: "known, being worked on".into(),
            link: Some("the tracker, number 1234".into()),
        }),
        ..ice()
    }
}
