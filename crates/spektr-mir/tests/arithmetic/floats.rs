//! Groups about floats, and casts between them and integers.

use spektr_mir::lift::literal;
use spektr_mir::machine::arithmetic;
use spektr_mir::syntax::{BinOp, FloatTy, IntTy};
use spektr_number::{Format, Open, Outcome, Rounding, interesting};

use super::group::{Body, Group, Operands, mir, store};
use super::ints::{self, word};

pub fn groups() -> Vec<Group> {
    let mut groups = Vec::new();
    for ty in FloatTy::ALL {
        operators(ty, &mut groups);
        bit_operations(ty, &mut groups);
        roundings(ty, &mut groups);
        extremes(ty, &mut groups);
        fused(ty, &mut groups);
        casts(ty, &mut groups);
        unchecked_casts(ty, &mut groups);
        literals(ty, &mut groups);
    }
    groups
}

fn operands(ty: FloatTy) -> Operands {
    Operands::new(&format!("V_{}", ty.name()), interesting::floats(ty.format()))
}

fn named(ty: FloatTy) -> (&'static str, &'static str) {
    (ty.name(), word(ty.bits()))
}

/// An operand as a value of the type.
fn value(ty: FloatTy, operand: &str) -> String {
    format!("{}::from_bits({operand} as {})", ty.name(), word(ty.bits()))
}

/// Nothing, where the language allows more than one number.
fn decided(outcome: Outcome) -> Option<u128> {
    (outcome.open != Open::ZeroSign).then_some(outcome.bits)
}

fn unary(ty: FloatTy, name: &str, body: Body, ours: impl Fn(u128) -> u128 + 'static) -> Group {
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
    ty: FloatTy,
    name: &str,
    body: Body,
    ours: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Group {
    Group {
        name: format!("{} {name}", ty.name()),
        operands: [operands(ty), operands(ty), Operands::none()],
        precondition: String::from("true"),
        body,
        any_nan: None,
        ours: Box::new(move |a, b, _| ours(a, b)),
    }
}

fn operators(ty: FloatTy, groups: &mut Vec<Group>) {
    let arithmetic = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
    let comparisons = BinOp::ALL.into_iter().filter(|op| op.is_comparison());
    for op in arithmetic.into_iter().chain(comparisons) {
        let result = if op.is_comparison() { ("bool", "u8") } else { named(ty) };
        let statement = format!("z = x {} y; ", op.symbol());
        let body = mir(named(ty), Some(named(ty)), result, "", &statement);
        let ours = move |a, b| decided(arithmetic::float(op, ty, a, b));
        let mut group = binary(ty, op.symbol(), body, ours);
        if op == BinOp::Rem && ty == FloatTy::F128 {
            // Compiled code takes a bit per step, and exponents are up to 32,765 apart.
            let few = interesting::floats(ty.format()).into_iter().step_by(5).collect();
            let few = Operands::new("R_f128", few);
            group.operands = [few.clone(), few, Operands::none()];
        }
        group.any_nan = if op.is_comparison() { None } else { Some(ty) };
        groups.push(group);
    }
}

/// These keep every bit of a NaN but the sign.
fn bit_operations(ty: FloatTy, groups: &mut Vec<Group>) {
    let body = mir(named(ty), None, named(ty), "", "z = -x; ");
    groups.push(unary(ty, "unary -", body, move |a| ty.format().neg(a)));
    let body = Body::Rust(format!("{}.abs().to_bits() as u128", value(ty, "a")));
    groups.push(unary(ty, "abs", body, move |a| ty.format().abs(a)));
    let (x, y) = (value(ty, "a"), value(ty, "b"));
    let body = Body::Rust(format!("{x}.copysign({y}).to_bits() as u128"));
    groups.push(binary(ty, "copysign", body, move |a, b| Some(ty.format().copysign(a, b))));
}

fn roundings(ty: FloatTy, groups: &mut Vec<Group>) {
    let x = value(ty, "a");
    let names = ["floor", "ceil", "trunc", "round", "round_ties_even"];
    for (name, rounding) in names.into_iter().zip(Rounding::ALL) {
        let body = Body::Rust(format!("{x}.{name}().to_bits() as u128"));
        let mut group = unary(ty, name, body, move |a| ty.format().round(rounding, a).bits);
        group.any_nan = Some(ty);
        groups.push(group);
    }
    let body = Body::Rust(format!("{x}.sqrt().to_bits() as u128"));
    let mut group = unary(ty, "sqrt", body, move |a| ty.format().sqrt(a).bits);
    group.any_nan = Some(ty);
    groups.push(group);
}

fn extremes(ty: FloatTy, groups: &mut Vec<Group>) {
    let (x, y) = (value(ty, "a"), value(ty, "b"));
    type Compute = fn(Format, u128, u128) -> Outcome;
    let rows: [(&str, Compute); 4] = [
        ("min", Format::minnum),
        ("max", Format::maxnum),
        ("minimum", Format::minimum),
        ("maximum", Format::maximum),
    ];
    for (name, ours) in rows {
        let body = Body::Rust(format!("{x}.{name}({y}).to_bits() as u128"));
        let mut group = binary(ty, name, body, move |a, b| decided(ours(ty.format(), a, b)));
        if matches!(name, "min" | "max") {
            group.precondition = format!("!({x} == 0.0 && {y} == 0.0 && a != b)");
        }
        group.any_nan = Some(ty);
        groups.push(group);
    }
}

fn fused(ty: FloatTy, groups: &mut Vec<Group>) {
    let few = interesting::floats(ty.format()).into_iter().step_by(7).collect();
    let few = Operands::new(&format!("T_{}", ty.name()), few);
    let (x, y, z) = (value(ty, "a"), value(ty, "b"), value(ty, "c"));
    groups.push(Group {
        name: format!("{} fma", ty.name()),
        operands: [few.clone(), few.clone(), few],
        precondition: String::from("true"),
        body: Body::Rust(format!("{x}.mul_add({y}, {z}).to_bits() as u128")),
        any_nan: Some(ty),
        ours: Box::new(move |a, b, c| Some(ty.format().fma(a, b, c).bits)),
    });
}

fn casts(ty: FloatTy, groups: &mut Vec<Group>) {
    for int in IntTy::ALL {
        let int_named = (int.name(), word(int.bits()));
        let statement = format!("z = x as {}; ", int.name());
        let body = mir(named(ty), None, int_named, "", &statement);
        let name = format!("as {}", int.name());
        groups.push(unary(ty, &name, body, move |a| ty.format().to_int(int.number(), a)));

        let statement = format!("z = x as {}; ", ty.name());
        let mut group = unary(
            ty,
            &format!("from {}", int.name()),
            mir(int_named, None, named(ty), "", &statement),
            move |a| ty.format().from_int(int.number(), a),
        );
        group.operands[0] = ints::operands(int);
        groups.push(group);
    }
    for to in FloatTy::ALL.into_iter().filter(|&to| to != ty) {
        let statement = format!("z = x as {}; ", to.name());
        let body = mir(named(ty), None, named(to), "", &statement);
        let name = format!("as {}", to.name());
        let mut group = unary(ty, &name, body, move |a| ty.format().resize(to.format(), a).bits);
        group.any_nan = Some(to);
        groups.push(group);
    }
}

/// `float_to_int_unchecked`, where the truncated value is in range; halved, since
/// the border of `u128` itself is no `u128`.
fn unchecked_casts(ty: FloatTy, groups: &mut Vec<Group>) {
    for int in IntTy::ALL {
        let (name, x) = (int.name(), value(ty, "a"));
        let width = int.bits() - u32::from(int.is_signed());
        let body = format!("{x}.to_int_unchecked::<{name}>() as {} as u128", word(int.bits()));
        let mut group = unary(ty, &format!("to_int_unchecked {name}"), Body::Rust(body), |a| a);
        group.precondition = format!(
            "{x}.trunc() as f128 >= {name}::MIN as f128 && \
             {x}.trunc() as f128 / 2.0 < (1u128 << {}) as f128",
            width - 1
        );
        group.ours = Box::new(move |a, _, _| ty.format().to_int_checked(int.number(), a).ok());
        groups.push(group);
    }
}

/// Every value as an operand in the text that the printer writes for it; the operand of
/// the group is its position.
fn literals(ty: FloatTy, groups: &mut Vec<Group>) {
    let values = interesting::floats(ty.format());
    let (name, word) = named(ty);
    let texts: Vec<String> = values.iter().map(|&bits| literal::float(ty, bits)).collect();
    let count = values.len();
    let (z, result) = store("z", name, word);
    let locals = format!("let list: [{name}; {count}]; let i: usize; {z}");
    let list = texts.join(", ");
    let statements = format!("list = [{list}]; i = a as usize; z = list[i]; {result}");
    let positions = Operands::new(&format!("L_{name}"), (0..count as u128).collect());
    groups.push(Group {
        name: format!("{name} literals"),
        operands: [positions, Operands::none(), Operands::none()],
        precondition: String::from("true"),
        body: Body::Mir { locals, statements },
        any_nan: None,
        ours: Box::new(move |a, _, _| values.get(a as usize).copied()),
    });
}
