//! Figures over many programs, summed up and held against what is wanted.

use std::collections::{BTreeMap, BTreeSet};

use spektr_wing::{Choice, Occurrence, Share, Survey, Total};

use super::checklist::{LEAST, promises};
use super::liveness::Liveness;
use crate::generate::Usage;

/// Sums over programs.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    sums: Liveness,
    programs: u64,
    /// Statements that were aimed for.
    wanted: u64,
    /// Names of constructs that occur and of those that run, per program.
    present: Vec<BTreeSet<String>>,
    live: Vec<BTreeSet<String>>,
    /// By kind and name: programs in which it took part, and times it was used.
    choices: BTreeMap<(&'static str, &'static str), (u64, Option<u64>)>,
}

impl Totals {
    pub fn add(&mut self, one: Liveness, usage: &Usage) {
        self.programs += 1;
        self.wanted += u64::from(usage.size);
        let sums = &mut self.sums;
        sums.steps += one.steps;
        sums.observations += one.observations;
        sums.functions += one.functions;
        sums.statements += one.statements;
        sums.executed += one.executed;
        sums.assignments += one.assignments;
        sums.observed += one.observed;
        sums.pointer_params += one.pointer_params;
        sums.dereferenced += one.dereferenced;
        let mut present = one.present.names;
        // What only a run can show stands in the text as well.
        present.extend(one.live.names.iter().cloned());
        self.present.push(present);
        self.live.push(one.live.names);
        for choice in usage.choices() {
            let (programs, times) = self.choices.entry((choice.kind, choice.name)).or_default();
            *programs += u64::from(choice.on);
            if let Some(more) = choice.times {
                *times = Some(times.unwrap_or(0) + u64::from(more));
            }
        }
    }

    /// Everything as plain data. The policy is the caller's to say.
    pub fn survey(&self) -> Survey {
        Survey {
            programs: self.programs,
            totals: self.totals(),
            shares: self.shares(),
            constructs: self.constructs(),
            choices: self.choices(),
            policy: String::new(),
        }
    }

    fn totals(&self) -> Vec<Total> {
        let sums = &self.sums;
        let rows = [
            ("statements aimed for", self.wanted),
            ("functions", sums.functions),
            ("statements", sums.statements),
            ("steps executed", sums.steps),
            ("observations executed", sums.observations),
        ];
        rows.map(|(name, sum)| Total { name: name.to_owned(), sum }).into()
    }

    fn shares(&self) -> Vec<Share> {
        let sums = &self.sums;
        let share = |name: &str, part: u64, whole: u64, goal: u64| Share {
            name: name.to_owned(),
            part,
            whole,
            goal: Some(goal),
        };
        let programs = |name: &str, any: &[&str], goal: u64| {
            share(name, count(&self.live, any), self.programs, goal)
        };
        vec![
            share("statements executed at least once", sums.executed, sums.statements, 600),
            share("assignments that reach an observation", sums.observed, sums.assignments, 500),
            share(
                "pointer arguments dereferenced in the callee",
                sums.dereferenced,
                sums.pointer_params,
                400,
            ),
            programs("programs with a loop that iterates", &["run.loop_iterating"], 400),
            programs(
                "programs with nested or multi-exit loops",
                &["run.loop_nested", "run.loop_several_exits"],
                200,
            ),
            programs(
                "programs with a function entered again",
                &["run.function_entered_again"],
                400,
            ),
        ]
    }

    /// What is promised, then everything else that occurs.
    fn constructs(&self) -> Vec<Occurrence> {
        let mut rest: BTreeSet<&str> = self.present.iter().flatten().map(String::as_str).collect();
        let mut rows = Vec::new();
        let promises = promises();
        for promise in &promises {
            let names: Vec<&str> = promise.names.iter().map(String::as_str).collect();
            rest.retain(|name| !names.contains(name));
            rows.push(self.occurrence(promise.group, &promise.words, &names, Some(LEAST)));
        }
        rows.extend(rest.into_iter().map(|name| self.occurrence("more", name, &[name], None)));
        rows
    }

    fn occurrence(&self, group: &str, name: &str, any: &[&str], goal: Option<u64>) -> Occurrence {
        Occurrence {
            group: group.to_owned(),
            name: name.to_owned(),
            written: count(&self.present, any),
            executed: count(&self.live, any),
            goal,
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let choices = self.choices.iter().map(|(&(kind, name), &(programs, times))| Choice {
            kind: kind.to_owned(),
            name: name.to_owned(),
            programs,
            times,
        });
        choices.collect()
    }
}

/// In how many programs one of the names occurs.
fn count(programs: &[BTreeSet<String>], any: &[&str]) -> u64 {
    let has = |names: &&BTreeSet<String>| any.iter().any(|name| names.contains(*name));
    programs.iter().filter(has).count() as u64
}
