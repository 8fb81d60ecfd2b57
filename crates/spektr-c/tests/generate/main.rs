//! The scalar generator: programs are valid when they are read again, equal seeds give equal
//! bytes, compilers take them and print what the machine says, and every construct is alive.

mod compilers;
mod golden;

use spektr_c::generate::{Dialect, Policy, draft, generate};
use spektr_c::machine::{Ending, Machine, Switches};
use spektr_c::{parse, print};

const FUEL: u64 = 50_000_000;

/// Runs a text on the machine by its strictest reading.
fn run(dialect: Dialect, text: &str) -> Result<(i32, Vec<u8>), String> {
    let program = parse::read(&[(dialect.file(), text)]).map_err(|complaint| complaint.rendered)?;
    let mut machine =
        Machine::new(&program, Switches::STRICT).map_err(|complaint| complaint.rendered)?;
    machine.start(&program).map_err(|stop| stop.to_string())?;
    match machine.run(&program, FUEL) {
        Ok(Ending::Exit(status)) => Ok((status, machine.stdout().to_vec())),
        Ok(Ending::Aborted) => Err("it aborts".to_owned()),
        Err(stop) => Err(machine.diagnose(&program, &stop).render(&program.sources)),
    }
}

/// More seeds for a campaign; a test has few.
fn seeds(few: u64) -> std::ops::Range<u64> {
    let asked = std::env::var("SPEKTR_SEEDS").ok().and_then(|text| text.parse().ok());
    0..asked.unwrap_or(few)
}

fn read_again(dialect: Dialect, seed: u64) {
    let made = generate(dialect, seed, &Policy::default(), None);
    let text = &print::print(&made.program)[0].text;
    match run(dialect, text) {
        Ok((status, stdout)) => {
            assert_eq!((status, &stdout), (0, &made.stdout), "seed {seed}");
        }
        Err(why) => panic!("seed {seed}: {why}"),
    }
    let again = parse::read(&[(dialect.file(), text)]).expect("it was read before");
    assert!(print::print(&again)[0].text == *text, "seed {seed} is printed otherwise");
}

#[test]
fn programs_mean_the_same_when_they_are_read_again() {
    seeds(150).for_each(|seed| read_again(Dialect::C, seed));
}

#[test]
fn programs_in_cpp_mean_the_same_when_they_are_read_again() {
    seeds(100).for_each(|seed| read_again(Dialect::Cpp, seed));
}

/// What is written flat has the same text as its trees.
#[test]
fn drafts_have_the_text_of_the_whole_program() {
    let policy = Policy::default();
    for seed in seeds(60) {
        let (draft, whole) =
            (draft(Dialect::C, seed, &policy, None), generate(Dialect::C, seed, &policy, None));
        let text = |program| print::print(program).remove(0).text;
        assert!(text(&draft.program) == text(&whole.program), "seed {seed}");
        assert!(draft.stdout == whole.stdout, "seed {seed}");
    }
}

#[test]
fn sizes_are_met() {
    let policy = Policy::default();
    for size in [10, 50, 200, 1000] {
        let statements: u64 = (0..10)
            .map(|seed| {
                generate(Dialect::C, seed, &policy, Some(size)).made.statements.iter().sum::<u64>()
            })
            .sum();
        let wanted = u64::from(size) * 10;
        assert!(
            statements >= wanted / 2 && statements <= wanted * 2,
            "{statements} statements where {wanted} were wished for"
        );
    }
}

#[test]
fn without_policies_programs_are_made_too() {
    let policy = Policy::parse("[swarm]\nenabled = false\nshuffle = false\npolicies = false\n");
    let policy = policy.expect("it is a policy");
    for seed in 0..20 {
        let made = generate(Dialect::C, seed, &policy, Some(80));
        assert!(run(Dialect::C, &print::print(&made.program)[0].text).is_ok(), "seed {seed}");
    }
}

/// A choice that is never taken is none, and a seed that needs a second program is a fault.
#[test]
fn every_kind_is_made_and_hardly_a_program_is_refused() {
    let (policy, mut refused) = (Policy::default(), 0);
    let (mut statements, mut nodes) = (Vec::new(), Vec::new());
    let add = |sums: &mut Vec<u64>, counts: &[u64]| {
        sums.resize(counts.len(), 0);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    };
    for seed in 0..150 {
        let made = generate(Dialect::C, seed, &policy, None).made;
        add(&mut statements, &made.live_statements);
        add(&mut nodes, &made.live_nodes);
        refused += made.refused.len();
    }
    assert!(statements.iter().chain(&nodes).all(|count| *count > 0), "{statements:?} {nodes:?}");
    assert_eq!(refused, 0, "programs were refused");
}

/// What is believed of a program while it is written is what the machine says of its text: side
/// effects within all that can hold them, and loops as long as programs may have them.
#[test]
fn nothing_is_refused_however_busy_statements_are() {
    let busy = "[parameters.node]\n\"side effect\" = 100\nbuiltin = 100\nfloat = 60\n";
    let long = "[size]\nsteps_per_statement = 20\n[parameters.statement]\nfor = 90\ncall = 60\n";
    for text in [busy, long] {
        let policy = Policy::parse(text).expect("it is a policy");
        for (seed, dialect) in (0..40).zip([Dialect::C, Dialect::Cpp].into_iter().cycle()) {
            let refused = generate(dialect, seed, &policy, Some(100)).made.refused;
            assert!(refused.is_empty(), "seed {seed} with {text}: {refused:?}");
        }
    }
}

/// What the figures of `--stats` ask for, on a small sample: nearly all statements run, and every
/// construct runs in one program of a hundred.
#[test]
fn every_construct_is_alive() {
    for dialect in [Dialect::C, Dialect::Cpp] {
        let survey = spektr_c::generate::survey(dialect, 0..200, &Policy::default(), Some(120));
        for row in &survey.constructs {
            println!("{dialect:?} {}, {}: {} {}", row.group, row.name, row.written, row.executed);
        }
        assert_eq!(survey.missed(), Vec::<String>::new(), "{dialect:?}");
    }
}
