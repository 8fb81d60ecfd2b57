//! The law files: thousands of small programs that somebody else's printer wrote. Every
//! one of them must be read, printing must lose nothing, and the machine must come to the
//! verdict of a real Miri, at the same line.

mod journal;
mod laws_data;

use laws_data::laws;
use spektr_mir::machine::{Machine, Stop};
use spektr_mir::parse::parse;
use spektr_mir::{print, wellformed};

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
        let found = verdict(&law.source);
        let expected = law.undefined_at.map(|line| (true, line));
        if found.as_ref().map(|(stop, line)| (matches!(stop, Stop::Undefined(_)), *line))
            != expected
        {
            let found = found.map(|(stop, line)| format!("line {line}: {stop}"));
            let expected = expected.map(|(_, line)| format!("line {line}: {}", law.message));
            disagreements.push(format!("{}: found {found:?}, Miri {expected:?}", law.id));
        }
    }
    let shown = disagreements.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(disagreements.is_empty(), "{} disagreements:\n{shown}", disagreements.len());
}

/// Why and at which line the machine stops, if it does.
fn verdict(source: &str) -> Option<(Stop, u64)> {
    let program = parse(source).unwrap_or_else(|c| panic!("{}", c.rendered));
    let mut machine = Machine::new(&program).expect("laws use small types");
    let run = machine.start(&program).and_then(|()| machine.run(&program, 100_000));
    let stop = run.err()?;
    let offset = machine.location(&program).map_or(0, |location| location.span.start as usize);
    Some((*stop, source[..offset].matches('\n').count() as u64 + 1))
}
