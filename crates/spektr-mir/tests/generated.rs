//! What every generated program promises: it is well formed, its text says the same
//! program, the machine accepts it from that text, its flow is reducible, and equal seeds
//! give equal bytes.

use spektr_mir::generate::{Generated, Policy, generate, is_reducible};
use spektr_mir::machine::Machine;
use spektr_mir::{parse, print, wellformed};

/// More than any policy lets a program run.
const FUEL: u64 = 50_000_000;

fn programs(count: u64) -> impl Iterator<Item = (u64, Generated)> {
    (0..count).map(|seed| (seed, generate(seed, &Policy::default(), Some(300))))
}

/// `spektr bench validity` does the same over many more seeds.
#[test]
fn the_machine_accepts_every_program_from_its_texts() {
    for (seed, generated) in programs(400) {
        assert_eq!(wellformed::check(&generated.program), Ok(()), "seed {seed}");
        for text in [print::judge(&generated.program), print::pretty(&generated.program)] {
            let read =
                parse::parse(&text).unwrap_or_else(|complaint| panic!("{}", complaint.rendered));
            assert_eq!(read, generated.program, "seed {seed} reads as another program");
            let mut machine = Machine::new(&read).expect("it had layouts before");
            machine.start(&read).expect("it started before");
            let ending = machine.run(&read, FUEL);
            assert!(ending.is_ok(), "seed {seed} is refused: {}", ending.unwrap_err());
            assert_eq!(machine.trace(), generated.trace, "seed {seed} shows something else");
        }
    }
}

#[test]
fn every_flow_is_reducible() {
    let mut blocks = 0;
    for (seed, generated) in programs(300) {
        for function in &generated.program.functions {
            let edges: Vec<Vec<usize>> = function
                .blocks
                .iter()
                .map(|block| block.terminator.kind.successors())
                .map(|targets| targets.into_iter().map(|target| target.index()).collect())
                .collect();
            blocks += edges.len();
            assert!(is_reducible(&edges), "seed {seed}, {}: {edges:?}", function.name);
        }
    }
    assert!(blocks > 5_000, "only {blocks} blocks were looked at");
}

#[test]
fn programs_differ_between_seeds() {
    let texts: std::collections::BTreeSet<String> =
        programs(50).map(|(_, generated)| print::judge(&generated.program)).collect();
    assert_eq!(texts.len(), 50);
}

#[test]
fn a_policy_can_leave_constructs_out() {
    let policy = Policy::parse("[constructs]\nloop = 0\nunion = 0\n[types]\nunion = 0\n")
        .expect("a valid policy");
    for seed in 0..20 {
        let generated = generate(seed, &policy, Some(400));
        let live = spektr_mir::measure::measure(&generated.program, FUEL).live;
        assert!(!live.names.contains("aggregate.union"), "seed {seed}");
        assert!(generated.usage.left_out.contains(&"loop"), "seed {seed}");
    }
}

#[test]
fn every_size_is_met_within_reason() {
    for size in [1, 50, 500, 5_000] {
        let generated = generate(3, &Policy::default(), Some(size));
        let blocks = generated.program.functions.iter().flat_map(|function| &function.blocks);
        let written: usize = blocks.map(|block| block.statements.len() + 1).sum();
        assert!(written as u32 <= size * 3 + 300, "{written} for {size}");
        assert!(written as u32 >= size / 2, "{written} for {size}");
    }
}
