//! Typed accesses to memory: reading and writing primitive values, and what every access
//! through a place must satisfy.

use crate::layout::{Layout, Shape};
use crate::syntax::{Ty, TyKind};

use super::Machine;
use super::memory::{Allocation, Loaded, LoadedPointer, state};
use super::place::{Alignment, At, Spot, check_region};
use super::retag::Retag;
use super::stop::{Invalid, Step, Undefined, Unspecified};
use super::types::Cx;
use super::value::{Immediate, Pointer, Scalar};

impl Machine {
    /// The primitive value at a place.
    #[inline]
    pub(super) fn read(&mut self, cx: Cx, spot: &Spot) -> Step<Immediate> {
        let layout = cx.layout(spot.ty);
        let pointer = self.reachable(cx, spot, spot.ty)?;
        let (allocation, offset) = self.memory.read(&pointer, layout.size)?;
        load(allocation, offset, spot.ty, &layout.shape)
    }

    /// Puts a primitive value down and makes it a value of the place's type.
    #[inline]
    pub(super) fn write(&mut self, cx: Cx, spot: &Spot, value: Immediate) -> Step<()> {
        self.write_with(cx, spot, value, Retag::Plain)
    }

    #[inline]
    pub(super) fn write_with(
        &mut self,
        cx: Cx,
        spot: &Spot,
        value: Immediate,
        retag: Retag,
    ) -> Step<()> {
        let layout = cx.layout(spot.ty);
        let pointer = self.reachable(cx, spot, spot.ty)?;
        let (allocation, offset) = self.memory.write(&pointer, layout.size)?;
        allocation.in_memory |= !spot.is_local;
        store(allocation, offset, &layout.shape, value);
        if !layout.plain {
            return self.settle_pointer(cx, (pointer.alloc, offset), spot.ty, value, retag);
        }
        Ok(())
    }

    /// The pointer behind a place, if an access to a value of `ty` (of the place's size)
    /// may go through it.
    #[inline]
    pub(super) fn reachable(&self, cx: Cx, spot: &Spot, ty: Ty) -> Step<Pointer> {
        let At::Memory(pointer) = spot.at else {
            self.check_alignment(spot)?;
            return self.unreachable_spot(cx, spot);
        };
        let layout = cx.layout(ty);
        match (spot.alignment, check_region(cx, &pointer, layout)) {
            (Alignment::Right, Ok(())) => Ok(pointer),
            (_, region) => self.doubtful(spot, pointer, layout, region),
        }
    }

    /// What is wrong for certain comes before what is only open.
    #[cold]
    fn doubtful(
        &self,
        spot: &Spot,
        pointer: Pointer,
        layout: &Layout,
        region: Step<()>,
    ) -> Step<Pointer> {
        if layout.size > 0 {
            self.memory.get(pointer.alloc)?;
            if region.is_ok() {
                self.memory.reach(&pointer, u64::from(layout.size))?;
            }
        }
        self.check_alignment(spot)?;
        region.map(|()| pointer)
    }

    #[inline]
    pub(super) fn check_alignment(&self, spot: &Spot) -> Step<()> {
        match spot.alignment {
            Alignment::Right => Ok(()),
            _ if spot.at == At::Open => Err(Unspecified::Address.into()),
            Alignment::Wrong { required } => Err(Undefined::Misaligned { required }.into()),
            Alignment::Open => Err(Unspecified::Alignment.into()),
        }
    }

    #[cold]
    fn unreachable_spot(&self, cx: Cx, spot: &Spot) -> Step<Pointer> {
        if cx.extent(spot.ty, spot.len).0 == Some(0) {
            return Ok(self.nothing());
        }
        match spot.at {
            At::Address(address) => Err(Undefined::NoProvenance { address }.into()),
            At::Open => Err(Unspecified::Address.into()),
            At::Memory(pointer) => Ok(pointer),
        }
    }
}

/// Decodes a primitive. What is no value of the type is found here for numbers; pointers
/// are only looked at when they are written.
#[inline]
pub(super) fn load(allocation: &Allocation, offset: u32, ty: Ty, shape: &Shape) -> Step<Immediate> {
    let scalar = match shape {
        Shape::Int(int) => match number(allocation.load(offset, int.bytes()))? {
            // The bits of an open NaN are just as open.
            Scalar::Nan => Scalar::Indeterminate,
            scalar => scalar,
        },
        Shape::Float(float) => number(allocation.load(offset, float.bytes()))?,
        Shape::Bool => match number(allocation.load(offset, 1))? {
            Scalar::Bits(bits) if bits > 1 => return Err(invalid(ty, Invalid::Bool(bits))),
            Scalar::Bits(bits) => Scalar::Bits(bits),
            _ => open_bool(allocation, offset)?,
        },
        Shape::Char => match number(allocation.load(offset, 4))? {
            Scalar::Bits(bits) if char::from_u32(bits as u32).is_none() => {
                return Err(invalid(ty, Invalid::Char(bits)));
            }
            Scalar::Bits(bits) => Scalar::Bits(bits),
            _ => open_char(allocation, offset)?,
        },
        Shape::Thin => address(allocation.load_pointer(offset))?,
        Shape::Wide => {
            let pointer = address(allocation.load_pointer(offset))?;
            let len = number(allocation.load(offset + 8, 8))?;
            return Ok(Immediate::Wide(pointer, len));
        }
        other => unreachable!("{other:?} is no primitive"),
    };
    Ok(Immediate::Scalar(scalar))
}

/// A `bool` that is open must still be one, whatever it turns out to be.
#[cold]
fn open_bool(allocation: &Allocation, offset: u32) -> Step<Scalar> {
    match allocation.states(offset..offset + 1) {
        [state::OPEN_BOOL] => Ok(Scalar::Indeterminate),
        _ => Err(Unspecified::OpenValue.into()),
    }
}

/// So must a `char`: any byte is one on its own, but nothing above it may be open.
#[cold]
fn open_char(allocation: &Allocation, offset: u32) -> Step<Scalar> {
    match allocation.load(offset + 1, 1) {
        Loaded::Bits(0) if allocation.load(offset + 2, 2) == Loaded::Bits(0) => {
            Ok(Scalar::Indeterminate)
        }
        _ => Err(Unspecified::OpenValue.into()),
    }
}

/// Encodes a primitive. What is open of a `bool` or `char` is which one it is.
#[inline]
pub(super) fn store(allocation: &mut Allocation, offset: u32, shape: &Shape, value: Immediate) {
    let size = match shape {
        Shape::Int(int) => int.bytes(),
        Shape::Float(float) => float.bytes(),
        Shape::Bool if value.first() == Scalar::Indeterminate => {
            return allocation.set_state(offset..offset + 1, state::OPEN_BOOL);
        }
        Shape::Char if value.first() == Scalar::Indeterminate => {
            allocation.store(offset, 4, 0);
            return allocation.store_open(offset, 1);
        }
        Shape::Bool => 1,
        Shape::Char => 4,
        Shape::Thin => return allocation.store_pointer(offset, value.first()),
        Shape::Wide => {
            allocation.store_pointer(offset, value.first());
            if let Immediate::Wide(_, len) = value {
                store_number(allocation, offset + 8, 8, len);
            }
            return;
        }
        other => unreachable!("{other:?} is no primitive"),
    };
    store_number(allocation, offset, size, value.first());
}

#[inline]
fn store_number(allocation: &mut Allocation, offset: u32, size: u32, scalar: Scalar) {
    match scalar {
        Scalar::Bits(bits) => allocation.store(offset, size, bits),
        Scalar::Nan => allocation.store_nan(offset, size),
        // A pointer that is taken for a number is a number that is left open.
        Scalar::Indeterminate | Scalar::Pointer(_) | Scalar::Function(_) => {
            allocation.store_open(offset, size);
        }
    }
}

#[inline]
fn number(loaded: Loaded) -> Step<Scalar> {
    match loaded {
        Loaded::Bits(bits) => Ok(Scalar::Bits(bits)),
        Loaded::Nan => Ok(Scalar::Nan),
        Loaded::Open => Ok(Scalar::Indeterminate),
        Loaded::Uninit => Err(Undefined::Uninitialised.into()),
        Loaded::Shared => Err(Unspecified::SharedStorage.into()),
    }
}

#[inline]
fn address(loaded: LoadedPointer) -> Step<Scalar> {
    match loaded {
        LoadedPointer::Scalar(scalar) => Ok(scalar),
        LoadedPointer::Uninit => Err(Undefined::Uninitialised.into()),
        LoadedPointer::Shared => Err(Unspecified::SharedStorage.into()),
        LoadedPointer::Mixed => Err(Unspecified::MixedPointer.into()),
    }
}

#[cold]
pub(super) fn invalid(ty: Ty, why: Invalid) -> Box<super::stop::Stop> {
    Undefined::InvalidValue { ty, why }.into()
}

/// The known bits of a scalar; what is left open must not decide anything.
#[inline]
pub(super) fn known(scalar: Scalar) -> Step<u128> {
    match scalar {
        Scalar::Bits(bits) => Ok(bits),
        Scalar::Pointer(_) | Scalar::Function(_) => Err(Unspecified::Address.into()),
        Scalar::Nan | Scalar::Indeterminate => Err(Unspecified::OpenValue.into()),
    }
}

/// An open NaN as some NaN: for operations that treat all of them alike.
#[inline]
pub(super) fn some_nan(cx: Cx, ty: Ty, scalar: Scalar) -> Scalar {
    match (scalar, cx.kind(ty)) {
        (Scalar::Nan, TyKind::Float(kind)) => Scalar::Bits(kind.format().preferred_nan()),
        _ => scalar,
    }
}
