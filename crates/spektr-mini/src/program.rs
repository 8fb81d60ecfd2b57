//! The language: `let a = 3`, `add a b`, `mul a b`, `loop 3 {` … `}`, `print a`.
//! Numbers are residues modulo [`MODULUS`], small enough to be exact everywhere.

use crate::{machine, shrink};
use spektr_wing::{
    Arg, Complaint, Difference, Edit, Execution, Feature, Fuel, Program, Purpose, Rendering, Shape,
    Size, SourceFile, WitnessPlan,
};
use std::collections::BTreeSet;
use std::fmt::Write;

pub(crate) const MODULUS: u64 = 10_007;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Let(String, u64),
    Add(String, String),
    Mul(String, String),
    Loop(u64, Vec<Statement>),
    Print(String),
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mini {
    pub statements: Vec<Statement>,
    pub broken_machine: bool,
}

pub(crate) fn print(statements: &[Statement], out: &mut String) {
    for statement in statements {
        // Writing to a string cannot fail.
        let _ = match statement {
            Statement::Let(a, value) => writeln!(out, "let {a} = {value}"),
            Statement::Add(a, b) => writeln!(out, "add {a} {b}"),
            Statement::Mul(a, b) => writeln!(out, "mul {a} {b}"),
            Statement::Print(a) => writeln!(out, "print {a}"),
            Statement::Loop(count, body) => {
                let _ = writeln!(out, "loop {count} {{");
                print(body, out);
                writeln!(out, "}}")
            }
        };
    }
}

pub(crate) fn parse(source: &str) -> Result<Vec<Statement>, Complaint> {
    // Statements of the open blocks; the outermost is the program.
    let mut open: Vec<Vec<Statement>> = vec![Vec::new()];
    let mut counts = Vec::new();
    for (k, line) in source.lines().enumerate() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let complain = |message: &str| Complaint {
            message: message.to_owned(),
            file: String::new(),
            line: k as u32 + 1,
            column: 1,
            rendered: format!("error: {message}\n{:>4} | {line}\n", k + 1),
        };
        let number = |word: &str| word.parse().map_err(|_| complain("this is not a number"));
        let statement = match words.as_slice() {
            [] => continue,
            ["let", a, "=", value] => Statement::Let((*a).to_owned(), number(value)?),
            ["add", a, b] => Statement::Add((*a).to_owned(), (*b).to_owned()),
            ["mul", a, b] => Statement::Mul((*a).to_owned(), (*b).to_owned()),
            ["print", a] => Statement::Print((*a).to_owned()),
            ["loop", count, "{"] => {
                counts.push(number(count)?);
                open.push(Vec::new());
                continue;
            }
            ["}"] => match (counts.pop(), open.pop()) {
                (Some(count), Some(body)) => Statement::Loop(count, body),
                _ => return Err(complain("there is nothing to close")),
            },
            _ => return Err(complain("this is no statement")),
        };
        if let Some(block) = open.last_mut() {
            block.push(statement);
        }
    }
    match (open.pop(), counts.is_empty()) {
        (Some(statements), true) => Ok(statements),
        _ => Err(Complaint::whole("a loop is not closed")),
    }
}

pub(crate) fn rendering(text: &str, with_runtime: bool) -> Rendering {
    let file = SourceFile { name: "program.mini".into(), text: text.to_owned() };
    let mut recipe = vec![Arg::Source("program.mini".into()), Arg::text("-o"), Arg::Output];
    if with_runtime {
        recipe.push(Arg::Runtime("--rt=".into()));
    }
    Rendering { files: vec![file], recipe }
}

impl Program for Mini {
    fn run(&self, fuel: Fuel) -> Execution {
        machine::run(&self.statements, fuel, self.broken_machine)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        print(&self.statements, &mut text);
        text
    }

    fn render(&self, purpose: Purpose) -> Rendering {
        rendering(&self.text(), purpose == Purpose::Judge)
    }

    fn size(&self) -> Size {
        fn count(statements: &[Statement]) -> (u64, u64) {
            statements.iter().fold((0, 0), |(all, loops), statement| match statement {
                Statement::Loop(_, body) => {
                    let inner = count(body);
                    (all + 1 + inner.0, loops + 1 + inner.1)
                }
                _ => (all + 1, loops),
            })
        }
        let (statements, loops) = count(&self.statements);
        let bytes = self.text().len() as u64;
        Size { statements, blocks: loops + 1, functions: 1, bytes }
    }

    fn constructs(&self) -> Vec<String> {
        fn collect(statements: &[Statement], into: &mut BTreeSet<String>) {
            for statement in statements {
                let name = match statement {
                    Statement::Let(..) => "let",
                    Statement::Add(..) => "add",
                    Statement::Mul(..) => "mul",
                    Statement::Print(_) => "print",
                    Statement::Loop(_, body) => {
                        collect(body, into);
                        "loop"
                    }
                };
                into.insert(name.to_owned());
            }
        }
        let mut names = BTreeSet::new();
        collect(&self.statements, &mut names);
        names.into_iter().collect()
    }

    /// Every program has variables and prints them.
    fn shape(&self) -> Shape {
        let weight = |name: &str| match name {
            "loop" => Some(3),
            "add" | "mul" => Some(1),
            _ => None,
        };
        let features = self.constructs().into_iter();
        Shape::new(features.filter_map(|name| Some(Feature { weight: weight(&name)?, name })))
    }

    fn explain(&self, execution: &Execution, found: &[u8]) -> Option<Difference> {
        if execution.stdout == found {
            return None;
        }
        let (wanted, found) =
            (String::from_utf8_lossy(&execution.stdout), String::from_utf8_lossy(found));
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

    fn witness(&self, name: &str) -> Result<WitnessPlan, String> {
        if name != "interpreter" {
            return Err(format!("there is no witness {name}"));
        }
        let mut rendering = rendering(&self.text(), false);
        rendering.recipe.push(Arg::text("--interpret"));
        Ok(WitnessPlan { rendering, run: false })
    }

    fn edits(&self, round: u32) -> Vec<Edit> {
        shrink::edits(&self.statements, round)
    }

    fn apply(&self, edits: &[Edit]) -> Option<Box<dyn Program>> {
        let statements = shrink::apply(&self.statements, edits)?;
        Some(Box::new(Mini { statements, broken_machine: self.broken_machine }))
    }

    fn lift(&self) -> Option<Rendering> {
        None
    }

    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_back() {
        let text = "let a = 3\nloop 2 {\nloop 5 {\nmul a a\n}\nadd a a\n}\nprint a\n";
        let mut again = String::new();
        print(&parse(text).expect("it is valid"), &mut again);
        assert_eq!(again, text);
    }

    #[test]
    fn complaints_have_lines() {
        assert_eq!(parse("let a = 1\nlet b").unwrap_err().line, 2);
        assert_eq!(parse("}").unwrap_err().line, 1);
        assert_eq!(parse("loop 1 {").unwrap_err().line, 0);
    }
}
