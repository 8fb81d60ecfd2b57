//! `spektr hunt`: a campaign from the first seed to the last word.

use super::notifying::Notifying;
use super::{maker, policy, wing};
use crate::Wings;
use crate::cli::HuntArgs;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::listen::{JsonLines, Listener, Screen};
use crate::room::{Room, configuration};
use crate::words::complain;
use spektr_hunt::campaign::{Hunt, Manner, settings};
use spektr_hunt::store::{Campaign, Seeds, Settings, Store};
use spektr_hunt::supply::{Command, Corpus, Generator, Supply};
use spektr_hunt::{Broken, Summary};
use spektr_judge::Judge;
use spektr_wing::{Audience, Order, Program, SourceFile, Wing};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub fn run(args: &HuntArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let join = args.resume || joins(args);
    let stop = interrupt::listen()?;
    let place = args.store.place();
    let store = match (args.worker, join) {
        (true, _) => Store::open_patiently(&place, &|| stop.asked())?,
        (false, true) => Store::open_existing(&place)?,
        (false, false) => Store::open(&place)?,
    };
    let resumed = match join {
        true if args.worker => match newest_unfinished(&store)? {
            // Others have done it all, which is what a worker is for.
            None => return Ok(Exit::Done),
            found => found,
        },
        true => Some(unfinished(&store)?),
        false => None,
    };
    let wing_name = resumed.as_ref().map(|campaign| campaign.settings.wing.as_str());
    let wing = wing(wings, wing_name.or(args.wing.as_deref()))?;
    let wing = match &args.oracle {
        Some(oracle) => by_oracle(wings, wing, oracle)?,
        None => wing,
    };
    let mut compilers = args.compilers.clone();
    if let (Some(campaign), true) = (&resumed, compilers.compilers.is_empty()) {
        compilers.compilers =
            campaign.settings.compilers.iter().map(|(name, _)| name.clone()).collect();
    }
    let room = match args.scope {
        true => Room::open_watched(&compilers, wings, wing, &store.scratch())?,
        false => Room::open(&compilers, wings, wing, &store.scratch())?,
    };
    // Whoever ends this process may have ended the compilers that were being asked, too: what is
    // known of them now is no base of a campaign.
    if stop.asked() {
        return Ok(Exit::Done);
    }
    let wanted = match &resumed {
        Some(campaign) => Wanted::of_campaign(campaign),
        None => Wanted::of_args(wing, args)?.suited(&room.judge),
    };
    let supply = wanted.supply(wing, &room, &store)?;
    let hunt = Hunt {
        judge: &room.judge,
        supply: supply.as_ref(),
        store: &store,
        stop: &stop,
        manner: manner(args),
    };
    let settings = settings(&room.judge, supply.as_ref(), wanted.policy.clone(), wanted.size);
    let campaign = match resumed {
        Some(campaign) => continued(&campaign, settings)?,
        None => {
            let range = args.seeds.map_or(Seeds { first: 0, end: None }, |range| Seeds {
                first: range.first,
                end: range.end,
            });
            hunt.campaign(&settings, range)?
        }
    };
    let mut listener: Box<dyn Listener> =
        if args.json { Box::new(JsonLines) } else { Box::new(Screen::new()) };
    let command = notify_command(args, wings)?;
    let notifying = Notifying::new(command, &args.bundles, !args.no_reduce);
    let summary = notifying.while_hunting(&store, wing, &room.judge, |told| {
        hunt.run(&campaign, &mut |event| {
            listener.hear(event);
            told(event);
        })
    })?;
    let exit = verdict(summary)?;
    Ok(if args.worker { Exit::Done } else { exit })
}

/// A worker that is told nothing else joins what is there.
fn joins(args: &HuntArgs) -> bool {
    args.worker && args.wing.is_none() && args.seeds.is_none() && args.generator.is_none()
}

fn notify_command(args: &HuntArgs, wings: Wings<'_>) -> Result<Option<String>, Failure> {
    let configured = configuration(&args.compilers, wings)?.and_then(|file| file.notify);
    Ok(args.notify.clone().or(configured))
}

/// The same language before another oracle, which is a wing of its own: `mir-passes` of `mir`.
fn by_oracle<'a>(
    wings: Wings<'a>,
    wing: &'a dyn Wing,
    oracle: &str,
) -> Result<&'a dyn Wing, Failure> {
    let prefix = format!("{}-", wing.name());
    let known: Vec<&str> =
        wings.all.iter().filter_map(|it| it.name().strip_prefix(prefix.as_str())).collect();
    let found = wings.all.iter().find(|it| it.name().strip_prefix(prefix.as_str()) == Some(oracle));
    found.copied().ok_or_else(|| {
        let known = match known.is_empty() {
            true => "none but its own".to_owned(),
            false => known.join(", "),
        };
        let message = format!("`{}` has no oracle named `{oracle}`; it has {known}", wing.name());
        Failure::new(Exit::Usage, message)
    })
}

/// What programs are asked for.
struct Wanted {
    /// A generator of the wing, or a command.
    generator: String,
    policy: Option<String>,
    size: Option<u32>,
}

impl Wanted {
    fn of_args(wing: &dyn Wing, args: &HuntArgs) -> Result<Wanted, Failure> {
        let generator = args.generator.clone().unwrap_or_default();
        Ok(Wanted { generator, policy: policy(wing, args.policy.as_deref())?, size: args.size })
    }

    /// Without what none of the compilers knows.
    fn suited(self, judge: &Judge<'_>) -> Wanted {
        let tools: Vec<Audience<'_>> =
            judge.targets().iter().map(|target| target.compiler.audience()).collect();
        let policy = judge.wing().suited_policy(self.policy.as_deref(), &tools).or(self.policy);
        Wanted { policy, ..self }
    }

    fn of_campaign(campaign: &Campaign) -> Wanted {
        let Settings { supply, policy, size, .. } = &campaign.settings;
        let generator = supply.strip_suffix(OF_A_CORPUS).unwrap_or(supply);
        let generator = generator.strip_prefix("the command ").unwrap_or(generator).to_owned();
        Wanted { generator, policy: policy.clone(), size: *size }
    }

    /// The supply of such programs. One that gives nothing would only be noticed seed by seed.
    fn supply<'s>(
        &self,
        wing: &'s dyn Wing,
        room: &'s Room<'_>,
        store: &'s Store,
    ) -> Result<Box<dyn Supply + 's>, Failure> {
        let Wanted { generator, policy, size } = self;
        let known = wing.makers().iter().find(|it| it.name == generator.as_str());
        match known.or_else(|| generator.is_empty().then(|| wing.makers().first()).flatten()) {
            Some(it) if it.wants_parents => {
                let corpus = corpus(wing, it.name, policy.clone(), *size, store)?;
                Ok(Box::new(corpus))
            }
            Some(_) => {
                maker(wing, generator)?;
                let policy = policy.as_deref();
                let order = Order { maker: generator, seed: 0, policy, size: *size, parents: &[] };
                wing.make(&order).map_err(|complaint| Failure::new(Exit::Usage, complaint))?;
                let policy = self.policy.clone();
                Ok(Box::new(Generator::new(wing, generator, policy, *size)))
            }
            None => {
                let known = wing.commands().iter().find(|(name, _)| name == generator);
                let command = known.map_or(generator.as_str(), |(_, command)| command).to_owned();
                let run = move |seed: u64| room.judge.external(&command, seed);
                Ok(Box::new(Command::new(wing, generator, run)))
            }
        }
    }
}

/// What a corpus is called in settings, behind the generator.
const OF_A_CORPUS: &str = " of a corpus";

/// Seeds of the default generator that a corpus begins with, if the store has none.
const FIRST: u64 = 16;

/// How often a hunt looks what others have added to the corpus of a store.
const ASK_OTHERS: Duration = Duration::from_secs(60);

/// The corpus of a store; one that is empty begins with what the wing itself makes.
fn corpus<'s>(
    wing: &'s dyn Wing,
    maker: &str,
    policy: Option<String>,
    size: Option<u32>,
    store: &'s Store,
) -> Result<Corpus<'s>, Failure> {
    let corpus = Corpus::new(wing, maker, policy, size, move |digest, program, origin| {
        let kept = [(digest.to_owned(), program.files())];
        if let Err(trouble) = store.keep_in_corpus(wing.name(), &kept, origin) {
            complain(&trouble.to_string());
        }
    });
    let asked = Mutex::new(0);
    let newcomers = move |known: &BTreeSet<String>| {
        let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
        match store.corpus_since(wing.name(), *asked, known) {
            Ok((joined, next)) => {
                *asked = next;
                joined.iter().filter_map(|files| read_of_corpus(wing, files)).collect()
            }
            Err(trouble) => {
                complain(&trouble.to_string());
                Vec::new()
            }
        }
    };
    let corpus = corpus.with_others(ASK_OTHERS, newcomers);
    for files in store.corpus(wing.name())? {
        if let Some(program) = read_of_corpus(wing, &files) {
            corpus.add(program);
        }
    }
    if corpus.is_empty() {
        for program in wing.first_corpus() {
            corpus.add(program);
        }
    }
    let first = wing.makers().iter().find(|maker| !maker.wants_parents);
    if let (true, Some(first)) = (corpus.is_empty(), first) {
        for seed in 0..FIRST {
            let order = Order { maker: first.name, seed, size, ..Order::default() };
            if let Ok(made) = wing.make(&order) {
                corpus.add(made.program);
            }
        }
    }
    Ok(corpus)
}

fn read_of_corpus(wing: &dyn Wing, files: &[SourceFile]) -> Option<Box<dyn Program>> {
    let read = wing.read(files);
    if let Err(complaint) = &read {
        complain(&format!("a program of the corpus is left out: {complaint}"));
    }
    read.ok()
}

fn manner(args: &HuntArgs) -> Manner {
    let default = Manner::default();
    Manner {
        jobs: args.jobs.unwrap_or(default.jobs).max(1),
        time: args.time.or(args.minutes),
        triage: !args.no_triage,
        reductions_per_bug: if args.no_reduce { 0 } else { default.reductions_per_bug },
        stay: args.worker,
    }
}

fn newest_unfinished(store: &Store) -> Result<Option<Campaign>, Failure> {
    let campaigns = store.campaigns()?;
    Ok(campaigns.into_iter().rev().find(|campaign| !campaign.is_finished()))
}

/// The newest campaign that is not finished.
fn unfinished(store: &Store) -> Result<Campaign, Failure> {
    newest_unfinished(store)?.ok_or_else(|| {
        let store = store.place();
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
        None if summary.blamed > 0 => Ok(Exit::CompilerWrong),
        None => Ok(Exit::Done),
    }
}
