//! Pointer arithmetic and comparison, within what the language promises.

use crate::layout::Layout;
use crate::syntax::{BinOp, Ty, TyKind};

use super::Machine;
use super::access::known;
use super::memory::{Owner, beyond, state};
use super::place::check_region;
use super::stop::{Step, Undefined, Unspecified};
use super::types::Cx;
use super::value::{Immediate, Pointer, Scalar};

impl Machine {
    /// `Offset(pointer, count)`: by whole elements, never out of the allocation.
    pub(super) fn offset(
        &self,
        cx: Cx,
        ty: Ty,
        pointer: Scalar,
        count: Scalar,
        count_ty: Ty,
    ) -> Step<Scalar> {
        let pointee = pointee_of(cx, ty);
        let layout = cx.layout(pointee);
        let count = signed(cx, count_ty, known(count)?);
        let Some(distance) = count
            .checked_mul(i128::from(layout.size))
            .and_then(|distance| i64::try_from(distance).ok())
        else {
            return Err(Undefined::PointerOverflow.into());
        };
        if distance == 0 {
            return Ok(pointer);
        }
        match pointer {
            Scalar::Pointer(pointer) => self.step_by(cx, pointer, layout, distance),
            Scalar::Bits(address) => {
                Err(Undefined::NoProvenance { address: address as u64 }.into())
            }
            _ => Err(Unspecified::Address.into()),
        }
    }

    fn step_by(&self, cx: Cx, pointer: Pointer, layout: &Layout, distance: i64) -> Step<Scalar> {
        let slot = self.memory.get(pointer.alloc)?;
        check_region(cx, &pointer, layout)?;
        let target = Pointer { offset: pointer.offset.wrapping_add(distance), ..pointer };
        let inside = |pointer: &Pointer| {
            (i64::from(pointer.region.start)..=i64::from(pointer.region.end))
                .contains(&pointer.offset)
        };
        if !inside(&pointer) || !inside(&target) {
            return Err(beyond(slot, &target, 0));
        }
        Ok(Scalar::Pointer(target))
    }

    /// `arith_offset`: anywhere, as long as it is not used there.
    pub(super) fn stray(
        &self,
        cx: Cx,
        pointee: Ty,
        pointer: Scalar,
        count: Scalar,
    ) -> Step<Scalar> {
        let layout = cx.layout(pointee);
        let (Scalar::Pointer(_) | Scalar::Bits(_), Scalar::Bits(count)) = (pointer, count) else {
            return Ok(Scalar::Indeterminate);
        };
        let distance = (count as i64).wrapping_mul(i64::from(layout.size));
        Ok(match pointer {
            _ if distance == 0 => pointer,
            Scalar::Pointer(pointer) if check_region(cx, &pointer, layout).is_ok() => {
                let offset = pointer.offset.wrapping_add(distance);
                Scalar::Pointer(Pointer { offset, ..pointer })
            }
            Scalar::Bits(address) if layout.promised => {
                Scalar::Bits(u128::from((address as u64).wrapping_add(distance as u64)))
            }
            _ => Scalar::Indeterminate,
        })
    }

    /// `ptr_offset_from`: the distance in elements between pointers into one allocation.
    pub(super) fn distance(&self, cx: Cx, pointee: Ty, a: Scalar, b: Scalar) -> Step<i64> {
        let layout = cx.layout(pointee);
        let size = i64::from(layout.size);
        if size == 0 {
            return Err(Undefined::Distance.into());
        }
        match (a, b) {
            (Scalar::Bits(a), Scalar::Bits(b)) if a == b => Ok(0),
            (Scalar::Pointer(a), Scalar::Pointer(b)) => {
                if a.alloc != b.alloc {
                    return Err(Undefined::Unrelated.into());
                }
                if a.offset == b.offset && a.region == b.region {
                    return Ok(0);
                }
                self.memory.get(a.alloc)?;
                if a.region != b.region {
                    return Err(Unspecified::Layout.into());
                }
                check_region(cx, &a, layout)?;
                check_region(cx, &b, layout)?;
                for pointer in [&a, &b] {
                    self.memory.reach(pointer, 0)?;
                }
                let bytes = a.offset - b.offset;
                if bytes % size != 0 {
                    return Err(Undefined::Distance.into());
                }
                Ok(bytes / size)
            }
            (Scalar::Indeterminate, _) | (_, Scalar::Indeterminate) => {
                Err(Unspecified::Address.into())
            }
            _ => Err(Undefined::Unrelated.into()),
        }
    }

    /// A comparison of pointers: only where every layout and every place in memory would
    /// give the same answer.
    pub(super) fn compare_pointers(
        &self,
        op: BinOp,
        left: Immediate,
        right: Immediate,
    ) -> Step<Scalar> {
        let by_length = match (left, right) {
            (Immediate::Wide(_, a), Immediate::Wide(_, b)) => known(a)?.cmp(&known(b)?),
            _ => std::cmp::Ordering::Equal,
        };
        let order = self.order(left.first(), right.first())?;
        let order = order.map(|order| order.then(by_length));
        let answer = match (op, order) {
            (BinOp::Eq, order) => order == Some(std::cmp::Ordering::Equal),
            (BinOp::Ne, order) => order != Some(std::cmp::Ordering::Equal),
            (_, None) => return Err(Unspecified::Comparison.into()),
            (BinOp::Lt, Some(order)) => order.is_lt(),
            (BinOp::Le, Some(order)) => order.is_le(),
            (BinOp::Gt, Some(order)) => order.is_gt(),
            (BinOp::Ge, Some(order)) => order.is_ge(),
            _ => unreachable!("pointers are only compared or offset"),
        };
        Ok(answer.into())
    }

    /// The order of two addresses; none if all that is known is that they differ.
    fn order(&self, a: Scalar, b: Scalar) -> Step<Option<std::cmp::Ordering>> {
        match (a, b) {
            (Scalar::Bits(a), Scalar::Bits(b)) => Ok(Some(a.cmp(&b))),
            (Scalar::Bits(0), Scalar::Pointer(p)) => self.above_null(p, std::cmp::Ordering::Less),
            (Scalar::Pointer(p), Scalar::Bits(0)) => {
                self.above_null(p, std::cmp::Ordering::Greater)
            }
            (Scalar::Function(_), Scalar::Bits(0)) => Ok(Some(std::cmp::Ordering::Greater)),
            (Scalar::Bits(0), Scalar::Function(_)) => Ok(Some(std::cmp::Ordering::Less)),
            (Scalar::Pointer(a), Scalar::Pointer(b)) => self.order_in_memory(a, b),
            _ => Err(Unspecified::Comparison.into()),
        }
    }

    fn above_null(
        &self,
        pointer: Pointer,
        order: std::cmp::Ordering,
    ) -> Step<Option<std::cmp::Ordering>> {
        match self.memory.reach(&pointer, 0) {
            Ok(_) => Ok(Some(order)),
            Err(_) => Err(Unspecified::Comparison.into()),
        }
    }

    fn order_in_memory(&self, a: Pointer, b: Pointer) -> Step<Option<std::cmp::Ordering>> {
        if a.alloc == b.alloc && a.region == b.region {
            return Ok(Some(a.offset.cmp(&b.offset)));
        }
        let (one, other) = (self.object_at(a), self.object_at(b));
        let (Some(one), Some(other)) = (one, other) else {
            return Err(Unspecified::Comparison.into());
        };
        let apart = if a.alloc == b.alloc {
            a.region.end <= b.region.start || b.region.end <= a.region.start
        } else {
            match (one, other) {
                (Owner::Local { call: a, .. }, Owner::Local { call: b, .. }) => a == b,
                (Owner::Static(a), Owner::Static(b)) => a != b,
                _ => false,
            }
        };
        if apart { Ok(None) } else { Err(Unspecified::Comparison.into()) }
    }

    /// Whose object a pointer points to, if it points to a byte of a living one.
    fn object_at(&self, pointer: Pointer) -> Option<Owner> {
        let range = self.memory.reach(&pointer, 1).ok()?;
        let slot = self.memory.get(pointer.alloc).ok()?;
        (slot.states(range) != [state::SHADOWED]).then_some(slot.owner)
    }
}

/// What a thin pointer points to.
pub(super) fn pointee_of(cx: Cx, ty: Ty) -> Ty {
    match cx.kind(ty) {
        TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) => *pointee,
        other => unreachable!("{other:?} points to nothing"),
    }
}

/// A count as a number, signed if its type is.
fn signed(cx: Cx, ty: Ty, bits: u128) -> i128 {
    match cx.kind(ty) {
        TyKind::Int(int) => int.number().extend(bits),
        _ => bits as i128,
    }
}
