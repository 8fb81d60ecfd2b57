//! The law files: thousands of small programs that somebody else's printer wrote. Every
//! one of them must be read, printing must lose nothing, and the machine must come to the
//! verdict of a real Miri, at the same line.

mod journal;
mod laws_data;

use laws_data::{family, implicit_writes, laws};
use spektr_mir::layout::{Decision, Layouts, Told, fields_of};
use spektr_mir::machine::{Machine, Stop, Switches};
use spektr_mir::parse::parse;
use spektr_mir::syntax::{AdtKind, Types};
use spektr_mir::{print, wellformed};
use std::sync::Arc;

#[test]
fn every_law_is_read() {
    let laws = laws();
    assert_eq!(laws.len(), 7_945);
    for law in &laws {
        if let Err(complaint) = parse(&law.source) {
            panic!("law {}:\n{}", law.id, complaint.rendered);
        }
    }
}

#[test]
fn laws_differ_from_our_rules_only_in_overlapping_moves() {
    for law in laws() {
        let program = parse(&law.source).unwrap_or_else(|c| panic!("law {}: {c}", law.id));
        if let Err(errors) = wellformed::check(&program) {
            for error in errors {
                assert!(error.message.contains("overlaps"), "law {}: {error}", law.id);
            }
        }
    }
}

#[test]
fn printing_and_reading_is_the_identity() {
    for law in laws() {
        let program = parse(&law.source).unwrap_or_else(|c| panic!("law {}: {c}", law.id));
        for print in [print::judge, print::pretty] {
            let text = print(&program);
            let again = parse(&text).unwrap_or_else(|c| panic!("law {}\n{}", law.id, c.rendered));
            assert!(again == program, "law {} changed:\n{text}", law.id);
            assert_eq!(print(&again), text, "law {}", law.id);
        }
    }
}

#[test]
fn the_machine_agrees_with_miri_on_every_law() {
    let mut disagreements = Vec::new();
    for law in laws() {
        let found = verdict(&law.source, Switches::default());
        let expected = law.undefined_at.map(|line| (true, line));
        if found.as_ref().map(|(stop, line)| (matches!(stop, Stop::Undefined(_)), *line))
            != expected
        {
            let found = found.map(|(stop, line)| format!("line {line}: {stop}"));
            let expected = expected.map(|(_, line)| format!("line {line}: {}", law.message));
            disagreements.push(format!("{}: found {found:?}, Miri {expected:?}", law.id));
        }
    }
    assert_none(&disagreements);
}

fn assert_none(disagreements: &[String]) {
    let shown = disagreements.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(disagreements.is_empty(), "{} disagreements:\n{shown}", disagreements.len());
}

/// Fields that share storage: what Miri forbids is forbidden or open, what it accepts is
/// fine or open.
#[test]
fn siblings_share_borrow_state() {
    let laws = family("siblings");
    assert_eq!(laws.len(), 2_000);
    let mut disagreements = Vec::new();
    let mut same = 0;
    for law in laws {
        let found = verdict(&law.source, Switches::default());
        let is_undefined = matches!(found, Some((Stop::Undefined(_), _)));
        let disagrees = match law.undefined_at {
            Some(_) => found.is_none(),
            None => is_undefined,
        };
        same += u32::from(law.undefined_at == found.as_ref().map(|(_, line)| *line));
        if disagrees {
            let found = found.map(|(stop, line)| format!("line {line}: {stop}"));
            let miri = law.undefined_at.map(|line| format!("line {line}: {}", law.message));
            disagreements.push(format!("{}: found {found:?}, Miri {miri:?}", law.id));
        }
    }
    assert_none(&disagreements);
    assert!(same > 1_000, "only {same} are decided as Miri does");
}

#[test]
fn entering_a_function_writes_by_the_reading_that_says_so() {
    let expected = implicit_writes();
    assert_eq!(expected.len(), 4_384);
    let mut disagreements = Vec::new();
    for law in laws() {
        let Some(&undefined) = expected.get(&law.id) else { continue };
        let switches = Switches { implicit_writes: true, ..Switches::default() };
        let found = verdict(&law.source, switches);
        let is_undefined = matches!(found, Some((Stop::Undefined(_), _)));
        if (found.is_some(), is_undefined) != (undefined, undefined) {
            let found = found.map(|(stop, line)| format!("line {line}: {stop}"));
            disagreements.push(format!("{}: found {found:?}, Miri {undefined}", law.id));
        }
    }
    assert_none(&disagreements);
}

/// Fields of a union without `repr` may be anywhere in it; to Miri they begin where it begins.
fn lay_unions_out(types: &mut Types) {
    let mut told = Told::default();
    let layouts = Layouts::new(types).expect("laws use small types");
    for ty in layouts.open(types) {
        if types.as_adt(ty).is_none_or(|def| def.kind != AdtKind::Union) {
            continue;
        }
        let fields = fields_of(types, ty);
        let parts = || fields[0].iter().map(|&field| layouts.of(field));
        let align = parts().map(|part| part.align).max().unwrap_or(1);
        let size = parts().map(|part| part.size).max().unwrap_or(0).next_multiple_of(align);
        let offsets = vec![vec![0; fields[0].len()]];
        told.add(types, ty, Decision { size, align, offsets, ..Decision::default() });
    }
    types.told = Some(Arc::new(told));
}

/// Why and at which line the machine stops, if it does.
fn verdict(source: &str, switches: Switches) -> Option<(Stop, u64)> {
    let mut program = parse(source).unwrap_or_else(|c| panic!("{}", c.rendered));
    lay_unions_out(&mut program.types);
    let machine = Machine::new(&program).expect("laws use small types");
    let mut machine = machine.with_switches(switches);
    let run = machine.start(&program).and_then(|()| machine.run(&program, 100_000));
    let stop = run.err()?;
    let offset = machine.location(&program).map_or(0, |location| location.span.start as usize);
    Some((*stop, source[..offset].matches('\n').count() as u64 + 1))
}
