//! Findings: programs that a compiler got wrong, with everything needed to look at them again
//! when generator and compilers have changed.

use super::sql::{self, Row, Session, SqlError, values};
use super::{Store, StoreTrouble};
use crate::VERSION;
use crate::supply::Origin;
use crate::triage::Triage;
use crate::words::{digest, unix_seconds};
use serde::{Deserialize, Serialize};
use spektr_judge::{Attempt, Case, Configuration, Flag, Judge, Verdict, VerdictClass};
use spektr_wing::{Difference, Expect, Seen, SourceFile};

/// How far a finding has been looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingState {
    /// Recorded, not looked at yet.
    New,
    /// Classified and joined to a bug.
    Triaged,
    /// Did not repeat.
    Flaky,
    /// The machine is wrong, not the compiler.
    OurFault,
}

impl FindingState {
    pub const ALL: [FindingState; 4] =
        [FindingState::New, FindingState::Triaged, FindingState::Flaky, FindingState::OurFault];

    pub fn name(self) -> &'static str {
        match self {
            FindingState::New => "new",
            FindingState::Triaged => "triaged",
            FindingState::Flaky => "flaky",
            FindingState::OurFault => "our-fault",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        FindingState::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A finding as a worker hands it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFinding {
    pub wing: String,
    pub seed: u64,
    pub policy: Option<String>,
    pub size: Option<u32>,
    pub spektr_version: String,
    pub compiler: String,
    pub compiler_version: String,
    pub flags: Vec<Flag>,
    pub files: Vec<SourceFile>,
    pub origin: Origin,
    pub statements: u64,
    /// The class of the verdict: `miscompiled`, `ice`, …
    pub verdict: String,
    /// One line for lists.
    pub summary: String,
    pub expect: Expect,
    /// What was seen, if there was anything to see.
    pub seen: Option<Seen>,
    pub diagnostics: String,
    pub difference: Option<Difference>,
    pub state: FindingState,
}

/// Evidence beyond this is not kept byte by byte.
const LARGEST_EVIDENCE: usize = 4 << 20;

impl NewFinding {
    /// A verdict against a compiler, as a finding.
    pub fn new(
        judge: &Judge<'_>,
        case: &Case,
        (verdict, attempt): (&Verdict, Option<&Attempt>),
        configuration: &Configuration,
        origin: Origin,
    ) -> NewFinding {
        let compiler = judge.compiler(&configuration.compiler).ok();
        let seen = attempt.and_then(Attempt::seen).cloned().map(|mut seen| {
            seen.files.retain(|file| file.bytes.len() <= LARGEST_EVIDENCE);
            seen
        });
        NewFinding {
            wing: judge.wing().name().to_owned(),
            seed: 0,
            policy: None,
            size: None,
            spektr_version: VERSION.to_owned(),
            compiler: configuration.compiler.clone(),
            compiler_version: compiler.map(|it| it.version.text.clone()).unwrap_or_default(),
            flags: configuration.flags.clone(),
            files: case.program.files(),
            origin,
            statements: case.program.size().statements,
            verdict: verdict.class().name().to_owned(),
            summary: verdict.to_string(),
            expect: case.expect.clone(),
            seen,
            diagnostics: attempt.map(Attempt::words).unwrap_or_default(),
            difference: verdict.difference().cloned(),
            state: match verdict.class() {
                VerdictClass::OurFault => FindingState::OurFault,
                VerdictClass::Flaky => FindingState::Flaky,
                _ => FindingState::New,
            },
        }
    }

    /// The program of a bug that is known from elsewhere.
    pub fn imported(
        judge: &Judge<'_>,
        case: &Case,
        known: &Triage,
        files: Vec<SourceFile>,
        name: &str,
    ) -> NewFinding {
        let verdict = Verdict::Pass;
        let origin = Origin { maker: format!("known: {name}"), parents: Vec::new() };
        let blank = NewFinding::new(judge, case, (&verdict, None), &known.configuration, origin);
        NewFinding {
            files,
            verdict: known.class.name().to_owned(),
            summary: known.summary.clone(),
            difference: known.difference.clone(),
            state: FindingState::New,
            ..blank
        }
    }

    /// What makes it the same finding when a seed is judged again.
    fn key(&self) -> String {
        digest(&format!(
            "{}\0{:?}\0{:?}\0{}\0{}\0{}\0{}\0{:?}\0{:?}",
            self.wing,
            self.policy,
            self.size,
            self.spektr_version,
            self.seed,
            self.compiler,
            self.compiler_version,
            self.flags,
            self.origin
        ))
    }
}

/// A finding in the store.
#[derive(Clone, Debug)]
pub struct Finding {
    pub id: i64,
    pub campaign: i64,
    pub wing: String,
    pub seed: u64,
    pub policy: Option<String>,
    pub spektr_version: String,
    pub compiler: String,
    pub compiler_version: String,
    pub flags: Vec<Flag>,
    pub files: Vec<SourceFile>,
    pub origin: Origin,
    pub statements: u64,
    pub verdict: String,
    pub summary: String,
    pub expected: Vec<u8>,
    pub found: Vec<u8>,
    /// What was expected, where the store is new enough to know.
    pub expect: Option<Expect>,
    pub seen: Option<Seen>,
    pub diagnostics: String,
    pub difference: Option<Difference>,
    pub state: FindingState,
    pub signature: Option<String>,
    pub bug: Option<i64>,
    /// JSON of the triage, as `crate::triage` wrote it.
    pub triage: Option<String>,
    pub reduced: Option<Vec<SourceFile>>,
    /// JSON of the reduction's figures.
    pub reduction: Option<String>,
    pub found_at: i64,
}

impl Finding {
    /// The compiler and flags that it was found with.
    pub fn configuration(&self) -> Configuration {
        Configuration::new(&self.compiler, self.flags.clone())
    }

    pub fn class(&self) -> Option<VerdictClass> {
        serde_json::from_value(serde_json::Value::from(self.verdict.as_str())).ok()
    }

    /// The program as one text, for people.
    pub fn text(&self) -> String {
        self.files.iter().map(|file| file.text.as_str()).collect()
    }
}

/// A finding in a line: what lists show, without programs and evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    pub id: i64,
    pub campaign: i64,
    pub seed: u64,
    pub compiler: String,
    pub verdict: String,
    pub summary: String,
    pub state: FindingState,
    pub bug: Option<i64>,
    pub found_at: i64,
}

/// Which findings to list.
#[derive(Clone, Copy, Debug, Default)]
pub struct FindingFilter {
    pub state: Option<FindingState>,
    pub bug: Option<i64>,
    /// Also those whose bug is muted.
    pub muted: bool,
}

pub(super) const COLUMNS: &str = "id, campaign, wing, seed, policy, spektr_version, compiler, \
    compiler_version, flags, program, statements, verdict, summary, expected, found, \
    diagnostics, difference, state, signature, bug, triage, reduced, reduction, found_at, origin, \
    expectation, evidence";

/// Whether nothing but the pass tells which bug a finding shows, as its triage says.
pub(super) const BY_PASS: &str = "verdict = 'miscompiled'
    AND coalesce(json_extract(finding.triage, '$.sorting.by'), 'pass') = 'pass'";

pub(super) fn from_row(row: &Row) -> sql::Result<Finding> {
    let state: String = row.get(17)?;
    Ok(Finding {
        id: row.get(0)?,
        campaign: row.get(1)?,
        wing: row.get(2)?,
        seed: row.get::<i64>(3)? as u64,
        policy: row.get(4)?,
        spektr_version: row.get(5)?,
        compiler: row.get(6)?,
        compiler_version: row.get(7)?,
        flags: json(row, 8)?,
        files: json(row, 9)?,
        statements: row.get(10)?,
        verdict: row.get(11)?,
        summary: row.get(12)?,
        expected: row.get(13)?,
        found: row.get(14)?,
        diagnostics: row.get(15)?,
        difference: optional_json(row, 16)?,
        state: FindingState::from_name(&state)
            .ok_or_else(|| unreadable(17, format!("unknown state `{state}`")))?,
        signature: row.get(18)?,
        bug: row.get(19)?,
        triage: row.get(20)?,
        reduced: optional_json(row, 21)?,
        reduction: row.get(22)?,
        found_at: row.get(23)?,
        origin: json(row, 24)?,
        expect: optional_json(row, 25)?,
        seen: optional_json(row, 26)?,
    })
}

pub(super) fn json<T: serde::de::DeserializeOwned>(row: &Row, column: usize) -> sql::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(column, error.to_string()))
}

fn optional_json<T: serde::de::DeserializeOwned>(
    row: &Row,
    column: usize,
) -> sql::Result<Option<T>> {
    match row.get::<Option<String>>(column)? {
        Some(_) => json(row, column).map(Some),
        None => Ok(None),
    }
}

fn unreadable(column: usize, reason: String) -> SqlError {
    SqlError::Unreadable { column, reason }
}

fn to_json_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

pub(super) fn to_json<T: Serialize>(value: &T) -> sql::Result<String> {
    serde_json::to_string(value).map_err(|error| SqlError::Unwritable(error.to_string()))
}

/// Adds a finding; `None` if it is known already.
pub(super) fn insert(
    session: &Session<'_>,
    campaign: i64,
    finding: &NewFinding,
) -> sql::Result<Option<i64>> {
    let difference = finding.difference.as_ref().map(to_json).transpose()?;
    let evidence = finding.seen.as_ref().map(to_json).transpose()?;
    let found = finding.seen.as_ref().map(|seen| seen.stdout.clone()).unwrap_or_default();
    session.optional(
        "INSERT INTO finding (key, campaign, wing, seed, policy, spektr_version, compiler,
            compiler_version, flags, program, statements, verdict, summary, expected, found,
            diagnostics, difference, state, found_at, origin, expectation, evidence)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,
            ?20, ?21, ?22)
         ON CONFLICT (key) DO NOTHING RETURNING id",
        values![
            finding.key(),
            campaign,
            &finding.wing,
            finding.seed,
            &finding.policy,
            &finding.spektr_version,
            &finding.compiler,
            &finding.compiler_version,
            to_json(&finding.flags)?,
            to_json(&finding.files)?,
            finding.statements,
            &finding.verdict,
            &finding.summary,
            finding.expect.stdout(),
            found,
            &finding.diagnostics,
            difference,
            finding.state.name(),
            unix_seconds(),
            to_json(&finding.origin)?,
            to_json(&finding.expect)?,
            evidence,
        ],
        |row| row.get(0),
    )
}

impl Store {
    pub fn finding(&self, id: i64) -> Result<Finding, StoreTrouble> {
        self.read(|session| {
            let sql = format!("SELECT {COLUMNS} FROM finding WHERE id = ?1");
            session.optional(&sql, values![id], from_row)
        })?
        .ok_or(StoreTrouble::NoSuch { what: "finding", id, list: "spektr findings" })
    }

    /// Findings in the order they were found.
    pub fn findings(&self, filter: FindingFilter) -> Result<Vec<Finding>, StoreTrouble> {
        self.read(|session| {
            session.all(
                &format!(
                    "SELECT {COLUMNS} FROM finding
                     WHERE state = coalesce(?1, state) AND (CAST(?2 AS BIGINT) IS NULL OR bug = ?2)
                       AND (?3 OR bug IS NULL OR bug NOT IN
                            (SELECT id FROM bug WHERE mute_reason IS NOT NULL))
                     ORDER BY id"
                ),
                values![filter.state.map(FindingState::name), filter.bug, filter.muted],
                from_row,
            )
        })
    }

    /// All findings in a line each, in the order they were found.
    pub fn outlines(&self) -> Result<Vec<Outline>, StoreTrouble> {
        self.read(|session| {
            session.all(
                "SELECT id, campaign, seed, compiler, verdict, summary, state, bug, found_at
                 FROM finding ORDER BY id",
                &[],
                |row| {
                    let state: String = row.get(6)?;
                    Ok(Outline {
                        id: row.get(0)?,
                        campaign: row.get(1)?,
                        seed: row.get::<i64>(2)? as u64,
                        compiler: row.get(3)?,
                        verdict: row.get(4)?,
                        summary: row.get(5)?,
                        state: FindingState::from_name(&state)
                            .ok_or_else(|| unreadable(6, format!("unknown state `{state}`")))?,
                        bug: row.get(7)?,
                        found_at: row.get(8)?,
                    })
                },
            )
        })
    }

    /// Keeps the smallest program so far of a reduction that goes on.
    pub fn keep_step(&self, id: i64, files: &[SourceFile]) -> Result<(), StoreTrouble> {
        self.write(|session| {
            session.execute(
                "UPDATE finding SET reduced = ?2 WHERE id = ?1",
                values![id, to_json(&files)?],
            )
        })
        .map(drop)
    }

    /// Adds the program of a bug that is known from elsewhere, as if it had been reduced.
    pub fn import(&self, finding: &NewFinding) -> Result<i64, StoreTrouble> {
        self.write_alone(|session| {
            let campaign = super::campaigns::of_imports(session, &finding.wing)?;
            if let Some(id) = insert(session, campaign, finding)? {
                session.execute(
                    "UPDATE finding SET reduced = program, reduction = '{}' WHERE id = ?1",
                    values![id],
                )?;
                return Ok(id);
            }
            let sql = "SELECT id FROM finding WHERE key = ?1";
            session.value(sql, values![finding.key()])
        })
    }

    /// Keeps what a reduction came to; the shortest program then represents the bug.
    pub fn keep_reduction(
        &self,
        id: i64,
        files: &[SourceFile],
        figures: &impl Serialize,
    ) -> Result<(), StoreTrouble> {
        self.write(|session| {
            session.execute(
                "UPDATE finding SET reduced = ?2, reduction = ?3 WHERE id = ?1",
                values![id, to_json(&files)?, to_json(figures)?],
            )?;
            super::bugs::choose_representative(session, id)
        })
    }

    /// Notes why a finding can be neither triaged nor reduced, so that nobody tries again.
    pub fn give_up(&self, id: i64, reason: &str) -> Result<(), StoreTrouble> {
        let note = to_json_text(reason);
        self.write(|session| {
            session.execute(
                "UPDATE finding SET reduction = ?2,
                    state = CASE state WHEN 'new' THEN 'flaky' ELSE state END WHERE id = ?1",
                values![id, &note],
            )
        })
        .map(drop)
    }

    /// Sets a finding apart as flaky or as a fault of the machine.
    pub fn set_apart(
        &self,
        id: i64,
        state: FindingState,
        triage: &impl Serialize,
    ) -> Result<(), StoreTrouble> {
        self.write(|session| {
            session.execute(
                "UPDATE finding SET state = ?2, triage = ?3, bug = NULL WHERE id = ?1",
                values![id, state.name(), to_json(triage)?],
            )
        })
        .map(drop)
    }

    /// Findings of a signature that nothing but the pass sorts, oldest first.
    pub fn sorted_by_pass(
        &self,
        wing: &str,
        signature: &str,
    ) -> Result<Vec<Finding>, StoreTrouble> {
        self.read(|session| {
            let sql = format!(
                "SELECT {COLUMNS} FROM finding
                 WHERE wing = ?1 AND signature = ?2 AND state = 'triaged' AND {BY_PASS}
                 ORDER BY id"
            );
            session.all(&sql, values![wing, signature], from_row)
        })
    }
}
