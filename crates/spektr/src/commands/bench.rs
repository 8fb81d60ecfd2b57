//! `spektr bench`: figures about the whole hunt, the generator or the machine. Trials of
//! spektr itself are in `validity`, what programs reach in an optimizer in `flux`, and what
//! generation policies change in a compiler in `policies`.

use super::{policy, wing};
use crate::Wings;
use crate::cli::{BenchArgs, BenchSubject};
use crate::exit::{Exit, Failure};
use crate::room::Room;
use crate::words::{number, percent, say, seconds};
use spektr_hunt::Event;
use spektr_hunt::bench::{Figures, HuntFigures, generate, hunt, machine};
use spektr_hunt::validity::Sample;
use spektr_judge::{Case, Judge};
use spektr_wing::Wing;
use std::collections::BTreeMap;

pub fn run(args: &BenchArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let wing = wing(wings, args.wing.as_deref())?;
    let policy = policy(wing, args.policy.as_deref())?;
    let seeds = args.from..args.from.saturating_add(args.programs);
    super::maker(wing, &args.style)?;
    let maker = args.style.as_str();
    let sample = Sample { maker, seeds, policy: policy.as_deref(), size: args.size };
    match args.subject {
        BenchSubject::Flux => super::flux::run(args, wings),
        BenchSubject::Policies => super::policies::run(args, wings),
        BenchSubject::Hunt => bench_hunt(args, wings, wing, &sample),
        BenchSubject::Generate => {
            let figures = generate(wing, &sample)?;
            report("generated", &figures);
            say(&source(wing.name(), &figures));
            if args.size.is_none() {
                growth(wing, &sample)?;
            }
            Ok(Exit::Done)
        }
        BenchSubject::Machine => Ok(report("executed", &machine(wing, &sample)?)),
        BenchSubject::Validity => super::validity::validity(wing, &sample),
        BenchSubject::Witness => super::validity::witness(args, wings, wing, &sample),
    }
}

/// Programs on which a compiler is asked where it spends its time.
const TIMED: usize = 10;

/// Stages of a compiler that are listed.
const STAGES: usize = 12;

/// Sizes at which the generator's time is compared, with programs enough for a figure.
const SIZES: [(u32, u64); 4] = [(1_000, 40), (8_000, 10), (10_000, 8), (100_000, 3)];

/// How the time per statement grows with the size of a program: it should not.
fn growth(wing: &dyn Wing, sample: &Sample<'_>) -> Result<(), Failure> {
    say(&format!(
        "\n{:>10} {:>10} {:>14} {:>16} {:>16}\n",
        "size", "programs", "ms each", "ns per statement", "executed/s"
    ));
    for (size, programs) in SIZES {
        let seeds = sample.seeds.start..sample.seeds.start + programs;
        let figures = generate(wing, &Sample { seeds, size: Some(size), ..sample.clone() })?;
        let each = figures.cpu_micros as f64 / 1000.0 / figures.programs as f64;
        let nanos = (figures.cpu_micros * 1000).checked_div(figures.statements).unwrap_or(0);
        say(&format!(
            "{:>10} {:>10} {each:>14.2} {:>16} {:>16}\n",
            number(u64::from(size)),
            number(programs),
            number(nanos),
            number(figures.rate())
        ));
    }
    Ok(())
}

/// What YARPGen v1 was measured to do on the machine on which this was written, for whoever
/// compares.
const YARPGEN: &str = " (YARPGen v1, elsewhere: 2.1 MB, 1.5 to 1.9 programs)";

fn source(wing: &str, figures: &Figures) -> String {
    let (megabytes, programs) = figures.source_rates();
    let beside = if matches!(wing, "c" | "cpp") { YARPGEN } else { "" };
    format!(
        "source               {} bytes; {megabytes:.2} MB and {programs:.1} programs per CPU second, from seed to \
         text{beside}\n",
        number(figures.bytes)
    )
}

fn report(what: &str, figures: &Figures) -> Exit {
    say(&format!(
        "programs             {}\nstatements           {}\nexecuted statements  {}\nCPU time             {}\n\
         {what} per second  {} executed statements\n",
        number(figures.programs),
        number(figures.statements),
        number(figures.executed),
        seconds(figures.cpu_micros),
        number(figures.rate())
    ));
    Exit::Done
}

fn bench_hunt(
    args: &BenchArgs,
    wings: Wings<'_>,
    wing: &dyn Wing,
    sample: &Sample<'_>,
) -> Result<Exit, Failure> {
    let mut room = Room::open(&args.compilers, wings, wing, &std::env::temp_dir())?;
    if !args.flags.is_empty() {
        let pinned = room.configurations(&args.flags)?;
        room = Room { judge: room.judge.pinned_to(pinned) };
    }
    inside(&room.judge, sample)?;
    let one = measure(&room.judge, sample, 1)?;
    say(&details(&one));
    say(&judged_source(&one, &generate(wing, sample)?));
    let two = measure(&room.judge, sample, 2)?;
    say(&format!(
        "2 jobs against 1     {:.2} times as fast ({:.2} and {:.2} programs per second)\n",
        two.programs_per_second() / one.programs_per_second().max(1e-9),
        two.programs_per_second(),
        one.programs_per_second()
    ));
    Ok(Exit::Done)
}

/// Says where compilers spend their time on the first programs of a sample.
fn inside(judge: &Judge<'_>, sample: &Sample<'_>) -> Result<(), Failure> {
    let mut stages: BTreeMap<String, f64> = BTreeMap::new();
    for seed in sample.seeds.clone().take(TIMED) {
        let case = Case::from(sample.program(judge.wing(), seed)?);
        for (stage, seconds) in judge.time_passes(&case, &judge.draw(seed))? {
            *stages.entry(stage).or_default() += seconds;
        }
    }
    let Some(total) = stages.remove("total") else {
        say("no compiler says where it spends its time\n\n");
        return Ok(());
    };
    let mut longest: Vec<(String, f64)> = stages.into_iter().collect();
    longest.sort_by(|a, b| b.1.total_cmp(&a.1));
    say(&format!(
        "inside the compiler, its stages (some are parts of others) on {TIMED} programs\n"
    ));
    for (stage, seconds) in longest.into_iter().take(STAGES) {
        say(&format!("  {stage:<40} {:>6.1}%\n", 100.0 * seconds / total));
    }
    say("\n");
    Ok(())
}

fn measure(judge: &Judge<'_>, sample: &Sample<'_>, jobs: usize) -> Result<HuntFigures, Failure> {
    let directory =
        std::env::temp_dir().join(format!("spektr-bench-{}-{jobs}", std::process::id()));
    let mut trouble = None;
    let figures = hunt(judge, &directory, sample, jobs, &mut |event| {
        if let Event::Failed { message, .. } = event {
            trouble = Some(message.clone());
        }
    });
    // A store that cannot be removed lies in the temporary directory and harms nobody.
    drop(std::fs::remove_dir_all(&directory));
    match trouble {
        Some(message) => Err(Failure::new(Exit::NoCompiler, message)),
        None => Ok(figures?),
    }
}

/// Source judged in an hour of one core. Programs of a sample that were not judged count for
/// nothing: bytes follow statements.
fn judged_source(hunt: &HuntFigures, sample: &Figures) -> String {
    let statements = hunt.statements_per_core_hour(hunt.cpu_micros());
    let bytes = sample.bytes as f64 * statements as f64 / sample.statements.max(1) as f64;
    format!("source per core-hour {:.0} MB\n", bytes / 1e6)
}

fn details(figures: &HuntFigures) -> String {
    let total = figures.cpu_micros();
    let summary = &figures.summary;
    let mut text = format!(
        "programs             {}\nstatements           {}\nexecuted statements  {}\ncompiles             {}\nfindings             {}\nCPU time             {}\n",
        number(summary.programs),
        number(summary.statements),
        number(summary.executed),
        number(summary.compiles),
        number(summary.findings),
        seconds(total)
    );
    for (stage, micros) in &figures.stages {
        text.push_str(&format!(
            "  {stage:<18} {:>12}  {:>6}\n",
            seconds(*micros),
            percent(*micros, total)
        ));
    }
    text.push_str(&format!(
        "spektr's own share   {}\njudged per core-hour {} statements, {} but for the settling of findings\n",
        percent(figures.own_micros(), total),
        number(figures.statements_per_core_hour(total)),
        number(figures.statements_per_core_hour(total - figures.settle_micros()))
    ));
    text
}
