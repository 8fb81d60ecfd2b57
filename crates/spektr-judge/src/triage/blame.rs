//! Triage of a real case: looks at it in one configuration after the other, decides which
//! layer and pass to blame, and asks the other compilers.

use super::bisect::{bisect, toggle};
use super::log::PassRun;
use super::narrow::{narrow, without_a_flag};
use super::{Elsewhere, Guilt, Look, Looked};
use crate::compilers::{ALL_PASSES, Compiler};
use crate::config::{Configuration, Flag};
use crate::families::Family;
use crate::judge::{Case, Judge};
use crate::laboratory::Request;
use crate::spent::Spent;
use crate::trouble::Trouble;
use crate::verdict::{Verdict, VerdictClass};
use std::collections::BTreeSet;

impl Judge<'_> {
    /// The pass that is to blame for a verdict, with the flags that cure it. `None` where no pass
    /// has a part in it, or where nothing can be told.
    pub fn blame(
        &self,
        case: &Case,
        verdict: &Verdict,
        configuration: &Configuration,
        spent: &mut Spent,
    ) -> Result<Option<Guilt>, Trouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        if verdict.class() == VerdictClass::Miscompiled {
            let suspects = self.suspects(case, verdict, configuration, spent)?;
            return self.with_cure(case, configuration, compiler, suspects, spent);
        }
        let mut look = self.watching(case, verdict, compiler, spent);
        match verdict.class() {
            VerdictClass::CompilerHang | VerdictClass::CompilerOutOfMemory => {
                let last = last_pass(&mut look, compiler, configuration)?;
                Ok(last.map(|(layer, run)| Guilt::of_pass(&layer, run.pass, run.on, 0)))
            }
            VerdictClass::CompilerCrash
                if matches!(verdict, Verdict::CompilerCrash { signal: Some(_), .. }) =>
            {
                let last = last_pass(&mut look, compiler, configuration)?;
                Ok(last.map(|(layer, run)| Guilt::of_pass(&layer, run.pass, run.on, 0)))
            }
            // Toggles would cost a compile each, and their compilers say where they broke.
            VerdictClass::CompilerCrash => {
                let broken = stopped_at(&mut look, compiler, configuration)?;
                drop(look);
                self.with_cure(case, configuration, compiler, broken, spent)
            }
            // A rejection comes before any pass.
            _ => Ok(None),
        }
    }

    /// Everybody who may be to blame for a miscompilation, the likeliest first.
    pub(super) fn suspects(
        &self,
        case: &Case,
        verdict: &Verdict,
        configuration: &Configuration,
        spent: &mut Spent,
    ) -> Result<Vec<Guilt>, Trouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let mut look = self.watching(case, verdict, compiler, spent);
        let mut suspects = suspects(&mut look, self.family(compiler), compiler, configuration)?;
        drop(look);
        // A pass that is wrong by itself comes before one after which it shows.
        if let Some(step) = self.wrong_step(case, configuration, compiler, spent)?
            && suspects.first().is_some_and(|first| first.layer == step.layer)
            && suspects.iter().all(|it| (&it.pass, it.index) != (&step.pass, step.index))
        {
            suspects.insert(0, step);
        }
        Ok(suspects)
    }

    /// A closure that looks at a case in one configuration and keeps every pass that the
    /// compiler names.
    fn watching<'a>(
        &'a self,
        case: &'a Case,
        verdict: &'a Verdict,
        compiler: &'a Compiler,
        spent: &'a mut Spent,
    ) -> Box<Look<'a>> {
        let experiment = self.experiment(case, compiler);
        Box::new(move |configuration: &Configuration| {
            let attempt = self.lab().carry_out(&Request {
                wing: self.wing(),
                experiment: &experiment,
                compiler,
                flags: &configuration.flags,
                all_words: true,
                also: None,
            })?;
            *spent += attempt.spent;
            let seen = case.accuse(&attempt.outcome);
            let bad = seen.is_like(verdict.class(), verdict.signature());
            Ok(Looked { bad, log: self.family(compiler).passes(&attempt.diagnostics) })
        })
    }

    /// A pass that can be left out, and the bug with it, is named before one whose work
    /// another pass does as well. At the least the layer of the first can be left out.
    fn with_cure(
        &self,
        case: &Case,
        configuration: &Configuration,
        compiler: &Compiler,
        suspects: Vec<Guilt>,
        spent: &mut Spent,
    ) -> Result<Option<Guilt>, Trouble> {
        let precise = suspects.iter().enumerate().flat_map(|(at, guilt)| {
            let cures = precise_cures(self.family(compiler), compiler, guilt);
            cures.into_iter().map(move |cure| (at, cure, true))
        });
        let first = suspects.iter().take(1).flat_map(|guilt| layer_cures(compiler, guilt));
        for (at, cure, precise) in precise.chain(first.map(|cure| (0, cure, false))) {
            let (verdict, attempt) = self.look(case, &configuration.with(cure.clone()))?;
            *spent += attempt.spent;
            if verdict == Verdict::Pass {
                return Ok(chosen(&suspects, at).map(|guilt| Guilt { cure, precise, ..guilt }));
            }
        }
        Ok(chosen(&suspects, 0))
    }

    /// Looks at the same program and flags with every other compiler of the family.
    pub fn elsewhere(
        &self,
        case: &Case,
        verdict: &Verdict,
        configuration: &Configuration,
        spent: &mut Spent,
    ) -> Result<Vec<Elsewhere>, Trouble> {
        let own = self.compiler(&configuration.compiler)?;
        let mut all = Vec::new();
        for compiler in self.bystanders().iter().filter(|it| it.name != own.name) {
            // Flags of another family mean nothing; without any, all can be asked.
            if compiler.family != own.family && !configuration.flags.is_empty() {
                continue;
            }
            let there = Configuration::new(&compiler.name, configuration.flags.clone());
            let (found, attempt) = self.look(case, &there)?;
            *spent += attempt.spent;
            let refused = self.family(compiler).refuses_flags(&attempt.diagnostics);
            let same = found.is_like(verdict.class(), verdict.signature());
            all.push(Elsewhere {
                compiler: compiler.name.clone(),
                version: compiler.version.text.clone(),
                affected: (!refused).then_some(same),
                said: found.to_string(),
            });
        }
        Ok(all)
    }

    /// The passes that run on a program, by their names; none if the compiler cannot say.
    pub fn passes(
        &self,
        case: &Case,
        configuration: &Configuration,
        spent: &mut Spent,
    ) -> Result<BTreeSet<String>, Trouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let family = self.family(compiler);
        let experiment = self.experiment(case, compiler);
        let mut names = BTreeSet::new();
        for knob in &compiler.abilities.bisects {
            let asked = configuration.with(knob.stop_after(ALL_PASSES));
            let attempt = self.lab().carry_out(&Request {
                wing: self.wing(),
                experiment: &experiment,
                compiler,
                flags: &asked.flags,
                all_words: true,
                also: None,
            })?;
            *spent += attempt.spent;
            let runs = family.passes(&attempt.diagnostics).runs;
            names.extend(runs.iter().map(|run| family.pass_name(&run.pass)));
        }
        Ok(names)
    }

    /// Where a compiler spends its time on a program: stages as it names them, in seconds,
    /// longest first. Empty if it cannot say.
    pub fn time_passes(
        &self,
        case: &Case,
        configuration: &Configuration,
    ) -> Result<Vec<(String, f64)>, Trouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let Some(timing) = self.family(compiler).timing(compiler) else { return Ok(Vec::new()) };
        let timed = configuration.with([Flag::split(&timing.flag)]);
        let (_, attempt) = self.look(case, &timed)?;
        let said = attempt.seen().map(|seen| String::from_utf8_lossy(&seen.stdout).into_owned());
        let text = attempt.diagnostics + &said.unwrap_or_default();
        let mut stages: Vec<(String, f64)> = text.lines().filter_map(timing.read).collect();
        stages.sort_by(|a, b| b.1.total_cmp(&a.1));
        Ok(stages)
    }
}

/// Finds who is to blame, the likeliest first. Empty only if the bug does not show.
fn suspects(
    look: &mut Look<'_>,
    family: &dyn Family,
    compiler: &Compiler,
    configuration: &Configuration,
) -> Result<Vec<Guilt>, Trouble> {
    if !look(configuration)?.bad {
        return Ok(Vec::new());
    }
    let mut suspects = stopped_at(look, compiler, configuration)?;
    if let Some(toggles) = &compiler.abilities.toggles
        && !compiler.abilities.bisects.iter().any(|knob| knob.layer == toggles.layer)
    {
        match toggle(look, toggles, configuration)? {
            Some(guilt) => suspects.push(narrow(look, family, compiler, configuration, guilt)?),
            None => suspects.extend(without_a_flag(
                look,
                family,
                compiler,
                configuration,
                &toggles.layer,
            )?),
        }
    }
    // If passes of two layers are needed, the later one may only have brought to light
    // what the earlier one did: the earlier comes first, the reader sees both.
    suspects.sort_by_key(|guilt| compiler.layer_order(&guilt.layer));
    if suspects.is_empty() {
        suspects.push(Guilt::of_code_generation());
    }
    Ok(suspects)
}

/// The pass of each layer after which the bug shows, where a compiler can stop after any.
fn stopped_at(
    look: &mut Look<'_>,
    compiler: &Compiler,
    configuration: &Configuration,
) -> Result<Vec<Guilt>, Trouble> {
    let mut found = Vec::new();
    for knob in &compiler.abilities.bisects {
        found.extend(bisect(look, knob, configuration)?);
    }
    Ok(found)
}

/// The pass in which a compiler hangs or dies: the last it named before its end.
fn last_pass(
    look: &mut Look<'_>,
    compiler: &Compiler,
    configuration: &Configuration,
) -> Result<Option<(String, PassRun)>, Trouble> {
    let mut last = None;
    for knob in &compiler.abilities.bisects {
        let seen = look(&configuration.with(knob.stop_after(ALL_PASSES)))?;
        // A later layer that has started at all was reached later.
        if let Some(run) = seen.log.last_started() {
            last = Some((knob.layer.clone(), run.clone()));
        }
    }
    Ok(last)
}

/// One of the suspects, and who else has to be there.
pub(super) fn chosen(suspects: &[Guilt], at: usize) -> Option<Guilt> {
    let guilt = suspects.get(at)?.clone();
    let others = suspects.iter().filter(|other| other.layer != guilt.layer);
    let needs = others.map(Guilt::to_string).collect();
    Some(Guilt { needs, ..guilt })
}

/// Flags that may keep just the guilty pass from running. A pass that runs at several places of
/// the pipeline under names of its own may do the same again at the next.
fn precise_cures(family: &dyn Family, compiler: &Compiler, guilt: &Guilt) -> Vec<Vec<Flag>> {
    let abilities = &compiler.abilities;
    if !guilt.cure.is_empty() {
        return vec![guilt.cure.clone()];
    }
    let mut cures = Vec::new();
    if let Some(toggles) = abilities.toggles.as_ref().filter(|it| it.layer == guilt.layer) {
        let named: Vec<Flag> = guilt.pass.split('+').map(|it| toggles.leave_out(it)).collect();
        let name = family.pass_name(&guilt.pass);
        let everywhere = toggles.passes.iter().filter(|pass| family.pass_name(pass) == name);
        let everywhere: Vec<Flag> = everywhere.map(|pass| toggles.leave_out(pass)).collect();
        let is_more = everywhere.iter().any(|flag| !named.contains(flag));
        cures.push(named);
        cures.extend(is_more.then_some(everywhere));
    }
    let knobs = abilities.bisects.iter().filter(|knob| knob.layer == guilt.layer);
    let leave_out = knobs.filter_map(|knob| knob.leave_out.as_ref());
    cures.extend(leave_out.map(|flag| vec![Flag::split(&flag.replace("{}", &guilt.pass))]));
    cures
}

/// Flags that keep all passes of the guilty layer from running.
fn layer_cures(compiler: &Compiler, guilt: &Guilt) -> Vec<Vec<Flag>> {
    let knobs = compiler.abilities.bisects.iter().filter(|knob| knob.layer == guilt.layer);
    knobs.map(|knob| knob.stop_after(0).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::PassLog;
    use super::*;
    use crate::compilers::Bisect;

    /// Two layers of ten passes; `bad` gets how many of each run.
    fn compiler() -> Compiler {
        let knob = |layer: &str, limit: &str| {
            let (layer, limit, also) = (layer.to_owned(), limit.to_owned(), vec![]);
            Bisect { layer, limit, also, leave_out: None }
        };
        let mut compiler = Compiler::unprobed("scripted", "script");
        compiler.abilities.bisects = vec![knob("early", "-m={}"), knob("late", "-l={}")];
        compiler
    }

    fn blamed(bad: impl Fn(u64, u64) -> bool) -> Vec<(String, u64)> {
        let mut look = |configuration: &Configuration| {
            let limit = |flag: &str| {
                let given = configuration.words().find_map(|arg| arg.strip_prefix(flag));
                given.map_or(10, |text| text.parse::<u64>().unwrap_or(0).min(10))
            };
            let run = |index| PassRun { index, ran: true, pass: "p".into(), on: "f".into() };
            let log = PassLog { runs: (1..=10).map(run).collect() };
            Ok(Looked { bad: bad(limit("-m="), limit("-l=")), log })
        };
        let configuration = Configuration::new("scripted", Vec::new());
        let guilty = suspects(&mut look, &crate::families::Plain, &compiler(), &configuration);
        let guilty = guilty.expect("the script has no trouble").into_iter();
        guilty.map(|guilt| (guilt.layer, guilt.index)).collect()
    }

    #[test]
    fn layers_are_told_apart() {
        let early = |index| ("early".to_owned(), index);
        let late = |index| ("late".to_owned(), index);
        assert_eq!(blamed(|m, _| m >= 4), [early(4)]);
        assert_eq!(blamed(|_, l| l >= 7), [late(7)]);
        assert_eq!(blamed(|m, l| m >= 2 && l >= 3), [early(2), late(3)]);
        assert_eq!(blamed(|_, _| true), [("codegen".to_owned(), 0)]);
        assert_eq!(blamed(|_, _| false), []);
    }
}
