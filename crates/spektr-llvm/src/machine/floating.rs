//! Floating-point instructions on values. LangRef, "Floating-Point Environment", "Behavior of
//! Floating-Point NaN values", "Fast-Math Flags": rounding is to nearest, the sign and payload
//! of a NaN that an operation makes are open, and flags turn values they exclude into poison
//! or leave results open.

use spektr_number::{Compare, FloatOp, Format, Open, Outcome};

use super::arithmetic::int_type;
use super::integer::mask;
use super::spread::Spread;
use super::stop::{Step, Unspecified, unsupported};
use super::value::Value;
use crate::syntax::{BinaryOp, Flags, FloatKind, FloatPredicate};

/// More combinations of open operands than this are not listed.
const COMBINATIONS: usize = 64;

/// The format of a type, if the machine knows it.
pub fn format(kind: FloatKind) -> Step<Format> {
    Ok(match kind {
        FloatKind::Half => Format::F16,
        FloatKind::BFloat => Format::BF16,
        FloatKind::Float => Format::F32,
        FloatKind::Double => Format::F64,
        FloatKind::X86Fp80 => Format::X87,
        FloatKind::Fp128 => Format::F128,
        FloatKind::PpcFp128 => return unsupported("ppc_fp128"),
    })
}

/// Some NaN: sign and payload are open, and whether it is quiet if an operand was not.
pub fn some_nan(format: Format, signalling: bool) -> Value {
    let quiet = 1u128 << (format.fraction_bits() - 1);
    let mut open = format.sign_mask() | (quiet - 1);
    let mut ones = format.infinity() | quiet;
    if signalling {
        (open, ones) = (open | quiet, ones & !quiet);
    }
    Value::partial(format.bits(), false, Spread::Bits { ones, open })
}

/// The NaNs that an operation may certainly give, on any target: of either sign, with the payload
/// that is preferred or with that of an operand. LangRef, "Behavior of Floating-Point NaN Values":
/// other payloads are some targets' own.
fn certain_nans(format: Format, operands: &[u128]) -> Vec<u128> {
    let quiet = 1u128 << (format.fraction_bits() - 1);
    let payloads = operands.iter().filter(|&&bits| format.is_nan(bits)).map(|&bits| bits | quiet);
    let payloads = payloads.chain([format.preferred_nan()]).map(|bits| bits & !format.sign_mask());
    payloads.flat_map(|bits| [bits, bits | format.sign_mask()]).collect()
}

/// A float of which no NaN is a signalling one.
pub fn quieted(format: Format, value: &Value) -> Value {
    match value {
        Value::Partial(partial) if is_some_nan(format, &partial.spread) => some_nan(format, false),
        value if *value == some_nan(format, true) => some_nan(format, false),
        value => value.clone(),
    }
}

/// The bit patterns that an operand may be; a NaN with open bits counts as one. `None` if
/// they are too many.
fn candidates(format: Format, value: &Value) -> Option<Vec<u128>> {
    match value {
        Value::Partial(partial) => {
            if is_some_nan(format, &partial.spread) {
                return Some(vec![format.preferred_nan()]);
            }
            partial.spread.list(format.bits(), COMBINATIONS)
        }
        value => value.known().map(|bits| vec![bits]),
    }
}

/// Whether every number of a spread is a NaN.
pub fn is_some_nan(format: Format, spread: &Spread) -> bool {
    match spread {
        Spread::Bits { ones, .. } => format.is_nan(*ones & !format.sign_mask()),
        Spread::Few(numbers) => numbers.iter().all(|&bits| format.is_nan(bits)),
        Spread::Range { .. } => false,
    }
}

/// What a use of an operation asks for.
#[derive(Clone, Copy)]
pub struct Request {
    pub format: Format,
    pub flags: Flags,
    /// Whether freedom that flags give is to be kept open.
    pub free: bool,
}

impl Request {
    /// Applies an operation to all candidates of its operands.
    pub fn lift(self, operands: &[&Value], f: impl Fn(&[u128]) -> Outcome) -> Value {
        let format = self.format;
        if operands.iter().any(|value| matches!(value, Value::Poison)) {
            return Value::Poison;
        }
        if let Some(why) = operands.iter().find_map(|value| value.unknown()) {
            return Value::Unknown(why);
        }
        let undef = operands.iter().any(|value| value.has_undef_or_poison());
        let Some(lists) =
            operands.iter().map(|value| candidates(format, value)).collect::<Option<Vec<_>>>()
        else {
            return self.anything(undef);
        };
        let lists: Vec<Vec<u128>> = lists.into_iter().map(|list| self.signless(list)).collect();
        if lists.iter().map(Vec::len).product::<usize>() > COMBINATIONS {
            return self.anything(undef);
        }
        let signalling = lists.iter().flatten().any(|&bits| is_signalling(format, bits))
            || operands.iter().any(|value| may_signal(format, value));
        let mut results = Results { numbers: Vec::new(), nan: false, poison: false };
        for_each(&lists, &mut |arguments| {
            results.poison |= arguments.iter().any(|&bits| self.excludes(bits));
            let Outcome { bits, open } = f(arguments);
            results.poison |= self.excludes(bits);
            match open {
                Open::NanBits if !self.free => {
                    results.numbers.extend(certain_nans(format, arguments));
                }
                Open::NanBits => results.nan = true,
                Open::ZeroSign => results.numbers.extend([0, format.sign_mask()]),
                Open::Nothing => results.numbers.push(bits),
            }
        });
        self.conclude(results, undef, signalling)
    }

    fn conclude(self, results: Results, undef: bool, signalling: bool) -> Value {
        let Results { numbers, nan, poison } = results;
        match (nan, numbers.is_empty()) {
            _ if poison => Value::Poison,
            (true, true) => some_nan(self.format, signalling),
            (true, false) => self.anything(undef),
            (false, _) => {
                Value::partial(self.format.bits(), undef, Spread::of(self.signless(numbers)))
            }
        }
    }

    /// `nsz`: the sign of a zero means nothing.
    fn signless(self, mut list: Vec<u128>) -> Vec<u128> {
        if self.free && self.flags.has(Flags::NSZ) {
            let zeros = [0, self.format.sign_mask()];
            if list.iter().any(|&bits| self.format.is_zero(bits)) {
                list.extend(zeros);
                list.sort_unstable();
                list.dedup();
            }
        }
        list
    }

    /// `nnan` and `ninf`: such values are poison.
    pub fn excludes(self, bits: u128) -> bool {
        self.flags.has(Flags::NNAN) && self.format.is_nan(bits)
            || self.flags.has(Flags::NINF) && self.format.is_infinite(bits)
    }

    /// Whether there are values that the flags exclude.
    pub fn excludes_some(self) -> bool {
        self.flags.has(Flags::NNAN) || self.flags.has(Flags::NINF)
    }

    /// Any bits.
    fn anything(self, undef: bool) -> Value {
        if self.excludes_some() {
            return Value::Poison;
        }
        Value::partial(self.format.bits(), undef, Spread::all(self.format.bits()))
    }

    /// Flags under which another computation may take the place of this one.
    fn rewritable(self, op: BinaryOp) -> bool {
        let has = |flag| self.flags.has(flag);
        self.free
            && (has(Flags::REASSOC)
                || has(Flags::AFN)
                || has(Flags::CONTRACT) && matches!(op, BinaryOp::FAdd | BinaryOp::FSub)
                || has(Flags::ARCP) && op == BinaryOp::FDiv)
    }

    /// `fadd`, `fsub`, `fmul`, `fdiv` and `frem`.
    pub fn binary(self, op: BinaryOp, a: &Value, b: &Value) -> Value {
        let float_op = match op {
            BinaryOp::FAdd => FloatOp::Add,
            BinaryOp::FSub => FloatOp::Sub,
            BinaryOp::FMul => FloatOp::Mul,
            BinaryOp::FDiv => FloatOp::Div,
            _ => FloatOp::Rem,
        };
        let value = self.lift(&[a, b], |of| self.format.binary(float_op, of[0], of[1]));
        match value {
            Value::Poison => Value::Poison,
            _ if self.rewritable(op) => Value::Unknown(Unspecified::FastMath),
            value => value,
        }
    }

    /// An operation on the bits alone (`fneg`, `fabs`): exact for NaNs too.
    pub fn bitwise(self, a: &Value, f: impl Fn(u128) -> u128) -> Value {
        let width = self.format.bits();
        match a {
            Value::Undef if self.excludes_some() => Value::Poison,
            Value::Poison | Value::Unknown(_) | Value::Undef => a.clone(),
            Value::Partial(partial) => {
                if self.excludes_some() {
                    return Value::Poison;
                }
                let spread = match partial.spread.list(width, COMBINATIONS) {
                    Some(list) => Spread::of(list.into_iter().map(f).collect()),
                    None => {
                        // Only the sign may change: it is open if it was, or if it is set
                        // in some way that depends on it.
                        let (ones, open) = partial.spread.as_bits(width);
                        let (zero, one) = (f(ones & !open), f(ones | open));
                        Spread::bits(zero & one, zero ^ one)
                    }
                };
                Value::partial(width, partial.undef, spread)
            }
            value => match value.known() {
                Some(bits) if self.excludes(bits) => Value::Poison,
                Some(bits) => {
                    let list = self.signless(vec![f(bits)]);
                    Value::partial(width, false, Spread::of(list))
                }
                None => Value::Poison,
            },
        }
    }

    /// `fcmp`. LangRef, "'fcmp' Instruction".
    pub fn compare(self, predicate: FloatPredicate, a: &Value, b: &Value) -> Value {
        if matches!(a, Value::Poison) || matches!(b, Value::Poison) {
            return Value::Poison;
        }
        if let Some(why) = a.unknown().or(b.unknown()) {
            return Value::Unknown(why);
        }
        let undef = a.has_undef_or_poison() || b.has_undef_or_poison();
        let (Some(left), Some(right)) = (candidates(self.format, a), candidates(self.format, b))
        else {
            let constant = match predicate {
                FloatPredicate::False => Some(false),
                FloatPredicate::True => Some(true),
                _ => None,
            };
            return match constant {
                _ if self.excludes_some() => Value::Poison,
                Some(truth) => Value::bool(truth),
                None => Value::partial(1, undef, Spread::of(vec![0, 1])),
            };
        };
        let mut results = Vec::new();
        for &left in &left {
            for &right in &right {
                if self.excludes(left) || self.excludes(right) {
                    return Value::Poison;
                }
                results.push(u128::from(holds(predicate, self.format, left, right)));
            }
        }
        Value::partial(1, undef, Spread::of(results))
    }
}

struct Results {
    numbers: Vec<u128>,
    nan: bool,
    poison: bool,
}

fn for_each(lists: &[Vec<u128>], see: &mut dyn FnMut(&[u128])) {
    let mut at = vec![0usize; lists.len()];
    loop {
        let arguments: Vec<u128> = lists.iter().zip(&at).map(|(list, &at)| list[at]).collect();
        see(&arguments);
        let mut place = 0;
        loop {
            if place == lists.len() {
                return;
            }
            at[place] += 1;
            if at[place] < lists[place].len() {
                break;
            }
            at[place] = 0;
            place += 1;
        }
    }
}

pub fn is_signalling(format: Format, bits: u128) -> bool {
    format.is_nan(bits) && bits >> (format.fraction_bits() - 1) & 1 == 0
}

/// Whether a value may be a signalling NaN.
pub fn may_signal(format: Format, value: &Value) -> bool {
    match value {
        Value::Partial(partial) => match partial.spread.list(format.bits(), COMBINATIONS) {
            Some(list) => list.iter().any(|&bits| is_signalling(format, bits)),
            None => {
                let (ones, _) = partial.spread.as_bits(format.bits());
                ones >> (format.fraction_bits() - 1) & 1 == 0
            }
        },
        value => value.known().is_some_and(|bits| is_signalling(format, bits)),
    }
}

/// Whether a comparison of known floats holds.
pub fn holds(predicate: FloatPredicate, format: Format, a: u128, b: u128) -> bool {
    use FloatPredicate as P;
    let unordered = format.unordered(a, b);
    let is = |compare| format.compare(compare, a, b);
    match predicate {
        P::False => false,
        P::True => true,
        P::Ord => !unordered,
        P::Uno => unordered,
        P::Oeq => !unordered && is(Compare::Eq),
        P::Ogt => !unordered && is(Compare::Gt),
        P::Oge => !unordered && is(Compare::Ge),
        P::Olt => !unordered && is(Compare::Lt),
        P::Ole => !unordered && is(Compare::Le),
        P::One => !unordered && is(Compare::Ne),
        P::Ueq => unordered || is(Compare::Eq),
        P::Ugt => unordered || is(Compare::Gt),
        P::Uge => unordered || is(Compare::Ge),
        P::Ult => unordered || is(Compare::Lt),
        P::Ule => unordered || is(Compare::Le),
        P::Une => unordered || is(Compare::Ne),
    }
}

/// `fptrunc` and `fpext`.
pub fn resize(from: Format, to: Format, flags: Flags, free: bool, a: &Value) -> Value {
    let request = Request { format: from, flags, free };
    match a {
        Value::Poison | Value::Unknown(_) => a.clone(),
        _ => {
            let undef = a.has_undef_or_poison();
            let Some(list) = candidates(from, a) else {
                return Value::partial(to.bits(), undef, Spread::all(to.bits()));
            };
            let signalling =
                list.iter().any(|&bits| is_signalling(from, bits)) || may_signal(from, a);
            let mut results = Results { numbers: Vec::new(), nan: false, poison: false };
            for bits in list {
                let outcome = from.resize(to, bits);
                results.poison |= request.excludes(bits);
                match outcome.open {
                    Open::Nothing => results.numbers.push(outcome.bits),
                    _ if !free => results.numbers.extend(certain_nans(to, &[])),
                    _ => results.nan = true,
                }
            }
            Request { format: to, flags, free }.conclude(results, undef, signalling)
        }
    }
}

/// `fptoui` and `fptosi`: poison if the number does not fit; or, saturating, never.
pub fn to_int(format: Format, width: u32, is_signed: bool, saturate: bool, a: &Value) -> Value {
    match a {
        Value::Poison | Value::Unknown(_) => return a.clone(),
        _ => {}
    }
    let undef = a.has_undef_or_poison();
    let Some(list) = candidates(format, a) else {
        return if saturate {
            Value::partial(width.min(128), undef, Spread::all(width.min(128)))
        } else {
            Value::Poison
        };
    };
    let mut results = Vec::new();
    for bits in list {
        if width > 128 {
            let shrunk = format.to_big(width, is_signed, bits);
            return match shrunk.fits || saturate {
                true => Value::Big(Box::new(shrunk.bits)),
                false => Value::Poison,
            };
        }
        let ty = int_type(width, is_signed);
        match (saturate, format.to_int_checked(ty, bits)) {
            (_, Ok(number)) => results.push(number & mask(width)),
            (true, Err(_)) => results.push(format.to_int(ty, bits) & mask(width)),
            (false, Err(_)) => return Value::Poison,
        }
    }
    Value::partial(width, undef, Spread::of(results))
}

/// `uitofp` and `sitofp`; `nneg` of a negative number is poison.
pub fn from_int(format: Format, width: u32, is_signed: bool, flags: Flags, a: &Value) -> Value {
    let nneg = flags.has(Flags::NNEG);
    match a {
        Value::Poison | Value::Unknown(_) => return a.clone(),
        Value::Big(big) => {
            return match nneg && big.is_negative() {
                true => Value::Poison,
                false => Value::number(format.bits(), format.from_big(big, is_signed)),
            };
        }
        _ => {}
    }
    let undef = a.has_undef_or_poison();
    let list = match a {
        Value::Partial(partial) => partial.spread.list(width, COMBINATIONS),
        value => value.known().map(|number| vec![number]),
    };
    let Some(list) = list else {
        return match nneg {
            true => Value::Poison,
            false => Value::partial(format.bits(), undef, Spread::all(format.bits())),
        };
    };
    if nneg && list.iter().any(|&number| super::integer::signed(width, number) < 0) {
        return Value::Poison;
    }
    let ty = int_type(width, is_signed);
    let results = list.into_iter().map(|number| format.from_int(ty, number)).collect();
    Value::partial(format.bits(), undef, Spread::of(results))
}
