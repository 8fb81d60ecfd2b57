//! The judge: from a program and what its machine saw to a verdict. One experiment decides;
//! only if it disagrees with the machine is more work done to settle who is wrong. It sees
//! languages through the door of `spektr-wing` and tools through their families only.

mod batch;
mod canary;
mod case;
mod informed;
mod lacking;
mod settle;
mod testimony;
mod unasked;

pub use batch::Batch;
pub use canary::Health;
pub use case::Case;
pub use testimony::{Agreement, Testimony};

use crate::compilers::Compiler;
use crate::config::{Configuration, Flag, Setup, Shares, StageLimits, Target};
use crate::families::{self, Families, Family};
use crate::laboratory::{Laboratory, Processes, Request};
use crate::outcome::Attempt;
use crate::sandbox::Sandbox;
use crate::spent::Spent;
use crate::trouble::Trouble;
use crate::verdict::Verdict;
use settle::Again;
use spektr_entropy::Entropy;
use spektr_wing::{Expect, Experiment, Program, Purpose, SourceFile, Wing};
use std::sync::Arc;

/// Tries, compares and settles for one language. Shared by all workers.
pub struct Judge<'w> {
    wing: &'w dyn Wing,
    lab: Box<dyn Laboratory>,
    families: Families,
    targets: Vec<Target>,
    /// Who else is asked when a compiler and the machine disagree.
    bystanders: Vec<Compiler>,
    limits: StageLimits,
    shares: Shares,
    /// Whether programs never share an experiment.
    one_by_one: bool,
    /// The only configurations to draw, where a person named them.
    pinned: Vec<Configuration>,
    lacking: lacking::Lacking,
}

/// A verdict with its evidence.
#[derive(Clone, Debug)]
pub struct Judgement {
    pub verdict: Verdict,
    /// The attempt that failed; a pass needs no evidence.
    pub evidence: Option<Attempt>,
    /// What others said about the same program.
    pub testimonies: Vec<Testimony>,
    pub spent: Spent,
    /// What of the tool the program reached, as far as its evidence or somebody who watches the
    /// tool tells. Of programs that share an experiment nothing is known.
    pub reached: Vec<u64>,
}

impl Judgement {
    fn of(verdict: Verdict, spent: Spent) -> Judgement {
        let (testimonies, reached) = (Vec::new(), Vec::new());
        Judgement { verdict, evidence: None, testimonies, spent, reached }
    }
}

impl<'w> Judge<'w> {
    /// A judge of `setup`'s targets whose laboratory starts processes in `sandbox`.
    pub fn new(
        wing: &'w dyn Wing,
        families: Families,
        sandbox: Arc<Sandbox>,
        setup: Setup,
    ) -> Judge<'w> {
        let tools = setup.bystanders.clone();
        let lab = Processes::new(sandbox, families, setup.limits, tools);
        Judge::with_laboratory(wing, families, Box::new(lab), setup)
    }

    /// A judge with a laboratory of one's own.
    pub fn with_laboratory(
        wing: &'w dyn Wing,
        families: Families,
        lab: Box<dyn Laboratory>,
        setup: Setup,
    ) -> Judge<'w> {
        let Setup { targets, bystanders, limits, shares } = setup;
        let (one_by_one, pinned, lacking) = (false, Vec::new(), Default::default());
        Judge {
            wing,
            lab,
            families,
            targets,
            bystanders,
            limits,
            shares,
            one_by_one,
            pinned,
            lacking,
        }
    }

    /// The same for a laboratory that takes one program at a time.
    pub fn one_by_one(mut self) -> Judge<'w> {
        self.one_by_one = true;
        self
    }

    /// The same, drawing only from these configurations.
    pub fn pinned_to(mut self, configurations: Vec<Configuration>) -> Judge<'w> {
        self.pinned = configurations;
        self
    }

    /// Ends what compilers are at: whoever waits for one gets trouble instead of an answer.
    pub fn interrupt(&self) {
        self.lab.interrupt();
    }

    pub fn wing(&self) -> &'w dyn Wing {
        self.wing
    }

    pub fn limits(&self) -> StageLimits {
        self.limits
    }

    pub fn shares(&self) -> Shares {
        self.shares
    }

    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    pub fn bystanders(&self) -> &[Compiler] {
        &self.bystanders
    }

    pub fn family(&self, compiler: &Compiler) -> &'static dyn Family {
        families::named(self.families, &compiler.family)
    }

    /// The compiler of this name among targets and bystanders.
    pub fn compiler(&self, name: &str) -> Result<&Compiler, Trouble> {
        let targets = self.targets.iter().map(|target| &target.compiler);
        let mut all = targets.chain(&self.bystanders);
        all.find(|it| it.name == name).ok_or_else(|| Trouble::NotHere { compiler: name.to_owned() })
    }

    /// Everything that decides what is drawn, as text: hunts with equal texts are equal.
    pub fn describe(&self) -> String {
        match self.pinned.is_empty() {
            // Targets are strings, numbers and lists: they always have a JSON form.
            true => serde_json::to_string(&(&self.targets, self.shares.usual)).unwrap_or_default(),
            false => format!("{:?}", self.pinned),
        }
    }

    /// The compiler and flags that belong to a seed.
    pub fn draw(&self, seed: u64) -> Configuration {
        let mut entropy = Entropy::named(seed, "configuration");
        if !self.pinned.is_empty() {
            return self.pinned[entropy.index(self.pinned.len())].clone();
        }
        let target = &self.targets[entropy.index(self.targets.len())];
        target.draw(entropy.next_u64(), self.shares.usual)
    }

    /// Every target at all of its levels: what a file is tried with.
    pub fn levels(&self) -> Vec<Configuration> {
        let mut all = Vec::new();
        for target in &self.targets {
            let levels = match target.usual.is_empty() {
                false => self.family(&target.compiler).levels(&target.compiler),
                // Whoever named axes wants what they give.
                true => target.compiler.abilities.baseline.iter().cloned().collect(),
            };
            let name = &target.compiler.name;
            for level in levels {
                all.push(Configuration::new(name, level.into_iter().map(Flag::word).collect()));
            }
            all.push(target.strongest());
        }
        let mut seen = Vec::new();
        all.retain(|it| {
            !seen.contains(it) && {
                seen.push(it.clone());
                true
            }
        });
        all
    }

    /// What is done with one program to judge it. What means nothing is not run: it may never
    /// end.
    pub fn experiment(&self, case: &Case, compiler: &Compiler) -> Experiment {
        let programs: [&dyn Program; 1] = [case.program.as_ref()];
        let experiment = self.wing.experiment(&programs, Purpose::Judge, &compiler.audience());
        match case.expect {
            Expect::NoCrash => experiment.without_running(),
            _ => experiment,
        }
    }

    /// Carries an experiment out.
    pub fn carry_out(
        &self,
        experiment: &Experiment,
        compiler: &Compiler,
        flags: &[Flag],
    ) -> Result<Attempt, Trouble> {
        self.request(experiment, compiler, flags, false)
    }

    /// The same, with all that the tools say.
    pub fn hear_out(
        &self,
        experiment: &Experiment,
        compiler: &Compiler,
        flags: &[Flag],
    ) -> Result<Attempt, Trouble> {
        self.request(experiment, compiler, flags, true)
    }

    fn request(
        &self,
        experiment: &Experiment,
        compiler: &Compiler,
        flags: &[Flag],
        all_words: bool,
    ) -> Result<Attempt, Trouble> {
        let (wing, also) = (self.wing, None);
        self.lab.carry_out(&Request { wing, experiment, compiler, flags, all_words, also })
    }

    pub(crate) fn lab(&self) -> &dyn Laboratory {
        self.lab.as_ref()
    }

    /// The program that somebody's command prints for a seed; `{seed}` stands for it.
    pub fn external(&self, command: &str, seed: u64) -> Result<Vec<SourceFile>, String> {
        let command = command.replace("{seed}", &seed.to_string());
        let words: Vec<String> =
            ["/bin/sh", "-c", command.as_str()].iter().map(|&word| word.to_owned()).collect();
        let printed = self.lab.external(&words)?;
        let text = String::from_utf8(printed).map_err(|_| "it prints no text".to_owned())?;
        let extension = self.wing.extensions().first().unwrap_or(&"txt");
        let files = vec![SourceFile::new(format!("program.{extension}"), text)];
        let Some(preparation) = self.wing.preparation(&files) else { return Ok(files) };
        let Some(target) = self.targets.first() else { return Ok(files) };
        let attempt = self
            .carry_out(&preparation, &target.compiler, &[])
            .map_err(|trouble| trouble.to_string())?;
        let Some(seen) = attempt.seen() else { return Err(attempt.outcome.to_string()) };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok(seen.files.iter().map(|it| SourceFile::new(&it.name, text(&it.bytes))).collect())
    }

    /// One look at one program, without settling anything: what reduction and triage do
    /// thousands of times.
    pub fn look(
        &self,
        case: &Case,
        configuration: &Configuration,
    ) -> Result<(Verdict, Attempt), Trouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let experiment = self.experiment(case, compiler);
        let attempt = self.carry_out(&experiment, compiler, &configuration.flags)?;
        let verdict = match unborne(case, configuration) {
            Some(verdict) => verdict,
            None => case.accuse(&attempt.outcome),
        };
        Ok((verdict, attempt))
    }

    /// Judges one program: one experiment if all is well.
    pub fn judge(&self, case: &Case, configuration: &Configuration) -> Result<Judgement, Trouble> {
        if case.is_unasked() {
            return self.judge_unasked(case, configuration);
        }
        if let Some(verdict) = unborne(case, configuration) {
            return Ok(Judgement::of(verdict, Spent::default()));
        }
        let compiler = self.compiler(&configuration.compiler)?;
        let experiment = self.experiment(case, compiler);
        if let Some(verdict) = self.lacking.verdict(compiler, &experiment) {
            return Ok(Judgement::of(verdict, Spent::default()));
        }
        let mut attempt = self.carry_out(&experiment, compiler, &configuration.flags)?;
        let mut reached = std::mem::take(&mut attempt.reached);
        reached.extend(attempt.seen().into_iter().flat_map(|seen| self.wing.reached(seen)));
        let verdict = case.accuse(&attempt.outcome);
        if verdict == Verdict::Pass {
            return Ok(Judgement { reached, ..Judgement::of(Verdict::Pass, attempt.spent) });
        }
        let again = match &attempt.built {
            Some(built) => Again::Run(built.clone(), Vec::new()),
            None => Again::Everything,
        };
        let spent = attempt.spent;
        let mut judgement = self.settle(case, configuration, verdict, attempt, again)?;
        judgement.spent += spent;
        Ok(Judgement { reached, ..judgement })
    }
}

/// The verdict on a program that is undefined by what the flags let a tool rely on.
pub(crate) fn unborne(case: &Case, configuration: &Configuration) -> Option<Verdict> {
    let words = configuration.flags.iter().flat_map(|flag| flag.words());
    let word = words.into_iter().find(|word| !case.program.bears(word))?;
    let why = format!("it is undefined by what `{word}` lets the compiler rely on");
    Some(Verdict::Unjudged { why })
}
