//! The law files: thousands of small programs that somebody else's printer wrote. Every
//! one of them must be read, and printing must lose nothing.

mod laws_data;

use laws_data::laws;
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
