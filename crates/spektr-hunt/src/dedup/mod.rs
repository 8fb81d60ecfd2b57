//! Which findings show one bug: sorted by class, the compiler's words and the guilty pass, and, once a
//! finding is reduced, by what its reduced program consists of. A finding that is not reduced
//! stays with the likeliest bug of its pass, and says so. Shapes are made anew from the stored
//! programs, so that a store keeps nothing that a wing may see otherwise tomorrow.

mod kinds;

use crate::examine::{ExamineTrouble, Reduction};
use crate::store::{Decision, Finding, KnownBug, Place, ReducedFinding, Store};
use crate::triage::Triage;
use kinds::{Entry, Member};
use serde::{Deserialize, Serialize};
use spektr_judge::{Family, Judge, VerdictClass};
use spektr_wing::{Shape, Wing};
use std::cell::RefCell;

/// What a finding was sorted into its bug by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SortedBy {
    /// The compiler's own last words.
    Words,
    /// The guilty pass only: another bug of that pass cannot be ruled out.
    Pass,
    /// The guilty pass and what the reduced program consists of.
    Kind,
}

impl SortedBy {
    pub fn name(self) -> &'static str {
        match self {
            SortedBy::Words => "words",
            SortedBy::Pass => "pass",
            SortedBy::Kind => "kind",
        }
    }
}

/// How a finding came to its bug. Kept with its triage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sorting {
    pub by: SortedBy,
    /// What the reduced program consists of.
    #[serde(default)]
    pub features: Vec<String>,
    /// The reduced finding it is most like, and how much, of 1000.
    #[serde(default)]
    pub like: Option<(i64, u64)>,
    /// It is alike, but not so much that it must be the same bug.
    #[serde(default)]
    pub doubtful: bool,
}

impl Sorting {
    fn by(by: SortedBy) -> Sorting {
        Sorting { by, features: Vec::new(), like: None, doubtful: false }
    }

    /// For people.
    pub fn words(&self) -> String {
        let features = self.features.join(", ");
        match (self.by, self.like) {
            (SortedBy::Words, _) => "the compiler's own words".to_owned(),
            (SortedBy::Pass, _) => "the pass only, because it is not reduced: it may show \
                another bug of the pass"
                .to_owned(),
            (SortedBy::Kind, None) => {
                format!("what its reduced program consists of ({features}), the first such")
            }
            (SortedBy::Kind, Some((finding, permille))) => {
                let doubt = if self.doubtful { ", so perhaps it is another bug" } else { "" };
                let percent = permille / 10;
                format!(
                    "what its reduced program consists of ({features}), {percent}% like that of \
                     finding {finding}{doubt}"
                )
            }
        }
    }
}

/// How a finding was sorted; `None` for one that belongs to no bug. Older stores sorted by
/// words and pass only.
pub fn sorting_of(finding: &Finding) -> Option<Sorting> {
    finding.bug?;
    let triage: Option<Triage> =
        finding.triage.as_deref().and_then(|json| serde_json::from_str(json).ok());
    let usual = |triage: &Triage| Sorting::by(usual(triage));
    triage.map(|triage| triage.sorting.clone().unwrap_or_else(|| usual(&triage)))
}

fn usual(triage: &Triage) -> SortedBy {
    if triage.words.is_empty() { SortedBy::Pass } else { SortedBy::Words }
}

/// Where a finding was put.
pub(crate) struct Sorted {
    pub bug: i64,
    pub new: bool,
    pub triage: Triage,
}

/// Joins a finding to the bug it belongs to by all that is known about it now. Once a finding
/// is reduced, the others of its pass are sorted anew: their bug may be a known one now, or
/// not be the one that they were taken for.
pub(crate) fn dedup(
    store: &Store,
    judge: &Judge<'_>,
    id: i64,
    triage: &Triage,
) -> Result<Sorted, ExamineTrouble> {
    let wing = judge.wing();
    let family = judge.family(judge.compiler(&triage.configuration.compiler)?);
    let finding = store.finding(id)?;
    let (signature, title) = (triage.signature(family), triage.title());
    let triage = Triage { sorting: Some(Sorting::by(usual(triage))), ..triage.clone() };
    let reduced = match triage.class {
        VerdictClass::Miscompiled => reduced_shape(wing, &finding)?,
        _ => None,
    };
    let Some(shape) = reduced.filter(|shape| !shape.features().is_empty()) else {
        let (bug, new) = store.sort(id, &signature, &title, |known| {
            (by_pass(wing, family, &finding, &triage, known), &triage)
        })?;
        return Ok(Sorted { bug, new, triage });
    };
    // The store may ask again, after a connection broke.
    let sorted = RefCell::new(triage.clone());
    let (bug, new) = store.sort(id, &signature, &title, |known| {
        let (decision, sorting) = by_kind(wing, &finding, &shape, &signature, known);
        let triage = Triage { sorting: Some(sorting), ..triage.clone() };
        sorted.replace(triage.clone());
        (decision, triage)
    })?;
    for other in store.sorted_by_pass(&finding.wing, &signature)? {
        let own = other.triage.as_deref().and_then(|json| serde_json::from_str(json).ok());
        let Some(own): Option<Triage> = own else { continue };
        store.sort_if_by_pass(other.id, &signature, &own.title(), |known| {
            (by_pass(wing, family, &other, &own, known), &own)
        })?;
    }
    Ok(Sorted { bug, new, triage: sorted.into_inner() })
}

/// The shape of a finding's reduced program. One whose reduction was cut short has too much
/// in it by the way.
fn reduced_shape(wing: &dyn Wing, finding: &Finding) -> Result<Option<Shape>, ExamineTrouble> {
    let reduction: Option<Reduction> =
        finding.reduction.as_deref().and_then(|json| serde_json::from_str(json).ok());
    match (&finding.reduced, reduction) {
        (Some(files), Some(Reduction { cut_short: None, .. })) => {
            Ok(Some(wing.read(files)?.shape()))
        }
        _ => Ok(None),
    }
}

/// Where a finding most likely belongs that is not reduced. Only miscompilations are told
/// apart by kinds: the other bugs have words of the compiler's own.
fn by_pass(
    wing: &dyn Wing,
    family: &dyn Family,
    finding: &Finding,
    triage: &Triage,
    known: &[KnownBug],
) -> Decision {
    let pass = Decision { names: Vec::new(), place: Place::Pass };
    if triage.class != VerdictClass::Miscompiled {
        return pass;
    }
    let entries = entries(wing, known);
    let some_kind = entries.iter().any(|entry| !entry.members.is_empty());
    let Some(program) = some_kind.then(|| wing.read(&finding.files).ok()).flatten() else {
        return pass;
    };
    let likely = kinds::likely_kind(&entries, &program.shape(), &elsewhere(triage));
    let names = missing_names(&triage.signature(family), known, &entries);
    Decision { names, place: likely.map_or(Place::Pass, Place::Bug) }
}

/// Where a reduced finding belongs. A kind that is not known yet takes the entry that the
/// finding is in, if nothing else has been reduced there.
fn by_kind(
    wing: &dyn Wing,
    finding: &Finding,
    shape: &Shape,
    signature: &str,
    known: &[KnownBug],
) -> (Decision, Sorting) {
    let entries = entries(wing, known);
    let mut names = missing_names(signature, known, &entries);
    let alike = kinds::known_kind(&entries, shape);
    let own = entries.iter().find(|entry| Some(entry.bug) == finding.bug);
    let place = match (alike, own) {
        (Some((bug, _)), _) => Place::Bug(bug),
        (None, Some(own)) if own.members.is_empty() => {
            names.push((own.bug, kinds::words(shape)));
            Place::Bug(own.bug)
        }
        (None, _) => Place::Kind(kinds::words(shape)),
    };
    let sorting = Sorting {
        by: SortedBy::Kind,
        features: shape.features().iter().map(|feature| feature.name.clone()).collect(),
        like: alike.map(|(_, likeness)| (likeness.finding, likeness.permille)),
        doubtful: alike.is_some_and(|(_, likeness)| likeness.is_doubtful()),
    };
    (Decision { names, place }, sorting)
}

/// Programs that are no longer understood say nothing.
fn entries(wing: &dyn Wing, known: &[KnownBug]) -> Vec<Entry> {
    let member = |reduced: &ReducedFinding| {
        let shape = wing.read(&reduced.files).ok()?.shape();
        if shape.features().is_empty() {
            return None;
        }
        let triage: Option<Triage> =
            reduced.triage.as_deref().and_then(|json| serde_json::from_str(json).ok());
        let elsewhere = triage.as_ref().map(elsewhere).unwrap_or_default();
        Some(Member { finding: reduced.finding, shape, elsewhere })
    };
    let entry = |bug: &KnownBug| {
        let members = bug.reduced.iter().filter_map(member).collect();
        Entry { bug: bug.id, findings: bug.findings, members }
    };
    known.iter().map(entry).collect()
}

/// Names for entries of older stores, which have a kind but are named by the pass.
fn missing_names(signature: &str, known: &[KnownBug], entries: &[Entry]) -> Vec<(i64, String)> {
    let unnamed = known.iter().zip(entries).filter(|(bug, _)| bug.signature == signature);
    unnamed
        .filter_map(|(bug, entry)| Some((bug.id, kinds::words(&entry.members.first()?.shape))))
        .collect()
}

/// Which other compilers showed the same.
fn elsewhere(triage: &Triage) -> Vec<(String, bool)> {
    let told = triage.elsewhere.iter();
    told.filter_map(|other| Some((other.compiler.clone(), other.affected?))).collect()
}
