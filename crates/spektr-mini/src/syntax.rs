//! The language: `let a = 3`, `add a b`, `mul a b`, `loop 3 {` … `}`, `print a`, and what
//! tests need besides: `any a` (one of two values), `call other` (the second file), `exit 3`
//! and `abort`. Numbers are residues modulo [`MODULUS`], small enough to be exact everywhere.

use spektr_wing::{Complaint, SourceFile};
use std::fmt::Write;

pub(crate) const MODULUS: u64 = 10_007;

/// The files of a program. The second is there only if it is called.
pub(crate) const MAIN: &str = "program.mini";
pub(crate) const OTHER: &str = "other.mini";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Let(String, u64),
    Add(String, String),
    Mul(String, String),
    Loop(u64, Vec<Statement>),
    Print(String),
    /// 0 or 1, as the compiler likes.
    Any(String),
    /// What the other file says.
    Call,
    Exit(u8),
    Abort,
}

impl Statement {
    pub(crate) fn construct(&self) -> &'static str {
        match self {
            Statement::Let(..) => "let",
            Statement::Add(..) => "add",
            Statement::Mul(..) => "mul",
            Statement::Loop(..) => "loop",
            Statement::Print(_) => "print",
            Statement::Any(_) => "any",
            Statement::Call => "call",
            Statement::Exit(_) => "exit",
            Statement::Abort => "abort",
        }
    }

    /// Its variables, those of statements in it left out.
    pub(crate) fn variables(&self) -> Vec<&str> {
        match self {
            Statement::Add(a, b) | Statement::Mul(a, b) => vec![a, b],
            Statement::Let(a, _) | Statement::Print(a) | Statement::Any(a) => vec![a],
            Statement::Loop(..) | Statement::Call | Statement::Exit(_) | Statement::Abort => vec![],
        }
    }

    pub(crate) fn body(&self) -> &[Statement] {
        match self {
            Statement::Loop(_, body) => body,
            _ => &[],
        }
    }
}

/// Every statement, those inside others too, in the order of the text.
pub(crate) fn all(statements: &[Statement]) -> Vec<&Statement> {
    let mut found = Vec::new();
    for statement in statements {
        found.push(statement);
        found.extend(all(statement.body()));
    }
    found
}

pub(crate) fn print(statements: &[Statement], out: &mut String) {
    for statement in statements {
        // Writing to a string cannot fail.
        let _ = match statement {
            Statement::Let(a, value) => writeln!(out, "let {a} = {value}"),
            Statement::Add(a, b) => writeln!(out, "add {a} {b}"),
            Statement::Mul(a, b) => writeln!(out, "mul {a} {b}"),
            Statement::Print(a) => writeln!(out, "print {a}"),
            Statement::Any(a) => writeln!(out, "any {a}"),
            Statement::Call => writeln!(out, "call other"),
            Statement::Exit(status) => writeln!(out, "exit {status}"),
            Statement::Abort => writeln!(out, "abort"),
            Statement::Loop(count, body) => {
                let _ = writeln!(out, "loop {count} {{");
                print(body, out);
                writeln!(out, "}}")
            }
        };
    }
}

/// Statements of the first file, and of the one that it calls.
pub(crate) fn read(files: &[SourceFile]) -> Result<(Vec<Statement>, Vec<Statement>), Complaint> {
    let [main, rest @ ..] = files else { return Err(Complaint::whole("there is no file")) };
    let statements = parse(&main.text)?;
    let other = match rest {
        [] => Vec::new(),
        [other] => parse(&other.text)?,
        _ => return Err(Complaint::whole("there are more than two files")),
    };
    let calls = |statements: &[Statement]| all(statements).contains(&&Statement::Call);
    if calls(&other) {
        return Err(Complaint::whole("the second file calls itself"));
    }
    if calls(&statements) && rest.is_empty() {
        return Err(Complaint::whole("there is no second file to call"));
    }
    Ok((statements, other))
}

/// No program nests deeper.
const DEEPEST: usize = 100;

pub(crate) fn parse(source: &str) -> Result<Vec<Statement>, Complaint> {
    // Statements of the open blocks; the outermost is the program.
    let mut open: Vec<Vec<Statement>> = vec![Vec::new()];
    let mut counts = Vec::new();
    for (k, line) in source.lines().enumerate() {
        let complain = |message: &str| complaint(message, k as u32 + 1, line);
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let number = |word: &str| word.parse().map_err(|_| complain("this is not a number"));
        let statement = match words.as_slice() {
            [] => continue,
            ["let", a, "=", value] => Statement::Let((*a).to_owned(), number(value)?),
            ["add", a, b] => Statement::Add((*a).to_owned(), (*b).to_owned()),
            ["mul", a, b] => Statement::Mul((*a).to_owned(), (*b).to_owned()),
            ["print", a] => Statement::Print((*a).to_owned()),
            ["any", a] => Statement::Any((*a).to_owned()),
            ["call", "other"] => Statement::Call,
            ["exit", status] => Statement::Exit(
                status.parse().map_err(|_| complain("a status is a number below 256"))?,
            ),
            ["abort"] => Statement::Abort,
            ["loop", _, "{"] if open.len() > DEEPEST => return Err(complain("this is too deep")),
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

fn complaint(message: &str, line: u32, text: &str) -> Complaint {
    Complaint {
        message: message.to_owned(),
        file: String::new(),
        line,
        column: 1,
        rendered: format!("error: {message}\n{line:>4} | {text}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_back() {
        let text = "let a = 3\nloop 2 {\nloop 5 {\nmul a a\n}\nadd a a\n}\nany b\ncall other\n\
                    print a\nexit 3\nabort\n";
        let mut again = String::new();
        print(&parse(text).expect("it is valid"), &mut again);
        assert_eq!(again, text);
    }

    #[test]
    fn complaints_have_lines() {
        assert_eq!(parse("let a = 1\nlet b").unwrap_err().line, 2);
        assert_eq!(parse("}").unwrap_err().line, 1);
        assert_eq!(parse("loop 1 {").unwrap_err().line, 0);
        assert_eq!(parse("exit 256").unwrap_err().line, 1);
        assert!(parse(&"loop 1 {\n".repeat(200)).unwrap_err().message.contains("deep"));
    }

    #[test]
    fn only_the_first_file_calls_and_only_what_is_there() {
        let files = |texts: &[&str]| -> Vec<SourceFile> {
            texts.iter().map(|text| SourceFile::new("x.mini", *text)).collect()
        };
        assert!(read(&files(&["call other", "let a = 1"])).is_ok());
        assert!(read(&files(&["call other"])).is_err());
        assert!(read(&files(&["call other", "call other"])).is_err());
        assert!(read(&[]).is_err());
    }
}
