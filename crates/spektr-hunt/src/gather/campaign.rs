//! The figures of campaigns, as the report crate wants them.

use crate::campaign::{ASKED_FOR_PASSES, PASS_OF};
use crate::store::{Campaign, Counted, FindingState, Outline, Store, StoreTrouble};
use spektr_judge::{Spent, Stage};
use spektr_report::facts;

/// The page of a store: its campaigns, the newest first, and the bugs that were looked into.
pub fn page(store: &Store, bugs: Vec<facts::BugFacts>) -> Result<facts::PageFacts, StoreTrouble> {
    let findings = store.outlines()?;
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

/// Findings that a live page lists; older ones are counted, and `spektr findings` has them.
const LISTED: usize = 1000;

/// What is so at this moment, for a page that is served.
pub fn live(store: &Store, form_token: &str) -> Result<facts::LiveFacts, StoreTrouble> {
    let (untriaged, unreduced) = store.queue()?;
    let workers = store.workers()?.into_iter().map(|worker| facts::WorkerFacts {
        name: worker.name,
        campaign: worker.campaign,
        jobs: worker.jobs,
        started_at: worker.started_at,
        heartbeat: worker.heartbeat,
        ended_at: worker.ended_at,
        seeds: worker.seeds,
        claims: worker.claims,
    });
    let findings = store.outlines()?.into_iter().rev().take(LISTED).map(|it| facts::FindingRow {
        number: it.id,
        at: it.found_at,
        seed: it.seed,
        compiler: it.compiler,
        verdict: it.verdict,
        state: it.state.name().to_owned(),
        bug: it.bug,
        summary: it.summary,
    });
    let stages = match store.campaigns()?.last() {
        Some(campaign) => {
            store.samples(campaign)?.into_iter().map(|it| (it.at, it.stages)).collect()
        }
        None => Vec::new(),
    };
    Ok(facts::LiveFacts {
        now: crate::words::unix_seconds(),
        workers: workers.collect(),
        untriaged,
        unreduced,
        findings: findings.collect(),
        stages,
        form_token: form_token.to_owned(),
    })
}

/// One campaign; `findings` may hold those of others too.
pub fn campaign(
    store: &Store,
    campaign: &Campaign,
    findings: &[Outline],
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
                reached: count_of(&coverage, "reached", name),
                asked_for_passes: count_of(&coverage, ASKED_FOR_PASSES, name),
                passes: passes_of(&coverage, name),
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

fn passes_of(coverage: &[Counted], compiler: &str) -> Vec<facts::Counted> {
    let rows = coverage.iter().filter(|row| row.kind == "pass");
    let own = rows.filter_map(|row| {
        let (of, name) = row.name.split_once(PASS_OF)?;
        (of == compiler).then(|| facts::Counted { name: name.to_owned(), count: row.count })
    });
    own.collect()
}

fn count_of(coverage: &[Counted], kind: &str, name: &str) -> u64 {
    let row = coverage.iter().find(|row| row.kind == kind && row.name == name);
    row.map_or(0, |row| row.count)
}

fn marks(campaign: &Campaign, findings: &[Outline]) -> Vec<facts::FindingMark> {
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
