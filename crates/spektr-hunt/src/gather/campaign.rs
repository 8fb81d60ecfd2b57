//! The figures of campaigns, as the report crate wants them.

use crate::store::{Campaign, Counted, Finding, FindingFilter, FindingState, Store, StoreTrouble};
use spektr_judge::{Spent, Stage};
use spektr_report::facts;

/// The page of a store: its campaigns, the newest first, and the bugs that were looked into.
pub fn page(store: &Store, bugs: Vec<facts::BugFacts>) -> Result<facts::PageFacts, StoreTrouble> {
    let findings = store.findings(FindingFilter { muted: true, ..FindingFilter::default() })?;
    let mut campaigns = Vec::new();
    for it in store.campaigns()?.iter().rev() {
        campaigns.push(campaign(store, it, &findings)?);
    }
    Ok(facts::PageFacts {
        spektr_version: crate::VERSION.to_owned(),
        written_at: crate::words::unix_seconds(),
        bugs,
        campaigns,
    })
}

/// One campaign; `findings` may hold those of others too.
pub fn campaign(
    store: &Store,
    campaign: &Campaign,
    findings: &[Finding],
) -> Result<facts::CampaignFacts, StoreTrouble> {
    let coverage = store.coverage(campaign)?;
    let mut samples = store.samples(campaign)?;
    samples.sort_by_key(|sample| sample.at);
    let settings = &campaign.settings;
    Ok(facts::CampaignFacts {
        number: campaign.id,
        wing: settings.wing.clone(),
        first_seed: campaign.seeds.first,
        end_seed: campaign.seeds.end,
        started_at: campaign.started_at,
        spektr_version: settings.spektr_version.clone(),
        programs: campaign.programs,
        statements: campaign.executed,
        skipped: campaign.skipped,
        spent: spent(store, campaign)?,
        examining_compiles: store.examining_compiles(campaign)?,
        compilers: settings
            .compilers
            .iter()
            .map(|(name, version)| facts::CompilerUse {
                name: name.clone(),
                version: version.clone(),
                programs: count_of(&coverage, "compiler", name),
            })
            .collect(),
        samples: samples
            .into_iter()
            .map(|sample| facts::Sample {
                at: sample.at,
                programs: sample.programs,
                statements: sample.executed,
                findings: sample.findings,
                bugs: sample.bugs,
                cpu_micros: sample.cpu_micros,
            })
            .collect(),
        findings: marks(campaign, findings),
        constructs: of_kind(&coverage, "construct"),
        flags: of_kind(&coverage, "flag"),
    })
}

/// All CPU time and compiles of a campaign.
fn spent(store: &Store, campaign: &Campaign) -> Result<Spent, StoreTrouble> {
    let mut spent = Spent::default();
    spent.compiles = campaign.compiles;
    for (name, micros) in store.stage_cpu(campaign)? {
        if let Some(stage) = Stage::ALL.into_iter().find(|stage| stage.name() == name) {
            spent.add(stage, micros);
        }
    }
    Ok(spent)
}

fn of_kind(coverage: &[Counted], kind: &str) -> Vec<facts::Counted> {
    let rows = coverage.iter().filter(|row| row.kind == kind);
    rows.map(|row| facts::Counted { name: row.name.clone(), count: row.count }).collect()
}

fn count_of(coverage: &[Counted], kind: &str, name: &str) -> u64 {
    let row = coverage.iter().find(|row| row.kind == kind && row.name == name);
    row.map_or(0, |row| row.count)
}

fn marks(campaign: &Campaign, findings: &[Finding]) -> Vec<facts::FindingMark> {
    let mut marks: Vec<facts::FindingMark> = findings
        .iter()
        .filter(|finding| finding.campaign == campaign.id)
        .map(|finding| facts::FindingMark {
            at: finding.found_at,
            state: match finding.state {
                FindingState::New => facts::FindingState::New,
                FindingState::Triaged => facts::FindingState::Triaged,
                FindingState::Flaky => facts::FindingState::Flaky,
                FindingState::OurFault => facts::FindingState::OurFault,
            },
            bug: finding.bug,
            summary: finding.summary.clone(),
        })
        .collect();
    marks.sort_by_key(|mark| mark.at);
    marks
}
