//! Calls of `__builtin_…` names with rules of their own: which operands they take and what type
//! they have. One row per name.

use spektr_text::Span;

use super::cursor::Parser;
use super::{Read, fail};
use crate::syntax::{BitCount, Builtin, Expr, ExprKind, FloatTest};
use crate::types::{FloatKind, IntKind, Ty, Types};
use crate::typing;

/// What operands a builtin takes.
#[derive(Clone, Copy)]
enum Rule {
    /// Two integers as they are and a pointer to an integer.
    Overflow,
    /// Two integers cast to a type, and a pointer to it.
    TypedOverflow(IntKind),
    /// Three integers as they are.
    OverflowP,
    /// One integer converted to a type; the value is of the second.
    Integer(IntKind, IntKind),
    /// Two or three operands of type `long`.
    Expect,
    None,
    /// One operand that is not evaluated.
    Unevaluated,
    /// A pointer and whatever follows.
    AssumeAligned,
    Prefetch,
    ObjectSize,
    VaStart,
    VaEnd,
    VaCopy,
    Size,
    Level,
    Shuffle,
    ShuffleVector,
    NoOperand(FloatKind),
    Text(FloatKind),
    OneFloat,
    TwoFloats,
    Classify,
}

/// The builtin that a name means, and its rule.
fn find(name: &str) -> Option<(Builtin, Rule)> {
    let name = name.strip_prefix("__builtin_")?;
    typed_overflow(name).or_else(|| bit_counting(name)).or_else(|| floating(name)).or_else(|| {
        Some(match name {
            "add_overflow" => (Builtin::AddOverflow, Rule::Overflow),
            "sub_overflow" => (Builtin::SubOverflow, Rule::Overflow),
            "mul_overflow" => (Builtin::MulOverflow, Rule::Overflow),
            "add_overflow_p" => (Builtin::AddOverflowP, Rule::OverflowP),
            "sub_overflow_p" => (Builtin::SubOverflowP, Rule::OverflowP),
            "mul_overflow_p" => (Builtin::MulOverflowP, Rule::OverflowP),
            "expect" => (Builtin::Expect, Rule::Expect),
            "expect_with_probability" => (Builtin::ExpectWithProbability, Rule::Expect),
            "unreachable" => (Builtin::Unreachable, Rule::None),
            "trap" => (Builtin::Trap, Rule::None),
            "constant_p" => (Builtin::ConstantP, Rule::Unevaluated),
            "classify_type" => (Builtin::ClassifyType, Rule::Unevaluated),
            "assume_aligned" => (Builtin::AssumeAligned, Rule::AssumeAligned),
            "prefetch" => (Builtin::Prefetch, Rule::Prefetch),
            "object_size" => (Builtin::ObjectSize, Rule::ObjectSize),
            "va_start" | "stdarg_start" => (Builtin::VaStart, Rule::VaStart),
            "va_end" => (Builtin::VaEnd, Rule::VaEnd),
            "va_copy" => (Builtin::VaCopy, Rule::VaCopy),
            "alloca" => (Builtin::Alloca, Rule::Size),
            "frame_address" => (Builtin::FrameAddress, Rule::Level),
            "return_address" => (Builtin::ReturnAddress, Rule::Level),
            "shuffle" => (Builtin::Shuffle, Rule::Shuffle),
            "shufflevector" => (Builtin::ShuffleVector, Rule::ShuffleVector),
            _ => return None,
        })
    })
}

/// `saddl_overflow` and its like.
fn typed_overflow(name: &str) -> Option<(Builtin, Rule)> {
    let stem = name.strip_suffix("_overflow")?;
    let (signed, stem) = match stem.split_at_checked(1)? {
        ("s", rest) => (true, rest),
        ("u", rest) => (false, rest),
        _ => return None,
    };
    let (builtin, width) = match stem.split_at_checked(3)? {
        ("add", width) => (Builtin::AddOverflow, width),
        ("sub", width) => (Builtin::SubOverflow, width),
        ("mul", width) => (Builtin::MulOverflow, width),
        _ => return None,
    };
    let kind = width_suffix(width)?;
    let kind = if signed { kind } else { kind.to_unsigned() };
    Some((builtin, Rule::TypedOverflow(kind)))
}

fn width_suffix(suffix: &str) -> Option<IntKind> {
    Some(match suffix {
        "" => IntKind::Int,
        "l" => IntKind::Long,
        "ll" => IntKind::LongLong,
        _ => return None,
    })
}

fn bit_counting(name: &str) -> Option<(Builtin, Rule)> {
    if let Some(bits) = name.strip_prefix("bswap") {
        let kind = match bits {
            "16" => IntKind::UShort,
            "32" => IntKind::UInt,
            "64" => IntKind::ULong,
            "128" => IntKind::UInt128,
            _ => return None,
        };
        return Some((Builtin::ByteSwap(kind), Rule::Integer(kind, kind)));
    }
    let counts = [
        ("clz", BitCount::LeadingZeros, false),
        ("ctz", BitCount::TrailingZeros, false),
        ("popcount", BitCount::Population, false),
        ("parity", BitCount::Parity, false),
        ("ffs", BitCount::FindFirst, true),
        ("clrsb", BitCount::RedundantSign, true),
    ];
    counts.into_iter().find_map(|(stem, count, signed)| {
        let kind = width_suffix(name.strip_prefix(stem)?)?;
        let kind = if signed { kind } else { kind.to_unsigned() };
        Some((Builtin::Bits(count, kind), Rule::Integer(kind, IntKind::Int)))
    })
}

fn floating(name: &str) -> Option<(Builtin, Rule)> {
    let of_suffix = |stem: &str| match name.strip_prefix(stem)? {
        "" => Some(FloatKind::Double),
        "f" => Some(FloatKind::Float),
        "l" => Some(FloatKind::LongDouble),
        "f128" | "q" => Some(FloatKind::Float128),
        _ => None,
    };
    if let Some(kind) = of_suffix("inf") {
        return Some((Builtin::Infinity(kind), Rule::NoOperand(kind)));
    }
    if let Some(kind) = of_suffix("huge_val") {
        return Some((Builtin::HugeVal(kind), Rule::NoOperand(kind)));
    }
    for (stem, quiet) in [("nan", true), ("nans", false)] {
        if let Some(kind) = of_suffix(stem) {
            return Some((Builtin::Nan { kind, quiet }, Rule::Text(kind)));
        }
    }
    let test = |test| Some((Builtin::Test(test), Rule::OneFloat));
    let compare = |test| Some((Builtin::Test(test), Rule::TwoFloats));
    match name {
        "isnan" | "isnanf" | "isnanl" => test(FloatTest::IsNan),
        "isinf" | "isinff" | "isinfl" => test(FloatTest::IsInfinite),
        "isinf_sign" => test(FloatTest::IsInfiniteSign),
        "isfinite" | "finite" | "finitef" | "finitel" => test(FloatTest::IsFinite),
        "isnormal" => test(FloatTest::IsNormal),
        "signbit" | "signbitf" | "signbitl" => test(FloatTest::SignBit),
        "isgreater" => compare(FloatTest::IsGreater),
        "isgreaterequal" => compare(FloatTest::IsGreaterEqual),
        "isless" => compare(FloatTest::IsLess),
        "islessequal" => compare(FloatTest::IsLessEqual),
        "islessgreater" => compare(FloatTest::IsLessGreater),
        "isunordered" => compare(FloatTest::IsUnordered),
        "fpclassify" => Some((Builtin::FloatClassify, Rule::Classify)),
        _ => None,
    }
}

impl Parser<'_> {
    /// A call of a builtin with rules of its own; `None` if the name is none.
    pub fn builtin_call(&mut self, name: &str, span: Span) -> Read<Option<Expr>> {
        let Some((builtin, rule)) = find(name) else { return Ok(None) };
        let args = self.arguments()?;
        let span = self.since(span);
        let count = args.len();
        if !fits(rule, count) {
            return fail(span, format!("`{name}` does not take {count} arguments"));
        }
        let (args, ty) = self.builtin_operands(rule, args, span)?;
        Ok(Some(Expr::new(ExprKind::Builtin { builtin, args }, ty, span)))
    }

    fn builtin_operands(
        &mut self,
        rule: Rule,
        args: Vec<Expr>,
        span: Span,
    ) -> Read<(Vec<Expr>, Ty)> {
        let decayed = |parser: &mut Self, args: Vec<Expr>| -> Vec<Expr> {
            args.into_iter().map(|arg| arg.decayed(parser.types())).collect()
        };
        Ok(match rule {
            Rule::Overflow | Rule::TypedOverflow(_) | Rule::OverflowP => {
                (self.overflow_operands(rule, args, span)?, Types::BOOL)
            }
            Rule::Integer(from, to) => (self.converted(args, Types::int(from))?, Types::int(to)),
            Rule::Expect => {
                let mut args = args;
                let probability = (args.len() > 2).then(|| args.pop()).flatten();
                let mut args = self.converted(args, Types::LONG)?;
                if let Some(probability) = probability {
                    args.extend(self.converted(vec![probability], Types::DOUBLE)?);
                }
                (args, Types::LONG)
            }
            Rule::None => (args, Types::VOID),
            Rule::Unevaluated => (decayed(self, args), Types::INT),
            Rule::AssumeAligned => (decayed(self, args), Types::VOID_POINTER),
            Rule::Prefetch => (decayed(self, args), Types::VOID),
            Rule::ObjectSize => (decayed(self, args), Types::SIZE),
            Rule::VaStart => {
                if !self.function.as_ref().is_some_and(|function| function.variadic) {
                    return fail(span, "this function takes no variable arguments");
                }
                let list = args.into_iter().next().expect("counted");
                (vec![self.va_list_operand(list)?], Types::VOID)
            }
            Rule::VaEnd | Rule::VaCopy => {
                let lists: Read<Vec<Expr>> =
                    args.into_iter().map(|arg| self.va_list_operand(arg)).collect();
                (lists?, Types::VOID)
            }
            Rule::Size => (self.converted(args, Types::SIZE)?, Types::VOID_POINTER),
            Rule::Level => (self.converted(args, Types::UINT)?, Types::VOID_POINTER),
            Rule::Shuffle | Rule::ShuffleVector => {
                let args = decayed(self, args);
                let ty = self.shuffled(rule, &args, span)?;
                (args, ty)
            }
            Rule::NoOperand(kind) => (args, Types::float(kind)),
            Rule::Text(kind) => (decayed(self, args), Types::float(kind)),
            Rule::OneFloat => {
                let args = decayed(self, args);
                self.check_floats(&args)?;
                (args, Types::INT)
            }
            Rule::TwoFloats => {
                let mut args = args.into_iter();
                let (left, right) = (args.next().expect("counted"), args.next().expect("counted"));
                let (left, right) = typing::usual_arithmetic(self.types(), left, right);
                let args = vec![left, right];
                self.check_floats(&args)?;
                (args, Types::INT)
            }
            Rule::Classify => {
                let mut args = args;
                let value = args.pop().expect("counted").decayed(self.types());
                self.check_floats(std::slice::from_ref(&value))?;
                let mut args = self.converted(args, Types::INT)?;
                args.push(value);
                (args, Types::INT)
            }
        })
    }

    fn converted(&mut self, args: Vec<Expr>, ty: Ty) -> Read<Vec<Expr>> {
        args.into_iter()
            .map(|arg| {
                let span = arg.span;
                let result = typing::assignment_conversion(self.types(), arg, ty);
                self.typed(result, span)
            })
            .collect()
    }

    fn check_floats(&mut self, args: &[Expr]) -> Read<()> {
        match args.iter().find(|arg| !self.program.types.is_float(arg.ty)) {
            Some(arg) => fail(arg.span, "this is no floating number"),
            None => Ok(()),
        }
    }

    fn overflow_operands(&mut self, rule: Rule, args: Vec<Expr>, span: Span) -> Read<Vec<Expr>> {
        let mut operands = Vec::new();
        for (index, arg) in args.into_iter().enumerate() {
            let at = arg.span;
            let arg = arg.decayed(self.types());
            let arg = match rule {
                // These convert like calls; the generic one that is kept does not.
                Rule::TypedOverflow(kind) if index < 2 && arg.ty != Types::int(kind) => {
                    let result = typing::cast(self.types(), arg, Types::int(kind));
                    self.typed(result, at)?
                }
                _ => arg,
            };
            let types = &self.program.types;
            let is_result = index == 2 && !matches!(rule, Rule::OverflowP);
            let number = if is_result { types.target(arg.ty) } else { Some(arg.ty) };
            if !number.is_some_and(|ty| types.is_integer(ty)) {
                return fail(span, "arithmetic with overflow is of integers");
            }
            operands.push(arg);
        }
        Ok(operands)
    }

    fn shuffled(&mut self, rule: Rule, args: &[Expr], span: Span) -> Read<Ty> {
        let types = self.types();
        let Some(element) = types.element(args[0].ty).filter(|_| types.is_vector(args[0].ty))
        else {
            return fail(span, "only vectors are shuffled");
        };
        match rule {
            Rule::ShuffleVector => Ok(types.vector(element, args.len() as u32 - 2)),
            _ if types.is_vector(args[args.len() - 1].ty) => Ok(args[0].ty),
            _ => fail(span, "the mask is a vector"),
        }
    }
}

fn fits(rule: Rule, count: usize) -> bool {
    match rule {
        Rule::Overflow | Rule::TypedOverflow(_) | Rule::OverflowP => count == 3,
        Rule::Integer(..)
        | Rule::Unevaluated
        | Rule::VaEnd
        | Rule::Size
        | Rule::Level
        | Rule::Text(_)
        | Rule::OneFloat => count == 1,
        Rule::Expect | Rule::AssumeAligned | Rule::Shuffle => count == 2 || count == 3,
        Rule::None | Rule::NoOperand(_) => count == 0,
        Rule::Prefetch => (1..=3).contains(&count),
        Rule::VaStart => count == 1 || count == 2,
        Rule::ObjectSize | Rule::VaCopy | Rule::TwoFloats => count == 2,
        Rule::ShuffleVector => count >= 3,
        Rule::Classify => count == 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_parts() {
        let found = |name: &str| find(name).map(|(builtin, _)| builtin);
        assert_eq!(found("__builtin_usubll_overflow"), Some(Builtin::SubOverflow));
        assert_eq!(
            found("__builtin_clzl"),
            Some(Builtin::Bits(BitCount::LeadingZeros, IntKind::ULong))
        );
        assert_eq!(
            found("__builtin_ffsll"),
            Some(Builtin::Bits(BitCount::FindFirst, IntKind::LongLong))
        );
        assert_eq!(
            found("__builtin_nansf"),
            Some(Builtin::Nan { kind: FloatKind::Float, quiet: false })
        );
        assert_eq!(found("__builtin_memcpy"), None);
        assert_eq!(found("clz"), None);
    }
}
