//! What the generator promises to write, by its own figures.

use spektr_c::edge::{Policy, survey};

#[test]
fn every_construct_is_written_and_relaxations_are_live() {
    let figures = survey(0..60, &Policy::default(), Some(150));
    assert_eq!(figures.programs, 60);
    let absent: Vec<_> = figures.constructs.iter().filter(|it| it.executed == 0).collect();
    assert!(absent.is_empty(), "{absent:?}");
    let missed: Vec<_> = figures.shares.iter().filter(|it| !it.is_met()).collect();
    assert!(missed.is_empty(), "{missed:?}");
    // In this mode operands do not conflict.
    let live = figures.choices.iter().filter(|it| it.name != "conflict");
    for relaxation in live {
        assert!(relaxation.programs > 0, "{relaxation:?}");
    }
}
