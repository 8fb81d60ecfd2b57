//! `spektr bench`: figures about the whole hunt, the generator or the machine.

use super::wing;
use crate::Wings;
use crate::cli::{BenchArgs, BenchSubject};
use crate::courtroom::Courtroom;
use crate::exit::{Exit, Failure};
use crate::words::{number, percent, say, seconds};
use spektr_hunt::Event;
use spektr_hunt::bench::{Figures, HuntFigures, generate, hunt, machine};
use spektr_hunt::court::{Court, Pinned};
use spektr_wing::Wing;

pub fn run(args: &BenchArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let wing = wing(wings, args.wing.as_deref())?;
    match args.subject {
        BenchSubject::Hunt => bench_hunt(args, wing),
        BenchSubject::Generate => {
            let figures = generate(wing, args.programs, args.size);
            figures.map(|figures| report("generated", &figures)).map_err(complaint)
        }
        BenchSubject::Machine => {
            let figures = machine(wing, args.programs, args.size);
            figures.map(|figures| report("executed", &figures)).map_err(complaint)
        }
    }
}

fn complaint(complaint: spektr_wing::Complaint) -> Failure {
    Failure::new(Exit::Usage, complaint)
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

fn bench_hunt(args: &BenchArgs, wing: &dyn Wing) -> Result<Exit, Failure> {
    let room = Courtroom::open(&args.compilers, wing, &std::env::temp_dir())?;
    let pinned = if args.flags.is_empty() {
        None
    } else {
        Pinned::new(room.court(), room.configurations(&args.flags))
    };
    let court: &dyn Court = match &pinned {
        Some(pinned) => pinned,
        None => room.court(),
    };
    let one = measure(args, wing, court, 1)?;
    say(&details(&one));
    let two = measure(args, wing, court, 2)?;
    say(&format!(
        "2 jobs against 1     {:.2} times as fast ({:.2} and {:.2} programs per second)\n",
        two.programs_per_second() / one.programs_per_second().max(1e-9),
        two.programs_per_second(),
        one.programs_per_second()
    ));
    Ok(Exit::Done)
}

fn measure(
    args: &BenchArgs,
    wing: &dyn Wing,
    court: &dyn Court,
    jobs: usize,
) -> Result<HuntFigures, Failure> {
    let directory =
        std::env::temp_dir().join(format!("spektr-bench-{}-{jobs}", std::process::id()));
    let mut trouble = None;
    let figures = hunt(wing, court, &directory, args.programs, args.size, jobs, &mut |event| {
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
        "spektr's own share   {}\njudged per core-hour {} statements\n",
        percent(figures.own_micros(), total),
        number(figures.statements_per_core_hour())
    ));
    text
}
