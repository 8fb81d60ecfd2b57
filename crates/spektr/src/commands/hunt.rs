//! `spektr hunt`: a campaign from the first seed to the last word.

use super::{policy, wing};
use crate::Wings;
use crate::cli::HuntArgs;
use crate::courtroom::Courtroom;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::listen::{JsonLines, Listener, Progress};
use spektr_hunt::campaign::{Hunt, Manner, settings};
use spektr_hunt::store::{Campaign, Seeds, Settings, Store};
use spektr_hunt::{Broken, Summary};
use spektr_wing::Wish;
use std::time::Duration;

pub fn run(args: &HuntArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let store = if args.resume {
        Store::open_existing(&args.store.store)?
    } else {
        Store::open(&args.store.store)?
    };
    let resumed = if args.resume { Some(unfinished(&store)?) } else { None };
    let wing_name = resumed.as_ref().map(|campaign| campaign.settings.wing.as_str());
    let wing = wing(wings, wing_name.or(args.wing.as_deref()))?;
    let mut compilers = args.compilers.clone();
    if let (Some(campaign), true) = (&resumed, compilers.compilers.is_empty()) {
        compilers.compilers =
            campaign.settings.compilers.iter().map(|(name, _)| name.clone()).collect();
    }
    let room = Courtroom::open(&compilers, wing, &store.scratch())?;
    let stop = interrupt::listen()?;
    let hunt = Hunt { wing, court: room.court(), store: &store, stop: &stop, manner: manner(args) };
    let campaign = match resumed {
        Some(campaign) => continued(&campaign, settings(wing, room.court(), None, None))?,
        None => {
            let policy = policy(args.policy.as_deref())?;
            // A policy that gives no program would only be noticed seed by seed.
            let wish = Wish { seed: 0, policy: policy.as_deref(), size: args.size };
            wing.generate(&wish).map_err(|complaint| Failure::new(Exit::Usage, complaint))?;
            let settings = settings(wing, room.court(), policy, args.size);
            let range = args.seeds.map_or(Seeds { first: 0, end: None }, |range| Seeds {
                first: range.first,
                end: range.end,
            });
            hunt.campaign(&settings, range)?
        }
    };
    let mut listener: Box<dyn Listener> =
        if args.json { Box::new(JsonLines) } else { Box::new(Progress::new()) };
    let summary = hunt.run(&campaign, &mut |event| listener.hear(event))?;
    verdict(summary)
}

fn manner(args: &HuntArgs) -> Manner {
    let default = Manner::default();
    Manner {
        jobs: args.jobs.unwrap_or(default.jobs).max(1),
        time: args.minutes.map(|minutes| Duration::from_secs(minutes * 60)),
        triage: !args.no_triage,
        reductions_per_bug: if args.no_reduce { 0 } else { default.reductions_per_bug },
    }
}

/// The newest campaign that is not finished.
fn unfinished(store: &Store) -> Result<Campaign, Failure> {
    let campaigns = store.campaigns()?;
    campaigns.into_iter().rev().find(|campaign| !campaign.is_finished()).ok_or_else(|| {
        let store = store.directory().display();
        Failure::new(
            Exit::Store,
            format!("every campaign in {store} is finished; `spektr hunt --seeds A..B` begins one"),
        )
    })
}

/// A campaign goes on only with the compilers and the spektr it was begun with: otherwise
/// its figures would mix two things.
fn continued(campaign: &Campaign, now: Settings) -> Result<Campaign, Failure> {
    let then = &campaign.settings;
    let same = then.compilers == now.compilers
        && then.configurations == now.configurations
        && then.spektr_version == now.spektr_version;
    if same {
        return Ok(campaign.clone());
    }
    let names = |settings: &Settings| {
        let compilers: Vec<String> =
            settings.compilers.iter().map(|(name, version)| format!("{name} {version}")).collect();
        format!("spektr {} on {}", settings.spektr_version, compilers.join(", "))
    };
    Err(Failure::new(
        Exit::NoCompiler,
        format!(
            "campaign {} was begun with {}; here is {}: begin a new one without --resume",
            campaign.id,
            names(then),
            names(&now)
        ),
    ))
}

fn verdict(summary: Summary) -> Result<Exit, Failure> {
    let reason = summary.ended_by.unwrap_or_default();
    match summary.broken {
        Some(Broken::Store) => Err(Failure::new(Exit::Store, reason)),
        Some(Broken::Compiler) => Err(Failure::new(Exit::NoCompiler, reason)),
        None if summary.findings > 0 => Ok(Exit::CompilerWrong),
        None => Ok(Exit::Done),
    }
}
