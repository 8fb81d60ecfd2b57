//! A campaign: workers lease seeds, generate, have them judged, record, and look closer at
//! what they find. What happens is told as events; what must not be forgotten is in the store
//! before it is told.

mod batch;
mod closer_look;
mod worker;

use crate::Stop;
use crate::court::Court;
use crate::event::{Broken, Event, Summary};
use crate::store::{Campaign, Owner, Seeds, Settings, Store, StoreTrouble};
use spektr_wing::Wing;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use worker::Worker;

/// How a hunt is run. None of this is part of the campaign's identity.
#[derive(Clone, Debug)]
pub struct Manner {
    pub jobs: usize,
    pub time: Option<Duration>,
    /// Classify findings and join them into bugs.
    pub triage: bool,
    /// Findings per bug that are reduced; 0 for none.
    pub reductions_per_bug: u32,
}

impl Default for Manner {
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        Manner { jobs, time: None, triage: true, reductions_per_bug: 1 }
    }
}

/// Statements per compilation to aim for. Below a few thousand the fixed cost of a compile
/// dominates; far above, the compilers of two workers get in the way of one another (32,000 took
/// a tenth longer), a stop is heard late, and a program that breaks the compiler costs many
/// good ones a second compile.
pub const BATCH_STATEMENTS: u64 = 16_000;

/// How often the store learns that this process is alive and how far it is.
const SAMPLE_EVERY: Duration = Duration::from_secs(10);

/// One hunt on one campaign.
pub struct Hunt<'a> {
    pub wing: &'a dyn Wing,
    pub court: &'a dyn Court,
    pub store: &'a Store,
    pub stop: &'a Stop,
    pub manner: Manner,
}

/// The settings of a campaign of `wing` before `court`.
pub fn settings(
    wing: &dyn Wing,
    court: &dyn Court,
    policy: Option<String>,
    size: Option<u32>,
) -> Settings {
    Settings {
        wing: wing.name().to_owned(),
        policy,
        size,
        compilers: court.compilers(),
        configurations: court.describe(),
        batch_statements: BATCH_STATEMENTS,
        spektr_version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

impl Hunt<'_> {
    /// Joins or begins the campaign with these settings and seeds.
    pub fn campaign(&self, settings: &Settings, seeds: Seeds) -> Result<Campaign, StoreTrouble> {
        self.store.campaign(settings, seeds)
    }

    /// Hunts until the seeds are judged, the time is over, or the wish to stop is heard.
    /// `listen` hears every event, on the calling thread.
    pub fn run(
        &self,
        campaign: &Campaign,
        listen: &mut dyn FnMut(&Event),
    ) -> Result<Summary, StoreTrouble> {
        self.store.must_have_room()?;
        let started = Instant::now();
        let owner = Owner::this_process();
        let mut account = Account::new(campaign.id);
        let mut tell = |event: Event| {
            account.add(&event);
            listen(&event);
        };
        let start = self.started(campaign);
        self.keep(campaign, &start)?;
        tell(start);
        self.store.take_sample(campaign)?;
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..self.manner.jobs.max(1) {
                let worker = Worker::new(self, campaign, &owner, sender.clone());
                scope.spawn(move || worker.work());
            }
            drop(sender);
            self.watch(campaign, &owner, &receiver, &mut tell);
        });
        let summary = self.sum_up(campaign, account, started.elapsed())?;
        listen(&Event::Finished(summary.clone()));
        Ok(summary)
    }

    fn started(&self, campaign: &Campaign) -> Event {
        Event::Started {
            campaign: campaign.id,
            wing: campaign.settings.wing.clone(),
            compilers: campaign.settings.compilers.iter().map(|(name, _)| name.clone()).collect(),
            jobs: self.manner.jobs,
            first_seed: campaign.seeds.first,
            end_seed: campaign.seeds.end,
            judged_before: campaign.judged(),
        }
    }

    /// Passes events on until the last worker is gone; meanwhile minds time and store.
    fn watch(
        &self,
        campaign: &Campaign,
        owner: &Owner,
        receiver: &Receiver<Event>,
        tell: &mut dyn FnMut(Event),
    ) {
        let deadline = self.manner.time.map(|time| Instant::now() + time);
        let mut next_sample = Instant::now() + SAMPLE_EVERY;
        let mut stopping = false;
        loop {
            match receiver.recv_timeout(Duration::from_millis(200)) {
                Ok(event) => {
                    if let Event::Trouble { .. } | Event::Failed { .. } = event {
                        // A store in trouble cannot keep the event either; it is told anyway.
                        drop(self.keep(campaign, &event));
                    }
                    tell(event);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            let now = Instant::now();
            if !stopping && deadline.is_some_and(|deadline| now >= deadline) {
                stopping = true;
                self.stop.ask();
                tell(Event::Stopping { reason: "the time is over".to_owned() });
            } else if !stopping && self.stop.asked() {
                stopping = true;
                tell(Event::Stopping { reason: "asked to stop".to_owned() });
            }
            if now >= next_sample {
                next_sample = now + SAMPLE_EVERY;
                let kept = self.store.heartbeat(owner);
                if let Err(trouble) = kept.and_then(|()| self.store.take_sample(campaign)) {
                    self.stop.ask();
                    tell(Event::Failed { broken: Broken::Store, message: trouble.to_string() });
                }
            }
        }
    }

    fn keep(&self, campaign: &Campaign, event: &Event) -> Result<(), StoreTrouble> {
        // Events are numbers, strings and lists: they always have a JSON form.
        let json = serde_json::to_string(event).unwrap_or_default();
        self.store.keep_event(campaign, &json)
    }

    fn sum_up(
        &self,
        campaign: &Campaign,
        account: Account,
        wall: Duration,
    ) -> Result<Summary, StoreTrouble> {
        let now = self.store.campaign_by_id(campaign.id)?;
        let mut summary = account.summary;
        summary.wall_seconds = wall.as_secs_f64();
        summary.complete = now.is_finished();
        summary.broken = account.trouble.as_ref().map(|(broken, _)| *broken);
        summary.ended_by = match account.trouble {
            Some((_, message)) => Some(message),
            None if summary.complete => None,
            None => Some(account.stopping.unwrap_or_else(|| {
                "other hunts on this store that judge the remaining seeds".to_owned()
            })),
        };
        self.keep(campaign, &Event::Finished(summary.clone()))?;
        self.store.take_sample(campaign)?;
        Ok(summary)
    }
}

/// The running sums of one hunt.
struct Account {
    summary: Summary,
    trouble: Option<(Broken, String)>,
    stopping: Option<String>,
}

impl Account {
    fn new(campaign: i64) -> Self {
        let summary = Summary { campaign, ..Summary::default() };
        Account { summary, trouble: None, stopping: None }
    }

    fn add(&mut self, event: &Event) {
        match event {
            Event::Judged { seeds, programs, statements, executed, compiles, cpu_micros } => {
                self.summary.seeds += seeds;
                self.summary.programs += programs;
                self.summary.statements += statements;
                self.summary.executed += executed;
                self.summary.compiles += compiles;
                self.summary.cpu_micros += cpu_micros;
            }
            Event::Skipped { .. } => self.summary.skipped += 1,
            Event::Found { .. } => self.summary.findings += 1,
            Event::Triaged { new_bug: true, .. } | Event::Moved { new_bug: true, .. } => {
                self.summary.new_bugs += 1
            }
            Event::Failed { broken, message } if self.trouble.is_none() => {
                self.trouble = Some((*broken, message.clone()));
            }
            Event::Stopping { reason } => self.stopping = Some(reason.clone()),
            _ => {}
        }
    }
}
