//! Triage of a real case: puts the closures together with the judge, decides which
//! layer to blame, and looks at the other compilers.

use super::Look;
use super::bisect::{Culprit, bisect, toggle};
use super::log::{PassLog, PassRun};
use crate::compilers::{Compiler, Layer};
use crate::config::Configuration;
use crate::judge::{Case, Judge, Trouble, accuse};
use crate::outcome::Outcome;
use crate::sandbox::Limits;
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};
use spektr_wing::{Purpose, Wing};

/// What a look at one configuration showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Whether the bug is there.
    pub bad: bool,
    /// The passes the compiler named, if it was asked to.
    pub log: PassLog,
}

/// Lists of passes are long: megabytes for a program of some size.
pub(super) const TALKATIVE: u64 = 512 << 20;

/// Compiles and runs `case` once and keeps every pass the compiler names. `is_it` says
/// whether a verdict is the bug that is looked for.
pub fn observe(
    judge: &Judge,
    wing: &dyn Wing,
    case: Case<'_>,
    compiler: &Compiler,
    configuration: &Configuration,
    is_it: &dyn Fn(&Verdict) -> bool,
) -> Result<Seen, Trouble> {
    let rendering = case.program.render(Purpose::Judge);
    let limits = Limits { output: TALKATIVE, ..judge.compile_limits() };
    let (ran, scratch) = judge.listen(wing, &rendering, compiler, configuration, limits)?;
    let log = PassLog::read(&String::from_utf8_lossy(&ran.stderr));
    let outcome = match Outcome::of_compiler(&ran) {
        Some(outcome) => outcome,
        None => Outcome::of_program(judge.run_in(&scratch)?),
    };
    Ok(Seen { bad: is_it(&accuse(case, &outcome)), log })
}

/// Finds who is to blame, the likeliest first. Empty only if the bug does not show.
pub fn blame(
    look: &mut Look<'_>,
    compiler: &Compiler,
    configuration: &Configuration,
) -> Result<Vec<Culprit>, Trouble> {
    if !look(configuration)?.bad {
        return Ok(Vec::new());
    }
    let mut culprits = Vec::new();
    for knob in &compiler.abilities.bisects {
        culprits.extend(bisect(look, knob, configuration)?);
    }
    if let Some(toggles) = &compiler.abilities.toggles
        && !compiler.abilities.bisects.iter().any(|knob| knob.layer == toggles.layer)
    {
        culprits.extend(toggle(look, toggles, configuration)?);
    }
    // If passes of two layers are needed, the later one may only have brought to light
    // what the earlier one did: the earlier comes first, the reader sees both.
    culprits.sort_by_key(|culprit| culprit.layer);
    if culprits.is_empty() {
        culprits.push(Culprit {
            layer: Layer::Codegen,
            pass: String::new(),
            function: String::new(),
            index: 0,
        });
    }
    Ok(culprits)
}

/// The pass in which a compiler hangs or dies: the last it named before its end.
pub fn last_pass(
    look: &mut Look<'_>,
    compiler: &Compiler,
    configuration: &Configuration,
) -> Result<Option<(Layer, PassRun)>, Trouble> {
    let mut last = None;
    for knob in &compiler.abilities.bisects {
        let mut talkative = configuration.clone();
        for flag in &knob.also {
            talkative = talkative.with("bisect", flag);
        }
        let everything = knob.limit.replace("{}", "1000000000");
        let seen = look(&talkative.with("bisect", &everything))?;
        // A later layer that has started at all was reached later.
        if let Some(run) = seen.log.last_started() {
            last = Some((knob.layer, run.clone()));
        }
    }
    Ok(last)
}

/// Whether another compiler shows the same bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exposure {
    pub compiler: String,
    pub version: String,
    /// `None` if it cannot be told: this compiler does not take these flags.
    pub affected: Option<bool>,
    pub said: String,
}

/// Looks at the same program and flags with every bystander of the family.
pub fn exposure(
    judge: &Judge,
    wing: &dyn Wing,
    case: Case<'_>,
    configuration: &Configuration,
    is_it: &dyn Fn(&Verdict) -> bool,
) -> Result<Vec<Exposure>, Trouble> {
    let mut exposures = Vec::new();
    for compiler in judge.bystanders().iter().filter(|it| it.family == wing.family()) {
        let (verdict, attempt) = judge.glance(wing, case, compiler, configuration)?;
        let refused = attempt.diagnostics.contains("unknown unstable option")
            || attempt.diagnostics.contains("unknown codegen option");
        exposures.push(Exposure {
            compiler: compiler.name.clone(),
            version: compiler.version.text.clone(),
            affected: (!refused).then(|| is_it(&verdict)),
            said: verdict.to_string(),
        });
    }
    Ok(exposures)
}

/// Where a compiler spends its time on a program: stages as it names them, in seconds,
/// longest first. Empty if it cannot say.
pub fn time_passes(
    judge: &Judge,
    wing: &dyn Wing,
    case: Case<'_>,
    compiler: &Compiler,
    configuration: &Configuration,
) -> Result<Vec<(String, f64)>, Trouble> {
    if !compiler.accepts("-Ztime-passes") {
        return Ok(Vec::new());
    }
    let rendering = case.program.render(Purpose::Judge);
    let timed = configuration.with("time", "-Ztime-passes");
    let limits = judge.compile_limits();
    let (ran, _scratch) = judge.listen(wing, &rendering, compiler, &timed, limits)?;
    let text = String::from_utf8_lossy(&ran.stderr) + String::from_utf8_lossy(&ran.stdout);
    let mut stages: Vec<(String, f64)> = text.lines().filter_map(timed_stage).collect();
    stages.sort_by(|a, b| b.1.total_cmp(&a.1));
    Ok(stages)
}

/// Reads a line of `-Ztime-passes`: seconds first, the name of the stage last.
fn timed_stage(line: &str) -> Option<(String, f64)> {
    let (seconds, rest) = line.trim_start().strip_prefix("time:")?.split_once(';')?;
    let name = rest.rsplit([')', '\t']).next()?.trim();
    Some((name.to_owned(), seconds.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compilers::{Abilities, Bisect};

    /// Two layers of ten passes; `bad` gets how many of each run.
    fn compiler() -> Compiler {
        let knob = |layer, limit: &str| {
            let (limit, also) = (limit.into(), vec![]);
            Bisect { layer, limit, also, leave_out: None }
        };
        Compiler {
            name: "scripted".into(),
            family: "script".into(),
            command: vec![],
            env: Default::default(),
            version: Default::default(),
            abilities: Abilities {
                bisects: vec![knob(Layer::Mir, "-m={}"), knob(Layer::Llvm, "-l={}")],
                ..Abilities::default()
            },
        }
    }

    fn blamed(bad: impl Fn(u64, u64) -> bool) -> Vec<(Layer, u64)> {
        let mut look = |configuration: &Configuration| {
            let limit = |flag: &str| {
                let given = configuration.args().find_map(|arg| arg.strip_prefix(flag));
                given.map_or(10, |text| text.parse::<u64>().unwrap_or(0).min(10))
            };
            let runs = (1..=10).map(|index| PassRun {
                index,
                ran: true,
                pass: "p".into(),
                on: "f".into(),
            });
            Ok(Seen { bad: bad(limit("-m="), limit("-l=")), log: PassLog { runs: runs.collect() } })
        };
        let culprits = blame(&mut look, &compiler(), &Configuration::default());
        culprits
            .expect("the script has no trouble")
            .into_iter()
            .map(|culprit| (culprit.layer, culprit.index))
            .collect()
    }

    #[test]
    fn layers_are_told_apart() {
        assert_eq!(blamed(|m, _| m >= 4), [(Layer::Mir, 4)]);
        assert_eq!(blamed(|_, l| l >= 7), [(Layer::Llvm, 7)]);
        assert_eq!(blamed(|m, l| m >= 2 && l >= 3), [(Layer::Mir, 2), (Layer::Llvm, 3)]);
        assert_eq!(blamed(|_, _| true), [(Layer::Codegen, 0)]);
        assert_eq!(blamed(|_, _| false), []);
    }

    #[test]
    fn stages_are_read() {
        let line = "time:   0.012; rss:   40MB ->   42MB (   +2MB)\texpand_crate";
        assert_eq!(timed_stage(line), Some(("expand_crate".into(), 0.012)));
        assert_eq!(timed_stage("warning: x"), None);
    }
}
