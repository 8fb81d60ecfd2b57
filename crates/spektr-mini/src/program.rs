//! A program as the hall sees it: run, printed, checked and made smaller.

use crate::syntax::{self, MAIN, OTHER, Statement};
use crate::{experiment, machine, refinement, shrink};
use spektr_wing::{
    Audience, Check, Difference, Edit, Ending, Execution, Expect, Experiment, Feature, Fuel,
    Program, Reading, Seen, Shape, Size, SourceFile, check_run,
};
use std::collections::BTreeSet;

/// A program of one file or two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MiniProgram {
    pub statements: Vec<Statement>,
    /// What `call other` calls.
    pub other: Vec<Statement>,
    pub nature: Nature,
}

/// What a program has from its wing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nature {
    /// The machine is wrong about `mul`.
    pub broken_machine: bool,
    /// An optimizer is tried with it: what it writes is judged, not what a build does.
    pub optimized: bool,
}

impl MiniProgram {
    /// Statements of the first file and of the other.
    pub(crate) fn all(&self) -> Vec<&Statement> {
        [syntax::all(&self.statements), syntax::all(&self.other)].concat()
    }

    pub(crate) fn has_two_files(&self) -> bool {
        !self.other.is_empty() || self.all().contains(&&Statement::Call)
    }

    #[cfg(test)]
    pub(crate) fn of_text(text: &str) -> MiniProgram {
        let statements = syntax::parse(text).expect("the text is valid");
        MiniProgram { statements, other: Vec::new(), nature: Nature::default() }
    }
}

impl Program for MiniProgram {
    fn run(&self, reading: Reading, fuel: Fuel) -> Execution {
        machine::run(self, reading, fuel)
    }

    fn expect(&self, execution: &Execution) -> Expect {
        match execution.ending {
            Ending::Finished(_) if self.nature.optimized => Expect::Refinement,
            Ending::Finished(_) => match machine::behaviours(self, Fuel::default()).as_slice() {
                [] => Expect::NoCrash,
                [behaviour] => Expect::Exactly(behaviour.clone()),
                several => Expect::OneOf(several.to_vec()),
            },
            _ => Expect::NoCrash,
        }
    }

    fn check(&self, expect: &Expect, seen: &Seen) -> Check {
        match expect {
            Expect::Refinement => refinement::check(self, seen),
            _ => check_run(expect, seen, |wanted, found| self.explain(wanted, found)),
        }
    }

    fn explain(&self, wanted: &[u8], found: &[u8]) -> Option<Difference> {
        if wanted == found {
            return None;
        }
        let (wanted, found) = (String::from_utf8_lossy(wanted), String::from_utf8_lossy(found));
        let mut found = found.lines();
        for line in wanted.lines() {
            let other = found.next();
            if other != Some(line) {
                let (variable, value) = line.split_once('=').unwrap_or((line, ""));
                let value_of = |line: &str| line.split_once('=').map_or(line, |it| it.1).to_owned();
                return Some(Difference {
                    function: "main".into(),
                    variable: variable.to_owned(),
                    wanted: value.to_owned(),
                    found: other.map(value_of),
                });
            }
        }
        Some(Difference {
            function: "main".into(),
            variable: "end of output".into(),
            wanted: String::new(),
            found: found.next().map(str::to_owned),
        })
    }

    fn files(&self) -> Vec<SourceFile> {
        let file = |name: &str, statements: &[Statement]| {
            let mut text = String::new();
            syntax::print(statements, &mut text);
            SourceFile::new(name, text)
        };
        let mut files = vec![file(MAIN, &self.statements)];
        if self.has_two_files() {
            files.push(file(OTHER, &self.other));
        }
        files
    }

    fn size(&self) -> Size {
        let all = self.all();
        let loops = all.iter().filter(|it| matches!(it, Statement::Loop(..))).count() as u64;
        let functions = 1 + u64::from(self.has_two_files());
        let bytes = self.text().len() as u64;
        Size { statements: all.len() as u64, blocks: loops + functions, functions, bytes }
    }

    fn constructs(&self) -> Vec<String> {
        let names: BTreeSet<&str> = self.all().into_iter().map(Statement::construct).collect();
        names.into_iter().map(str::to_owned).collect()
    }

    /// Every program has variables and prints them.
    fn shape(&self) -> Shape {
        let weight = |name: &str| match name {
            "loop" | "call" => Some(3),
            "add" | "mul" | "any" | "exit" | "abort" => Some(1),
            _ => None,
        };
        let features = self.constructs().into_iter();
        Shape::new(features.filter_map(|name| Some(Feature { weight: weight(&name)?, name })))
    }

    fn ask(&self, witness: &str, _: &Audience<'_>) -> Result<Experiment, String> {
        match witness {
            "interpreter" => Ok(experiment::interpret(self)),
            _ => Err(format!("there is no witness {witness}")),
        }
    }

    fn edits(&self, round: u32) -> Vec<Edit> {
        shrink::edits(self, round)
    }

    fn apply(&self, edits: &[Edit]) -> Option<Box<dyn Program>> {
        Some(Box::new(shrink::apply(self, edits)?))
    }

    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}
