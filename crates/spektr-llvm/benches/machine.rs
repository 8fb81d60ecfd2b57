//! How fast the machine executes simple instructions, and how long refinement of a function takes
//! at the default effort: the median over the law suite's pairs. In CPU time, so that a busy
//! machine shows the same figures.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use spektr_llvm::machine::{
    Code, Conditions, Forks, Given, Side, Start, Temper, Value, World, execute,
};
use spektr_llvm::{parse, refine};

/// Two phis and seven more instructions in each round.
const LOOP: &str = "define i32 @f(i32 %n) {
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %h ]
  %s = phi i32 [ 1, %0 ], [ %v, %h ]
  %t = mul i32 %s, 1664525
  %u = add i32 %t, 1013904223
  %w = lshr i32 %u, 3
  %v = xor i32 %u, %w
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %h, label %e
e:
  ret i32 %v
}";
const ROUNDS: u64 = 200_000;
const INSTRUCTIONS: u64 = ROUNDS * 9;

fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The least CPU time of several tries.
fn least(tries: u32, mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let start = cpu();
        run();
        cpu() - start
    };
    (0..tries).map(time).min().unwrap_or_default()
}

fn instructions() {
    let module = parse::module("loop.ll", LOOP).expect("the loop is a module");
    let code = Code::new(&module).expect("the machine takes it");
    let id = module.find("f").expect("it has a function");
    let start = Start { arguments: vec![Given::Value(Value::Int(ROUNDS))], ..Start::default() };
    let took = least(10, || {
        let conditions = Conditions {
            side: Side::Free,
            world: World::new(Temper { seed: 1, writes: false, throws: false }),
            fuel: u64::MAX,
            forks: Forks::new(0),
            cover: false,
            record: false,
        };
        assert!(black_box(execute(&code, id, &start, conditions)).is_ok());
    });
    let rate = INSTRUCTIONS as f64 / took.as_secs_f64() / 1e6;
    println!("{rate:.1} million simple instructions per CPU second (goal: 20)");
}

fn refinement() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui/llvm");
    let mut times = Vec::new();
    for kind in ["refines", "broken", "reported"] {
        for entry in fs::read_dir(root.join(kind)).into_iter().flatten().flatten() {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            let Ok(module) = parse::module("pair.ll", &text) else { continue };
            let effort = refine::Effort::default();
            times.push(least(3, || {
                black_box(refine::refine_in_one(&module, &effort));
            }));
        }
    }
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    println!(
        "{} pairs of the law suite refined: median {:.2} ms, 90th of 100 {:.2} ms of CPU (goal: 2)",
        times.len(),
        at(50).as_secs_f64() * 1e3,
        at(90).as_secs_f64() * 1e3
    );
}

fn main() {
    instructions();
    refinement();
}
