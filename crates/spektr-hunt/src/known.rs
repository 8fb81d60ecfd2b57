//! Bugs that are known already: recognised by their cure, imported from bundles, and kept from
//! hiding others by hunting with their cures on.

use crate::dedup::dedup;
use crate::examine::{ExamineTrouble, Reduction, kept_triage};
use crate::store::{Bug, Finding, Mute, NewFinding, Store, StoreTrouble};
use crate::triage::{Outcome, Triage, first_failure, triage};
use spektr_judge::{Case, Configuration, Flag, Judge, Spent, Verdict, VerdictClass};
use spektr_wing::{SourceFile, Wing};

/// The flags that keep the pass of a known bug from running, for compilers of one family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cure {
    pub bug: i64,
    pub family: String,
    pub flags: Vec<Flag>,
}

/// Whether a bug is one of a wing's language.
fn is_of(wing: &dyn Wing, bug: &Bug) -> bool {
    bug.wing == wing.name() || bug.wing == wing.language()
}

/// The cures of all bugs of a wing for which there is one, the most frequent bug first.
pub fn cures(store: &Store, judge: &Judge<'_>) -> Result<Vec<Cure>, StoreTrouble> {
    let mut bugs = store.bugs()?;
    bugs.retain(|bug| is_of(judge.wing(), bug));
    bugs.sort_by_key(|bug| std::cmp::Reverse(bug.findings));
    let mut cures: Vec<Cure> = Vec::new();
    for bug in bugs {
        let Some(known) = kept_triage(&store.finding(bug.representative)?) else { continue };
        let Ok(compiler) = judge.compiler(&known.configuration.compiler) else { continue };
        // What leaves out a whole layer would cure every other bug there too.
        let guilt = known.guilt.filter(|guilt| guilt.precise);
        let flags = guilt.map(|guilt| guilt.cure).unwrap_or_default();
        let cure = Cure { bug: bug.id, family: compiler.family.clone(), flags };
        let seen = |other: &Cure| other.family == cure.family && other.flags == cure.flags;
        if !cure.flags.is_empty() && !cures.iter().any(seen) {
            cures.push(cure);
        }
    }
    Ok(cures)
}

/// The configuration with all cures on that are meant for its compiler.
pub fn cured(judge: &Judge<'_>, cures: &[Cure], configuration: &Configuration) -> Configuration {
    let Ok(compiler) = judge.compiler(&configuration.compiler) else {
        return configuration.clone();
    };
    let fitting = cures.iter().filter(|cure| cure.family == compiler.family);
    let missing = fitting.flat_map(|cure| &cure.flags);
    let missing = missing.filter(|flag| !configuration.flags.contains(flag)).cloned();
    configuration.with(missing)
}

/// The triage of a finding that shows a bug which is known: its cure makes it right, or the
/// compiler's words are the same. One compile for each cure that is tried, and one for all of
/// them together: a large program may show two known bugs at once.
pub(crate) fn recognise(
    store: &Store,
    judge: &Judge<'_>,
    finding: &Finding,
    case: &Case,
    spent: &mut Spent,
) -> Result<Option<Triage>, ExamineTrouble> {
    let configuration = finding.configuration();
    match finding.class() {
        Some(VerdictClass::Miscompiled) => {
            let compiler = judge.compiler(&configuration.compiler)?;
            let mut all = cures(store, judge)?;
            all.retain(|cure| cure.family == compiler.family);
            let mut helps = |configuration: &Configuration| -> Result<bool, ExamineTrouble> {
                let (verdict, attempt) = judge.look(case, configuration)?;
                *spent += attempt.spent;
                Ok(verdict == Verdict::Pass)
            };
            for cure in &all {
                if helps(&configuration.with(cure.flags.iter().cloned()))? {
                    return taken_for(store, cure.bug, finding, &configuration, judge);
                }
            }
            match all.as_slice() {
                [most_frequent, _, ..] if helps(&cured(judge, &all, &configuration))? => {
                    taken_for(store, most_frequent.bug, finding, &configuration, judge)
                }
                _ => Ok(None),
            }
        }
        Some(VerdictClass::CompilerCrash) => {
            let (verdict, attempt) = judge.look(case, &configuration)?;
            *spent += attempt.spent;
            // What a signal ended says little; a message says it all, whichever pass it is from.
            let is_message = matches!(verdict, Verdict::CompilerCrash { signal: None, .. });
            for bug in store.bugs()?.iter().filter(|bug| is_of(judge.wing(), bug)) {
                let known = kept_triage(&store.finding(bug.representative)?);
                let same =
                    |it: &Triage| (is_message || it.guilt.is_none()) && it.is_shown_by(&verdict);
                if !verdict.signature().is_empty() && known.is_some_and(|it| same(&it)) {
                    return taken_for(store, bug.id, finding, &configuration, judge);
                }
            }
            Ok(None)
        }
        _ => Ok(None),
    }
}

/// What can be said of a finding that was recognised, without further experiments.
fn taken_for(
    store: &Store,
    bug: i64,
    finding: &Finding,
    configuration: &Configuration,
    judge: &Judge<'_>,
) -> Result<Option<Triage>, ExamineTrouble> {
    let known = kept_triage(&store.finding(store.bug(bug)?.representative)?);
    let version = judge.compiler(&configuration.compiler)?.version.text.clone();
    Ok(known.map(|known| Triage {
        configuration: configuration.clone(),
        compiler_version: version,
        difference: finding.difference.clone(),
        elsewhere: Vec::new(),
        summary: finding.summary.clone(),
        compiles: 1,
        sorting: None,
        by_cure: true,
        ..known
    }))
}

/// What became of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    /// Known from now on, as this bug.
    Bug(i64),
    /// No compiler that is here shows it.
    NotHere,
    /// It cannot be used, for this reason.
    Refused(String),
}

/// Makes the bug that a program shows a known one: triaged here, muted, never reduced again.
pub fn import(
    store: &Store,
    judge: &Judge<'_>,
    files: Vec<SourceFile>,
    name: &str,
    link: Option<String>,
) -> Result<Imported, ExamineTrouble> {
    let case = Case::of_program(judge.wing().read(&files)?);
    let mut spent = Spent::default();
    let Some(configuration) = first_failure(judge, &case, &judge.levels(), &mut spent)? else {
        return Ok(Imported::NotHere);
    };
    let known = match triage(judge, &case, &configuration, &mut spent)? {
        Outcome::Known(known) => known,
        Outcome::Gone => return Ok(Imported::NotHere),
        Outcome::Flaky(why) | Outcome::OurFault(why) | Outcome::Unjudged(why) => {
            return Ok(Imported::Refused(why));
        }
    };
    let finding = NewFinding::imported(judge, &case, &known, files, name);
    let id = store.import(&finding)?;
    // What people report is small: it is sorted by what it consists of, as reduced programs are.
    store.keep_reduction(id, &finding.files, &Reduction::of_given(&case))?;
    let sorted = dedup(store, judge, id, &known)?;
    let reason = format!("known: {name}");
    store.mute(sorted.bug, Some(&Mute { reason, link }))?;
    Ok(Imported::Bug(sorted.bug))
}
