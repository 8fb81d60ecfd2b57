//! Edits that make a program smaller. Statements are numbered in the order of the text;
//! an edit's key is a kind and such a number.

use crate::program::Statement;
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
pub(crate) fn edits(statements: &[Statement], round: u32) -> Vec<Edit> {
    let mut numbered = Vec::new();
    number(statements, &mut 0, &mut numbered);
    let mut edits = Vec::new();
    for (place, statement) in numbered {
        let is_loop = matches!(statement, Statement::Loop(..));
        let kinds: &[(Kind, &str)] = match (round, statement) {
            (0, _) if is_loop => &[(Kind::Drop, "drop loop")],
            (1, _) => &[(Kind::Drop, "drop")],
            (2, Statement::Loop(count, _)) if *count > 1 => {
                &[(Kind::Unwrap, "unwrap"), (Kind::Lower, "lower")]
            }
            (2, Statement::Loop(..)) => &[(Kind::Unwrap, "unwrap")],
            (2, Statement::Let(_, value)) if *value > 1 => &[(Kind::Lower, "lower")],
            _ => &[],
        };
        for (kind, verb) in kinds {
            edits.push(Edit {
                key: key(*kind, place),
                label: format!("{verb} statement {place}").into(),
            });
        }
    }
    edits
}

fn number<'p>(
    statements: &'p [Statement],
    next: &mut usize,
    out: &mut Vec<(usize, &'p Statement)>,
) {
    for statement in statements {
        out.push((*next, statement));
        *next += 1;
        if let Statement::Loop(_, body) = statement {
            number(body, next, out);
        }
    }
}

/// `None` if two edits want the same statement, or one does not fit it.
pub(crate) fn apply(statements: &[Statement], edits: &[Edit]) -> Option<Vec<Statement>> {
    let mut wanted = BTreeMap::new();
    for edit in edits {
        let (kind, place) = read(edit.key)?;
        if wanted.insert(place, kind).is_some() {
            return None;
        }
    }
    let result = rebuild(statements, &mut 0, &mut wanted)?;
    // What is left over was inside something dropped, or never there.
    wanted.is_empty().then_some(result)
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
    use crate::program::{parse, print};

    fn after(text: &str, keys: &[u64]) -> Option<String> {
        let edits: Vec<Edit> = keys.iter().map(|&key| Edit { key, label: "".into() }).collect();
        let result = apply(&parse(text).expect("it is valid"), &edits)?;
        let mut out = String::new();
        print(&result, &mut out);
        Some(out)
    }

    const TEXT: &str = "let a = 9\nloop 4 {\nadd a a\nmul a a\n}\nprint a\n";

    #[test]
    fn edits_together() {
        let keys = [key(Kind::Lower, 0), key(Kind::Lower, 1), key(Kind::Drop, 3)];
        assert_eq!(
            after(TEXT, &keys).as_deref(),
            Some("let a = 4\nloop 2 {\nadd a a\n}\nprint a\n")
        );
        assert_eq!(
            after(TEXT, &[key(Kind::Unwrap, 1)]).as_deref(),
            Some("let a = 9\nadd a a\nmul a a\nprint a\n")
        );
    }

    #[test]
    fn conflicts_are_refused() {
        assert_eq!(after(TEXT, &[key(Kind::Drop, 1), key(Kind::Lower, 1)]), None);
        assert_eq!(after(TEXT, &[key(Kind::Unwrap, 0)]), None);
        assert_eq!(after(TEXT, &[key(Kind::Drop, 99)]), None);
    }

    #[test]
    fn every_edit_offered_can_be_applied_and_shrinks() {
        let statements = parse(TEXT).expect("it is valid");
        for round in 0..3 {
            for edit in edits(&statements, round) {
                let smaller = apply(&statements, std::slice::from_ref(&edit));
                assert_ne!(smaller.as_ref(), Some(&statements), "{}", edit.label);
                assert!(smaller.is_some(), "{}", edit.label);
            }
        }
    }
}
