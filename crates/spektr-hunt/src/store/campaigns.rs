//! Campaigns: their settings and how far they have come. Equal settings and seeds share one
//! campaign, which is how a second `spektr hunt` joins the first or continues it.

use super::sql::{self, Row, Session, SqlError, values};
use super::{Store, StoreTrouble};
use crate::words::{digest, unix_seconds};
use serde::{Deserialize, Serialize};

/// What a hunt was asked for, enough to go on with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub wing: String,
    /// Where the programs come from; older stores know one generator only.
    #[serde(default)]
    pub supply: String,
    /// The text of the policy file; `None` is the wing's default.
    pub policy: Option<String>,
    pub size: Option<u32>,
    /// Names of the compilers with their versions, in order.
    pub compilers: Vec<(String, String)>,
    /// The configurations drawn from, as text: a change of them is another campaign.
    pub configurations: String,
    /// Statements to aim for per compilation.
    pub batch_statements: u64,
    pub spektr_version: String,
}

/// A range of seeds; without an end it goes on until stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    pub first: u64,
    pub end: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct Campaign {
    pub id: i64,
    pub settings: Settings,
    pub seeds: Seeds,
    pub started_at: i64,
    pub programs: u64,
    pub statements: u64,
    /// Statements executed, as the machine counts them.
    pub executed: u64,
    pub skipped: u64,
    pub compiles: u64,
    /// Seeds handed out so far.
    pub handed_out: u64,
    /// Seeds handed out and not judged yet.
    pub in_flight: u64,
}

impl Campaign {
    /// Seeds judged so far.
    pub fn judged(&self) -> u64 {
        self.handed_out - self.in_flight
    }

    /// Whether every seed has been judged.
    pub fn is_finished(&self) -> bool {
        self.seeds.end.is_some_and(|end| self.judged() == end.saturating_sub(self.seeds.first))
    }
}

const COLUMNS: &str = "id, settings, first_seed, end_seed, next_seed, started_at, programs, \
    statements, skipped, compiles, executed, (SELECT CAST(coalesce(sum(end_seed - first_seed), 0) AS BIGINT) \
    FROM lease WHERE campaign = campaign.id)";

fn from_row(row: &Row) -> sql::Result<Campaign> {
    let settings: String = row.get(1)?;
    let settings = serde_json::from_str(&settings)
        .map_err(|error| SqlError::Unreadable { column: 1, reason: error.to_string() })?;
    let first = row.get::<i64>(2)? as u64;
    Ok(Campaign {
        id: row.get(0)?,
        settings,
        seeds: Seeds { first, end: row.get::<Option<i64>>(3)?.map(|end| end as u64) },
        handed_out: (row.get::<i64>(4)? as u64).saturating_sub(first),
        started_at: row.get(5)?,
        programs: row.get(6)?,
        statements: row.get(7)?,
        skipped: row.get(8)?,
        compiles: row.get(9)?,
        executed: row.get(10)?,
        in_flight: row.get(11)?,
    })
}

/// Statements of a program if nobody asks for more or fewer, roughly.
const USUAL_SIZE: u64 = 2_000;

/// Seeds that share one configuration, and so may share an experiment: a multiple of this is
/// where a block of them starts. Depends on what is asked for, never on the range of seeds, so
/// that a seed has the same flags whatever range it is judged in.
pub fn block(settings: &Settings) -> u64 {
    let size = settings.size.map_or(USUAL_SIZE, |size| u64::from(size.max(1)));
    (settings.batch_statements / size).max(1)
}

/// The campaign that findings from elsewhere belong to.
pub(super) fn of_imports(session: &Session<'_>, wing: &str) -> sql::Result<i64> {
    let settings = Settings {
        wing: wing.to_owned(),
        supply: "known bugs".to_owned(),
        policy: None,
        size: None,
        compilers: Vec::new(),
        configurations: String::new(),
        batch_statements: 1,
        spektr_version: crate::VERSION.to_owned(),
    };
    let digest = format!("known bugs of {wing}");
    let sql = "SELECT id FROM campaign WHERE digest = ?1";
    if let Some(id) = session.optional(sql, values![&digest], |row| row.get(0))? {
        return Ok(id);
    }
    // Settings are strings, numbers and lists of them: they always have a JSON form.
    let text = serde_json::to_string(&settings).unwrap_or_default();
    session.value(
        "INSERT INTO campaign (wing, settings, digest, first_seed, end_seed, next_seed, chunk, started_at)
         VALUES (?1, ?2, ?3, 0, 0, 0, 1, ?4) RETURNING id",
        values![wing, text, digest, unix_seconds()],
    )
}

impl Store {
    /// The campaign with these settings and seeds; a new one if there is none yet.
    pub fn campaign(&self, settings: &Settings, seeds: Seeds) -> Result<Campaign, StoreTrouble> {
        // Settings are strings, numbers and lists of them: they always have a JSON form.
        let text = serde_json::to_string(settings).unwrap_or_default();
        let key = digest(&text);
        let (first, end) = (seeds.first as i64, seeds.end.map(|end| end as i64));
        self.write_alone(|session| {
            let known: Option<i64> = session.optional(
                "SELECT id FROM campaign WHERE digest = ?1 AND first_seed = ?2
                 AND end_seed IS NOT DISTINCT FROM ?3",
                values![&key, first, end],
                |row| row.get(0),
            )?;
            if let Some(id) = known {
                return by_id(session, id);
            }
            let id = session.value(
                "INSERT INTO campaign (wing, settings, digest, first_seed, end_seed, next_seed, chunk, started_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?4, ?6, ?7) RETURNING id",
                values![&settings.wing, &text, &key, first, end, block(settings), unix_seconds()],
            )?;
            by_id(session, id)
        })
    }

    pub fn campaign_by_id(&self, id: i64) -> Result<Campaign, StoreTrouble> {
        self.add_up()?;
        self.read(|session| optional_by_id(session, id))?.ok_or(StoreTrouble::NoSuch {
            what: "campaign",
            id,
            list: "spektr status",
        })
    }

    /// All campaigns, oldest first.
    pub fn campaigns(&self) -> Result<Vec<Campaign>, StoreTrouble> {
        self.add_up()?;
        self.read(|session| {
            session.all(&format!("SELECT {COLUMNS} FROM campaign ORDER BY id"), &[], from_row)
        })
    }
}

fn by_id(session: &Session<'_>, id: i64) -> sql::Result<Campaign> {
    optional_by_id(session, id)?.ok_or(SqlError::NoRow)
}

fn optional_by_id(session: &Session<'_>, id: i64) -> sql::Result<Option<Campaign>> {
    let sql = format!("SELECT {COLUMNS} FROM campaign WHERE id = ?1");
    session.optional(&sql, values![id], from_row)
}
