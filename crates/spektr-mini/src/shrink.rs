//! Edits that make a program smaller. Statements are numbered in the order of the text, the
//! other file behind the first; an edit's key is a kind and such a number.

use crate::program::MiniProgram;
use crate::syntax::{self, Statement};
use spektr_wing::Edit;
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Leave the statement out, with everything in it.
    Drop = 0,
    /// Replace a loop by its body.
    Unwrap = 1,
    /// Make a number smaller.
    Lower = 2,
}

fn key(kind: Kind, number: usize) -> u64 {
    (kind as u64) << 32 | number as u64
}

fn read(key: u64) -> Option<(Kind, usize)> {
    let kind = match key >> 32 {
        0 => Kind::Drop,
        1 => Kind::Unwrap,
        2 => Kind::Lower,
        _ => return None,
    };
    Some((kind, (key & 0xffff_ffff) as usize))
}

/// Round 0 drops loops, round 1 everything, round 2 unwraps and lowers.
pub(crate) fn edits(program: &MiniProgram, round: u32) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (place, statement) in program.all().into_iter().enumerate() {
        let kinds: &[(Kind, &str)] = match (round, statement) {
            (0, Statement::Loop(..)) => &[(Kind::Drop, "drop loop")],
            (1, _) => &[(Kind::Drop, "drop")],
            (2, Statement::Loop(count, _)) if *count > 1 => {
                &[(Kind::Unwrap, "unwrap"), (Kind::Lower, "lower")]
            }
            (2, Statement::Loop(..)) => &[(Kind::Unwrap, "unwrap")],
            (2, Statement::Let(_, value)) if *value > 1 => &[(Kind::Lower, "lower")],
            _ => &[],
        };
        for (kind, verb) in kinds {
            let label = format!("{verb} statement {place}").into();
            edits.push(Edit { key: key(*kind, place), label });
        }
    }
    edits
}

/// `None` if two edits want the same statement, or one does not fit it.
pub(crate) fn apply(program: &MiniProgram, edits: &[Edit]) -> Option<MiniProgram> {
    let mut wanted = BTreeMap::new();
    for edit in edits {
        let (kind, place) = read(edit.key)?;
        if wanted.insert(place, kind).is_some() {
            return None;
        }
    }
    let mut next = 0;
    let statements = rebuild(&program.statements, &mut next, &mut wanted)?;
    let mut other = rebuild(&program.other, &mut next, &mut wanted)?;
    // What nobody calls any more is not there.
    if !syntax::all(&statements).contains(&&Statement::Call) {
        other.clear();
    }
    // What is left over was inside something dropped, or never there.
    wanted.is_empty().then_some(MiniProgram { statements, other, nature: program.nature })
}

fn rebuild(
    statements: &[Statement],
    next: &mut usize,
    wanted: &mut BTreeMap<usize, Kind>,
) -> Option<Vec<Statement>> {
    let mut result = Vec::new();
    for statement in statements {
        let kind = wanted.remove(next);
        *next += 1;
        let body = match statement {
            Statement::Loop(_, body) => rebuild(body, next, wanted)?,
            _ => Vec::new(),
        };
        match (kind, statement) {
            (Some(Kind::Drop), _) => {}
            (Some(Kind::Unwrap), Statement::Loop(..)) => result.extend(body),
            (Some(Kind::Lower), Statement::Loop(count, _)) if *count > 1 => {
                result.push(Statement::Loop(count / 2, body));
            }
            (Some(Kind::Lower), Statement::Let(name, value)) if *value > 1 => {
                result.push(Statement::Let(name.clone(), value / 2));
            }
            (None, Statement::Loop(count, _)) => result.push(Statement::Loop(*count, body)),
            (None, _) => result.push(statement.clone()),
            (Some(_), _) => return None,
        }
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spektr_wing::Program;

    fn after(program: &MiniProgram, keys: &[u64]) -> Option<String> {
        let edits: Vec<Edit> = keys.iter().map(|&key| Edit { key, label: "".into() }).collect();
        apply(program, &edits).map(|it| it.text())
    }

    fn program() -> MiniProgram {
        let text = "let a = 9\nloop 4 {\nadd a a\nmul a a\n}\ncall other\nprint a\n";
        let other = syntax::parse("let b = 8\nprint b\n").expect("it is valid");
        MiniProgram { other, ..MiniProgram::of_text(text) }
    }

    #[test]
    fn edits_together() {
        let keys = [key(Kind::Lower, 0), key(Kind::Lower, 1), key(Kind::Drop, 3)];
        assert_eq!(
            after(&program(), &keys).as_deref(),
            Some("let a = 4\nloop 2 {\nadd a a\n}\ncall other\nprint a\nlet b = 8\nprint b\n")
        );
        let keys = [key(Kind::Unwrap, 1), key(Kind::Drop, 7), key(Kind::Lower, 6)];
        assert_eq!(
            after(&program(), &keys).as_deref(),
            Some("let a = 9\nadd a a\nmul a a\ncall other\nprint a\nlet b = 4\n")
        );
    }

    #[test]
    fn a_file_that_nobody_calls_is_gone() {
        let alone = after(&program(), &[key(Kind::Drop, 4), key(Kind::Drop, 1)]);
        assert_eq!(alone.as_deref(), Some("let a = 9\nprint a\n"));
    }

    #[test]
    fn conflicts_are_refused() {
        let program = program();
        assert_eq!(after(&program, &[key(Kind::Drop, 1), key(Kind::Lower, 1)]), None);
        assert_eq!(after(&program, &[key(Kind::Unwrap, 0)]), None);
        assert_eq!(after(&program, &[key(Kind::Drop, 99)]), None);
    }

    #[test]
    fn every_edit_offered_can_be_applied_and_shrinks() {
        let program = program();
        for round in 0..3 {
            for edit in edits(&program, round) {
                let smaller = apply(&program, std::slice::from_ref(&edit));
                assert_ne!(smaller.as_ref(), Some(&program), "{}", edit.label);
                assert!(smaller.is_some(), "{}", edit.label);
            }
        }
    }
}
