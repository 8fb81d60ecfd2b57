//! Intrinsics that say something about the program rather than compute. LangRef,
//! "'llvm.assume' Intrinsic", "Assume Operand Bundles", "'llvm.objectsize' Intrinsic",
//! "'llvm.ptrmask' Intrinsic".

use super::super::address;
use super::super::compute::lanes;
use super::super::memory::Life;
use super::super::run::Machine;
use super::super::spread::Spread;
use super::super::stop::{Step, Stop, Undefined, Unspecified, unsupported};
use super::super::value::{Pointer, Tag, Value};
use super::Intrinsic;
use crate::syntax::{Argument, BinaryOp, Bundle, Call, Flags};

impl Machine<'_, '_> {
    pub(super) fn hint(&mut self, it: &Intrinsic, call: &Call) -> Step<Option<Value>> {
        Ok(match it {
            Intrinsic::Nothing => None,
            Intrinsic::Identity => {
                let operand = self.argument(call, 0)?;
                Some(self.get(operand).clone())
            }
            Intrinsic::Assume => {
                self.assume(call)?;
                None
            }
            Intrinsic::IsConstant => match self.side.is_free() {
                // Whether the optimizer sees a constant is its own affair.
                true => Some(Value::partial(1, false, Spread::of(vec![0, 1]))),
                false => Some(Value::FALSE),
            },
            Intrinsic::Trap => return Err(Box::new(Stop::Ended("a trap"))),
            Intrinsic::ObjectSize => Some(self.object_size(call)?),
            Intrinsic::PtrMask => Some(self.ptrmask(call)?),
            Intrinsic::TypeId => {
                let operand = self.argument(call, 0)?;
                let number = self.get(operand).known().unwrap_or(0);
                Some(Value::Int(if number == 0 { 1 } else { (number as u64 & 0xffff) + 2 }))
            }
            _ => return unsupported("this intrinsic"),
        })
    }

    fn assume(&mut self, call: &Call) -> Step<()> {
        let condition = self.argument(call, 0)?;
        match self.get(condition) {
            Value::Int(1) => {}
            Value::Int(_) => return Err(Undefined::AssumeFalse.into()),
            Value::Unknown(why) => return Err((*why).into()),
            // One choice of it is false.
            Value::Partial(partial) if partial.undef => return Err(Undefined::AssumePoison.into()),
            Value::Partial(_) if self.side.is_free() => return Err(Undefined::AssumeFalse.into()),
            Value::Partial(_) => return Err(Unspecified::OpenBranch.into()),
            _ => return Err(Undefined::AssumePoison.into()),
        }
        call.bundles.iter().try_for_each(|bundle| self.assume_bundle(bundle))
    }

    fn assume_bundle(&mut self, bundle: &Bundle) -> Step<()> {
        let mut inputs = Vec::new();
        for input in &bundle.inputs {
            match input {
                Argument::Value { value, .. } => inputs.push(self.get(*value).clone()),
                Argument::Metadata(_) => return Ok(()),
            }
        }
        let number = |at: usize| inputs.get(at).and_then(Value::known).map(|it| it as u64);
        let holds = match (&*bundle.tag.text(), inputs.first()) {
            ("ignore", _) => return Ok(()),
            ("nonnull", Some(Value::Pointer(pointer))) => Some(pointer.address != 0),
            ("noundef", Some(value)) => Some(!value.has_undef_or_poison()),
            ("align", Some(Value::Pointer(pointer))) => {
                let (Some(align), offset) = (number(1), number(2).unwrap_or(0)) else {
                    return Err(Unspecified::Attribute.into());
                };
                let address = pointer.address.wrapping_sub(offset);
                let moved = Pointer { address, ..*pointer };
                if !align.is_power_of_two() {
                    return Err(Unspecified::Attribute.into());
                }
                let holds = self.memory.is_aligned(moved, align);
                if holds == Some(true) {
                    self.memory.rely(moved, align);
                }
                holds
            }
            ("dereferenceable", Some(Value::Pointer(pointer))) => {
                Some(self.memory.is_dereferenceable(*pointer, number(1).unwrap_or(0)))
            }
            ("dereferenceable_or_null", Some(Value::Pointer(pointer))) => Some(
                *pointer == Pointer::NULL
                    || self.memory.is_dereferenceable(*pointer, number(1).unwrap_or(0)),
            ),
            ("cold", _) => return Ok(()),
            (_, Some(Value::Poison | Value::Undef)) => Some(false),
            _ => None,
        };
        match holds {
            Some(true) => Ok(()),
            Some(false) => Err(Undefined::AssumeFalse.into()),
            None if self.side.is_free() => Err(Unspecified::Attribute.into()),
            None => Ok(()),
        }
    }

    /// The size that is left, or what is said when it is not known; which of them is the
    /// optimizer's affair.
    fn object_size(&mut self, call: &Call) -> Step<Value> {
        let (pointer, min) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let Some((result, _, _)) = self.code.module.signature(call.ty) else {
            return unsupported("a call without a signature");
        };
        let width = self.code.width(result)?;
        let unknown = match self.get(min).known() {
            Some(0) => super::super::integer::mask(width),
            _ => 0,
        };
        if !self.side.is_free() {
            return Ok(Value::number(width, unknown));
        }
        let value = self.get(pointer);
        let Value::Pointer(pointer) = value else {
            return Ok(Value::Unknown(Unspecified::OpenPointer));
        };
        let known = self.memory.object_of(pointer.tag).map(|id| self.memory.object(id));
        let Some(object) = known.filter(|object| object.life == Life::Live) else {
            return Ok(Value::Unknown(Unspecified::OpenPointer));
        };
        let _ = object;
        // Sizes of what a pointer may point to on other paths count, too.
        Ok(Value::Unknown(Unspecified::Environment))
    }

    fn ptrmask(&mut self, call: &Call) -> Step<Value> {
        let (pointer, mask) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let width = self.code.width(self.lane_ty(mask))?;
        let (pointer, mask) = (self.used(pointer), self.used(mask));
        let memory = &self.memory;
        lanes(&[&pointer, &mask], |of| {
            let Value::Pointer(pointer) = of[0] else {
                return Ok(match of[0] {
                    Value::Unknown(why) => Value::Unknown(*why),
                    _ => Value::Poison,
                });
            };
            let number = address::number(memory, *pointer, width);
            let open = number.known().is_none();
            let masked = super::super::arithmetic::binary(
                BinaryOp::And,
                Flags::NONE,
                width,
                &number,
                of[1],
            )?;
            Ok(match (masked.known(), of[1].known()) {
                (Some(address), _) if !open => {
                    Value::Pointer(Pointer { tag: pointer.tag, address: address as u64 })
                }
                // Only bits that the alignment fixes are cleared.
                (_, Some(mask)) if pointer.tag != Tag::NONE => {
                    let object = memory.object_of(pointer.tag).map(|id| memory.object(id));
                    let low = !mask & super::super::integer::mask(width);
                    match object {
                        Some(object) if low < u128::from(object.align) => {
                            let offset = pointer.address.wrapping_sub(object.address);
                            let cleared = offset & !(low as u64);
                            let address = object.address.wrapping_add(cleared);
                            Value::Pointer(Pointer { tag: pointer.tag, address })
                        }
                        _ => Value::Unknown(Unspecified::Address),
                    }
                }
                _ if matches!(masked, Value::Poison) => Value::Poison,
                _ => Value::Unknown(Unspecified::Address),
            })
        })
    }
}
