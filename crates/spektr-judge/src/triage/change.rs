//! What the guilty pass did: the program as the compiler holds it before and after that one
//! pass. Told by the compiler's own dumps where it has them, else by stopping one pass earlier
//! and looking at what is there.

use super::log::PassLog;
use super::suspects::TALKATIVE;
use super::{Configuration, Culprit};
use crate::compilers::{Bisect, Compiler, Layer};
use crate::judge::{Case, Judge, Trouble};
use crate::sandbox::Limits;
use spektr_wing::{Purpose, Wing};

/// The file the compiler writes its view of the program to.
const VIEW: &str = "view.txt";

/// Where the compiler puts its dumps, and the flag that says so.
const DUMP: &str = "dump";
const DUMPS: &str = "-Zdump-mir-dir=dump";

/// A program before and after a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub before: String,
    pub after: String,
}

/// The change that `culprit` made. `None` if the compiler cannot count its passes, or cannot
/// show what it holds, or counts otherwise when it shows it.
pub fn change(
    judge: &Judge,
    wing: &dyn Wing,
    case: Case<'_>,
    compiler: &Compiler,
    configuration: &Configuration,
    culprit: &Culprit,
) -> Result<Option<Change>, Trouble> {
    if culprit.layer == Layer::Mir && compiler.accepts(DUMPS) {
        return dumped(judge, wing, case, compiler, configuration, culprit);
    }
    let knob = compiler.abilities.bisects.iter().find(|knob| knob.layer == culprit.layer);
    let (Some(knob), Some(show)) = (knob, view_flag(compiler, culprit.layer)) else {
        return Ok(None);
    };
    let Some(earlier) = culprit.index.checked_sub(1) else { return Ok(None) };
    let view = |limit: u64| -> Result<Option<(String, PassLog)>, Trouble> {
        let flags = stopped_after(configuration, knob, limit).with("view", &show);
        let rendering = case.program.render(Purpose::Judge);
        let limits = Limits { output: TALKATIVE, ..judge.compile_limits() };
        let (ran, scratch) = judge.listen(wing, &rendering, compiler, &flags, limits)?;
        let log = PassLog::read(&String::from_utf8_lossy(&ran.stderr));
        let text = std::fs::read(scratch.path().join(VIEW)).ok();
        Ok(text.map(|bytes| (String::from_utf8_lossy(&bytes).into_owned(), log)))
    };
    let (Some((before, _)), Some((after, log))) = (view(earlier)?, view(culprit.index)?) else {
        return Ok(None);
    };
    let is_it = log.at(culprit.index).is_some_and(|run| run.pass == culprit.pass);
    Ok((is_it && before != after).then_some(Change { before, after }))
}

/// The change as the compiler dumps it around each run of a MIR pass.
fn dumped(
    judge: &Judge,
    wing: &dyn Wing,
    case: Case<'_>,
    compiler: &Compiler,
    configuration: &Configuration,
    culprit: &Culprit,
) -> Result<Option<Change>, Trouble> {
    let flags =
        configuration.with("view", DUMPS).with("view", &format!("-Zdump-mir={}", culprit.pass));
    let rendering = case.program.render(Purpose::Judge);
    let limits = Limits { output: TALKATIVE, ..judge.compile_limits() };
    let (_, scratch) = judge.listen(wing, &rendering, compiler, &flags, limits)?;
    let Ok(entries) = std::fs::read_dir(scratch.path().join(DUMP)) else { return Ok(None) };
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    names.sort();
    let function = culprit.function.rsplit("::").next().unwrap_or_default();
    // The latest run that changed the function: passes run often with nothing to do.
    let mut changes = names.iter().filter_map(|after| {
        let name = after.file_name()?.to_str()?;
        let stem = name.strip_suffix(".after.mir")?;
        let wanted = function.is_empty() || name.split('.').any(|part| part == function);
        let before = after.with_file_name(format!("{stem}.before.mir"));
        let change = Change {
            before: std::fs::read_to_string(before).ok()?,
            after: std::fs::read_to_string(after).ok()?,
        };
        let same = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        (wanted && same(&change.before) != same(&change.after)).then_some(change)
    });
    Ok(changes.next_back())
}

fn stopped_after(configuration: &Configuration, knob: &Bisect, limit: u64) -> Configuration {
    let mut stopped = configuration.clone();
    for flag in &knob.also {
        stopped = stopped.with("bisect", flag);
    }
    stopped.with("bisect", &knob.limit.replace("{}", &limit.to_string()))
}

/// The flag that makes a compiler write down what a layer works on.
fn view_flag(compiler: &Compiler, layer: Layer) -> Option<String> {
    match (compiler.family.as_str(), layer) {
        ("rustc", Layer::Mir) => Some(format!("--emit=mir={VIEW}")),
        ("rustc", Layer::Llvm) => Some(format!("--emit=llvm-ir={VIEW}")),
        _ => None,
    }
}
