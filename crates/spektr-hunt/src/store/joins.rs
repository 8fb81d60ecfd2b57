//! Joining findings to bugs. Who knows languages decides which bug a finding shows, in the
//! middle of the transaction that writes it down: two processes that find the first two
//! findings of a bug at once must not make two bugs of it.

use super::findings::{BY_PASS, json, to_json};
use super::sql::{self, Session, values};
use super::{Store, StoreTrouble, bugs};
use crate::words::unix_seconds;
use serde::Serialize;
use spektr_wing::SourceFile;

/// A bug whose findings have one signature, as far as it tells which bug another one shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBug {
    pub id: i64,
    /// That of its findings, with words for the kind of bug if it is known.
    pub signature: String,
    pub findings: u64,
    /// Findings whose reduction was finished, oldest first.
    pub reduced: Vec<ReducedFinding>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReducedFinding {
    pub finding: i64,
    pub files: Vec<SourceFile>,
    /// JSON of the triage.
    pub triage: Option<String>,
}

/// Where a finding belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Bug(i64),
    /// The bug that is known by its signature only, made if there is none.
    Pass,
    /// A bug of its own, with words for its kind.
    Kind(String),
}

pub struct Decision {
    /// Words for the kinds of bugs that had none.
    pub names: Vec<(i64, String)>,
    pub place: Place,
}

impl Store {
    /// Records a triage and joins the finding to the bug with that signature, making the
    /// bug if it is the first. Returns the bug's id and whether it is new.
    pub fn join(
        &self,
        id: i64,
        signature: &str,
        title: &str,
        triage: &impl Serialize,
    ) -> Result<(i64, bool), StoreTrouble> {
        self.sort(id, signature, title, |_| {
            (Decision { names: Vec::new(), place: Place::Pass }, triage)
        })
    }

    /// Records a triage and joins the finding to the bug that `decide` names among those
    /// with this signature. Returns the bug's id and whether it is new.
    pub fn sort<T: Serialize>(
        &self,
        id: i64,
        signature: &str,
        title: &str,
        decide: impl Fn(&[KnownBug]) -> (Decision, T),
    ) -> Result<(i64, bool), StoreTrouble> {
        self.write_alone(|session| sort(session, id, signature, title, &decide))
    }

    /// The same for a finding that nothing but the pass sorts. Nothing is done if meanwhile
    /// somebody knows better.
    pub fn sort_if_by_pass<T: Serialize>(
        &self,
        id: i64,
        signature: &str,
        title: &str,
        decide: impl Fn(&[KnownBug]) -> (Decision, T),
    ) -> Result<(), StoreTrouble> {
        self.write_alone(|session| {
            let sql = format!("SELECT id FROM finding WHERE id = ?1 AND {BY_PASS}");
            let by_pass = session.optional(&sql, values![id], |_| Ok(()))?;
            if by_pass.is_some() {
                sort(session, id, signature, title, &decide)?;
            }
            Ok(())
        })
    }
}

fn sort<T: Serialize>(
    session: &Session<'_>,
    id: i64,
    signature: &str,
    title: &str,
    decide: impl Fn(&[KnownBug]) -> (Decision, T),
) -> sql::Result<(i64, bool)> {
    let wing: String = session.value("SELECT wing FROM finding WHERE id = ?1", values![id])?;
    let (decision, triage) = decide(&known(session, &wing, signature, id)?);
    for (bug, words) in &decision.names {
        let named = free_signature(session, &wing, signature, words)?;
        session.execute("UPDATE bug SET signature = ?2 WHERE id = ?1", values![*bug, named])?;
    }
    let (bug, new) = match decision.place {
        Place::Bug(bug) => (bug, false),
        Place::Pass => find_or_make(session, &wing, signature, title, id)?,
        Place::Kind(words) => {
            let named = free_signature(session, &wing, signature, &words)?;
            find_or_make(session, &wing, &named, title, id)?
        }
    };
    session.execute(
        "UPDATE finding SET state = 'triaged', signature = ?2, bug = ?3, triage = ?4
         WHERE id = ?1",
        values![id, signature, bug, to_json(&triage)?],
    )?;
    bugs::choose_representative(session, id)?;
    bugs::forget_empty(session)?;
    Ok((bug, new))
}

fn find_or_make(
    session: &Session<'_>,
    wing: &str,
    signature: &str,
    title: &str,
    finding: i64,
) -> sql::Result<(i64, bool)> {
    let sql = "SELECT id FROM bug WHERE wing = ?1 AND signature = ?2";
    if let Some(bug) = session.optional(sql, values![wing, signature], |row| row.get(0))? {
        return Ok((bug, false));
    }
    let bug = session.value(
        "INSERT INTO bug (wing, signature, title, representative, first_seen)
         VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id",
        values![wing, signature, title, finding, unix_seconds()],
    )?;
    Ok((bug, true))
}

/// A signature with words for a kind, and a number if another bug has the same words.
fn free_signature(
    session: &Session<'_>,
    wing: &str,
    signature: &str,
    words: &str,
) -> sql::Result<String> {
    let mut number = 1;
    loop {
        let named = match number {
            1 => format!("{signature}: {words}"),
            _ => format!("{signature}: {words} ({number})"),
        };
        let sql = "SELECT id FROM bug WHERE wing = ?1 AND signature = ?2";
        let taken: Option<i64> = session.optional(sql, values![wing, &named], |row| row.get(0))?;
        if taken.is_none() {
            return Ok(named);
        }
        number += 1;
    }
}

/// The bugs of a signature, without what the finding itself says.
fn known(
    session: &Session<'_>,
    wing: &str,
    signature: &str,
    without: i64,
) -> sql::Result<Vec<KnownBug>> {
    let mut known: Vec<KnownBug> = session.all(
        "SELECT bug.id, bug.signature, count(*) FROM bug JOIN finding ON finding.bug = bug.id
         WHERE bug.wing = ?1 AND finding.signature = ?2 GROUP BY bug.id ORDER BY bug.id",
        values![wing, signature],
        |row| {
            let (id, signature, findings) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(KnownBug { id, signature, findings, reduced: Vec::new() })
        },
    )?;
    for bug in &mut known {
        bug.reduced = session.all(
            "SELECT id, reduced, triage FROM finding
             WHERE bug = ?1 AND id <> ?2 AND signature = ?3 AND reduced IS NOT NULL
               AND json_type(reduction) = 'object'
               AND json_extract(reduction, '$.cut_short') IS NULL
             ORDER BY id",
            values![bug.id, without, signature],
            |row| {
                let (finding, files, triage) = (row.get(0)?, json(row, 1)?, row.get(2)?);
                Ok(ReducedFinding { finding, files, triage })
            },
        )?;
    }
    Ok(known)
}
