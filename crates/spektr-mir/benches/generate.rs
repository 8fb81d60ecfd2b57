//! How fast programs are generated, on one core: statements written and statements
//! executed per second, over program sizes from small to huge. Growth has to be linear.
//! `cargo bench -p spektr-mir --bench generate -- 8000` looks at one size only.
//!
//! Time is the processor's own where the system tells it, so that a busy machine does not
//! change the figures.

use std::hint::black_box;
use std::time::{Duration, Instant};

use spektr_mir::generate::{Policy, generate};

/// Statements to write per size, at least.
const WORK: u32 = 60_000;

const SIZES: &[u32] = &[100, 300, 1000, 3000, 8000, 10_000, 30_000, 100_000];

struct Clock {
    wall: Instant,
}

impl Clock {
    fn processor() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    }

    fn now(&self) -> Duration {
        Clock::processor().unwrap_or_else(|| self.wall.elapsed())
    }
}

fn main() {
    let clock = Clock { wall: Instant::now() };
    let policy = Policy::default();
    println!(
        "{:>9} {:>9} {:>12} {:>14} {:>14} {:>14}",
        "size", "programs", "ms each", "ns/statement", "written/s", "executed/s"
    );
    let named: Vec<u32> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let sizes = if named.is_empty() { SIZES } else { &named };
    for &size in sizes {
        let programs = (WORK / size).max(4);
        let (mut written, mut executed) = (0u64, 0u64);
        let mut spent = Duration::ZERO;
        for seed in 0..u64::from(programs) {
            let start = clock.now();
            let generated = black_box(generate(black_box(seed), &policy, Some(size)));
            spent += clock.now() - start;
            let blocks = generated.program.functions.iter().flat_map(|function| &function.blocks);
            written += blocks.map(|block| block.statements.len() as u64 + 1).sum::<u64>();
            executed += generated.steps;
        }
        let seconds = spent.as_secs_f64();
        println!(
            "{size:>9} {programs:>9} {:>12.2} {:>14.0} {:>14.0} {:>14.0}",
            seconds * 1000.0 / f64::from(programs),
            seconds * 1e9 / written as f64,
            written as f64 / seconds,
            executed as f64 / seconds,
        );
    }
}
