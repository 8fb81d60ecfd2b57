//! What sharing a store costs: simulated workers on a real PostgreSQL do all that a hunt asks of
//! its store (lease, record, say that they live, take samples, look for findings to triage and
//! reduce, look what waits), at the pace of batches that take so many seconds of CPU time.
//! Prints the CPU time of server and clients per batch, and as a share of the workers' cores.
//! With 0 seconds per batch they do it as fast as they can: that is the most a server can take.
//! With `held` more leases that others hold, as there are with many more workers.
//!
//!     cargo run --release -p spektr-hunt --example lease_traffic -- \
//!         [WORKERS] [SECONDS PER BATCH] [SECONDS] [HELD]

use spektr_hunt::clock::process_cpu_micros;
use spektr_hunt::store::{Able, BatchRecord, Campaign, Owner, Seeds, Settings, Store};
use spektr_judge::{Spent, Stage};
use spektr_postgres::Server;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Constructs, flags and compilers that a batch of a real hunt counts.
const COUNTED: u64 = 180;

/// How often a hunt tells that it lives, and looks what waits.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// How often an idle examiner looks for findings.
const LOOK: Duration = Duration::from_millis(12_800);

fn main() {
    let numbers: Vec<f64> = std::env::args().skip(1).filter_map(|it| it.parse().ok()).collect();
    let number = |at: usize, usual: f64| numbers.get(at).copied().unwrap_or(usual);
    let (workers, pace, seconds) = (number(0, 64.0) as u64, number(1, 4.0), number(2, 20.0));
    let held = number(3, 0.0) as u64;
    let Some(server) = Server::start(None) else { return };
    let address = server.database();
    let campaign = Store::open(Path::new(&address)).unwrap().campaign(&settings(), all()).unwrap();
    let batches = AtomicU64::new(0);
    let holder = Store::open(Path::new(&address)).unwrap();
    for _ in 0..held {
        holder.lease(&campaign, &Owner::this_process()).unwrap();
    }
    // Connections are made before anything is measured.
    let stores: Vec<Store> =
        (0..workers).map(|_| Store::open(Path::new(&address)).unwrap()).collect();
    let postmaster = server.pid().unwrap();
    let (begun, cpu, server_cpu) =
        (Instant::now(), process_cpu_micros(), server_micros(postmaster));
    std::thread::scope(|scope| {
        for (number, store) in stores.iter().enumerate() {
            let (batches, campaign) = (&batches, &campaign);
            scope.spawn(move || {
                // Nobody starts at the same moment.
                let start = pace * number as f64 / workers as f64;
                std::thread::sleep(Duration::from_secs_f64(start));
                let worker = Simulated { store, campaign, owner: Owner::this_process() };
                worker.work(pace, &|| begun.elapsed().as_secs_f64() >= seconds, batches);
            });
        }
    });
    let wall = begun.elapsed().as_secs_f64();
    let batches = batches.into_inner() as f64;
    let clients = (process_cpu_micros() - cpu) as f64 / 1e6;
    let server = (server_micros(postmaster) - server_cpu) as f64 / 1e6;
    println!("{workers} workers, a batch each every {pace} s, for {wall:.1} s: {batches} batches");
    println!(
        "clients {:.2} ms, server {:.2} ms of CPU per batch",
        clients / batches * 1e3,
        server / batches * 1e3
    );
    let cores = workers as f64 * wall;
    println!(
        "{:.3}% of {workers} cores, {:.1}% of one core at the server",
        (clients + server) / cores * 100.0,
        server / wall * 100.0
    );
}

/// A worker that judges nothing.
struct Simulated<'a> {
    store: &'a Store,
    campaign: &'a Campaign,
    owner: Owner,
}

impl Simulated<'_> {
    fn work(&self, pace: f64, is_over: &dyn Fn() -> bool, batches: &AtomicU64) {
        let Simulated { store, campaign, owner } = self;
        let able = Able { wing: "simulated".into(), compilers: vec!["cc".into()] };
        store.register(owner, campaign, 1).unwrap();
        let (mut told, mut looked) = (Instant::now(), Instant::now());
        while !is_over() {
            let started = Instant::now();
            let mut lease = store.lease(campaign, owner).unwrap().unwrap();
            let record = record(lease.end);
            store.record(&mut lease, &record).unwrap();
            batches.fetch_add(1, Ordering::Relaxed);
            if told.elapsed() > HEARTBEAT {
                told = Instant::now();
                store.heartbeat(owner).unwrap();
                store.take_sample(campaign, 9).unwrap();
                store.queue().unwrap();
            }
            if looked.elapsed() > LOOK {
                looked = Instant::now();
                store.claim_untriaged(owner, &able).unwrap();
                store.claim_unreduced(owner, &able, 1).unwrap();
            }
            let rest = pace - started.elapsed().as_secs_f64();
            std::thread::sleep(Duration::from_secs_f64(rest.max(0.0)));
        }
    }
}

fn settings() -> Settings {
    Settings {
        wing: "simulated".into(),
        supply: "simulated".into(),
        policy: None,
        size: Some(2000),
        compilers: vec![("cc".into(), "1".into())],
        configurations: String::new(),
        batch_statements: 16_000,
        spektr_version: "0".into(),
    }
}

fn all() -> Seeds {
    Seeds { first: 0, end: None }
}

fn record(done_until: u64) -> BatchRecord {
    let mut spent = Spent::default();
    Stage::ALL.into_iter().for_each(|stage| spent.add(stage, 1000));
    let coverage = (0..COUNTED).map(|at| (("construct", format!("construct {at}")), 8)).collect();
    BatchRecord {
        done_until,
        programs: 8,
        statements: 16_000,
        spent,
        coverage,
        ..BatchRecord::default()
    }
}

/// CPU time of the server: of all its processes, those that have ended included.
fn server_micros(postmaster: u32) -> u64 {
    let mut ticks = 0;
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let field = |at: usize| fields.get(at).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0);
        let own = entry.file_name().to_string_lossy() == postmaster.to_string();
        if own || field(1) == u64::from(postmaster) {
            ticks += field(11) + field(12);
        }
        if own {
            ticks += field(13) + field(14);
        }
    }
    // A tick is a hundredth of a second everywhere that this runs.
    ticks * 10_000
}
