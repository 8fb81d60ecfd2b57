//! Gathers everything that is known about a bug or a campaign, for the report crate. What the
//! store does not hold is found out by experiment where compilers are here; without them less
//! is told, never something else.

mod campaign;
mod proof;
mod telling_words;

pub use campaign::{campaign, live, page};

use crate::VERSION;
use crate::dedup::sorting_of;
use crate::examine::{ExamineTrouble, known_triage, triage_to_report};
use crate::store::{Bug, Finding, Store, StoreTrouble};
use crate::triage::Triage;
use proof::Proof;
use spektr_judge::families::Lookup;
use spektr_judge::sandbox::Limits;
use spektr_judge::{Agreement, Case, Flag, Judge, Spent, Testimony, Trouble, VerdictClass};
use spektr_report::facts::{self, BugFacts, Failure};
use spektr_wing::{Complaint, Expect, Program, Purpose, SourceFile, Symptom, Wing};
use telling_words::{message, telling_words};

/// Why nothing can be gathered.
#[derive(Debug, thiserror::Error)]
pub enum GatherTrouble {
    #[error(transparent)]
    Store(#[from] StoreTrouble),
    #[error(transparent)]
    Judge(#[from] Trouble),
    #[error(transparent)]
    Examine(#[from] ExamineTrouble),
    #[error("the stored program is no longer understood: {0}")]
    Unreadable(#[from] Complaint),
    #[error("{0}")]
    NotStandalone(#[from] facts::NotStandalone),
    #[error("the program does not show the bug on its own: {0}")]
    NotAlone(String),
    #[error("the finding is not triaged yet: run `spektr triage {0}`")]
    NotTriaged(i64),
}

/// Gathers what is known about one wing's findings.
pub struct Gatherer<'a> {
    pub store: &'a Store,
    pub wing: &'a dyn Wing,
    /// Whoever can try things out. Without it, only what the store knows is told.
    pub judge: Option<&'a Judge<'a>>,
}

impl Gatherer<'_> {
    /// A bug, by the finding that represents it.
    pub fn bug(&self, bug: &Bug) -> Result<BugFacts, GatherTrouble> {
        self.gather(&self.store.finding(bug.representative)?, Some(bug))
    }

    /// A finding. One that nobody has looked at yet is triaged first.
    pub fn finding(&self, finding: &Finding) -> Result<BugFacts, GatherTrouble> {
        if finding.triage.is_none() {
            let judge = self.judge.ok_or(GatherTrouble::NotTriaged(finding.id))?;
            known_triage(self.store, judge, finding, &mut Spent::default())?;
        }
        let finding = self.store.finding(finding.id)?;
        let bug = finding.bug.map(|bug| self.store.bug(bug)).transpose()?;
        self.gather(&finding, bug.as_ref())
    }

    fn gather(&self, finding: &Finding, bug: Option<&Bug>) -> Result<BugFacts, GatherTrouble> {
        let triage = triage_to_report(finding).ok_or(GatherTrouble::NotTriaged(finding.id))?;
        let files = finding.reduced.as_ref().unwrap_or(&finding.files);
        let case = Case::of_program(self.wing.read(files)?);
        let original = self.wing.read(&finding.files).ok();
        let original = original.as_deref().filter(|_| finding.reduced.is_some());
        let known = Known { wing: self.wing, case: &case, original, triage: &triage };
        let mut facts = known.facts(&finding.diagnostics)?;
        self.enter_finding(finding, bug, &mut facts);
        if let Some(judge) = self.judge {
            Proof::new(judge, &case, &triage)?.enter(&mut facts)?;
        }
        Ok(facts)
    }

    /// What only the store knows.
    fn enter_finding(&self, finding: &Finding, bug: Option<&Bug>, facts: &mut BugFacts) {
        facts.finding = finding.id;
        facts.first_seen = finding.found_at;
        facts.sorted_by = sorting_of(finding).map(|sorting| sorting.words());
        if facts.compiler.command == finding.compiler {
            facts.compiler.version = finding.compiler_version.clone();
        }
        // What was seen belongs to the program as it was found.
        if finding.reduced.is_none() {
            facts.reduced.seen = finding.seen.clone();
        }
        facts.origin = facts::Origin {
            maker: finding.origin.maker.clone(),
            seed: Some(finding.seed),
            spektr_version: finding.spektr_version.clone(),
        };
        if let Some(bug) = bug {
            facts.number = bug.id;
            facts.signature = bug.signature.clone();
            facts.findings = bug.findings;
            facts.by_pass = bug.by_pass;
            facts.first_seen = bug.first_seen;
            let mute = bug.mute.clone();
            facts.mute = mute.map(|mute| facts::Mute { reason: mute.reason, link: mute.link });
        }
    }
}

/// What is known of a program that a person brought, and that no store knows: as it is, or
/// reduced from `original`.
pub fn of_program(
    judge: &Judge<'_>,
    case: &Case,
    original: Option<&dyn Program>,
    triage: &Triage,
) -> Result<BugFacts, GatherTrouble> {
    let mut facts = Known { wing: judge.wing(), case, original, triage }.facts("")?;
    Proof::new(judge, case, triage)?.enter(&mut facts)?;
    Ok(facts)
}

/// A program that shows a bug, with what is known about it.
struct Known<'a> {
    wing: &'a dyn Wing,
    case: &'a Case,
    /// What it was reduced from.
    original: Option<&'a dyn Program>,
    triage: &'a Triage,
}

impl Known<'_> {
    /// What needs no experiment.
    fn facts(&self, diagnostics: &str) -> Result<BugFacts, GatherTrouble> {
        let Known { wing, case, original, triage } = self;
        let program = case.program.as_ref();
        let alone = wing.experiment(&[program], Purpose::Standalone, &Default::default());
        let size = |program: &&dyn Program| program.size();
        Ok(BugFacts {
            number: 0,
            finding: 0,
            wing: wing.name().to_owned(),
            notation: wing.notation(),
            signature: triage.summary.clone(),
            failure: failure(triage, case, diagnostics),
            compiler: unknown_compiler(triage),
            flags: triage.configuration.flags.clone(),
            control: cured(triage),
            guilt: triage.guilt.clone(),
            change: None,
            reduced: facts::Demonstration::new(alone, case.expect.clone(), None)?,
            lifted: None,
            original: original.map(|it| it.files()).unwrap_or_default(),
            original_size: original.as_ref().map(size),
            reduced_size: original.map(|_| program.size()),
            testimonies: vec![machine(case)],
            exhibits: Vec::new(),
            elsewhere: triage.elsewhere.clone(),
            origin: facts::Origin {
                maker: String::new(),
                seed: None,
                spektr_version: VERSION.to_owned(),
            },
            findings: 1,
            by_pass: 0,
            sorted_by: None,
            first_seen: crate::words::unix_seconds(),
            mute: None,
        })
    }
}

/// The compiler of a triage, as far as its name tells.
fn unknown_compiler(triage: &Triage) -> facts::Compiler {
    let command = triage.configuration.compiler.clone();
    let lookup = Lookup { commands: vec![command.clone()], version_argument: "--version".into() };
    facts::Compiler {
        family: String::new(),
        command,
        version: triage.compiler_version.clone(),
        full_version: None,
        environment: Vec::new(),
        always: Vec::new(),
        lookup,
        tools: Default::default(),
    }
}

/// The flags with which the guilty pass does not run.
fn cured(triage: &Triage) -> Option<Vec<Flag>> {
    let cure = &triage.guilt.as_ref()?.cure;
    (!cure.is_empty()).then(|| triage.configuration.with(cure.iter().cloned()).flags)
}

/// The failure in the compiler's words of the time; limits are the usual ones.
fn failure(triage: &Triage, case: &Case, diagnostics: &str) -> Failure {
    let diagnostics = diagnostics.to_owned();
    let words = telling_words(&triage.words, &diagnostics);
    match triage.class {
        VerdictClass::CompilerCrash => {
            let message = message(&words, &diagnostics);
            Failure::InternalError { words, message, diagnostics }
        }
        VerdictClass::Rejected => Failure::Rejected { words, diagnostics },
        VerdictClass::CompilerHang => Failure::Hang { seconds: Limits::COMPILE.cpu.as_secs() },
        VerdictClass::CompilerOutOfMemory => {
            Failure::OutOfMemory { megabytes: Limits::COMPILE.memory >> 20, diagnostics }
        }
        _ => Failure::WrongCode {
            symptom: match (&triage.difference, &case.expect) {
                (Some(difference), _) => Symptom::Output { difference: difference.clone() },
                (None, Expect::Refinement) => Symptom::NoProgram { why: triage.summary.clone() },
                // Without an experiment nobody knows how it ended.
                (None, _) => Symptom::NoProgram { why: triage.summary.clone() },
            },
        },
    }
}

/// The machine's own testimony.
fn machine(case: &Case) -> Testimony {
    let agreement = match case.means_something() {
        true => Agreement::Agrees,
        false => Agreement::Disagrees(crate::words::ending(&case.execution.ending)),
    };
    let who = "spektr's abstract machine".to_owned();
    Testimony { who, flags: String::new(), agreement }
}

/// Files as bundles of other people have them: what a known bug is read from.
pub fn is_program_file(name: &str, wing: &dyn Wing) -> bool {
    let is_reduced = name.starts_with("reduced.") || name.starts_with("program.");
    let extension = name.rsplit('.').next().unwrap_or_default();
    is_reduced && wing.extensions().contains(&extension)
}

/// One file as a program of a wing.
pub fn single(name: &str, text: String) -> Vec<SourceFile> {
    vec![SourceFile::new(name, text)]
}
