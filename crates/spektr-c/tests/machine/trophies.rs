//! What was reported once must stay a case against a compiler when the reading gets stricter.

use std::fs;

use spektr_c::wing::CWing;
use spektr_wing::{Ending, Fuel, Reading, Wing};

#[test]
fn trophies_are_valid_in_a_trial() {
    let trophies = concat!(env!("CARGO_MANIFEST_DIR"), "/../../trophies");
    let mut seen = 0;
    for entry in fs::read_dir(trophies).expect("the trophies") {
        let directory = entry.expect("an entry").path();
        let Ok(text) = fs::read_to_string(directory.join("reduced.c")) else { continue };
        let expected = fs::read(directory.join("expected.txt")).expect("what it must print");
        let program = CWing.read_text(&text).expect("it is understood");
        let trial = program.run(Reading::Blame, Fuel::default());
        let name = directory.display();
        assert!(matches!(trial.ending, Ending::Finished(_)), "{name}: {:?}", trial.ending);
        assert_eq!(trial.stdout, expected, "{name}");
        seen += 1;
    }
    assert!(seen >= 3, "only {seen} miscompilations");
}
