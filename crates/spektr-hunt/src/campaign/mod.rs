//! A campaign: workers lease seeds, have their programs judged and record; others look closer
//! at what they find. What happens is told as events; what must not be forgotten is in the
//! store before it is told.

mod batch;
mod examining;
mod health;
mod judging;
mod pace;

use crate::event::{Broken, Event, Summary};
use crate::store::{Able, Campaign, FindingState, Owner, Seeds, Settings, Store, StoreTrouble};
use crate::supply::Supply;
use crate::{Stop, VERSION};
use examining::Examiner;
use health::Compilers;
use judging::{WorkTrouble, Worker};
use pace::Pace;
use spektr_judge::Judge;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How a hunt is run. None of this is part of the campaign's identity.
#[derive(Clone, Debug)]
pub struct Manner {
    pub jobs: usize,
    pub time: Option<Duration>,
    /// Classify findings and join them into bugs.
    pub triage: bool,
    /// Findings per bug that are reduced; 0 for none.
    pub reductions_per_bug: u32,
    /// Stay until every seed is judged, also by others: what one of them leaves is done too.
    pub stay: bool,
}

impl Default for Manner {
    fn default() -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        Manner { jobs, time: None, triage: true, reductions_per_bug: 1, stay: false }
    }
}

/// Statements per experiment to aim for. Below a few thousand the fixed cost of a compile
/// dominates; far above, the compilers of two workers get in the way of one another (32,000 took
/// a tenth longer), a stop is heard late, and a program that breaks the compiler costs many
/// good ones a second compile.
pub const BATCH_STATEMENTS: u64 = 16_000;

/// Kinds of counted things: how often a compiler was asked which passes run, and what stands
/// between compiler and pass in the names of kind `pass`.
pub(crate) const ASKED_FOR_PASSES: &str = "asked for passes";
pub(crate) const PASS_OF: char = '\t';

/// How often the store learns that this process is alive and how far it is.
const SAMPLE_EVERY: Duration = Duration::from_secs(10);

/// How long what is in flight may take after the wish to stop. A compiler that hangs does not
/// keep a person waiting; what it was at is judged by the next hunt.
const GRACE: Duration = Duration::from_secs(2);

/// Why a hunt ended that a person interrupted.
const ASKED: &str = "asked to stop";

/// How often it is told what waits: to a person who looks on, and by a server that has others
/// to serve.
const QUEUE_EVERY: Duration = Duration::from_secs(1);
const QUEUE_EVERY_ON_A_SERVER: Duration = Duration::from_secs(10);

/// One hunt on one campaign.
pub struct Hunt<'a, 'w> {
    pub judge: &'a Judge<'w>,
    pub supply: &'a dyn Supply,
    pub store: &'a Store,
    pub stop: &'a Stop,
    pub manner: Manner,
}

/// What all workers of a hunt share.
struct Shared<'a, 'w> {
    hunt: &'a Hunt<'a, 'w>,
    campaign: &'a Campaign,
    owner: &'a Owner,
    pace: &'a Pace,
    compilers: &'a Compilers,
    /// What was reached in each compiler, by this hunt.
    reached: &'a Mutex<BTreeMap<String, u64>>,
    events: Sender<Event>,
}

impl Shared<'_, '_> {
    /// The receiver lives as long as any worker, so that telling cannot fail.
    fn tell(&self, event: Event) {
        drop(self.events.send(event));
    }

    /// The others would run into the same trouble, one by one.
    fn fail(&self, trouble: WorkTrouble) {
        // A wish to stop ends whatever runs; what that looks like is no trouble.
        if self.hunt.stop.asked() && trouble.broken() == Broken::Compiler {
            return;
        }
        self.hunt.stop.ask();
        self.tell(Event::Failed { broken: trouble.broken(), message: trouble.to_string() });
    }
}

/// The settings of a campaign of `judge` on programs of `supply`.
pub fn settings(
    judge: &Judge<'_>,
    supply: &dyn Supply,
    policy: Option<String>,
    size: Option<u32>,
) -> Settings {
    let version = |target: &spektr_judge::Target| {
        (target.compiler.name.clone(), target.compiler.version.text.clone())
    };
    Settings {
        wing: judge.wing().name().to_owned(),
        supply: supply.describe(),
        policy,
        size,
        compilers: judge.targets().iter().map(version).collect(),
        configurations: judge.describe(),
        batch_statements: if supply.learns() { 1 } else { BATCH_STATEMENTS },
        spektr_version: VERSION.to_owned(),
    }
}

impl Hunt<'_, '_> {
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
        self.store.register(&owner, campaign, self.manner.jobs)?;
        self.keep(campaign, &start)?;
        tell(start);
        self.store.take_sample(campaign, 1)?;
        let pace = Pace::new(self.judge.shares().examine, self.store.is_shared());
        let (compilers, reached) = (Compilers::default(), Mutex::default());
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            let shared = |events| Shared {
                hunt: self,
                campaign,
                owner: &owner,
                pace: &pace,
                compilers: &compilers,
                reached: &reached,
                events,
            };
            let judges: Vec<_> = (0..self.manner.jobs.max(1)).map(|_| sender.clone()).collect();
            let judging = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(judges.len()));
            for (number, events) in judges.into_iter().enumerate() {
                let (shared, judging, pace) = (shared(events), judging.clone(), &pace);
                scope.spawn(move || {
                    Worker::new(&shared, number).work();
                    if judging.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 1 {
                        pace.end_judging();
                    }
                });
            }
            for _ in 0..self.examiners() {
                let shared = shared(sender.clone());
                scope.spawn(move || Examiner::new(&shared).work());
            }
            drop(sender);
            self.watch(campaign, &owner, &receiver, &mut tell);
        });
        self.store.goodbye(&owner)?;
        let summary = self.sum_up(campaign, account, started.elapsed())?;
        listen(&Event::Finished(summary.clone()));
        Ok(summary)
    }

    /// What this process can look at.
    fn able(&self) -> Able {
        let compilers = self.judge.targets().iter().map(|it| it.compiler.name.clone());
        Able { wing: self.judge.wing().name().to_owned(), compilers: compilers.collect() }
    }

    /// Threads that examine: as many as their share of the jobs, and one at the least.
    fn examiners(&self) -> usize {
        let share = self.judge.shares().examine as usize;
        if self.manner.triage { (self.manner.jobs * share / 1000).max(1) } else { 0 }
    }

    fn started(&self, campaign: &Campaign) -> Event {
        Event::Started {
            campaign: campaign.id,
            wing: campaign.settings.wing.clone(),
            supply: campaign.settings.supply.clone(),
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
        let shared = self.store.is_shared();
        let queue_every = if shared { QUEUE_EVERY_ON_A_SERVER } else { QUEUE_EVERY };
        let mut next_queue = Instant::now() + queue_every;
        let mut stopping = None;
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
            if stopping.is_some_and(|since| now - since > GRACE) {
                self.judge.interrupt();
            } else if stopping.is_none()
                && (self.stop.asked() || deadline.is_some_and(|it| now >= it))
            {
                stopping = Some(now);
                let reason = if self.stop.asked() { ASKED } else { "the time is over" };
                self.stop.ask();
                tell(Event::Stopping { reason: reason.to_owned() });
            }
            if now >= next_queue {
                next_queue = now + queue_every;
                // A store in trouble is noticed by whoever writes it.
                if let Ok((untriaged, unreduced)) = self.store.queue() {
                    tell(Event::Queue { untriaged, unreduced });
                }
            }
            if now >= next_sample {
                next_sample = now + SAMPLE_EVERY;
                let kept = self.store.heartbeat(owner);
                if let Err(trouble) = kept.and_then(|()| {
                    self.store.take_sample(campaign, SAMPLE_EVERY.as_secs() as i64 - 1)
                }) {
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
        let mut summary = account.summary.clone();
        summary.wall_seconds = wall.as_secs_f64();
        summary.complete = now.is_finished();
        summary.blamed = self.blamed(&account.found)?;
        summary.broken = account.trouble.as_ref().map(|(broken, _)| *broken);
        summary.ended_by = match account.trouble {
            Some((_, message)) => Some(message),
            None if summary.complete => None,
            // Workers may have ended before anybody noticed the wish.
            None if self.stop.asked() => Some(account.stopping.unwrap_or_else(|| ASKED.to_owned())),
            None => Some("other hunts on this store that judge the remaining seeds".to_owned()),
        };
        self.keep(campaign, &Event::Finished(summary.clone()))?;
        self.store.take_sample(campaign, 1)?;
        Ok(summary)
    }
}

impl Hunt<'_, '_> {
    /// How many of these findings still accuse a compiler of something that nobody has muted.
    fn blamed(&self, found: &[i64]) -> Result<u64, StoreTrouble> {
        let muted: Vec<i64> =
            self.store.bugs()?.iter().filter(|it| it.mute.is_some()).map(|it| it.id).collect();
        let mut blamed = 0;
        for id in found {
            let finding = self.store.finding(*id)?;
            let counts = match finding.state {
                FindingState::New => true,
                FindingState::Triaged => finding.bug.is_none_or(|bug| !muted.contains(&bug)),
                FindingState::Flaky | FindingState::OurFault => false,
            };
            blamed += u64::from(counts);
        }
        Ok(blamed)
    }
}

/// The running sums of one hunt.
struct Account {
    summary: Summary,
    found: Vec<i64>,
    trouble: Option<(Broken, String)>,
    stopping: Option<String>,
}

impl Account {
    fn new(campaign: i64) -> Self {
        let summary = Summary { campaign, ..Summary::default() };
        Account { summary, found: Vec::new(), trouble: None, stopping: None }
    }

    fn add(&mut self, event: &Event) {
        match event {
            Event::Judged {
                seeds, programs, statements, executed, compiles, cpu_micros, ..
            } => {
                self.summary.seeds += seeds;
                self.summary.programs += programs;
                self.summary.statements += statements;
                self.summary.executed += executed;
                self.summary.compiles += compiles;
                self.summary.cpu_micros += cpu_micros;
            }
            Event::Skipped { .. } => self.summary.skipped += 1,
            Event::Found { finding, .. } => {
                self.summary.findings += 1;
                self.found.push(*finding);
            }
            Event::Examined { compiles, cpu_micros, .. } => {
                self.summary.compiles += compiles;
                self.summary.cpu_micros += cpu_micros;
                self.summary.examine_micros += cpu_micros;
            }
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
