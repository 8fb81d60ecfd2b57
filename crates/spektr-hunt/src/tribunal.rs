//! The court of real compilers: the judge, as the hunt asks for it.

use crate::clock::charged;
use crate::court::{Case, Configuration, Cost, Court, CourtTrouble, Elsewhere, Guilt, Opinion};
use spektr_entropy::Entropy;
use spektr_judge::config::AxisKind;
use spektr_judge::sandbox::Sandbox;
use spektr_judge::triage::{
    Change, Culprit, Exposure, Look, blame, change, exposure, last_pass, observe, time_passes,
};
use spektr_judge::{
    Attempt, Compiler, Configuration as Flags, Judge, Judgement, Layer, Outcome, Setup, Spent,
    Target, Testimony, Trouble, Verdict,
};
use spektr_wing::{Program, Wing, WitnessSpec};
use std::sync::Arc;

pub struct Tribunal<'a> {
    wing: &'a dyn Wing,
    judge: Judge,
    targets: Vec<Target>,
}

impl<'a> Tribunal<'a> {
    /// A court of `setup`'s targets; everything else in it is asked to settle and compare.
    pub fn new(wing: &'a dyn Wing, sandbox: Sandbox, setup: Setup) -> Tribunal<'a> {
        let judge = Judge::new(Arc::new(sandbox), setup.bystanders, setup.limits);
        Tribunal { wing, judge, targets: setup.targets }
    }

    pub fn judge(&self) -> &Judge {
        &self.judge
    }

    /// Every target unoptimised, with its first setting alone, which is the level that people
    /// use, and as strong as it usually gets.
    pub fn usual_configurations(&self) -> Vec<Configuration> {
        let of = |target: &Target, flags: Vec<String>| Configuration {
            compiler: target.compiler.name.clone(),
            flags,
        };
        let mut usual = Vec::new();
        for target in &self.targets {
            let strongest = strongest(target);
            let first: Vec<String> = strongest.iter().take(1).cloned().collect();
            usual.push(of(target, target.compiler.abilities.unoptimised.clone()));
            if first.len() < strongest.len() {
                usual.push(of(target, first));
            }
            usual.push(of(target, strongest));
        }
        usual
    }

    /// What the witness of this name says about a program, and which compiler lent it a voice.
    pub fn testimony(
        &self,
        program: &dyn Program,
        spec: &WitnessSpec,
    ) -> Result<Testimony, CourtTrouble> {
        let first = self.targets.first().map(|target| &target.compiler);
        let compiler = first
            .ok_or_else(|| CourtTrouble("no compiler is here to ask a witness with".to_owned()))?;
        self.judge.testimony(self.wing, program, spec, compiler).map_err(troubled)
    }

    /// Where a compiler spends its time on a program, in seconds by its own names, the longest
    /// first; empty if it cannot say.
    pub fn time_passes(
        &self,
        case: Case<'_>,
        configuration: &Configuration,
    ) -> Result<Vec<(String, f64)>, CourtTrouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let flags = flags_of(configuration);
        time_passes(&self.judge, self.wing, case, compiler, &flags).map_err(troubled)
    }

    /// The compiler of this name among targets and bystanders.
    pub fn compiler(&self, name: &str) -> Result<&Compiler, CourtTrouble> {
        let targets = self.targets.iter().map(|target| &target.compiler);
        let mut all = targets.chain(self.judge.bystanders());
        all.find(|compiler| compiler.name == name).ok_or_else(|| {
            CourtTrouble(format!("the compiler {name} is not here: `spektr doctor` lists all"))
        })
    }
}

/// The heaviest choice on every axis that has exactly one.
fn strongest(target: &Target) -> Vec<String> {
    let heaviest = target.axes.iter().filter_map(|axis| match &axis.kind {
        AxisKind::One(choices) => choices.iter().rev().max_by_key(|choice| choice.weight),
        AxisKind::Few { .. } => None,
    });
    heaviest.filter(|choice| !choice.args.is_empty()).map(|choice| choice.args.join(" ")).collect()
}

/// A flag of several words is one setting: it goes or stays as a whole.
fn flags_of(configuration: &Configuration) -> Flags {
    Flags::of_flags(&configuration.flags)
}

fn troubled(trouble: Trouble) -> CourtTrouble {
    CourtTrouble(match trouble {
        Trouble::CompilerGone { .. } => format!(
            "{trouble}: `spektr doctor` lists the compilers that are here, `spektr hunt --resume` goes on"
        ),
        _ => trouble.to_string(),
    })
}

fn opinion(verdict: Verdict, evidence: Option<Attempt>) -> Opinion {
    let Some(attempt) = evidence else {
        return Opinion { verdict, found: Vec::new(), diagnostics: String::new() };
    };
    let found = match attempt.outcome {
        Outcome::Printed { stdout, .. } => stdout,
        _ => Vec::new(),
    };
    Opinion { verdict, found, diagnostics: attempt.diagnostics + &attempt.complaints }
}

impl Cost {
    fn add_spent(&mut self, spent: Spent) {
        self.compile_micros += spent.compile.as_micros() as u64;
        self.run_micros += spent.run.as_micros() as u64;
        self.settle_micros += spent.settle.as_micros() as u64;
    }

    fn add_attempt(&mut self, attempt: &Attempt) {
        self.compiles += 1;
        self.compile_micros += attempt.compile.cpu.as_micros() as u64;
        self.run_micros += attempt.run.map_or(0, |run| run.cpu.as_micros() as u64);
    }
}

/// Compilations of a batch: the shared one, and one for each program judged alone.
fn compiles(judgements: &[Judgement]) -> u64 {
    let alone = judgements.iter().filter(|judgement| !judgement.spent.compile.is_zero()).count();
    let shared = u64::from(alone != judgements.len() || judgements.len() > 1);
    shared + alone as u64
}

impl Court for Tribunal<'_> {
    fn compilers(&self) -> Vec<(String, String)> {
        let compilers = self.targets.iter().map(|target| &target.compiler);
        compilers.map(|it| (it.name.clone(), it.version.text.clone())).collect()
    }

    fn describe(&self) -> String {
        // Targets are strings, numbers and lists: they always have a JSON form.
        serde_json::to_string(&self.targets).unwrap_or_default()
    }

    fn draw(&self, entropy: &mut Entropy) -> Configuration {
        let target = &self.targets[entropy.index(self.targets.len())];
        let drawn = target.draw(entropy.next_u64());
        let flags = drawn.settings.iter().map(|setting| setting.args.join(" ")).collect();
        Configuration { compiler: target.compiler.name.clone(), flags }
    }

    fn hear(
        &self,
        cases: &[Case<'_>],
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Vec<Opinion>, CourtTrouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let flags = flags_of(configuration);
        let batch = charged(&mut cost.render_micros, || {
            self.judge.judge_batch(self.wing, cases, compiler, &flags)
        });
        let batch = batch.map_err(troubled)?;
        cost.add_spent(batch.spent);
        cost.compiles += compiles(&batch.judgements);
        let settled = batch.judgements.into_iter();
        Ok(settled.map(|judgement| opinion(judgement.verdict, judgement.evidence)).collect())
    }

    fn glance(
        &self,
        case: Case<'_>,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Opinion, CourtTrouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let flags = flags_of(configuration);
        let looked = charged(&mut cost.render_micros, || {
            self.judge.glance(self.wing, case, compiler, &flags)
        });
        let (verdict, attempt) = looked.map_err(troubled)?;
        cost.add_attempt(&attempt);
        Ok(opinion(verdict, Some(attempt)))
    }

    fn blame(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Option<Guilt>, CourtTrouble> {
        match &opinion.verdict {
            Verdict::Miscompiled { .. } => self.blame_pass(case, opinion, configuration, cost),
            Verdict::CompilerHang
            | Verdict::CompilerOutOfMemory
            | Verdict::CompilerCrash { signal: Some(_), .. } => {
                self.blame_last_pass(case, opinion, configuration, cost)
            }
            // A panic names its place itself, and a rejection comes before any pass.
            _ => Ok(None),
        }
    }

    fn elsewhere(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Vec<Elsewhere>, CourtTrouble> {
        let flags = flags_of(configuration);
        let is_it = |verdict: &Verdict| opinion.is_shown_by(verdict);
        let exposures = charged(&mut cost.render_micros, || {
            exposure(&self.judge, self.wing, case, &flags, &is_it)
        });
        let exposures = exposures.map_err(troubled)?;
        cost.compiles += exposures.len() as u64;
        let others =
            exposures.into_iter().filter(|exposure| exposure.compiler != configuration.compiler);
        Ok(others
            .map(|Exposure { compiler, version, affected, said }| Elsewhere {
                compiler,
                version,
                affected,
                said,
            })
            .collect())
    }
}

impl Tribunal<'_> {
    /// Looks at a case in one configuration after the other, counting the compiles.
    fn watching<T>(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        compiler: &Compiler,
        cost: &mut Cost,
        work: impl FnOnce(&mut Look<'_>) -> Result<T, Trouble>,
    ) -> Result<T, CourtTrouble> {
        let is_it = |verdict: &Verdict| opinion.is_shown_by(verdict);
        let mut compiles = 0;
        let mut look = |flags: &Flags| {
            compiles += 1;
            observe(&self.judge, self.wing, case, compiler, flags, &is_it)
        };
        let result = work(&mut look).map_err(troubled);
        cost.compiles += compiles;
        result
    }

    fn blame_pass(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Option<Guilt>, CourtTrouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let flags = flags_of(configuration);
        let culprits =
            self.watching(case, opinion, compiler, cost, |look| blame(look, compiler, &flags))?;
        // A pass that can be left out, and the bug with it, is named before one whose work
        // another pass does as well. At the least the layer of the first can be left out.
        let precise = culprits.iter().enumerate().flat_map(|(at, culprit)| {
            let cures = precise_cures(compiler, culprit);
            cures.into_iter().map(move |cure| (at, cure))
        });
        let first = culprits.iter().take(1).flat_map(|culprit| layer_cures(compiler, culprit));
        for (at, cure) in precise.chain(first.map(|cure| (0, cure))) {
            let mut cured = configuration.clone();
            cured.flags.extend(cure.iter().cloned());
            if self.glance(case, &cured, cost)?.verdict == Verdict::Pass {
                return Ok(guilt_of(&culprits, at).map(|guilt| Guilt { cure, ..guilt }));
            }
        }
        Ok(guilt_of(&culprits, 0))
    }

    /// The guilty pass of this very program in a layer, and what it made of it where the
    /// compiler can show that.
    pub fn change(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        layer: &str,
    ) -> Result<Option<(Guilt, Option<Change>)>, CourtTrouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let flags = flags_of(configuration);
        let cost = &mut Cost::default();
        let culprits =
            self.watching(case, opinion, compiler, cost, |look| blame(look, compiler, &flags))?;
        let of_layer = |culprit: &Culprit| culprit.layer.to_string().eq_ignore_ascii_case(layer);
        let Some(at) = culprits.iter().position(of_layer) else { return Ok(None) };
        let change = change(&self.judge, self.wing, case, compiler, &flags, &culprits[at]);
        let change = change.map_err(troubled)?;
        Ok(guilt_of(&culprits, at).map(|guilt| (guilt, change)))
    }

    fn blame_last_pass(
        &self,
        case: Case<'_>,
        opinion: &Opinion,
        configuration: &Configuration,
        cost: &mut Cost,
    ) -> Result<Option<Guilt>, CourtTrouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let flags = flags_of(configuration);
        let last =
            self.watching(case, opinion, compiler, cost, |look| last_pass(look, compiler, &flags))?;
        Ok(last.map(|(layer, run)| Guilt {
            layer: layer.to_string(),
            pass: run.pass,
            on: run.on,
            cure: Vec::new(),
            needs: Vec::new(),
        }))
    }
}

/// One of the culprits, and who else has to be there.
fn guilt_of(culprits: &[Culprit], at: usize) -> Option<Guilt> {
    let culprit = culprits.get(at)?;
    let pass = match culprit.layer {
        Layer::Codegen => "none: no optimization is needed".to_owned(),
        _ => culprit.pass.clone(),
    };
    let layer = culprit.layer.to_string();
    let others = culprits.iter().filter(|other| other.layer != culprit.layer);
    let needs = others.map(Culprit::to_string).collect();
    Some(Guilt { layer, pass, on: culprit.function.clone(), cure: Vec::new(), needs })
}

/// Flags that may keep just the culprit from running.
fn precise_cures(compiler: &Compiler, culprit: &Culprit) -> Vec<Vec<String>> {
    let abilities = &compiler.abilities;
    let mut cures = Vec::new();
    if let Some(toggles) = &abilities.toggles
        && toggles.layer == culprit.layer
    {
        let off = culprit.pass.split('+').map(|pass| toggles.off.replace("{}", pass));
        cures.push(off.collect());
    }
    let knobs = abilities.bisects.iter().filter(|knob| knob.layer == culprit.layer);
    let leave_out = knobs.filter_map(|knob| knob.leave_out.as_ref());
    cures.extend(leave_out.map(|flag| vec![flag.replace("{}", &culprit.pass)]));
    cures
}

/// Flags that keep all passes of the culprit's layer from running.
fn layer_cures(compiler: &Compiler, culprit: &Culprit) -> Vec<Vec<String>> {
    let abilities = &compiler.abilities;
    let mut cures = Vec::new();
    for knob in abilities.bisects.iter().filter(|knob| knob.layer == culprit.layer) {
        let mut flags = knob.also.clone();
        flags.push(knob.limit.replace("{}", "0"));
        cures.push(flags);
    }
    cures
}
