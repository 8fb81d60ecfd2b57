//! One operation over one list of operands: how the machine computes it, and the source
//! of a function that computes it when compiled.

use std::rc::Rc;

use spektr_mir::syntax::FloatTy;

/// A list of operand values, and the name it has in the program.
#[derive(Clone)]
pub struct Operands {
    pub name: String,
    pub values: Rc<Vec<u128>>,
}

impl Operands {
    pub fn new(name: &str, values: Vec<u128>) -> Operands {
        Operands { name: name.to_owned(), values: Rc::new(values) }
    }

    /// For operations with fewer than three operands.
    pub fn none() -> Operands {
        Operands::new("NONE", vec![0])
    }
}

type Compute = Box<dyn Fn(u128, u128, u128) -> Option<u128>>;

pub struct Group {
    pub name: String,
    pub operands: [Operands; 3],
    /// An expression over `a`, `b` and `c`: whether the operation may be executed.
    pub precondition: String,
    /// The body of `fn(a: u128, b: u128, c: u128) -> u128`.
    pub body: Body,
    /// The format of a float result which, if it is a NaN, may be any.
    pub any_nan: Option<FloatTy>,
    /// The machine's result; none where the precondition does not hold.
    pub ours: Compute,
}

pub enum Body {
    /// Locals and statements of custom MIR.
    Mir { locals: String, statements: String },
    /// An expression of ordinary Rust.
    Rust(String),
}

impl Group {
    pub fn each(&self, mut visit: impl FnMut([u128; 3], u128)) {
        let [first, second, third] = &self.operands;
        for &a in first.values.iter() {
            for &b in second.values.iter() {
                for &c in third.values.iter() {
                    if let Some(result) = (self.ours)(a, b, c) {
                        visit([a, b, c], result);
                    }
                }
            }
        }
    }

    pub fn digest(&self) -> String {
        let (mut hash, mut count) = (0u64, 0u64);
        self.each(|_, result| {
            hash = mix(hash, result);
            count += 1;
        });
        format!("{count} {hash:016x}")
    }
}

/// The program has the same function.
fn mix(hash: u64, value: u128) -> u64 {
    let low = (hash ^ value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    (low ^ (value >> 64) as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31)
}

/// `operand as word`; rustc takes no cast to the same type in custom MIR.
fn resized(operand: &str, from: &str, to: &str) -> String {
    if from == to { operand.to_owned() } else { format!("{operand} as {to}") }
}

fn transmuted(operand: &str, from: &str, to: &str) -> String {
    if from == to { operand.to_owned() } else { format!("CastTransmute({operand})") }
}

/// Locals and statements that bring an operand, given as `u128`, into a local of some type.
fn load(local: &str, from: &str, ty: &str, word: &str) -> (String, String) {
    let locals = format!("let {local}_bits: {word}; let {local}: {ty}; ");
    let bits = resized(from, "u128", word);
    let value = transmuted(&format!("{local}_bits"), word, ty);
    (locals, format!("{local}_bits = {bits}; {local} = {value}; "))
}

/// Locals and statements that return a local of some type as `u128`.
pub fn store(local: &str, ty: &str, word: &str) -> (String, String) {
    let locals = format!("let {local}: {ty}; let {local}_bits: {word}; ");
    let bits = transmuted(local, ty, word);
    let result = resized(&format!("{local}_bits"), word, "u128");
    (locals, format!("{local}_bits = {bits}; RET = {result}; "))
}

/// `statement` computes local `z` from locals `x` and, if there is a second operand, `y`.
/// Types are given with the unsigned type of the same size.
pub fn mir(
    x: (&str, &str),
    y: Option<(&str, &str)>,
    z: (&str, &str),
    more_locals: &str,
    statement: &str,
) -> Body {
    let (mut locals, mut statements) = load("x", "a", x.0, x.1);
    if let Some((ty, word)) = y {
        let (more, steps) = load("y", "b", ty, word);
        locals += &more;
        statements += &steps;
    }
    let (result_locals, result_statements) = store("z", z.0, z.1);
    locals += &result_locals;
    locals += more_locals;
    statements += statement;
    statements += &result_statements;
    Body::Mir { locals, statements }
}
