//! Dossiers: everything that is known about a bug or a campaign, gathered for the report
//! crate. What the store does not hold is found out by experiment where compilers are here;
//! without them a dossier says less, never something else.

mod campaign;
mod names;
mod proof;

pub use campaign::{campaign, page};

use crate::closer::{CloserTrouble, known_triage, triage_to_report};
use crate::court::{Case, CourtTrouble, Guilt};
use crate::sort::sorting_of;
use crate::store::{Bug, Finding, Store, StoreTrouble};
use crate::triage::Triage;
use crate::tribunal::Tribunal;
use names::{bare_function, telling_words};
use proof::Proof;
use spektr_judge::sandbox::Limits;
use spektr_judge::{Outcome, VerdictClass};
use spektr_report::facts;
use spektr_wing::{Complaint, Execution, Fuel, Program, Purpose, Size, Wing};

/// Why there is no dossier.
#[derive(Debug, thiserror::Error)]
pub enum DossierTrouble {
    #[error(transparent)]
    Store(#[from] StoreTrouble),
    #[error(transparent)]
    Court(#[from] CourtTrouble),
    #[error(transparent)]
    Closer(#[from] CloserTrouble),
    #[error("the stored program is no longer understood: {0}")]
    Unreadable(#[from] Complaint),
    #[error("{0}")]
    NotStandalone(#[from] facts::NotStandalone),
    #[error("the program does not show the bug on its own: {0}")]
    NotAlone(String),
    #[error("the finding is not triaged yet: run `spektr triage {0}`")]
    NotTriaged(i64),
}

/// Writes dossiers of one wing's findings.
pub struct Scribe<'a> {
    pub store: &'a Store,
    pub wing: &'a dyn Wing,
    /// Whoever can try things out. Without it, only what the store knows is told.
    pub tribunal: Option<&'a Tribunal<'a>>,
}

impl Scribe<'_> {
    /// The dossier of a bug, by the finding that represents it.
    pub fn bug(&self, bug: &Bug) -> Result<facts::BugFacts, DossierTrouble> {
        self.write(&self.store.finding(bug.representative)?, Some(bug))
    }

    /// The dossier of a finding. One that nobody has looked at yet is triaged first.
    pub fn finding(&self, finding: &Finding) -> Result<facts::BugFacts, DossierTrouble> {
        if finding.triage.is_none() {
            let tribunal = self.tribunal.ok_or(DossierTrouble::NotTriaged(finding.id))?;
            known_triage(self.store, self.wing, tribunal, finding)?;
        }
        let finding = self.store.finding(finding.id)?;
        let bug = finding.bug.map(|bug| self.store.bug(bug)).transpose()?;
        self.write(&finding, bug.as_ref())
    }

    fn write(
        &self,
        finding: &Finding,
        bug: Option<&Bug>,
    ) -> Result<facts::BugFacts, DossierTrouble> {
        let triage = triage_to_report(finding).ok_or(DossierTrouble::NotTriaged(finding.id))?;
        let text = finding.reduced.as_ref().unwrap_or(&finding.program);
        let program = self.wing.parse(text)?;
        let original = self.wing.parse(&finding.program).ok();
        let exhibit = Shown {
            wing: self.wing,
            program: program.as_ref(),
            original: finding.reduced.as_ref().and(original.as_deref()),
            triage: &triage,
            diagnostics: &finding.diagnostics,
        };
        let execution = program.trial(Fuel::default());
        let case = Case { program: program.as_ref(), execution: &execution };
        let mut dossier = exhibit.as_known(case)?;
        self.enter_finding(finding, bug, &mut dossier);
        if let Some(tribunal) = self.tribunal {
            Proof::new(self.wing, tribunal, case, &triage)?.enter(&mut dossier)?;
        }
        Ok(dossier)
    }

    /// What only the store knows.
    fn enter_finding(&self, finding: &Finding, bug: Option<&Bug>, dossier: &mut facts::BugFacts) {
        dossier.finding = finding.id;
        dossier.first_seen = finding.found_at;
        dossier.original = finding.reduced.as_ref().map(|_| finding.program.clone());
        dossier.sorted_by = sorting_of(finding).map(|sorting| sorting.words());
        if dossier.compiler.command == finding.compiler {
            dossier.compiler.version = finding.compiler_version.clone();
        }
        // The output that was found belongs to the program as it was found.
        dossier.reduced.found = finding.reduced.is_none().then(|| finding.found.clone());
        dossier.origin = facts::Origin {
            seed: Some(finding.seed),
            spektr_version: finding.spektr_version.clone(),
        };
        if let Some(bug) = bug {
            dossier.number = bug.id;
            dossier.signature = bug.signature.clone();
            dossier.findings = bug.findings;
            dossier.by_pass = bug.by_pass;
            dossier.first_seen = bug.first_seen;
            let mute = bug.mute.clone();
            dossier.mute = mute.map(|mute| facts::Mute { reason: mute.reason, link: mute.link });
        }
    }
}

/// The dossier of a program that a person brought, and that no store knows: as it is, or
/// reduced from `original`.
pub fn of_program(
    wing: &dyn Wing,
    tribunal: &Tribunal<'_>,
    program: &dyn Program,
    original: Option<&dyn Program>,
    triage: &Triage,
) -> Result<facts::BugFacts, DossierTrouble> {
    let execution = program.trial(Fuel::default());
    let case = Case { program, execution: &execution };
    let mut dossier = Shown { wing, program, original, triage, diagnostics: "" }.as_known(case)?;
    Proof::new(wing, tribunal, case, triage)?.enter(&mut dossier)?;
    Ok(dossier)
}

/// A program that shows a bug, with what is known about it.
struct Shown<'a> {
    wing: &'a dyn Wing,
    program: &'a dyn Program,
    /// What it was reduced from.
    original: Option<&'a dyn Program>,
    triage: &'a Triage,
    diagnostics: &'a str,
}

impl Shown<'_> {
    /// What needs no experiment.
    fn as_known(&self, case: Case<'_>) -> Result<facts::BugFacts, DossierTrouble> {
        let triage = self.triage;
        Ok(facts::BugFacts {
            number: 0,
            finding: 0,
            wing: self.wing.name().to_owned(),
            signature: triage.signature(),
            failure: failure(triage, self.diagnostics),
            compiler: facts::Compiler {
                family: self.wing.family().to_owned(),
                command: triage.configuration.compiler.clone(),
                version: triage.compiler_version.clone(),
                full_version: None,
                environment: Vec::new(),
            },
            flags: words(&triage.configuration.flags),
            control: cured(triage),
            guilt: triage.guilt.as_ref().and_then(guilt),
            pass_change: None,
            reduced: facts::Exhibit {
                source: self.program.render(Purpose::Standalone).try_into()?,
                expected: case.execution.stdout.clone(),
                found: None,
            },
            lifted: None,
            original: self.original.map(|original| original.text()),
            original_size: self.original.map(|original| size(original.size())),
            reduced_size: self.original.map(|_| size(self.program.size())),
            witnesses: vec![machine(case.execution)],
            elsewhere: elsewhere(triage),
            origin: facts::Origin {
                seed: None,
                spektr_version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            findings: 1,
            by_pass: 0,
            sorted_by: None,
            first_seen: crate::words::unix_seconds(),
            mute: None,
        })
    }
}

/// A setting may be several words; a command line is made of words.
fn words(flags: &[String]) -> Vec<String> {
    flags.iter().flat_map(|flag| flag.split_ascii_whitespace()).map(str::to_owned).collect()
}

/// The flags with which the guilty pass does not run.
fn cured(triage: &Triage) -> Option<Vec<String>> {
    let cure = &triage.guilt.as_ref()?.cure;
    let mut flags = triage.configuration.flags.clone();
    flags.extend(cure.iter().cloned());
    (!cure.is_empty()).then(|| words(&flags))
}

/// Where no pass is needed, none is named.
fn guilt(guilt: &Guilt) -> Option<facts::Guilt> {
    let pass = guilt.layer != spektr_judge::Layer::Codegen.to_string();
    pass.then(|| facts::Guilt {
        layer: guilt.layer.to_lowercase(),
        pass: guilt.pass.clone(),
        on: bare_function(&guilt.on),
        needs: guilt.needs.clone(),
    })
}

fn size(size: Size) -> facts::Size {
    facts::Size { statements: size.statements, functions: size.functions }
}

/// The failure in the compiler's words of the time; limits are the usual ones.
fn failure(triage: &Triage, diagnostics: &str) -> facts::Failure {
    let diagnostics = diagnostics.to_owned();
    let mark = telling_words(&triage.mark, &diagnostics);
    match triage.class {
        VerdictClass::CompilerCrash => facts::Failure::InternalError { mark, diagnostics },
        VerdictClass::Rejected => facts::Failure::Rejected { mark, diagnostics },
        VerdictClass::CompilerHang => {
            facts::Failure::Hang { seconds: Limits::COMPILE.cpu.as_secs() }
        }
        VerdictClass::CompilerOutOfMemory => {
            facts::Failure::OutOfMemory { megabytes: Limits::COMPILE.memory >> 20, diagnostics }
        }
        _ => facts::Failure::WrongCode {
            difference: triage.difference.clone().map(difference),
            ending: None,
        },
    }
}

fn difference(difference: spektr_wing::Difference) -> facts::Difference {
    let spektr_wing::Difference { function, variable, wanted, found } = difference;
    facts::Difference { function, variable, wanted, found }
}

fn elsewhere(triage: &Triage) -> Vec<facts::Elsewhere> {
    let own = match triage.class {
        VerdictClass::CompilerCrash => facts::Outcome::InternalError,
        VerdictClass::Rejected => facts::Outcome::Rejected,
        VerdictClass::CompilerHang => facts::Outcome::Hang,
        VerdictClass::CompilerOutOfMemory => facts::Outcome::OutOfMemory,
        _ => facts::Outcome::WrongCode,
    };
    let right = spektr_judge::Verdict::Pass.to_string();
    triage
        .elsewhere
        .iter()
        .map(|other| facts::Elsewhere {
            compiler: other.compiler.clone(),
            version: other.version.clone(),
            outcome: match other.affected {
                None => facts::Outcome::NotTried,
                Some(true) => own.clone(),
                Some(false) if other.said == right => facts::Outcome::Right,
                Some(false) => facts::Outcome::Otherwise(other.said.clone()),
            },
        })
        .collect()
}

/// The machine's own testimony.
fn machine(execution: &Execution) -> facts::Witness {
    let testimony = match execution.is_valid() {
        true => facts::Testimony::Agrees,
        false => facts::Testimony::Undefined(crate::words::ending(&execution.ending)),
    };
    facts::Witness { name: "spektr's abstract machine".to_owned(), testimony }
}
