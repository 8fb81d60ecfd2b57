//! Smaller programs: edits that a reducer may try, best first.
//!
//! An edit changes the tree by its structure alone; then the program is printed and read again,
//! so that every conversion is anew what C makes it, and what is no C any more is no candidate.
//! Nothing here decides whether an edit is good: the machine says whether the result is defined
//! and the judge whether it still shows the bug.

mod change;
mod entity;
mod inline;
mod names;
mod offer;
mod walk;

pub use change::{Change, Constant, Reshape};
pub use offer::{ROUNDS, offers};

use std::collections::HashMap;

use crate::syntax::Program;
use crate::{parse, print};
use walk::{Mode, Walk};

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
/// let offer = spektr_c::shrink::offers(&program, 1).remove(0);
/// let smaller = spektr_c::shrink::apply(&program, &[offer.change]).unwrap();
/// assert!(smaller.functions[0].body.as_ref().unwrap().stmts.len() < 2);
/// ```
pub fn apply(program: &Program, changes: &[Change]) -> Option<Program> {
    // Two changes of one node exclude each other: the first is made.
    let mut plan: HashMap<(change::Place, u32), Change> = HashMap::new();
    for change in changes {
        if let Some(key) = change.place() {
            plan.entry(key).or_insert(*change);
        }
    }
    let mut edited = program.clone();
    if !plan.is_empty() {
        Walk::over(&mut edited, program, Mode::Apply(&plan));
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
