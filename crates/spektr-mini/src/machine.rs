//! The machine: what a program must do, or where it is undefined (the only way is to use a
//! variable that was never set). What the language leaves open is tried both ways.

use crate::program::MiniProgram;
use crate::syntax::{MODULUS, Statement};
use spektr_wing::{Behaviour, End, Ending, Execution, Fuel, Reading};
use std::collections::BTreeMap;

/// Open steps whose ways are all tried; beyond, there are too many.
const MOST_OPEN: u32 = 3;

/// Runs a program; what is open becomes 0, or, by the stricter reading, is the end of it.
pub(crate) fn run(program: &MiniProgram, reading: Reading, fuel: Fuel) -> Execution {
    Machine::new(program, fuel, 0, reading == Reading::Blame).run().0
}

/// Everything that a valid program may do, each way once; none if there are too many, or if
/// it is not valid.
pub(crate) fn behaviours(program: &MiniProgram, fuel: Fuel) -> Vec<Behaviour> {
    let (_, opened) = Machine::new(program, fuel, 0, false).run();
    if opened > MOST_OPEN {
        return Vec::new();
    }
    let mut found = Vec::new();
    for choices in 0..1 << opened {
        let (execution, _) = Machine::new(program, fuel, choices, false).run();
        let Ending::Finished(end) = execution.ending else { return Vec::new() };
        let behaviour = Behaviour { stdout: execution.stdout, end };
        if !found.contains(&behaviour) {
            found.push(behaviour);
        }
    }
    found
}

/// Why a run stops before the last statement.
enum Stop {
    Ended(End),
    Failed(Ending),
}

struct Machine<'p> {
    program: &'p MiniProgram,
    variables: BTreeMap<&'p str, u64>,
    stdout: Vec<u8>,
    steps: u64,
    fuel: u64,
    /// The values of open steps, the first in the lowest bit, and how many there were.
    choices: u64,
    opened: u32,
    /// Whether an open step ends the run.
    strict: bool,
}

impl<'p> Machine<'p> {
    fn new(program: &'p MiniProgram, fuel: Fuel, choices: u64, strict: bool) -> Machine<'p> {
        Machine {
            program,
            variables: BTreeMap::new(),
            stdout: Vec::new(),
            steps: 0,
            fuel: fuel.0,
            choices,
            opened: 0,
            strict,
        }
    }

    fn run(mut self) -> (Execution, u32) {
        let ending = match self.block(&self.program.statements) {
            Ok(()) => Ending::Finished(End::SUCCESS),
            Err(Stop::Ended(end)) => Ending::Finished(end),
            Err(Stop::Failed(ending)) => ending,
        };
        (Execution { ending, stdout: self.stdout, steps: self.steps }, self.opened)
    }

    fn block(&mut self, statements: &'p [Statement]) -> Result<(), Stop> {
        statements.iter().try_for_each(|statement| self.step(statement))
    }

    fn step(&mut self, statement: &'p Statement) -> Result<(), Stop> {
        if self.steps == self.fuel {
            return Err(Stop::Failed(Ending::OutOfFuel));
        }
        self.steps += 1;
        match statement {
            Statement::Let(a, value) => {
                self.variables.insert(a, value % MODULUS);
            }
            Statement::Add(a, b) => {
                let sum = self.get(a)? + self.get(b)?;
                self.variables.insert(a, sum % MODULUS);
            }
            Statement::Mul(a, b) => {
                let wrong = u64::from(self.program.nature.broken_machine);
                let product = self.get(a)? * self.get(b)? + wrong;
                self.variables.insert(a, product % MODULUS);
            }
            // Without this, a loop around nothing would take time and no steps.
            Statement::Loop(_, body) if body.is_empty() => {}
            Statement::Loop(count, body) => {
                for _ in 0..*count {
                    self.block(body)?;
                }
            }
            Statement::Print(a) => {
                let line = format!("{a}={}\n", self.get(a)?);
                self.stdout.extend_from_slice(line.as_bytes());
            }
            Statement::Any(a) => {
                let value = self.choose(a)?;
                self.variables.insert(a, value);
            }
            Statement::Call => self.block(&self.program.other)?,
            Statement::Exit(status) => return Err(Stop::Ended(End::Status((*status).into()))),
            Statement::Abort => return Err(Stop::Ended(End::Abort)),
        }
        Ok(())
    }

    fn choose(&mut self, name: &str) -> Result<u64, Stop> {
        if self.strict {
            return Err(Stop::Failed(Ending::Unspecified {
                rule: "any".into(),
                diagnostic: format!("{name} may become 0 or 1"),
                line: 0,
            }));
        }
        let chosen = self.choices.checked_shr(self.opened).unwrap_or(0) & 1;
        self.opened += 1;
        Ok(chosen)
    }

    fn get(&self, name: &str) -> Result<u64, Stop> {
        let unset = || {
            Stop::Failed(Ending::Undefined {
                rule: "unset-variable".into(),
                diagnostic: format!("{name} is used but was never set"),
                line: 0,
            })
        };
        self.variables.get(name).copied().ok_or_else(unset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OK: Ending = Ending::Finished(End::SUCCESS);

    fn ending(text: &str, fuel: u64) -> Ending {
        run(&MiniProgram::of_text(text), Reading::Reference, Fuel(fuel)).ending
    }

    #[test]
    fn just_inside_and_just_outside() {
        assert_eq!(ending("let a = 1\nprint a", 9), OK);
        assert!(matches!(ending("let a = 1\nprint b", 9), Ending::Undefined { .. }));
        assert_eq!(ending("let a = 1\nloop 9 {\nadd a a\n}", 11), OK);
        assert_eq!(ending("let a = 1\nloop 9 {\nadd a a\n}", 10), Ending::OutOfFuel);
    }

    #[test]
    fn what_comes_behind_an_end_is_not_done() {
        assert_eq!(ending("exit 3\nprint a", 9), Ending::Finished(End::Status(3)));
        assert_eq!(ending("abort\nprint a", 9), Ending::Finished(End::Abort));
    }

    #[test]
    fn what_is_open_is_tried_both_ways() {
        let ways = |text: &str| {
            let found = behaviours(&MiniProgram::of_text(text), Fuel::default()).into_iter();
            found.map(|it| String::from_utf8_lossy(&it.stdout).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(ways("any a\nprint a"), ["a=0\n", "a=1\n"]);
        assert_eq!(ways("any a\nlet a = 3\nprint a"), ["a=3\n"], "nobody sees it");
        assert_eq!(ways("any a\nany b\nadd a b\nprint a"), ["a=0\n", "a=1\n", "a=2\n"]);
        assert_eq!(ways("loop 4 {\nany a\n}\nprint a").len(), 0, "too many");
        let strict = run(&MiniProgram::of_text("any a"), Reading::Blame, Fuel::default());
        assert!(matches!(strict.ending, Ending::Unspecified { .. }), "{strict:?}");
    }
}
