//! Intrinsic functions. Which one a name means is decided once; what each does is in the
//! files beside this one. LangRef, "Intrinsic Functions".

mod float;
mod hint;
mod integer;
mod masked;
mod memory;
mod named;
mod vector;

pub use named::is_named;

use super::attribute::effects_of;
use super::integer::Function;
use super::run::Machine;
use super::stop::{Step, Undefined, Unspecified, unsupported};
use super::value::Value;
use crate::syntax::{
    Argument, Attribute, BinaryOp, Call, Instruction, IntAttribute, MemoryLocation,
};
use spektr_number::Rounding;

/// An intrinsic, without the types it is used at.
#[derive(Clone, Debug, PartialEq)]
pub enum Intrinsic {
    /// Two integers, or one.
    Int(Function),
    /// `abs`, `ctlz`, `cttz`: the second operand says whether an extreme is poison.
    Abs,
    Ctlz,
    Cttz,
    WithOverflow(BinaryOp, bool),
    /// `fshl` (true) and `fshr`.
    Funnel(bool),
    /// `scmp` (true) and `ucmp`.
    ThreeWay(bool),
    Round(Rounding),
    Fabs,
    Sqrt,
    CopySign,
    Canonicalize,
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
    MinimumNum,
    MaximumNum,
    Fma,
    FMulAdd,
    /// A function whose result is not exactly determined.
    Inexact,
    ToIntSat(bool),
    /// `lrint`, `lround` and their like, by how they round.
    RoundToInt(Rounding),
    IsFpClass,
    Ldexp,
    Powi,
    Memcpy,
    Memmove,
    Memset,
    LifetimeStart,
    LifetimeEnd,
    /// Gives back its first operand.
    Identity,
    Assume,
    /// No effect and no result, or one that nobody may look at.
    Nothing,
    IsConstant,
    ObjectSize,
    PtrMask,
    Trap,
    StackSave,
    StackRestore,
    ReduceInt(BinaryOp),
    ReduceMinMax(Function),
    ReduceFloat(BinaryOp),
    /// `vector.reduce.fmax` and its like; which of the four.
    ReduceFloatMinMax(Extreme),
    MaskedLoad,
    MaskedStore,
    Gather,
    Scatter,
    ExpandLoad,
    CompressStore,
    VectorInsert,
    VectorExtract,
    VectorReverse,
    Splice,
    Interleave2,
    Deinterleave2,
    StepVector,
    ActiveLaneMask,
    TypeId,
    /// Not known here, by name.
    Refused(Box<str>),
}

/// How two floats are compared for the greater or lesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
}

impl Intrinsic {
    /// The intrinsic of a name, given without `llvm.`; types at its end do not matter.
    pub fn of(name: &str) -> Intrinsic {
        let mut stem = name;
        loop {
            if let Some(found) = lookup(stem) {
                return found;
            }
            match stem.rfind('.') {
                Some(dot) => stem = &stem[..dot],
                None => return Intrinsic::Refused(name.into()),
            }
        }
    }
}

fn lookup(stem: &str) -> Option<Intrinsic> {
    use Intrinsic as I;
    Some(match stem {
        "smin" => I::Int(Function::SMin),
        "smax" => I::Int(Function::SMax),
        "umin" => I::Int(Function::UMin),
        "umax" => I::Int(Function::UMax),
        "sadd.sat" => I::Int(Function::SAddSat),
        "uadd.sat" => I::Int(Function::UAddSat),
        "ssub.sat" => I::Int(Function::SSubSat),
        "usub.sat" => I::Int(Function::USubSat),
        "sshl.sat" => I::Int(Function::SShlSat),
        "ushl.sat" => I::Int(Function::UShlSat),
        "ctpop" => I::Int(Function::CtPop),
        "bswap" => I::Int(Function::BSwap),
        "bitreverse" => I::Int(Function::BitReverse),
        "abs" => I::Abs,
        "ctlz" => I::Ctlz,
        "cttz" => I::Cttz,
        "sadd.with.overflow" => I::WithOverflow(BinaryOp::Add, true),
        "uadd.with.overflow" => I::WithOverflow(BinaryOp::Add, false),
        "ssub.with.overflow" => I::WithOverflow(BinaryOp::Sub, true),
        "usub.with.overflow" => I::WithOverflow(BinaryOp::Sub, false),
        "smul.with.overflow" => I::WithOverflow(BinaryOp::Mul, true),
        "umul.with.overflow" => I::WithOverflow(BinaryOp::Mul, false),
        "fshl" => I::Funnel(true),
        "fshr" => I::Funnel(false),
        "scmp" => I::ThreeWay(true),
        "ucmp" => I::ThreeWay(false),
        "floor" => I::Round(Rounding::Down),
        "ceil" => I::Round(Rounding::Up),
        "trunc" => I::Round(Rounding::TowardZero),
        "round" => I::Round(Rounding::TiesAway),
        "roundeven" | "rint" | "nearbyint" => I::Round(Rounding::TiesEven),
        "lrint" | "llrint" => I::RoundToInt(Rounding::TiesEven),
        "lround" | "llround" => I::RoundToInt(Rounding::TiesAway),
        "fabs" => I::Fabs,
        "sqrt" => I::Sqrt,
        "copysign" => I::CopySign,
        "canonicalize" => I::Canonicalize,
        "minnum" => I::MinNum,
        "maxnum" => I::MaxNum,
        "minimum" => I::Minimum,
        "maximum" => I::Maximum,
        "minimumnum" => I::MinimumNum,
        "maximumnum" => I::MaximumNum,
        "fma" => I::Fma,
        "fmuladd" => I::FMulAdd,
        "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "atan2" | "sinh" | "cosh" | "tanh"
        | "pow" | "exp" | "exp2" | "exp10" | "log" | "log2" | "log10" => I::Inexact,
        "fptosi.sat" => I::ToIntSat(true),
        "fptoui.sat" => I::ToIntSat(false),
        "is.fpclass" => I::IsFpClass,
        "ldexp" => I::Ldexp,
        "powi" => I::Powi,
        "memcpy" | "memcpy.inline" => I::Memcpy,
        "memmove" => I::Memmove,
        "memset" | "memset.inline" => I::Memset,
        "lifetime.start" => I::LifetimeStart,
        "lifetime.end" => I::LifetimeEnd,
        "expect"
        | "expect.with.probability"
        | "launder.invariant.group"
        | "strip.invariant.group"
        | "ssa.copy"
        | "annotation"
        | "ptr.annotation"
        | "arithmetic.fence"
        | "preserve.array.access.index" => I::Identity,
        "assume" => I::Assume,
        "dbg"
        | "donothing"
        | "sideeffect"
        | "pseudoprobe"
        | "var.annotation"
        | "invariant.end"
        | "experimental.noalias.scope.decl"
        | "prefetch"
        | "codeview.annotation"
        | "instrprof.increment"
        | "fake.use" => I::Nothing,
        "is.constant" => I::IsConstant,
        "objectsize" => I::ObjectSize,
        "ptrmask" => I::PtrMask,
        "trap" | "ubsantrap" => I::Trap,
        "stacksave" => I::StackSave,
        "stackrestore" => I::StackRestore,
        "vector.reduce.add" => I::ReduceInt(BinaryOp::Add),
        "vector.reduce.mul" => I::ReduceInt(BinaryOp::Mul),
        "vector.reduce.and" => I::ReduceInt(BinaryOp::And),
        "vector.reduce.or" => I::ReduceInt(BinaryOp::Or),
        "vector.reduce.xor" => I::ReduceInt(BinaryOp::Xor),
        "vector.reduce.smax" => I::ReduceMinMax(Function::SMax),
        "vector.reduce.smin" => I::ReduceMinMax(Function::SMin),
        "vector.reduce.umax" => I::ReduceMinMax(Function::UMax),
        "vector.reduce.umin" => I::ReduceMinMax(Function::UMin),
        "vector.reduce.fadd" => I::ReduceFloat(BinaryOp::FAdd),
        "vector.reduce.fmul" => I::ReduceFloat(BinaryOp::FMul),
        "vector.reduce.fmax" => I::ReduceFloatMinMax(Extreme::MaxNum),
        "vector.reduce.fmin" => I::ReduceFloatMinMax(Extreme::MinNum),
        "vector.reduce.fmaximum" => I::ReduceFloatMinMax(Extreme::Maximum),
        "vector.reduce.fminimum" => I::ReduceFloatMinMax(Extreme::Minimum),
        "masked.load" => I::MaskedLoad,
        "masked.store" => I::MaskedStore,
        "masked.gather" => I::Gather,
        "masked.scatter" => I::Scatter,
        "masked.expandload" => I::ExpandLoad,
        "masked.compressstore" => I::CompressStore,
        "vector.insert" | "experimental.vector.insert" => I::VectorInsert,
        "vector.extract" | "experimental.vector.extract" => I::VectorExtract,
        "vector.reverse" | "experimental.vector.reverse" => I::VectorReverse,
        "vector.splice" | "experimental.vector.splice" => I::Splice,
        "vector.interleave2" | "experimental.vector.interleave2" => I::Interleave2,
        "vector.deinterleave2" | "experimental.vector.deinterleave2" => I::Deinterleave2,
        "stepvector" | "experimental.stepvector" => I::StepVector,
        "get.active.lane.mask" => I::ActiveLaneMask,
        "eh.typeid.for" => I::TypeId,
        // Longer names that start like a known one.
        "memcpy.element" | "memmove.element" | "memset.element" => {
            return Some(I::Refused(stem.into()));
        }
        _ => return None,
    })
}

impl<'m> Machine<'_, 'm> {
    /// Whether a call of an intrinsic that accesses its arguments' memory says that it does not.
    /// LangRef, "Function Attributes": `memory(...)`.
    fn denies(&self, call: &Call, reads: bool, writes: bool) -> bool {
        let said = effects_of(self.code.module.attributes(&call.attributes));
        let said = said.map(|it| it.of(MemoryLocation::Argument));
        said.is_some_and(|it| reads && !it.reads() || writes && !it.writes())
    }

    /// Attributes of arguments at the call hold for intrinsics, too. LangRef, "Parameter
    /// Attributes". What becomes poison by them is not decided before.
    fn check_arguments(&self, intrinsic: &Intrinsic, call: &Call) -> Step<()> {
        // They hold to the alignment themselves, where they access memory.
        use Intrinsic as I;
        // What is not yet, or no longer, alive is not dereferenceable, and yet said to be.
        if matches!(intrinsic, I::LifetimeStart | I::LifetimeEnd) {
            return Ok(());
        }
        let accesses = matches!(
            intrinsic,
            I::Memcpy
                | I::Memmove
                | I::Memset
                | I::MaskedLoad
                | I::MaskedStore
                | I::Gather
                | I::Scatter
                | I::ExpandLoad
                | I::CompressStore
        );
        for argument in &call.args {
            let Argument::Value { value: operand, attributes } = argument else { continue };
            if attributes.is_empty() {
                continue;
            }
            let aligns = |it: &Attribute| matches!(it, Attribute::Int(IntAttribute::Align, _));
            let all: Vec<_> = attributes.iter().filter(|it| !accesses || !aligns(it)).collect();
            let value = self.get(*operand);
            let admitted = self.admitted(value.clone(), self.ty(*operand), &all)?;
            if self.side.is_free() && admitted != *value {
                return Err(Unspecified::Attribute.into());
            }
        }
        Ok(())
    }

    /// Executes an intrinsic; `None` if it gives nothing.
    pub fn intrinsic(
        &mut self,
        intrinsic: &Intrinsic,
        instruction: &'m Instruction,
        call: &'m Call,
    ) -> Step<Option<Value>> {
        use Intrinsic as I;
        self.check_arguments(intrinsic, call)?;
        let value = match intrinsic {
            I::Int(_)
            | I::Abs
            | I::Ctlz
            | I::Cttz
            | I::WithOverflow(..)
            | I::Funnel(_)
            | I::ThreeWay(_) => self.integer_intrinsic(intrinsic, call)?,
            I::Round(_)
            | I::Fabs
            | I::Sqrt
            | I::CopySign
            | I::Canonicalize
            | I::MinNum
            | I::MaxNum
            | I::Minimum
            | I::Maximum
            | I::MinimumNum
            | I::MaximumNum
            | I::Fma
            | I::FMulAdd
            | I::Inexact
            | I::ToIntSat(_)
            | I::RoundToInt(_)
            | I::IsFpClass
            | I::Ldexp
            | I::Powi => self.float_intrinsic(intrinsic, instruction.result, call)?,
            I::Memcpy
            | I::Memmove
            | I::Memset
            | I::LifetimeStart
            | I::LifetimeEnd
            | I::StackSave
            | I::StackRestore => return self.memory_intrinsic(intrinsic, instruction, call),
            I::Identity
            | I::Assume
            | I::Nothing
            | I::IsConstant
            | I::ObjectSize
            | I::PtrMask
            | I::Trap
            | I::TypeId => match self.hint(intrinsic, call)? {
                Some(value) => value,
                None => return Ok(None),
            },
            I::ReduceInt(_)
            | I::ReduceMinMax(_)
            | I::ReduceFloat(_)
            | I::ReduceFloatMinMax(_)
            | I::VectorInsert
            | I::VectorExtract
            | I::VectorReverse
            | I::Splice
            | I::Interleave2
            | I::Deinterleave2
            | I::StepVector
            | I::ActiveLaneMask => self.vector_intrinsic(intrinsic, instruction, call)?,
            I::MaskedLoad
            | I::MaskedStore
            | I::Gather
            | I::Scatter
            | I::ExpandLoad
            | I::CompressStore => {
                if self.is_given_own(call) {
                    return Err(Undefined::TailCaller.into());
                }
                match self.masked(intrinsic, instruction, call)? {
                    Some(value) => value,
                    None => return Ok(None),
                }
            }
            I::Refused(name) => return unsupported(format!("the intrinsic llvm.{name}")),
        };
        let value = self.chosen_result(instruction.result, value);
        // Attributes at the call hold for what intrinsics give, too.
        if (!call.result_attributes.is_empty() || !instruction.metadata.is_empty())
            && let Some(result) = instruction.result
        {
            let ty = self.frame.body.values[result.index()].ty;
            let all: Vec<_> = call.result_attributes.iter().collect();
            let value = self.admitted(value, ty, &all)?;
            return Ok(Some(self.annotated(&instruction.metadata, ty, value)?));
        }
        Ok(Some(value))
    }
}
