//! The machine against compiled code: random functions are run on the machine; those whose
//! result is defined are compiled with their inputs and must give the same result.

use std::fmt::Write;
use std::process::Command;

use spektr_entropy::Entropy;
use spektr_llvm::machine::{
    Code, Conditions, Forks, Given, Side, Start, Temper, Value, World, execute,
};
use spektr_llvm::parse;

/// Executions in one module, and modules. 20,000 executions take `SPEKTR_AGREEMENT=20`.
const BATCH: usize = 1000;

const INTRINSICS: [&str; 12] = [
    "smin",
    "smax",
    "umin",
    "umax",
    "sadd.sat",
    "uadd.sat",
    "ssub.sat",
    "usub.sat",
    "ctpop",
    "bitreverse",
    "fshl",
    "fshr",
];

/// A random function of two numbers: straight code, a loop round it, memory in between.
struct Writer {
    draw: Entropy,
    text: String,
    /// Names of values of each width.
    known: Vec<(u32, String)>,
    next: u32,
}

impl Writer {
    fn value(&mut self, width: u32) -> String {
        let have: Vec<String> = self
            .known
            .iter()
            .filter(|(it, _)| *it == width)
            .map(|(_, name)| name.clone())
            .collect();
        if have.is_empty() || self.draw.chance(1, 6) {
            let number = [0, 1, 2, 3, 7, 8, 15, 31, 100, 127, 128, 255][self.draw.index(12)];
            return match width {
                1 => (number & 1).to_string(),
                _ if self.draw.chance(1, 4) => (-number).to_string(),
                _ => number.to_string(),
            };
        }
        have[self.draw.index(have.len())].clone()
    }

    fn define(&mut self, width: u32, code: &str) -> String {
        self.next += 1;
        let name = format!("%v{}", self.next);
        let _ = writeln!(self.text, "  {name} = {code}");
        self.known.push((width, name.clone()));
        name
    }

    fn width(&mut self) -> u32 {
        [8, 16, 32, 64, 33, 7][self.draw.index(6)]
    }

    fn step(&mut self) {
        let width = self.width();
        let (a, b) = (self.value(width), self.value(width));
        match self.draw.below(13) {
            0..=3 => {
                let op = ["add", "sub", "mul", "and", "or", "xor"][self.draw.index(6)];
                let flag = match self.draw.below(6) {
                    0 if ["add", "sub", "mul"].contains(&op) => " nsw",
                    1 if ["add", "sub", "mul"].contains(&op) => " nuw",
                    _ => "",
                };
                self.define(width, &format!("{op}{flag} i{width} {a}, {b}"));
            }
            4 => {
                let op = ["shl", "lshr", "ashr"][self.draw.index(3)];
                let masked = self.define(width, &format!("and i{width} {b}, 7"));
                let amount = self.define(width, &format!("urem i{width} {masked}, {width}"));
                self.define(width, &format!("{op} i{width} {a}, {amount}"));
            }
            5 => {
                let op = ["udiv", "sdiv", "urem", "srem"][self.draw.index(4)];
                let divisor = self.define(width, &format!("or i{width} {b}, 1"));
                self.define(width, &format!("{op} i{width} {a}, {divisor}"));
            }
            6 => {
                let predicate =
                    ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];
                let predicate = predicate[self.draw.index(10)];
                let truth = self.define(1, &format!("icmp {predicate} i{width} {a}, {b}"));
                self.define(width, &format!("select i1 {truth}, i{width} {a}, i{width} {b}"));
            }
            7 | 8 => {
                let other = self.width();
                let op = match other.cmp(&width) {
                    std::cmp::Ordering::Less => "trunc",
                    std::cmp::Ordering::Greater => ["zext", "sext"][self.draw.index(2)],
                    std::cmp::Ordering::Equal => return,
                };
                self.define(other, &format!("{op} i{width} {a} to i{other}"));
            }
            9 | 10 => {
                let name = INTRINSICS[self.draw.index(INTRINSICS.len())];
                let ty = format!("i{width}");
                let arguments = match name {
                    "ctpop" | "bitreverse" => format!("{ty} {a}"),
                    "fshl" | "fshr" => format!("{ty} {a}, {ty} {b}, {ty} {a}"),
                    _ => format!("{ty} {a}, {ty} {b}"),
                };
                self.define(width, &format!("call {ty} @llvm.{name}.{ty}({arguments})"));
            }
            11 => {
                // Bytes of one number read as parts of others.
                let at = self.draw.below(8);
                let stored = self.value(64);
                let _ = writeln!(self.text, "  store i64 {stored}, ptr %m");
                let place = format!("getelementptr i8, ptr %m, i64 {at}");
                let pointer = self.define(0, &place);
                self.define(8, &format!("load i8, ptr {pointer}"));
            }
            _ => {
                let one = self.define(65, &format!("sitofp i{width} {a} to double"));
                let other = self.define(65, &format!("uitofp i{width} {b} to double"));
                let op = ["fadd", "fsub", "fmul", "fdiv"][self.draw.index(4)];
                let result = self.define(65, &format!("{op} double {one}, {other}"));
                self.define(64, &format!("bitcast double {result} to i64"));
            }
        }
    }
}

/// The text of a function `@fN` of two `i64`.
fn function(number: usize, seed: u64) -> String {
    let mut writer = Writer {
        draw: Entropy::named(seed, "agreement"),
        text: format!("define i64 @f{number}(i64 %x, i64 %y) {{\n  %m = alloca i64, align 8\n"),
        known: vec![(64, "%x".into()), (64, "%y".into())],
        next: 0,
    };
    for width in [8, 32, 33] {
        writer.define(width, &format!("trunc i64 %x to i{width}"));
    }
    let steps = 4 + writer.draw.below(10);
    for _ in 0..steps {
        writer.step();
    }
    let start = writer.value(64);
    let _ = writeln!(writer.text, "  br label %loop\nloop:");
    let _ = writeln!(writer.text, "  %i = phi i64 [ 0, %0 ], [ %j, %loop ]");
    let _ = writeln!(writer.text, "  %s = phi i64 [ {start}, %0 ], [ %t, %loop ]");
    writer.known.push((64, "%i".into()));
    writer.known.push((64, "%s".into()));
    for _ in 0..3 {
        writer.step();
    }
    let round = writer.value(64);
    let _ = writeln!(
        writer.text,
        "  %t = add i64 %s, {round}\n  %j = add i64 %i, 1\n  %c = icmp ult i64 %j, 3\n  \
         br i1 %c, label %loop, label %end\nend:\n  ret i64 %t\n}}"
    );
    writer.text
}

fn declarations() -> String {
    let mut text = String::new();
    for name in INTRINSICS {
        for width in [7, 8, 16, 32, 33, 64] {
            let ty = format!("i{width}");
            let arguments = match name {
                "ctpop" | "bitreverse" => ty.clone(),
                "fshl" | "fshr" => format!("{ty}, {ty}, {ty}"),
                _ => format!("{ty}, {ty}"),
            };
            let _ = writeln!(text, "declare {ty} @llvm.{name}.{ty}({arguments})");
        }
    }
    text
}

/// What the machine says of `@f(x, y)`, if it is one number.
fn expected(code: &Code<'_>, name: &str, x: u64, y: u64) -> Option<u64> {
    let id = code.module.find(name)?;
    let arguments = [x, y].map(|it| Given::Value(Value::Int(it))).to_vec();
    let start = Start { arguments, ..Start::default() };
    let shown = execute(
        code,
        id,
        &start,
        Conditions {
            side: Side::Free,
            world: World::new(Temper { seed: 1, writes: false, throws: false }),
            fuel: 10_000,
            forks: Forks::new(0),
            cover: false,
            record: false,
        },
    );
    match shown.ok()?.outcome {
        Ok(Some(Value::Int(number))) => Some(number),
        _ => None,
    }
}

/// A module with functions, and a `main` that returns how many results differ.
fn batch(seed: u64) -> (String, usize) {
    let mut text = declarations();
    let (mut calls, mut count, mut number) = (String::new(), 0, 0);
    let mut draw = Entropy::named(seed, "inputs");
    while count < BATCH {
        let source = function(number, seed << 20 | number as u64);
        let alone = declarations() + &source;
        let module = parse::module("f.ll", &alone).unwrap_or_else(|it| panic!("{}", it.rendered));
        let code = Code::new(&module).unwrap();
        let mut used = false;
        for _ in 0..10 {
            let mut pick = || match draw.below(4) {
                0 => draw.below(10),
                1 => u64::MAX - draw.below(10),
                2 => 1 << draw.below(64),
                _ => draw.next_u64(),
            };
            let (x, y) = (pick(), pick());
            let Some(want) = expected(&code, &format!("f{number}"), x, y) else { continue };
            let (x, y, want) = (x as i64, y as i64, want as i64);
            let _ = writeln!(
                calls,
                "  %r{count} = call i64 @f{number}(i64 {x}, i64 {y})\n  \
                 %d{count} = icmp ne i64 %r{count}, {want}\n  \
                 %e{count} = zext i1 %d{count} to i32\n  \
                 %n{} = add i32 %n{count}, %e{count}",
                count + 1
            );
            count += 1;
            used = true;
        }
        if used {
            text += &source;
        }
        number += 1;
    }
    let _ = writeln!(
        text,
        "define i32 @main() {{\n  %n0 = add i32 0, 0\n{calls}  \
         %over = icmp ugt i32 %n{count}, 200\n  \
         %end = select i1 %over, i32 200, i32 %n{count}\n  ret i32 %end\n}}"
    );
    (text, count)
}

/// LLVM's own interpreter-compiler, if there is one.
fn lli() -> Option<&'static str> {
    ["lli-19", "lli-16", "lli-22", "lli-14", "lli"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok())
}

#[test]
fn compiled_code_gives_the_same_results() {
    let batches: u64 =
        std::env::var("SPEKTR_AGREEMENT").ok().and_then(|it| it.parse().ok()).unwrap_or(2);
    let mut executions = 0;
    for seed in 1..=batches {
        let (text, count) = batch(seed);
        executions += count;
        let Some(lli) = lli() else { continue };
        let file =
            std::env::temp_dir().join(format!("spektr-agreement-{}-{seed}.ll", std::process::id()));
        std::fs::write(&file, text).unwrap();
        let output = Command::new(lli).arg("-O0").arg(&file).output().unwrap();
        let differences = output.status.code();
        assert_eq!(
            differences,
            Some(0),
            "{}: {differences:?} results differ\n{}",
            file.display(),
            String::from_utf8_lossy(&output.stderr)
        );
        std::fs::remove_file(&file).unwrap();
    }
    assert!(executions as u64 >= batches * BATCH as u64);
    println!("{executions} executions agree");
}
