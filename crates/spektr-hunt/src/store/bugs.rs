//! Bugs: findings with one signature and of one kind, represented by the shortest program among them. A bug
//! that people know can be muted with a reason and a link; its findings are still counted.

use super::findings::BY_PASS;
use super::sql::{self, Row, Session, values};
use super::{Store, StoreTrouble};

/// Why a bug is not shown any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mute {
    pub reason: String,
    pub link: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Bug {
    pub id: i64,
    pub wing: String,
    pub signature: String,
    pub title: String,
    /// The finding with the shortest program.
    pub representative: i64,
    pub findings: u64,
    /// Of these, how many are here because of the pass only.
    pub by_pass: u64,
    /// Reduced findings that are not so much like the others that they must be the same bug.
    pub doubtful: u64,
    pub first_seen: i64,
    pub mute: Option<Mute>,
}

fn from_row(row: &Row) -> sql::Result<Bug> {
    let (reason, link): (Option<String>, Option<String>) = (row.get(6)?, row.get(7)?);
    Ok(Bug {
        id: row.get(0)?,
        wing: row.get(1)?,
        signature: row.get(2)?,
        title: row.get(3)?,
        representative: row.get(4)?,
        first_seen: row.get(5)?,
        mute: reason.map(|reason| Mute { reason, link }),
        findings: row.get(8)?,
        by_pass: row.get(9)?,
        doubtful: row.get(10)?,
    })
}

impl Bug {
    /// Whether there may be more than one bug in it.
    pub fn is_perhaps_several(&self) -> bool {
        self.doubtful > 0 || self.by_pass > 1
    }
}

/// Lets the shortest program among the findings of `finding`'s bug represent it; among equals
/// the one found first.
pub(super) fn choose_representative(session: &Session<'_>, finding: i64) -> sql::Result<()> {
    session.execute(
        "UPDATE bug SET representative = (
             SELECT id FROM finding WHERE bug = (SELECT bug FROM finding WHERE id = ?1)
             ORDER BY length(coalesce(reduced, program)), id LIMIT 1)
         WHERE id = (SELECT bug FROM finding WHERE id = ?1)",
        values![finding],
    )?;
    Ok(())
}

/// Removes bugs that lost their last finding to another bug, and lets the others be
/// represented by a finding of their own.
pub(super) fn forget_empty(session: &Session<'_>) -> sql::Result<()> {
    session.execute(
        "DELETE FROM bug WHERE mute_reason IS NULL
         AND NOT EXISTS (SELECT 1 FROM finding WHERE finding.bug = bug.id)",
        &[],
    )?;
    session.execute(
        "UPDATE bug SET representative = (SELECT id FROM finding WHERE finding.bug = bug.id
             ORDER BY length(coalesce(reduced, program)), id LIMIT 1)
         WHERE EXISTS (SELECT 1 FROM finding WHERE finding.bug = bug.id)
           AND (SELECT finding.bug FROM finding WHERE finding.id = representative) IS DISTINCT FROM bug.id",
        &[],
    )?;
    Ok(())
}

impl Store {
    /// All bugs in the order they were first seen.
    pub fn bugs(&self) -> Result<Vec<Bug>, StoreTrouble> {
        self.read(|session| {
            session.all(
                &format!(
                    "SELECT id, wing, signature, title, representative, first_seen, mute_reason,
                        mute_link, (SELECT count(*) FROM finding WHERE bug = bug.id),
                        (SELECT count(*) FROM finding WHERE bug = bug.id AND {BY_PASS}),
                        (SELECT count(*) FROM finding WHERE bug = bug.id
                            AND CAST(json_extract(finding.triage, '$.sorting.doubtful') AS TEXT)
                                IN ('1', 'true'))
                     FROM bug ORDER BY id"
                ),
                &[],
                from_row,
            )
        })
    }

    pub fn bug(&self, id: i64) -> Result<Bug, StoreTrouble> {
        self.bugs()?.into_iter().find(|bug| bug.id == id).ok_or(StoreTrouble::NoSuch {
            what: "bug",
            id,
            list: "spektr findings --bugs",
        })
    }

    /// True the first time it is asked of a bug that is not muted: somebody is to be told of it.
    pub fn notify_once(&self, id: i64) -> Result<bool, StoreTrouble> {
        self.write(|session| {
            session.execute(
                "UPDATE bug SET notified_at = unixepoch()
                 WHERE id = ?1 AND notified_at IS NULL AND mute_reason IS NULL",
                values![id],
            )
        })
        .map(|told| told > 0)
    }

    /// Hides a bug, or shows it again with `None`.
    pub fn mute(&self, id: i64, mute: Option<&Mute>) -> Result<(), StoreTrouble> {
        self.bug(id)?;
        self.write(|session| {
            session.execute(
                "UPDATE bug SET mute_reason = ?2, mute_link = ?3 WHERE id = ?1",
                values![
                    id,
                    mute.map(|mute| &mute.reason),
                    mute.and_then(|mute| mute.link.as_ref())
                ],
            )
        })
        .map(drop)
    }
}
