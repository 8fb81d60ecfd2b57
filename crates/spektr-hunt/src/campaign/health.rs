//! Whether the compilers of a hunt still work: every flag is tried on the empty program before
//! it is used, and a compiler that fails again and again is tried too. One that breaks on
//! everything is set aside, and one that breaks on batches gets programs one by one; neither may
//! flood a hunt with findings nor freeze it.

use spektr_judge::{Configuration, Flag, Health, Judge, Trouble};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// Batches in a row that have to go wrong before a compiler is looked at.
const SUSPICIOUS: u32 = 3;

#[derive(Default)]
struct State {
    /// What is known of each flag of each compiler; the empty list is the compiler itself.
    flags: BTreeMap<(String, Vec<Flag>), bool>,
    failures: BTreeMap<String, u32>,
    /// Batches in a row that failed though each of their programs alone did not.
    failed_together: BTreeMap<String, u32>,
    set_aside: BTreeSet<String>,
}

#[derive(Default)]
pub(super) struct Compilers {
    state: Mutex<State>,
}

/// A configuration that was looked at, and what there is to tell about it.
pub(super) struct Checked {
    /// The configuration without flags that the compiler does not take; `None` if the compiler
    /// does not work at all.
    pub(super) usable: Option<Configuration>,
    pub(super) remarks: Vec<String>,
}

impl Compilers {
    /// Tries what was never tried.
    pub(super) fn check(
        &self,
        judge: &Judge<'_>,
        configuration: &Configuration,
    ) -> Result<Checked, Trouble> {
        let name = &configuration.compiler;
        let mut remarks = Vec::new();
        if self.with(|state| state.set_aside.contains(name)) {
            return Ok(Checked { usable: None, remarks });
        }
        if !self.is_good(judge, name, &[], &mut remarks)? {
            self.with(|state| state.set_aside.insert(name.clone()));
            return Ok(Checked { usable: None, remarks });
        }
        let mut flags = Vec::new();
        for flag in &configuration.flags {
            if self.is_good(judge, name, std::slice::from_ref(flag), &mut remarks)? {
                flags.push(flag.clone());
            }
        }
        Ok(Checked { usable: Some(Configuration::new(name, flags)), remarks })
    }

    fn is_good(
        &self,
        judge: &Judge<'_>,
        compiler: &str,
        flags: &[Flag],
        remarks: &mut Vec<String>,
    ) -> Result<bool, Trouble> {
        let key = (compiler.to_owned(), flags.to_vec());
        if let Some(known) = self.with(|state| state.flags.get(&key).copied()) {
            return Ok(known);
        }
        let configuration = Configuration::new(compiler, flags.to_vec());
        let typed = configuration.typed();
        let good = match judge.health(&configuration)? {
            Health::Works => true,
            Health::RefusesFlags(why) => {
                remarks.push(format!("{compiler} does not take {typed}: {why}"));
                false
            }
            // With a flag that breaks it on everything there is nothing to find out.
            Health::Broken(why) => {
                let with = if typed.is_empty() { String::new() } else { format!(" with {typed}") };
                let what = "breaks on the empty program and is not used";
                remarks.push(format!("{compiler}{with} {what}: {why}"));
                false
            }
        };
        self.with(|state| state.flags.insert(key, good));
        Ok(good)
    }

    /// Takes note of a judged batch. A compiler that has failed several times in a row is tried
    /// on the empty program; the text says so if it is set aside.
    pub(super) fn judged(
        &self,
        judge: &Judge<'_>,
        configuration: &Configuration,
        all_failed: bool,
    ) -> Result<Option<String>, Trouble> {
        let name = &configuration.compiler;
        let failures = self.with(|state| {
            let failures = state.failures.entry(name.clone()).or_default();
            *failures = if all_failed { *failures + 1 } else { 0 };
            *failures
        });
        if failures < SUSPICIOUS {
            return Ok(None);
        }
        self.with(|state| state.failures.insert(name.clone(), 0));
        match judge.health(&Configuration::new(name, Vec::new()))? {
            Health::Works => Ok(None),
            Health::RefusesFlags(why) | Health::Broken(why) => {
                self.with(|state| state.set_aside.insert(name.clone()));
                Ok(Some(format!("{name} does not work any more and is set aside: {why}")))
            }
        }
    }

    /// Takes note of whether a batch failed where its programs alone do not; says so when the
    /// compiler gets no more batches.
    pub(super) fn shared(&self, compiler: &str, failed_together: bool) -> Option<String> {
        let failures = self.with(|state| {
            let failures = state.failed_together.entry(compiler.to_owned()).or_default();
            *failures = if failed_together { *failures + 1 } else { 0 };
            *failures
        });
        let what = "fails on programs together that it compiles alone, and gets them one by one";
        (failures == SUSPICIOUS).then(|| format!("{compiler} {what}"))
    }

    /// Whether programs for this compiler may share an experiment.
    pub(super) fn can_share(&self, compiler: &str) -> bool {
        self.with(|state| state.failed_together.get(compiler).is_none_or(|it| *it < SUSPICIOUS))
    }

    /// Whether no compiler of these is left.
    pub(super) fn none_left(&self, judge: &Judge<'_>) -> bool {
        self.with(|state| {
            judge.targets().iter().all(|it| state.set_aside.contains(&it.compiler.name))
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
