//! Other people's files: other generators, and the ways the compiler's own tests write
//! custom MIR.

use spektr_mir::machine::Machine;
use spektr_mir::parse::parse;
use spektr_mir::print;
use spektr_mir::syntax::*;

fn read(source: &str) -> Program {
    let program = parse(source).unwrap_or_else(|c| panic!("{}", c.rendered));
    for print in [print::judge, print::pretty] {
        let text = print(&program);
        let again = parse(&text).unwrap_or_else(|c| panic!("{}\n{text}", c.rendered));
        assert!(again == program, "printing changed the program:\n{text}");
        assert_eq!(print(&again), text);
    }
    program
}

/// A custom-MIR function in a file that needs nothing else.
fn body(head: &str, mir: &str) -> Program {
    read(&format!(
        "use std::intrinsics::mir::*;\n#[custom_mir(dialect = \"built\")]\nfn f({head} {{ mir!({mir}) }}\n\
         fn main() {{ f(); }}"
    ))
}

fn locals(program: &Program, function: usize) -> Vec<String> {
    let function = &program.functions[function];
    let show = |local: &LocalDecl| format!("{}: {}", local.name, program.types.display(local.ty));
    function.locals.iter().map(show).collect()
}

#[test]
fn a_generated_file_with_helpers_is_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/foreign/generated.rs");
    let source = std::fs::read_to_string(path).expect("test data");
    let program = read(&source);
    let names: Vec<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["fn0", "fn1"]);
    assert!(program.statics.is_empty(), "the hash is no part of the program");
    assert_eq!(program.entry.args.len(), 4);
    let observed = program.functions[1].blocks.iter().filter(|block| {
        matches!(block.terminator.kind, TerminatorKind::Call { callee: Callee::Observe, .. })
    });
    assert_eq!(observed.count(), 2);
    let arms = program.functions[0].blocks.iter().find_map(|block| match &block.terminator.kind {
        TerminatorKind::Switch { arms, .. } => Some(arms.clone()),
        _ => None,
    });
    // Too wide for an `i64`, and cut to it as the compiler does.
    assert_eq!(arms.expect("a switch")[1].0, (-47_i64) as u64 as u128);
}

#[test]
fn a_minus_belongs_to_the_literal_but_not_to_another_minus() {
    let program = body(") -> i32", "{ RET = -61; RET = -(-61); RET = !-1; Return() }");
    let rvalues: Vec<&Rvalue> = program.functions[0].blocks[0]
        .statements
        .iter()
        .map(|statement| match &statement.kind {
            StatementKind::Assign(_, rvalue) => rvalue,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(matches!(rvalues[0], Rvalue::Use(Operand::Const(_))));
    assert!(matches!(rvalues[1], Rvalue::Unary(UnOp::Neg, Operand::Const(_))));
    assert!(matches!(rvalues[2], Rvalue::Unary(UnOp::Not, Operand::Const(_))));
}

#[test]
fn types_of_locals_are_inferred_from_their_use() {
    let program = body(
        ") -> u8",
        "let a; let b; let c; let d; let p; let r; let t; let i;
         {
            a = 5; b = a; RET = b;
            c = 7; d = c < 3;
            p = &raw mut a; r = &*p;
            t = (1_u16, d);
            let s = [1, 2, RET];
            i = 1;
            let e = s[i];
            let checked = Checked(e + 1);
            let w = checked.1;
            let o = Some(w);
            let f = 1.5;
            let n = PtrMetadata(p);
            Return()
         }",
    );
    assert_eq!(
        locals(&program, 0),
        [
            "RET: u8",
            "a: u8",
            "b: u8",
            "c: i32",
            "d: bool",
            "p: *mut u8",
            "r: &'static u8",
            "t: (u16, bool)",
            "i: usize",
            "s: [u8; 3]",
            "e: u8",
            "checked: (u8, bool)",
            "w: bool",
            "o: Option<bool>",
            "f: f64",
            "n: ()",
        ]
    );
}

#[test]
fn a_custom_main_is_the_start() {
    let program = read(
        "#[custom_mir(dialect = \"runtime\", phase = \"optimized\")]
         fn main() { mir! {
            let _unit: ();
            {
                let non_copy = S(42);
                let ptr = std::ptr::addr_of_mut!(non_copy);
                Call(_unit = show(Move(*ptr)), ReturnTo(after_call), UnwindContinue())
            }
            after_call = { Return() }
         } }
         pub struct S(i32);
         fn show(x: S) { println!(\"{}\", x.0); }",
    );
    assert_eq!(program.functions[0].name, "mir_main");
    assert_eq!(locals(&program, 0)[2..], ["non_copy: S", "ptr: *mut S"]);
}

#[test]
fn older_ways_to_write_calls_and_drops_are_read() {
    let program = body(
        ")",
        "let x: i32; let u: ();
         { Call(x, one, core::intrinsics::bswap(7)) }
         one = { Call(x = core::intrinsics::bswap(x), two) }
         two = { Call(x = core::intrinsics::bswap(x), three, UnwindUnreachable()) }
         three = { Drop(x, four) }
         four = { Return() }",
    );
    let unwinds: Vec<Unwind> = program.functions[0]
        .blocks
        .iter()
        .filter_map(|block| match block.terminator.kind {
            TerminatorKind::Call { unwind, .. } | TerminatorKind::Drop { unwind, .. } => {
                Some(unwind)
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        unwinds,
        [Unwind::Continue, Unwind::Continue, Unwind::Unreachable, Unwind::Continue]
    );
}

#[test]
fn constants_are_read_in_every_place() {
    let program = read(
        "use core::cell::UnsafeCell;
         use core::mem::MaybeUninit;
         #[derive(Clone, Copy)] pub enum E { A, B(u8), C { x: [i8; 2] } }
         #[derive(Clone, Copy)] pub union U { a: u32, b: f32 }
         static TABLE: [(u8, E); 3] = [(1, E::A), (2, E::B(3)), (4, E::C { x: [-1; 2] })];
         static mut CELL: UnsafeCell<u32> = UnsafeCell::new(5);
         static mut SELF: *const u32 = core::ptr::null();
         static HERE: &'static [(u8, E); 3] = &TABLE;
         const U1: U = U { b: -0.5 };
         const M: MaybeUninit<u16> = MaybeUninit::new(9);
         const N: MaybeUninit<u16> = MaybeUninit::uninit();
         const O: Option<Option<char>> = Some(None);
         const T: (f32, f64, f32) = (f32::INFINITY, f64::MIN_POSITIVE, 1e-45);
         const F: fn(u8) -> u8 = g;
         #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
         fn g(x: u8) -> u8 { mir! { { RET = x; Return() } } }
         #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
         fn f(e: E, u: U, p: *mut u8, k: fn(u8) -> u8) { mir! {
            let o; let c;
            { u = U1; o = O; c = StaticMut(CELL); Return() }
         } }
         fn main() { f(E::B(std::hint::black_box(7)), U { a: 1 }, std::ptr::null_mut(), g); }",
    );
    assert_eq!(program.statics.len(), 4);
    assert_eq!(program.consts.len(), 6);
    assert_eq!(program.entry.function, FnId(1));
    assert_eq!(program.entry.args[2], ConstTree::Null);
    assert_eq!(program.entry.args[3], ConstTree::Function(FnId(0)));
}

fn foreign(name: &str) -> Program {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/foreign");
    read(&std::fs::read_to_string(path.join(name)).expect("test data"))
}

/// What a program shows, run from its own text.
fn trace(program: &Program) -> String {
    let mut machine = Machine::new(program).expect("types with a layout");
    let ending = machine.start(program).and_then(|()| machine.run(program, 100_000));
    assert!(ending.is_ok(), "{ending:?} after\n{}", machine.trace());
    machine.trace().to_owned()
}

#[test]
fn generated_files_run_whatever_their_dumper_does() {
    let shown = [
        ("generated.rs", "0 1 7 69 a0 24 c7 3 ffffffffffffffffffffffffffffffff\n1 1 6 1 8\n"),
        (
            "hashed.rs",
            "2 20000000 20 c5cb2000 v1 fa fb 3\n\
             0 80000000000000000000000000000000 1 1 13 4045200000000000\n\
             1 1f600 e000000000000000 1\n",
        ),
        (
            "printed.rs",
            "3 1 2 1fff 3 0\n\
             0 0 4 10ffff ffffffff 6 ffffffff b 43 0 0 0 0 0 0 0 0 0 0 0 0 0 1 ff\n\
             1 0 6 v0 ffff 10ffff ffffffff fffffff9 ffffffff 43 0 0 0 0 0 0 0 0 0 0 0 0 0 1 ff d v2\n\
             2 0 a nan 11\n",
        ),
    ];
    for (name, wanted) in shown {
        assert_eq!(trace(&foreign(name)), wanted, "{name}");
    }
}

#[test]
fn other_names_for_types_lengths_and_functions_are_followed() {
    let program = read(
        "type Word = u32;
         type Row = [Word; COLUMNS];
         type Grid = [Row; ROWS * 2];
         type Short = Long;
         const COLUMNS: usize = ROWS + 1;
         const ROWS: usize = (1 + 1);
         enum Long<'a> { A(&'a Word), B { row: Row } }
         #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
         fn double(x: Word) -> Word { mir! { { RET = x + x; Return() } } }
         #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
         fn f<'a>() { mir! {
            let grid: Grid; let row: Row; let s: Short; let i: usize; let j: usize;
            let p: fn(Word) -> Word; let x: Word; let u: ();
            {
                row = [7; COLUMNS];
                grid = [row; ROWS * 2];
                s = Short::B { row: row };
                i = 3; j = 2;
                x = grid[i][j];
                p = double;
                Call(x = p(x), ReturnTo(bb1), UnwindUnreachable())
            }
            bb1 = { Call(u = show(x, s, COLUMNS), ReturnTo(bb2), UnwindUnreachable()) }
            bb2 = { Return() }
         } }
         fn show<T, U>(x: T, s: U, n: usize) {}
         fn main() { f(); }",
    );
    assert_eq!(locals(&program, 1)[1..3], ["grid: [[u32; 3]; 4]", "row: [u32; 3]"]);
    assert_eq!(trace(&program), "0 e v1 7 7 7 3\n");
}

#[test]
fn what_is_not_supported_is_named_with_its_place() {
    let complaints = [
        ("fn g<T>() { mir! { { Return() } } }", "no generic or C one"),
        ("fn g<const N: usize>() { mir! { { Return() } } }", "constants as parameters of `g`"),
        ("fn g() { mir! { let a: u8; { Deinit(a); Return() } } }", "`Deinit` is not supported"),
        ("fn g() { mir! { let a: [u8; n()]; { Return() } } }", "the length of the array"),
        ("fn g() { mir! { let a: Twice<u8>; { Return() } } }", "generic type `Twice`"),
        ("fn g() { mir! { let a: Turn; { Return() } } }", "more than 100 levels deep"),
    ];
    for (function, words) in complaints {
        let source = format!(
            "type Twice<T> = (T, T);\ntype Turn = Around;\ntype Around = Turn;\n\
             #[custom_mir(dialect = \"runtime\")]\n{function}\nfn main() {{ g(); }}"
        );
        let complaint = parse(&source).expect_err("it is not supported");
        assert!(complaint.rendered.contains(words), "{}", complaint.rendered);
        assert!(complaint.rendered.contains("--> "), "{}", complaint.rendered);
    }
}

#[test]
fn names_for_names_do_not_grow_without_end() {
    let mut source = String::from("type T0 = u8;\n");
    for i in 0..40 {
        source += &format!("type T{} = (T{i}, T{i});\n", i + 1);
    }
    source += "#[custom_mir(dialect = \"runtime\")]\n\
               fn f() { mir! { let a: T40; { Return() } } }\nfn main() { f(); }";
    let complaint = parse(&source).expect_err("nobody can hold such a type");
    assert!(complaint.rendered.contains("stand for too much"), "{}", complaint.rendered);
}

/// Why the machine stopped, in its own words.
fn ending(program: &Program) -> String {
    let mut machine = Machine::new(program).expect("types with a layout");
    let ending = machine.start(program).and_then(|()| machine.run(program, 100_000));
    format!("{:?}", ending.expect_err("it must stop"))
}

#[test]
fn a_main_that_shows_what_its_calls_return_is_part_of_the_program() {
    let program = read(
        "#[custom_mir(dialect = \"built\")]
         fn half(x: i32) -> i32 { mir! { { RET = x / 2; Return() } } }
         #[custom_mir(dialect = \"runtime\", phase = \"optimized\")]
         fn swap(pair: (u8, bool)) -> (bool, u8) { mir! { { RET = (pair.1, pair.0); Return() } } }
         #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
         fn put(slot: &mut Option<u16>) { mir! { { *slot = Some(9_u16); Return() } } }
         #[custom_mir(dialect = \"built\")]
         fn next(row: *const u32) -> *const u32 { mir! { { RET = Offset(row, 1_isize); Return() } } }
         static mut TOTAL: u32 = 7;
         fn main() {
            assert_eq!(half(std::hint::black_box(9)), 4);
            assert_eq!(swap((5, true)), (true, 5));
            let mut slot = None;
            put(&mut slot);
            println!(\"{slot:?} and {}\", half(-8));
            let slot = [3_u32, 4];
            unsafe {
                assert_eq!(*next(core::ptr::addr_of!(slot[0])), 4);
                TOTAL = 8;
                println!(\"{}\", TOTAL);
            }
            assert!(matches!(swap((1, false)), (false, _)));
         }",
    );
    assert_eq!(program.functions.last().map(|f| f.name.as_str()), Some("mir_main"));
    assert_eq!(
        trace(&program),
        "0 4\n1 1 5 1 5\n2 v1 9 fffffffc\n3 4\n4 8\n5 0 1\n",
        "{}",
        print::pretty(&program)
    );
}

#[test]
fn what_main_does_with_the_one_result_it_gets_is_part_of_the_program() {
    let with = |main: &str| {
        read(&format!(
            "#[custom_mir(dialect = \"built\")]
             fn next(x: u8) -> u8 {{ mir! {{ {{ RET = x + 1; Return() }} }} }}
             fn main() {{ {main} }}"
        ))
    };
    for shown in [
        "println!(\"{}\", next(4));",
        "println!(\"{}\", unsafe { next(4) });",
        "let it = next(core::hint::black_box(4)); assert_eq!(it, 5);",
        "assert_eq!(next(4), 5);",
    ] {
        let program = with(shown);
        assert_eq!(program.functions.len(), 2, "{shown}");
        assert_eq!(trace(&program), "0 5\n", "{shown}");
    }
    // Nothing is done with it, or something that is not followed: the call alone is left.
    for alone in ["next(4);", "unsafe { next(4); }", "next(4); finish();", "drop(next(4))"] {
        let program = with(alone);
        assert_eq!((program.functions.len(), program.entry.args.len()), (1, 1), "{alone}");
        assert_eq!(trace(&program), "", "{alone}");
    }
}

#[test]
fn an_assertion_that_does_not_hold_panics() {
    let program = read(
        "#[custom_mir(dialect = \"built\")]
         fn three() -> u8 { mir! { { RET = 3; Return() } } }
         fn main() { assert_eq!(three(), 3); assert_eq!(three(), 4); }",
    );
    let mut machine = Machine::new(&program).expect("types with a layout");
    let ending = machine.start(&program).and_then(|()| machine.run(&program, 1000));
    assert!(format!("{ending:?}").contains("Panic"), "{ending:?}");
}

#[test]
fn a_main_that_calls_nothing_leaves_the_functions_to_the_compiler() {
    let program = read(
        "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
         pub fn alone(p: *mut bool) { mir! { { *p = true; Return() } } }
         pub fn main() {}",
    );
    assert_eq!(program.functions.len(), 2);
    assert_eq!(trace(&program), "");
}

/// A `main` in custom MIR that gives `helper` a moved value and a pointer to it.
fn with_helper(helper: &str) -> Program {
    read(&format!(
        "pub struct Thing(u32);
         #[custom_mir(dialect = \"runtime\", phase = \"optimized\")]
         fn main() {{ mir! {{
            let out: u32;
            {{
                let thing = Thing(6);
                let at = &raw mut thing;
                Call(out = helper(Move(thing), at), ReturnTo(end), UnwindContinue())
            }}
            end = {{ Return() }}
         }} }}
         {helper}"
    ))
}

#[test]
fn ordinary_helpers_that_touch_memory_are_judged() {
    let fine = "fn helper(x: Thing, at: *mut Thing) -> u32 { let y = x; show(y.0); y.0 }
                fn show(x: u32) { println!(\"{x}\") }";
    assert_eq!(trace(&with_helper(fine)), "0 6\n");
    for bad in [
        "fn helper(x: Thing, at: *mut Thing) -> u32 { unsafe { at.write(Thing(0)) }; x.0 }",
        "fn helper(x: Thing, at: *mut Thing) -> u32 { unsafe { at.read() }; 13 }",
        "fn helper(x: Thing, at: *mut Thing) -> u32 { become other(x, at) }
         fn other(x: Thing, at: *mut Thing) -> u32 { return unsafe { (*at).0 }; }",
    ] {
        let ending = ending(&with_helper(bad));
        assert!(ending.contains("Undefined"), "{bad}\n{ending}");
    }
}

#[test]
fn what_ordinary_code_does_besides_is_named_with_its_place() {
    for (main, words) in [
        ("let x = f() + 1;", "arithmetic in an ordinary function"),
        ("for _ in 0..3 { f(); }", "does not follow `for`"),
        ("let (a, b) = (f(), 2);", "the name of a local"),
        ("println!(\"{}\", f().count_ones());", "the method `count_ones`"),
        ("let v = vec![f()];", "macro `vec!`"),
        ("let x = elsewhere(f());", "function `elsewhere` is not known"),
        ("println!(\"{TOTAL}\"); f();  f();", "what `{TOTAL}` shows"),
    ] {
        let source = format!(
            "#[custom_mir(dialect = \"built\")]\nfn f() -> u8 {{ mir! {{ {{ RET = 1; Return() }} }} }}\n\
             fn main() {{ f();\n{main} }}"
        );
        let complaint = parse(&source).expect_err("it is not followed");
        assert!(complaint.message.contains(words), "{}", complaint.rendered);
        assert_eq!(complaint.line, 4, "{}", complaint.rendered);
    }
}

#[test]
fn ordinary_code_of_any_size_is_refused_at_once() {
    let deep = format!("{}f();{}", "unsafe { ".repeat(20_000), "}".repeat(20_000));
    for (main, words) in [
        (deep, "levels deep"),
        ("f();\n".repeat(50_000), "too long"),
        (format!("println!(\"{}{{x}}\", f()); f();", "{0".repeat(500_000)), "`{x}` shows"),
    ] {
        let source = format!(
            "#[custom_mir(dialect = \"built\")]\nfn f() -> u8 {{ mir! {{ {{ RET = 1; Return() }} }} }}\n\
             fn main() {{ f();\n{main} }}"
        );
        let complaint = parse(&source).expect_err("nobody writes such a `main`");
        assert!(complaint.message.contains(words), "{}", complaint.message);
    }
}
