//! The machine: what a program must print, or where it is undefined (the only way is to
//! use a variable that was never set).

use crate::program::{MODULUS, Statement};
use spektr_wing::{Ending, Execution, Fuel};
use std::collections::BTreeMap;

pub(crate) fn run(statements: &[Statement], fuel: Fuel, broken: bool) -> Execution {
    let mut machine =
        Machine { variables: BTreeMap::new(), stdout: Vec::new(), steps: 0, fuel: fuel.0, broken };
    let ending = match machine.block(statements) {
        Ok(()) => Ending::Finished,
        Err(ending) => ending,
    };
    Execution { ending, stdout: machine.stdout, steps: machine.steps }
}

struct Machine<'p> {
    variables: BTreeMap<&'p str, u64>,
    stdout: Vec<u8>,
    steps: u64,
    fuel: u64,
    /// Adds one to every product: a machine that is wrong.
    broken: bool,
}

impl<'p> Machine<'p> {
    fn block(&mut self, statements: &'p [Statement]) -> Result<(), Ending> {
        statements.iter().try_for_each(|statement| self.step(statement))
    }

    fn step(&mut self, statement: &'p Statement) -> Result<(), Ending> {
        if self.steps == self.fuel {
            return Err(Ending::OutOfFuel);
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
                let product = self.get(a)? * self.get(b)? + u64::from(self.broken);
                self.variables.insert(a, product % MODULUS);
            }
            Statement::Loop(count, body) => {
                for _ in 0..*count {
                    self.block(body)?;
                }
            }
            Statement::Print(a) => {
                let line = format!("{a}={}\n", self.get(a)?);
                self.stdout.extend_from_slice(line.as_bytes());
            }
        }
        Ok(())
    }

    fn get(&self, name: &str) -> Result<u64, Ending> {
        self.variables.get(name).copied().ok_or_else(|| Ending::Undefined {
            rule: "unset-variable".into(),
            diagnostic: format!("{name} is used but was never set"),
            line: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse;

    fn ending(text: &str, fuel: u64) -> Ending {
        run(&parse(text).expect("it is valid"), Fuel(fuel), false).ending
    }

    #[test]
    fn just_inside_and_just_outside() {
        assert_eq!(ending("let a = 1\nprint a", 9), Ending::Finished);
        assert!(matches!(ending("let a = 1\nprint b", 9), Ending::Undefined { .. }));
        assert_eq!(ending("let a = 1\nloop 9 {\nadd a a\n}", 11), Ending::Finished);
        assert_eq!(ending("let a = 1\nloop 9 {\nadd a a\n}", 10), Ending::OutOfFuel);
    }
}
