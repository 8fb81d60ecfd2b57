//! The law suite on the machine.

mod suite;

#[test]
fn every_program_is_read() {
    let mut bad = Vec::new();
    for case in suite::cases() {
        if let Err(complaint) = spektr_mir::parse::parse(&case.source) {
            bad.push(format!("{}: {}", case.name, complaint.rendered));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}
