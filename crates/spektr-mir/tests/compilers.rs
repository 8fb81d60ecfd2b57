//! The two printed forms and the witness form before a real compiler: they compile, and
//! say the same.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use spektr_mir::machine::Machine;
use spektr_mir::print::Dialect;
use spektr_mir::syntax::Program;
use spektr_mir::witness::{self, Answer};
use spektr_mir::{parse, print};
use spektr_wing::{Arg, Experiment, Runtime, SourceFile};

fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/programs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn program(name: &str) -> Program {
    parse::parse(&data(name)).unwrap_or_else(|c| panic!("{name}\n{}", c.rendered))
}

/// A directory of its own for every test, so that they can run side by side.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace('/', "-"));
    std::fs::create_dir_all(&path).expect("a scratch directory");
    path
}

fn build(
    (files, args): (&[SourceFile], &[Arg]),
    directory: &Path,
    output: &Path,
    runtime: &Path,
) -> Output {
    for file in files {
        std::fs::write(directory.join(&file.name), &file.text).expect("a source file");
    }
    let mut command = Command::new(option_env!("RUSTC").unwrap_or("rustc"));
    command.env("RUSTC_BOOTSTRAP", "1");
    for arg in args {
        match arg {
            Arg::Text(text) => command.arg(text),
            Arg::File(name) => command.arg(directory.join(name)),
            Arg::Output => command.arg(output),
            Arg::Runtime(prefix) => command.arg(format!("{prefix}{}", runtime.display())),
        };
    }
    command.output().expect("a compiler")
}

/// The files of an experiment and what its compiler is told.
fn compile(experiment: &Experiment) -> (&[SourceFile], &[Arg]) {
    (&experiment.files, &experiment.steps[0].args)
}

fn built(what: (&[SourceFile], &[Arg]), directory: &Path, output: &str, runtime: &Path) -> PathBuf {
    let path = directory.join(output);
    let result = build(what, directory, &path, runtime);
    let errors = String::from_utf8_lossy(&result.stderr);
    assert!(result.status.success(), "{errors}");
    path
}

fn built_runtime(directory: &Path) -> PathBuf {
    let Runtime { files, args, output } = print::runtime(&Dialect::default());
    built((&files, &args), directory, &output, Path::new(""))
}

fn run(path: &Path) -> (Option<i32>, String) {
    let output = Command::new(path).output().expect("a program that starts");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What the machine says the program prints.
fn on_the_machine(name: &str) -> String {
    let program = program(name);
    let mut machine = Machine::new(&program).expect("types with a layout");
    machine.start(&program).expect("a start");
    let ending = machine.run(&program, 1_000_000);
    assert!(ending.is_ok(), "{name}: {ending:?} after\n{}", machine.trace());
    machine.trace().to_owned()
}

/// Builds both forms, runs them, and returns what both of them did.
fn both_forms(name: &str) -> (Option<i32>, String) {
    let program = program(name);
    let directory = scratch(name);
    let runtime = built_runtime(&directory);
    let judged = built(
        compile(&print::judge_experiment(&program, &Dialect::default())),
        &directory,
        "judged",
        &runtime,
    );
    let pretty = built(
        compile(&print::pretty_experiment(&program, &Dialect::default())),
        &directory,
        "pretty",
        &runtime,
    );
    let (judged, pretty) = (run(&judged), run(&pretty));
    assert_eq!(judged, pretty, "{name}");
    judged
}

fn ask_witness(name: &str) -> Answer {
    let program = program(name);
    let plan = witness::plan(&program, &Dialect::default(), |at| at.statement)
        .expect("a program it can judge");
    let directory = scratch(&format!("{name}.witness"));
    let result = build(compile(&plan), &directory, &directory.join("out"), Path::new(""));
    witness::read_answer(&String::from_utf8_lossy(&result.stderr))
}

#[test]
fn all_types_are_observed_alike() {
    let (code, trace) = both_forms("types.rs");
    assert_eq!(code, Some(0));
    assert!(trace.starts_with("0 1 1f600\n1 80 ffffffffffffffffffffffffffffffff\n"), "{trace}");
    assert_eq!(trace.lines().count(), 22);
    assert_eq!(ask_witness("types.rs"), Answer::Finished { trace });
}

#[test]
fn control_flow_is_the_same_everywhere() {
    let (code, trace) = both_forms("control.rs");
    assert_eq!(code, Some(0));
    assert_eq!(trace, "0 0 1 44696\n1 0 2 bbd\n2 0 0 d\n3 d\n");
    assert_eq!(trace, on_the_machine("control.rs"));
    assert_eq!(ask_witness("control.rs"), Answer::Finished { trace });
}

#[test]
fn other_peoples_files_do_what_the_machine_says() {
    for name in ["../foreign/generated.rs", "../foreign/hashed.rs", "../foreign/printed.rs"] {
        let (code, trace) = both_forms(name);
        assert_eq!((code, trace), (Some(0), on_the_machine(name)), "{name}");
    }
}

#[test]
fn panics_unwind_and_end_the_program() {
    let (code, trace) = both_forms("unwind.rs");
    assert_eq!((code, trace.as_str()), (Some(101), "0 1\n0 2\n1 63\n"));
    assert_eq!(trace, on_the_machine("unwind.rs"));
    let reason = witness::plan(&program("unwind.rs"), &Dialect::default(), |_| 0);
    assert_eq!(reason, Err("the const evaluator cannot unwind".to_owned()));
}

#[test]
fn intrinsics_are_known_under_their_printed_names() {
    let (code, trace) = both_forms("intrinsics.rs");
    assert_eq!(code, Some(0));
    assert_eq!(trace.lines().count(), 107);
    assert_eq!(trace, on_the_machine("intrinsics.rs"));
    assert_eq!(ask_witness("intrinsics.rs"), Answer::Finished { trace });
    let (code, trace) = both_forms("newer.rs");
    assert_eq!((code, trace.as_str()), (Some(0), "0 3\n1 40400000\n2 54b249ad2594c37d\n"));
    assert_eq!(trace, on_the_machine("newer.rs"));
    assert_eq!(ask_witness("newer.rs"), Answer::Finished { trace });
}

#[test]
fn a_batch_marks_the_output_of_each_program() {
    let (control, types) = (program("control.rs"), program("types.rs"));
    let directory = scratch("batch");
    let runtime = built_runtime(&directory);
    let batch = print::batch_experiment(&[&control, &types, &control], &Dialect::default());
    let (code, output) = run(&built(compile(&batch), &directory, "batch", &runtime));
    assert_eq!(code, Some(0));
    let parts: Vec<&str> = output.split("== ").collect();
    assert_eq!(parts.len(), 4, "{output}");
    assert_eq!(parts[1], "0\n0 0 1 44696\n1 0 2 bbd\n2 0 0 d\n3 d\n");
    assert!(parts[2].starts_with("1\n0 1 1f600\n"), "{output}");
    assert_eq!(parts[3], "2\n0 0 1 44696\n1 0 2 bbd\n2 0 0 d\n3 d\n");
}

/// A function of no parameters with this body, put before the witness.
fn witnessed(name: &str, mir: &str) -> Answer {
    let source = format!(
        "fn show<T>(x: T) {{}}\nfn show2<T, U>(x: T, y: U) {{}}\n#[custom_mir(dialect = \
         \"runtime\", phase = \"initial\")]\nfn f() {{ mir! {{ let u: ();\n{mir} end = {{ Return() \
         }} }} }}\nfn main() {{ f(); }}"
    );
    let program = parse::parse(&source).unwrap_or_else(|c| panic!("{}", c.rendered));
    let plan = witness::plan(&program, &Dialect::default(), |_| 0).expect("it can be judged");
    let directory = scratch(name);
    let result = build(compile(&plan), &directory, &directory.join("out"), Path::new(""));
    witness::read_answer(&String::from_utf8_lossy(&result.stderr))
}

#[test]
fn the_witness_compares_pointers_by_their_distance() {
    let within = witnessed(
        "compare_within",
        "let a: [u8; 4]; let p: *const u8; let q: *const u8; let pa: *const [u8; 4]; let x: bool; \
         let y: bool;
         { a = [1; 4]; pa = &raw const a; p = pa as *const u8; q = Offset(p, 3_isize); x = p < q; \
           y = p == q; Call(u = show2(x, y), ReturnTo(end), UnwindUnreachable()) }",
    );
    assert_eq!(within, Answer::Finished { trace: "0 1 0\n".to_owned() });
    let across = witnessed(
        "compare_across",
        "let a: u8; let b: u8; let p: *const u8; let q: *const u8; let x: bool;
         { a = 1; b = 2; p = &raw const a; q = &raw const b; x = p == q; \
           Call(u = show(x), ReturnTo(end), UnwindUnreachable()) }",
    );
    assert!(matches!(across, Answer::CannotTell { .. }), "{across:?}");
}

#[test]
fn the_witness_checks_unchecked_conversions() {
    let convert = |name: &str, value: &str| {
        witnessed(
            name,
            &format!(
                "let i: i32; {{ Call(i = core::intrinsics::float_to_int_unchecked({value}), \
                 ReturnTo(next), UnwindUnreachable()) }}
                 next = {{ Call(u = show(i), ReturnTo(end), UnwindUnreachable()) }}"
            ),
        )
    };
    let inside = convert("convert_inside", "-2147483648.0_f32");
    assert_eq!(inside, Answer::Finished { trace: "0 80000000\n".to_owned() });
    let outside = convert("convert_outside", "2147483648.0_f32");
    assert!(matches!(outside, Answer::Undefined { .. }), "{outside:?}");
}

#[test]
fn the_witness_knows_its_limits() {
    let reason = |mir: &str| {
        let source = format!(
            "#[custom_mir(dialect = \"runtime\", phase = \"initial\")] fn f(p: *const u8) {{ mir! {{ \
             let n: usize; let q: *const u8; {mir} }} }} fn main() {{ f(core::ptr::null()); }}"
        );
        let program = parse::parse(&source).unwrap_or_else(|c| panic!("{}", c.rendered));
        witness::plan(&program, &Dialect::default(), |_| 0).expect_err("a reason")
    };
    assert!(reason("{ n = p as usize; Return() }").contains("no addresses to cast"));
    let mask = "{ Call(q = core::intrinsics::ptr_mask(p, 7), ReturnTo(end), UnwindUnreachable()) } \
                end = { Return() }";
    assert!(reason(mask).contains("no addresses to mask"));
}

#[test]
fn the_witness_names_the_undefined_statement() {
    let source = r#"
        fn show(x: i32) {}
        #[custom_mir(dialect = "runtime", phase = "initial")]
        fn inner(p: *const i32) -> i32 { mir! { { RET = 1; RET = *p; Return() } } }
        #[custom_mir(dialect = "runtime", phase = "initial")]
        fn outer() {
            mir! {
                let x: i32;
                let y: i32;
                let p: *const i32;
                let u: ();
                {
                    StorageLive(x);
                    x = 3;
                    p = &raw const x;
                    StorageDead(x);
                    Call(y = inner(p), ReturnTo(next), UnwindUnreachable())
                }
                next = { Call(u = show(y), ReturnTo(end), UnwindUnreachable()) }
                end = { Return() }
            }
        }
        fn main() { outer(); }
    "#;
    let program = parse::parse(source).unwrap_or_else(|c| panic!("{}", c.rendered));
    let plan = witness::plan(&program, &Dialect::default(), |at| 100 + at.statement)
        .expect("it can be judged");
    let directory = scratch("undefined.witness");
    let result = build(compile(&plan), &directory, &directory.join("out"), Path::new(""));
    match witness::read_answer(&String::from_utf8_lossy(&result.stderr)) {
        Answer::Undefined { message, line, at } => {
            assert!(message.contains("dangling") || message.contains("freed"), "{message}");
            let at = at.expect("a place");
            assert_eq!((line, at.function.0, at.block.0, at.statement), (101, 0, 0, 1));
        }
        other => panic!("{other:?}"),
    }
}
