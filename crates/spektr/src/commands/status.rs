//! `spektr status`: how far the campaigns of a store have come.

use crate::cli::StatusArgs;
use crate::exit::{Exit, Failure};
use crate::words::{ago, count, note, number, percent, say, seconds};
use spektr_hunt::store::{Campaign, Sample, Store};
use spektr_hunt::words::unix_seconds;

pub fn run(args: &StatusArgs) -> Result<Exit, Failure> {
    let store = Store::open_existing(&args.store.place())?;
    let campaigns = store.campaigns()?;
    if campaigns.is_empty() {
        note("no campaign yet: `spektr hunt` begins one");
    }
    for campaign in campaigns {
        let totals = store.totals(&campaign)?;
        let stages = store.stage_cpu(&campaign)?;
        if args.json {
            say(&format!("{}\n", json(&campaign, &totals, &stages)));
        } else {
            say(&words(&campaign, &totals, &stages));
        }
    }
    Ok(Exit::Done)
}

fn json(campaign: &Campaign, totals: &Sample, stages: &[(String, u64)]) -> serde_json::Value {
    let cpu: serde_json::Map<String, serde_json::Value> =
        stages.iter().map(|(stage, micros)| (stage.clone(), (*micros).into())).collect();
    serde_json::json!({
        "campaign": campaign.id,
        "wing": campaign.settings.wing,
        "spektr_version": campaign.settings.spektr_version,
        "compilers": campaign.settings.compilers,
        "first_seed": campaign.seeds.first,
        "end_seed": campaign.seeds.end,
        "judged_seeds": campaign.judged(),
        "in_flight": campaign.in_flight,
        "finished": campaign.is_finished(),
        "programs": totals.programs,
        "statements": totals.statements,
        "executed": totals.executed,
        "skipped": campaign.skipped,
        "compiles": campaign.compiles,
        "findings": totals.findings,
        "bugs": totals.bugs,
        "cpu_micros": cpu,
    })
}

fn words(campaign: &Campaign, totals: &Sample, stages: &[(String, u64)]) -> String {
    let compilers: Vec<String> = campaign
        .settings
        .compilers
        .iter()
        .map(|(name, version)| format!("{name} ({version})"))
        .collect();
    let seeds = match campaign.seeds.end {
        Some(end) => {
            let all = end.saturating_sub(campaign.seeds.first);
            let share = percent(campaign.judged(), all);
            format!("{} of {} seeds ({share})", number(campaign.judged()), number(all))
        }
        None => format!("{} seeds, no end set", number(campaign.judged())),
    };
    let state = if campaign.is_finished() { "finished" } else { "unfinished" };
    let mut text = format!(
        "campaign {}  {}  {state}, started {}\n  compilers   {}\n  judged      {seeds}\n  \
         programs    {}\n  statements  {} ({} executed)\n  findings    {} in {}\n  CPU time    {}\n",
        campaign.id,
        campaign.settings.wing,
        ago(campaign.started_at, unix_seconds()),
        compilers.join(", "),
        number(totals.programs),
        number(totals.statements),
        number(totals.executed),
        number(totals.findings),
        count(totals.bugs, "bug"),
        seconds(totals.cpu_micros),
    );
    for (stage, micros) in stages {
        let share = percent(*micros, totals.cpu_micros);
        text.push_str(&format!("    {stage:<10}{:>14}{share:>8}\n", seconds(*micros)));
    }
    text
}
