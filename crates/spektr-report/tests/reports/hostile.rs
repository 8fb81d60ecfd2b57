//! A store in which every text tries to be markup, a script, or a way out of a shell word. Every
//! field is named, so that a new one cannot be forgotten.

use super::specimen;
use spektr_judge::families::{Change, Lookup};
use spektr_judge::{Agreement, Elsewhere, Flag, Guilt, Testimony};
use spektr_report::PageFacts;
use spektr_report::facts::*;
use spektr_wing::{
    Arg, Behaviour, By, Difference, End, Evidence, Exhibit, Expect, Experiment, OutputFile,
    ProcessEnd, Seen, SourceFile, Step, Symptom,
};
use std::collections::BTreeMap;

/// Ends every context that a page has, then tries to run and to load.
pub const TEXT: &str = "\"'></script></style></svg></title><script>window.hacked=1</script>\
    <img src=x onerror=window.hacked=1><iframe src=https://example.org></iframe>`$(x)`@TITLE@\
    \u{202e}\0\u{1b}[2J-->&amp;\n'\ntouch hacked\n";

fn text() -> String {
    TEXT.to_owned()
}

/// The specimen with every string replaced.
pub fn store() -> PageFacts {
    let PageFacts { spektr_version: _, written_at, bugs, campaigns } = specimen::store();
    PageFacts {
        spektr_version: text(),
        written_at,
        bugs: bugs.into_iter().map(bug).collect(),
        campaigns: campaigns.into_iter().map(campaign).collect(),
    }
}

fn bug(bug: BugFacts) -> BugFacts {
    let files = matches!(bug.reduced.experiment().evidence, Evidence::Files(_));
    BugFacts {
        number: bug.number,
        finding: bug.finding,
        wing: text(),
        notation: Notation {
            name: TEXT,
            keywords: &[TEXT],
            line_comment: TEXT,
            block_comment: Some((TEXT, TEXT)),
        },
        signature: text(),
        failure: failure(bug.failure),
        compiler: Compiler {
            family: text(),
            command: text(),
            version: text(),
            full_version: Some(text()),
            environment: vec![(text(), text()), ("FINE".into(), text())],
            always: vec![text()],
            lookup: Lookup { commands: vec![text()], version_argument: text() },
            tools: BTreeMap::from([(text(), text())]),
        },
        flags: vec![Flag::word(TEXT), Flag::of_words([TEXT, "x"])],
        control: Some(vec![Flag::word(TEXT)]),
        guilt: Some(Guilt {
            layer: text(),
            pass: text(),
            on: text(),
            index: 1,
            cure: vec![Flag::word(TEXT)],
            precise: true,
            needs: vec![text()],
            narrower: vec![Flag::word(TEXT)],
        }),
        change: Some(Change { before: text(), after: format!("{TEXT}x") }),
        reduced: demonstration(files),
        lifted: Some(demonstration(files)),
        original: vec![SourceFile::new(TEXT, TEXT)],
        original_size: bug.original_size,
        reduced_size: bug.reduced_size,
        exhibits: vec![Exhibit { name: text(), text: text(), about: text(), executable: false }],
        testimonies: [
            Agreement::Agrees,
            Agreement::Disagrees(text()),
            Agreement::CannotTell(text()),
        ]
        .map(|agreement| Testimony { who: text(), flags: text(), agreement })
        .to_vec(),
        elsewhere: [Some(true), Some(false), None]
            .map(|affected| Elsewhere { compiler: text(), version: text(), affected, said: text() })
            .to_vec(),
        origin: Origin { maker: text(), seed: Some(1), spektr_version: text() },
        findings: bug.findings,
        by_pass: bug.by_pass,
        sorted_by: Some(text()),
        first_seen: bug.first_seen,
        mute: bug.mute.map(|_| Mute { reason: text(), link: Some(text()) }),
    }
}

fn failure(failure: Failure) -> Failure {
    match failure {
        Failure::WrongCode { symptom: Symptom::Status { .. } } => {
            Failure::WrongCode { symptom: Symptom::NoProgram { why: text() } }
        }
        Failure::WrongCode { .. } => Failure::WrongCode {
            symptom: Symptom::Output {
                difference: Difference {
                    function: text(),
                    variable: text(),
                    wanted: text(),
                    found: Some(text()),
                },
            },
        },
        Failure::InternalError { .. } => {
            Failure::InternalError { words: text(), message: text(), diagnostics: text() }
        }
        Failure::Rejected { .. } => Failure::Rejected { words: text(), diagnostics: text() },
        Failure::Hang { seconds } => Failure::Hang { seconds },
        Failure::OutOfMemory { megabytes, .. } => {
            Failure::OutOfMemory { megabytes, diagnostics: text() }
        }
    }
}

fn demonstration(files: bool) -> Demonstration {
    let arguments = vec![Arg::text(TEXT), Arg::file(TEXT), Arg::file("no such file"), Arg::Output];
    let mut steps = vec![
        Step::subject(arguments.clone(), TEXT),
        Step { by: By::Tool(text()), ..Step::subject(arguments, "other").plain() },
    ];
    if !files {
        steps.push(Step::run(TEXT));
    }
    let experiment = Experiment {
        files: vec![SourceFile::new(TEXT, TEXT)],
        steps,
        evidence: if files { Evidence::Files(vec![text()]) } else { Evidence::Run },
    };
    let expect = match files {
        true => Expect::Refinement,
        false => Expect::Exactly(Behaviour { stdout: TEXT.into(), end: End::SUCCESS }),
    };
    let noise = [TEXT.as_bytes(), b"\xff\xfe\x1b[2J"].concat();
    let seen = Seen {
        stdout: noise.clone(),
        stderr: noise.clone(),
        end: ProcessEnd::Signal(11),
        files: vec![OutputFile { name: text(), bytes: noise }],
    };
    Demonstration::new(experiment, expect, Some(seen)).expect("standalone")
}

fn campaign(campaign: CampaignFacts) -> CampaignFacts {
    let mark = |mark: &FindingMark| FindingMark { summary: text(), ..mark.clone() };
    let counted = |row: &Counted| Counted { name: text(), count: row.count };
    let using = |row: &CompilerUse| CompilerUse {
        name: text(),
        version: text(),
        programs: row.programs,
        reached: row.reached,
        asked_for_passes: row.asked_for_passes,
        passes: row.passes.iter().map(counted).collect(),
    };
    CampaignFacts {
        number: campaign.number,
        wing: text(),
        first_seed: campaign.first_seed,
        end_seed: campaign.end_seed,
        started_at: campaign.started_at,
        spektr_version: text(),
        programs: campaign.programs,
        statements: campaign.statements,
        skipped: campaign.skipped,
        spent: campaign.spent,
        examining_compiles: campaign.examining_compiles,
        compilers: campaign.compilers.iter().map(using).collect(),
        samples: campaign.samples,
        findings: campaign.findings.iter().map(mark).collect(),
        constructs: campaign.constructs.iter().map(counted).collect(),
        flags: campaign.flags.iter().map(counted).collect(),
    }
}
