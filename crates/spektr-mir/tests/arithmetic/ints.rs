//! Groups about integers, `bool` and `char`.

use spektr_mir::machine::arithmetic;
use spektr_mir::syntax::{BinOp, IntTy};
use spektr_number::{Int, IntOp, interesting};

use super::group::{Body, Group, Operands, mir};

pub fn groups() -> Vec<Group> {
    let mut groups = Vec::new();
    for ty in IntTy::ALL {
        operators(ty, &mut groups);
        shifts(ty, &mut groups);
        overflow(ty, &mut groups);
        casts(ty, &mut groups);
        unary_intrinsics(ty, &mut groups);
        binary_intrinsics(ty, &mut groups);
        promises(ty, &mut groups);
    }
    bool_and_char(&mut groups);
    groups
}

/// The unsigned type of the same size.
pub fn word(bits: u32) -> &'static str {
    match bits {
        8 => "u8",
        16 => "u16",
        32 => "u32",
        64 => "u64",
        _ => "u128",
    }
}

pub fn operands(ty: IntTy) -> Operands {
    Operands::new(&format!("V_{}", ty.name()), interesting::ints(ty.number()))
}

/// A type's name with the word of its size.
fn named(ty: IntTy) -> (&'static str, &'static str) {
    (ty.name(), word(ty.bits()))
}

/// An operand as a value of the type.
fn value(ty: IntTy, operand: &str) -> String {
    format!("({operand} as {})", ty.name())
}

fn unary(ty: IntTy, name: &str, body: Body, ours: impl Fn(u128) -> u128 + 'static) -> Group {
    Group {
        name: format!("{} {name}", ty.name()),
        operands: [operands(ty), Operands::none(), Operands::none()],
        precondition: String::from("true"),
        body,
        any_nan: None,
        ours: Box::new(move |a, _, _| Some(ours(a))),
    }
}

fn binary(
    ty: IntTy,
    name: &str,
    precondition: String,
    body: Body,
    ours: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Group {
    Group {
        name: format!("{} {name}", ty.name()),
        operands: [operands(ty), operands(ty), Operands::none()],
        precondition,
        body,
        any_nan: None,
        ours: Box::new(move |a, b, _| ours(a, b)),
    }
}

/// `!(b == 0 || a == MIN && b == -1)`
fn divides(ty: IntTy) -> String {
    format!("{}.checked_div({}).is_some()", value(ty, "a"), value(ty, "b"))
}

fn operators(ty: IntTy, groups: &mut Vec<Group>) {
    for op in BinOp::ALL {
        if op.is_shift() || op == BinOp::Offset {
            continue;
        }
        let result = if op.is_comparison() { ("bool", "u8") } else { named(ty) };
        let statement = format!("z = x {} y; ", op.symbol());
        let body = mir(named(ty), Some(named(ty)), result, "", &statement);
        let divides =
            if matches!(op, BinOp::Div | BinOp::Rem) { divides(ty) } else { "true".into() };
        let ours = move |a, b| arithmetic::binary(op, ty, a, b).ok();
        groups.push(binary(ty, op.symbol(), divides, body, ours));
    }
    for (symbol, ours) in [("!", Int::not as fn(Int, u128) -> u128), ("-", Int::neg)] {
        if symbol == "-" && !ty.is_signed() {
            continue;
        }
        let body = mir(named(ty), None, named(ty), "", &format!("z = {symbol}x; "));
        groups.push(unary(ty, &format!("unary {symbol}"), body, move |a| ours(ty.number(), a)));
    }
}

/// Amounts of every type, negative and too large ones included.
fn shifts(ty: IntTy, groups: &mut Vec<Group>) {
    for op in [BinOp::Shl, BinOp::Shr] {
        for amount in IntTy::ALL {
            let statement = format!("z = x {} y; ", op.symbol());
            let body = mir(named(ty), Some(named(amount)), named(ty), "", &statement);
            groups.push(Group {
                name: format!("{} {} {}", ty.name(), op.symbol(), amount.name()),
                operands: [operands(ty), operands(amount), Operands::none()],
                precondition: String::from("true"),
                body,
                any_nan: None,
                ours: Box::new(move |a, b, _| arithmetic::binary(op, ty, a, b).ok()),
            });
        }
    }
}

fn overflow(ty: IntTy, groups: &mut Vec<Group>) {
    for op in [BinOp::Add, BinOp::Sub, BinOp::Mul] {
        let pair = format!("let pair: ({}, bool); ", ty.name());
        let compute = format!("pair = Checked(x {} y); ", op.symbol());
        let name = |part| format!("Checked {} {part}", op.symbol());
        let ours = move |a, b| arithmetic::overflowing(op, ty, a, b);

        let statement = format!("{compute} z = pair.0; ");
        let body = mir(named(ty), Some(named(ty)), named(ty), &pair, &statement);
        let value = move |a, b| ours(a, b).map(|(bits, _)| bits);
        groups.push(binary(ty, &name("value"), "true".into(), body, value));

        let statement = format!("{compute} z = pair.1; ");
        let body = mir(named(ty), Some(named(ty)), ("bool", "u8"), &pair, &statement);
        let flag = move |a, b| ours(a, b).map(|(_, over)| u128::from(over));
        groups.push(binary(ty, &name("flag"), "true".into(), body, flag));
    }
}

fn casts(from: IntTy, groups: &mut Vec<Group>) {
    for to in IntTy::ALL.into_iter().filter(|&to| to != from) {
        let statement = format!("z = x as {}; ", to.name());
        let body = mir(named(from), None, named(to), "", &statement);
        let name = format!("as {}", to.name());
        groups.push(unary(from, &name, body, move |a| from.number().cast(to.number(), a)));
    }
}

fn unary_intrinsics(ty: IntTy, groups: &mut Vec<Group>) {
    let (name, word) = named(ty);
    let call = |intrinsic: &str| {
        let x = value(ty, "a");
        Body::Rust(format!("core::intrinsics::{intrinsic}::<{name}>({x}) as {word} as u128"))
    };
    groups.push(unary(ty, "ctpop", call("ctpop"), move |a| u128::from(ty.number().count_ones(a))));
    let leading = move |a| u128::from(ty.number().leading_zeros(a));
    groups.push(unary(ty, "ctlz", call("ctlz"), leading));
    let trailing = move |a| u128::from(ty.number().trailing_zeros(a));
    groups.push(unary(ty, "cttz", call("cttz"), trailing));
    groups.push(unary(ty, "bswap", call("bswap"), move |a| ty.number().swap_bytes(a)));
    let reverse = move |a| ty.number().reverse_bits(a);
    groups.push(unary(ty, "bitreverse", call("bitreverse"), reverse));
}

fn binary_intrinsics(ty: IntTy, groups: &mut Vec<Group>) {
    let (name, word) = named(ty);
    let (x, y) = (value(ty, "a"), value(ty, "b"));
    let call = |intrinsic: &str| {
        Body::Rust(format!("core::intrinsics::{intrinsic}::<{name}>({x}, {y}) as {word} as u128"))
    };
    type Compute = fn(Int, u128, u128) -> u128;
    let total: [(&str, Compute); 5] = [
        ("wrapping_add", |ty, a, b| ty.overflowing_add(a, b).0),
        ("wrapping_sub", |ty, a, b| ty.overflowing_sub(a, b).0),
        ("wrapping_mul", |ty, a, b| ty.overflowing_mul(a, b).0),
        ("saturating_add", Int::saturating_add),
        ("saturating_sub", Int::saturating_sub),
    ];
    for (intrinsic, ours) in total {
        let ours = move |a, b| Some(ours(ty.number(), a, b));
        groups.push(binary(ty, intrinsic, "true".into(), call(intrinsic), ours));
    }
    let compare = format!("core::intrinsics::three_way_compare({x}, {y}) as i8 as u8 as u128");
    let ours = move |a, b| Some(u128::from(ty.number().order(a, b) as i8 as u8));
    groups.push(binary(ty, "three_way_compare", "true".into(), Body::Rust(compare), ours));
    type Rotate = fn(Int, u128, u128) -> u128;
    let rotations: [(&str, Rotate); 2] =
        [("rotate_left", Int::rotate_left), ("rotate_right", Int::rotate_right)];
    // By method: the nightly has the intrinsics for unsigned types only.
    for (intrinsic, ours) in rotations {
        let call = format!("{x}.{intrinsic}(b as u32) as {word} as u128");
        groups.push(Group {
            name: format!("{name} {intrinsic}"),
            operands: [operands(ty), operands(IntTy::U32), Operands::none()],
            precondition: String::from("true"),
            body: Body::Rust(call),
            any_nan: None,
            ours: Box::new(move |a, b, _| Some(ours(ty.number(), a, b))),
        });
    }
}

/// Intrinsics that only promise something where their operands do.
fn promises(ty: IntTy, groups: &mut Vec<Group>) {
    let (name, word) = named(ty);
    let (x, y) = (value(ty, "a"), value(ty, "b"));
    let call = |intrinsic: &str| {
        Body::Rust(format!("core::intrinsics::{intrinsic}::<{name}>({x}, {y}) as {word} as u128"))
    };
    let unchecked = [
        (IntOp::Add, "unchecked_add", "checked_add"),
        (IntOp::Sub, "unchecked_sub", "checked_sub"),
        (IntOp::Mul, "unchecked_mul", "checked_mul"),
        (IntOp::Div, "unchecked_div", "checked_div"),
        (IntOp::Rem, "unchecked_rem", "checked_rem"),
    ];
    for (op, intrinsic, checked) in unchecked {
        let precondition = format!("{x}.{checked}({y}).is_some()");
        let ours = move |a, b| ty.number().checked(op, a, b).ok();
        groups.push(binary(ty, intrinsic, precondition, call(intrinsic), ours));
    }
    for (op, intrinsic) in [(IntOp::Shl, "unchecked_shl"), (IntOp::Shr, "unchecked_shr")] {
        let call = format!("core::intrinsics::{intrinsic}({x}, {y}) as {word} as u128");
        let precondition = format!("b < {}", ty.bits());
        let ours = move |a, b| ty.number().checked(op, a, b).ok();
        groups.push(binary(ty, intrinsic, precondition, Body::Rust(call), ours));
    }
    let exact = format!("{} && {x} % {y} == 0", divides(ty));
    let ours = move |a, b| ty.number().exact_div(a, b).ok();
    groups.push(binary(ty, "exact_div", exact, call("exact_div"), ours));
    let ours = move |a, b| ty.number().disjoint_or(a, b).ok();
    groups.push(binary(ty, "disjoint_bitor", "a & b == 0".into(), call("disjoint_bitor"), ours));
    type Count = fn(Int, u128) -> Option<u32>;
    let nonzero: [(&str, Count); 2] = [
        ("ctlz_nonzero", |ty, a| ty.leading_zeros_nonzero(a).ok()),
        ("cttz_nonzero", |ty, a| ty.trailing_zeros_nonzero(a).ok()),
    ];
    for (intrinsic, ours) in nonzero {
        let call = format!("core::intrinsics::{intrinsic}({x}) as u128");
        let ours = move |a, _| ours(ty.number(), a).map(u128::from);
        groups.push(binary(ty, intrinsic, "a != 0".into(), Body::Rust(call), ours));
    }
}

fn bool_and_char(groups: &mut Vec<Group>) {
    let bools = ("bool", "u8", IntTy::U8, Operands::new("V_bool", vec![0, 1]));
    let chars = ("char", "u32", IntTy::U32, Operands::new("V_char", interesting::chars()));
    for (name, word, as_int, operands) in [bools, chars] {
        let pairs = [operands.clone(), operands.clone(), Operands::none()];
        let single = [operands.clone(), Operands::none(), Operands::none()];
        for op in BinOp::ALL {
            let bitwise = matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor);
            if !(op.is_comparison() || name == "bool" && bitwise) {
                continue;
            }
            let statement = format!("z = x {} y; ", op.symbol());
            let body = mir((name, word), Some((name, word)), ("bool", "u8"), "", &statement);
            groups.push(Group {
                name: format!("{name} {}", op.symbol()),
                operands: pairs.clone(),
                precondition: String::from("true"),
                body,
                any_nan: None,
                ours: Box::new(move |a, b, _| arithmetic::binary(op, as_int, a, b).ok()),
            });
        }
        for to in IntTy::ALL {
            let statement = format!("z = x as {}; ", to.name());
            groups.push(Group {
                name: format!("{name} as {}", to.name()),
                operands: single.clone(),
                precondition: String::from("true"),
                body: mir((name, word), None, named(to), "", &statement),
                any_nan: None,
                ours: Box::new(move |a, _, _| Some(as_int.number().cast(to.number(), a))),
            });
        }
        if name == "bool" {
            groups.push(Group {
                name: String::from("bool !"),
                operands: single,
                precondition: String::from("true"),
                body: mir((name, word), None, (name, word), "", "z = !x; "),
                any_nan: None,
                ours: Box::new(|a, _, _| Some(a ^ 1)),
            });
        }
    }
    let body = mir(("u8", "u8"), None, ("char", "u32"), "", "z = x as char; ");
    groups.push(unary(IntTy::U8, "as char", body, |a| {
        IntTy::U8.number().cast(IntTy::U32.number(), a)
    }));
}
