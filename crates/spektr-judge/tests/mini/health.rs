//! The empty program before a compiler and its flags: does it work at all?

use crate::bench::{Room, flags, optimised};
use spektr_judge::Health;

#[test]
fn a_compiler_works_refuses_flags_or_is_broken() {
    let room = Room::new();
    let works = room.minic(&["-Bwrong=mul"]);
    assert_eq!(works.health(&optimised()).unwrap(), Health::Works);
    let Health::RefusesFlags(why) = works.health(&flags(&["--frob"])).unwrap() else { panic!() };
    assert!(why.contains("--frob"), "{why}");
    for (bug, words) in [
        ("-Bbroken", "nothing works"),
        ("-Bnoexec", "cannot be executed"),
        ("-Bnothing", "left no program"),
        ("-Bchatty", "output"),
    ] {
        let health = room.minic(&[bug]).health(&optimised()).unwrap();
        let Health::Broken(why) = health else { panic!("{bug}: {health:?}") };
        assert!(why.contains(words), "{bug}: {why}");
    }
}

#[test]
fn so_does_a_tool_whose_output_is_judged() {
    let room = Room::new();
    assert_eq!(room.minopt(&[]).health(&flags(&["-O1"])).unwrap(), Health::Works);
    let refused = room.minopt(&[]).health(&flags(&["--frob"])).unwrap();
    assert!(matches!(refused, Health::RefusesFlags(_)), "{refused:?}");
    let broken = room.minopt(&["-Bnonsense"]).health(&flags(&["-O1"])).unwrap();
    assert!(matches!(broken, Health::Broken(_)), "{broken:?}");
}
