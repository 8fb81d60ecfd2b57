//! Smaller programs: edits that a reducer may try, best first.
//!
//! An edit changes the tree by its structure alone; then the program is printed and read again,
//! so that every conversion is anew what C makes it, and what is no C any more is no candidate.
//! Nothing here decides whether an edit is good: the machine says whether the result is defined
//! and the judge whether it still shows the bug.

mod change;
mod entity;
mod facts;
mod inline;
mod names;
mod objects;
mod offer;
mod signature;
mod statement;
mod value;
mod walk;

pub use change::{Change, Constant, Reshape};
pub use facts::Facts;
pub use offer::{ROUNDS, offers};

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::syntax::Program;
use crate::{parse, print};
use walk::{Mode, Walk};

/// What a run of one program tells, found out when somebody asks for the first time.
#[derive(Clone, Debug, Default)]
pub struct Known(OnceLock<Facts>);

impl Known {
    fn of(&self, program: &Program) -> &Facts {
        self.0.get_or_init(|| Facts::of(program))
    }
}

/// A change with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub change: Change,
    pub label: String,
}

/// The program with these changes, all of them offered for it; `None` if nothing that can be read
/// comes out, or nothing new.
///
/// ```
/// let text = "int x = 3; int main(void) { x = x + 1; return 0; }";
/// let program = spektr_c::parse::read(&[("a.c", text)]).unwrap();
/// let known = spektr_c::shrink::Known::default();
/// let offer = spektr_c::shrink::offers(&program, &known, 2).remove(0);
/// let smaller = spektr_c::shrink::apply(&program, &known, &[offer.change]).unwrap();
/// assert!(smaller.functions[0].body.as_ref().unwrap().stmts.len() < 2);
/// ```
pub fn apply(program: &Program, known: &Known, changes: &[Change]) -> Option<Program> {
    // Two changes of one node exclude each other: the first is made.
    let mut plan: HashMap<(change::Place, u32), Change> = HashMap::new();
    for change in changes {
        if let Some(key) = change.place() {
            plan.entry(key).or_insert(*change);
        }
    }
    let mut edited = program.clone();
    if !plan.is_empty() {
        let about_runs = |change: &&Change| matches!(change, Change::Known(_) | Change::Object(_));
        let facts = plan.values().find(about_runs).map(|_| known.of(program));
        Walk::over(&mut edited, program, facts, Mode::Apply(&plan));
    }
    for change in changes {
        entity::apply(&mut edited, *change)?;
    }
    let mut read = reread(&edited)?;
    if changes.contains(&Change::TidyNames) {
        // Reading numbers types by where they stand, and names follow the numbers.
        for _ in 0..3 {
            names::tidy(&mut read);
            read = reread(&read)?;
        }
    }
    // Parentheses that precedence needs come back, for one.
    (print::print(&read) != print::print(program)).then_some(read)
}

/// What the printed program is read as.
fn reread(program: &Program) -> Option<Program> {
    let files = print::print(program);
    let files: Vec<(&str, &str)> =
        files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
    parse::read(&files).ok()
}
