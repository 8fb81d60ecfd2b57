//! A bug shown by what a tool writes: the file is read back and run by a wing, and does what
//! the program it was made from cannot do.

use super::one_file::{gvn, size};
use super::{START, flags, testimony};
use spektr_judge::families::Lookup;
use spektr_judge::{Agreement, Elsewhere, Guilt};
use spektr_report::facts::*;
use spektr_wing::{
    Arg, Difference, Evidence, Expect, Experiment, OutputFile, ProcessEnd, Seen, SourceFile, Step,
    Symptom,
};
use std::collections::BTreeMap;

const BEFORE: &str = "define i8 @f(i8 %x) {\n  %a = add i8 %x, 1\n  %c = icmp ugt i8 %a, %x\n  \
    %r = zext i1 %c to i8\n  ret i8 %r\n}\n";
pub const AFTER: &str = "; ModuleID = 'program.ll'\nsource_filename = \"program.ll\"\n\n\
    define i8 @f(i8 %x) {\n  ret i8 1\n}\n";

/// A comparison that is folded without a reason.
pub fn refinement() -> BugFacts {
    let step = Step::subject(
        vec![Arg::text("-S"), Arg::file("program.ll"), Arg::text("-o"), Arg::Output],
        "out.ll",
    );
    let experiment = Experiment {
        files: vec![SourceFile::new("program.ll", BEFORE)],
        steps: vec![step],
        evidence: Evidence::Files(vec!["out.ll".into()]),
    };
    let written = OutputFile { name: "out.ll".into(), bytes: AFTER.into() };
    let seen = Seen { files: vec![written], ..Seen::printed("", ProcessEnd::Status(0)) };
    let difference = Difference {
        function: "@f".into(),
        variable: "the result of @f(i8 255)".into(),
        wanted: "i8 0".into(),
        found: Some("i8 1".into()),
    };
    BugFacts {
        number: 6,
        finding: 31,
        wing: "llvm".into(),
        notation: Notation {
            name: "LLVM IR",
            keywords: &["add", "define", "icmp", "ret", "zext"],
            line_comment: ";",
            block_comment: None,
        },
        signature: "miscompiled: LLVM pass InstCombinePass".into(),
        failure: Failure::WrongCode { symptom: Symptom::Output { difference } },
        compiler: Compiler {
            family: "opt".into(),
            command: "opt-19".into(),
            version: "LLVM version 19.1.7".into(),
            full_version: None,
            environment: Vec::new(),
            always: Vec::new(),
            lookup: Lookup {
                commands: vec!["opt-19".into(), "opt".into()],
                version_argument: "--version".into(),
            },
            tools: BTreeMap::new(),
        },
        flags: flags(&["-passes=default<O1>"]),
        control: Some(flags(&["-passes=default<O1>", "-opt-bisect-limit=4"])),
        guilt: Some(Guilt::of_pass("LLVM", "InstCombinePass".into(), "f".into(), 5)),
        change: None,
        reduced: Demonstration::new(experiment, Expect::Refinement, Some(seen))
            .expect("standalone"),
        lifted: None,
        original: Vec::new(),
        original_size: size(40, 3),
        reduced_size: size(4, 1),
        testimonies: vec![testimony("spektr's abstract machine", Agreement::Agrees)],
        elsewhere: vec![Elsewhere {
            compiler: "opt-22".into(),
            version: "LLVM version 22.1.0".into(),
            affected: Some(false),
            said: "pass".into(),
        }],
        origin: Origin {
            maker: "crossover".into(),
            seed: Some(99),
            spektr_version: "0.1.0".into(),
        },
        findings: 1,
        first_seen: START + 11_000,
        ..gvn()
    }
}
