//! Bugs shown by two files, of which one is compiled with the flags under test: the wrong
//! status at the end, and a program that must give up and does not.

use super::one_file::{gvn, size};
use super::{START, flags, testimony};
use spektr_judge::families::Lookup;
use spektr_judge::{Agreement, Elsewhere, Guilt};
use spektr_report::facts::*;
use spektr_wing::{
    Arg, Behaviour, By, End, Evidence, Expect, Experiment, ProcessEnd, Seen, SourceFile, Step,
    Symptom,
};
use std::collections::BTreeMap;

const C: Notation = Notation {
    name: "C",
    keywords: &["extern", "for", "int", "return", "unsigned", "void"],
    line_comment: "//",
    block_comment: Some(("/*", "*/")),
};

const MAIN: &str = "#include \"b.h\"\n#include <stdio.h>\n\nint main(void) {\n    \
    unsigned s = 0;\n    for (int i = 0; i < 4; i++)\n        s += twice(i); /* 12 */\n    \
    printf(\"s = %u\\n\", s);\n    return s & 7;\n}\n";
const OTHER: &str = "#include \"b.h\"\n\nunsigned twice(int i) {\n    return 2u * i;\n}\n";
const HEADER: &str = "extern unsigned twice(int);\n";

fn experiment() -> Experiment {
    let object = |source: &str, object: &str| {
        let args = ["-c", "-o"].map(Arg::text);
        let [compile, to] = args;
        Step::subject(vec![compile, Arg::file(source), to, Arg::Output], object)
    };
    let link = Step::subject(
        vec![Arg::file("a.o"), Arg::file("b.o"), Arg::text("-o"), Arg::Output],
        "program",
    );
    Experiment {
        files: vec![
            SourceFile::new("a.c", MAIN),
            SourceFile::new("b.c", OTHER),
            SourceFile::new("b.h", HEADER),
        ],
        steps: vec![
            object("a.c", "a.o"),
            object("b.c", "b.o").plain(),
            Step { by: By::Tool("linker".into()), ..link.plain() },
            Step::run("program"),
        ],
        evidence: Evidence::Run,
    }
}

fn shown(end: End, found: ProcessEnd) -> Demonstration {
    let behaviour = Behaviour { stdout: b"s = 12\n".to_vec(), end };
    let seen = Seen::printed("s = 12\n", found);
    Demonstration::new(experiment(), Expect::Exactly(behaviour), Some(seen)).expect("standalone")
}

/// The right output and the wrong status, by a vectorizer.
pub fn two_files() -> BugFacts {
    BugFacts {
        number: 5,
        finding: 30,
        wing: "c".into(),
        notation: C,
        signature: "miscompiled: tree pass vect".into(),
        failure: Failure::WrongCode { symptom: Symptom::Status { status: 0 } },
        compiler: Compiler {
            family: "gcc".into(),
            command: "gcc-12".into(),
            version: "gcc-12 (Debian 12.2.0-14) 12.2.0".into(),
            full_version: None,
            environment: Vec::new(),
            always: vec!["-w".into()],
            lookup: Lookup {
                commands: vec!["gcc-12".into(), "gcc".into()],
                version_argument: "--version".into(),
            },
            tools: BTreeMap::from([("linker".to_owned(), "cc".to_owned())]),
        },
        flags: flags(&["-O3"]),
        control: Some(flags(&["-O3", "-fno-tree-vectorize"])),
        guilt: Some(Guilt::of_pass("tree", "vect".into(), "main".into(), 118)),
        change: None,
        reduced: shown(End::Status(4), ProcessEnd::Status(0)),
        lifted: None,
        original: vec![
            SourceFile::new("a.c", format!("/* long */\n{MAIN}")),
            SourceFile::new("b.c", OTHER),
            SourceFile::new("b.h", HEADER),
        ],
        original_size: size(803, 12),
        reduced_size: size(5, 2),
        testimonies: vec![
            testimony("spektr's abstract machine", Agreement::Agrees),
            testimony("clang-19 -O0", Agreement::Agrees),
        ],
        elsewhere: vec![Elsewhere {
            compiler: "clang-19".into(),
            version: "clang version 19.1.7".into(),
            affected: None,
            said: String::new(),
        }],
        origin: Origin { maker: "edge".into(), seed: Some(7), spektr_version: "0.1.0".into() },
        findings: 1,
        first_seen: START + 10_000,
        ..gvn()
    }
}

/// A program that must give up, and returns.
pub fn aborts() -> BugFacts {
    let reduced = shown(End::Abort, ProcessEnd::Status(0));
    BugFacts { number: 7, finding: 40, reduced, ..two_files() }
}
