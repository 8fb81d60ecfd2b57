//! The bytes of one object: values, and beside them, where needed, which bits are poison,
//! undef or open, and which bytes are parts of a pointer.

use super::super::value::{Pointer, Tag, Value};
use spektr_number::Big;

use super::super::spread::Spread;
use super::super::stop::Unspecified;

/// What is known of a byte beyond its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shadow {
    pub poison: u8,
    pub undef: u8,
    pub open: u8,
    /// Which byte of a pointer it is, from 1; 0 if of none.
    pub part: u8,
    /// The provenance of that pointer.
    pub tag: Tag,
    /// The machine gave up on the byte.
    pub unknown: Option<Unspecified>,
}

impl Shadow {
    pub const UNDEF: Shadow = Shadow { undef: 0xff, ..Shadow::KNOWN };
    pub const POISON: Shadow = Shadow { poison: 0xff, ..Shadow::KNOWN };
    pub const KNOWN: Shadow =
        Shadow { poison: 0, undef: 0, open: 0, part: 0, tag: Tag::NONE, unknown: None };

    /// Whether the value says everything.
    #[inline]
    pub fn is_known(&self) -> bool {
        *self == Shadow::KNOWN
    }
}

/// Bytes with their shadows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bytes {
    pub values: Vec<u8>,
    shadows: Shadows,
}

/// What is known of bytes beyond their values: most objects have only bytes of one kind, and
/// large ones take long to go through.
#[derive(Clone, Debug, PartialEq)]
enum Shadows {
    Same(Shadow),
    Each(Vec<Shadow>),
}

impl Default for Shadows {
    fn default() -> Shadows {
        Shadows::Same(Shadow::KNOWN)
    }
}

impl Bytes {
    pub fn known(values: Vec<u8>) -> Bytes {
        Bytes { values, shadows: Shadows::default() }
    }

    pub fn undef(size: usize) -> Bytes {
        Bytes { values: vec![0; size], shadows: Shadows::Same(Shadow::UNDEF) }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    #[inline]
    pub fn shadow(&self, at: usize) -> Shadow {
        match &self.shadows {
            Shadows::Same(shadow) => *shadow,
            Shadows::Each(all) => all.get(at).copied().unwrap_or(Shadow::KNOWN),
        }
    }

    /// Whether all of a range is simply known.
    #[inline]
    pub fn is_known(&self, at: usize, length: usize) -> bool {
        match &self.shadows {
            Shadows::Same(shadow) => shadow.is_known() || length == 0,
            Shadows::Each(all) => all[at..at + length].iter().all(Shadow::is_known),
        }
    }

    #[inline]
    pub fn write_known(&mut self, at: usize, bytes: &[u8]) {
        self.values[at..at + bytes.len()].copy_from_slice(bytes);
        self.shade(at, bytes.len(), Shadow::KNOWN);
    }

    #[inline]
    pub fn write(&mut self, at: usize, value: u8, shadow: Shadow) {
        self.values[at] = value;
        self.shade(at, 1, shadow);
    }

    pub fn fill(&mut self, at: usize, length: usize, value: u8, shadow: Shadow) {
        self.values[at..at + length].fill(value);
        self.shade(at, length, shadow);
    }

    #[inline]
    fn shade(&mut self, at: usize, length: usize, shadow: Shadow) {
        let size = self.values.len();
        match &mut self.shadows {
            Shadows::Same(all) if *all == shadow => {}
            shadows if length == size => *shadows = Shadows::Same(shadow),
            Shadows::Same(all) => {
                let mut each = vec![*all; size];
                each[at..at + length].fill(shadow);
                self.shadows = Shadows::Each(each);
            }
            Shadows::Each(each) => each[at..at + length].fill(shadow),
        }
    }

    /// A part of it.
    pub fn slice(&self, at: usize, length: usize) -> Bytes {
        let shadows = match &self.shadows {
            Shadows::Same(shadow) => Shadows::Same(*shadow),
            Shadows::Each(_) if self.is_known(at, length) => Shadows::default(),
            Shadows::Each(all) => Shadows::Each(all[at..at + length].to_vec()),
        };
        Bytes { values: self.values[at..at + length].to_vec(), shadows }
    }

    pub fn paste(&mut self, at: usize, other: &Bytes) {
        match &other.shadows {
            Shadows::Same(shadow) => {
                self.values[at..at + other.len()].copy_from_slice(&other.values);
                self.shade(at, other.len(), *shadow);
            }
            Shadows::Each(all) => {
                for (index, (&value, &shadow)) in other.values.iter().zip(all).enumerate() {
                    self.write(at + index, value, shadow);
                }
            }
        }
    }

    /// Where parts of pointers lie, and their provenances.
    pub fn pointers(&self) -> impl Iterator<Item = (usize, Tag)> + '_ {
        let each = match &self.shadows {
            Shadows::Same(_) => &[],
            Shadows::Each(all) => all.as_slice(),
        };
        let parts = each.iter().enumerate().filter(|(_, shadow)| shadow.part > 0);
        parts.map(|(at, shadow)| (at, shadow.tag))
    }

    /// The provenances of all pointers that lie here.
    pub fn tags(&self) -> impl Iterator<Item = Tag> + '_ {
        let each = match &self.shadows {
            // No pointer has the same part twice.
            Shadows::Same(shadow) => std::slice::from_ref(shadow),
            Shadows::Each(all) => all.as_slice(),
        };
        each.iter().filter(|shadow| shadow.part > 0).map(|shadow| shadow.tag)
    }
}

/// Bits on their way between a value and memory, least significant first.
#[derive(Clone, Debug, Default)]
pub struct Bits {
    pub bytes: Bytes,
    pub width: usize,
}

impl Bits {
    /// Bits that are still to be written.
    pub fn new(width: usize) -> Bits {
        Bits { bytes: Bytes::known(vec![0; width.div_ceil(8)]), width }
    }

    /// Puts a scalar of `width` bits at a bit offset.
    pub fn put(&mut self, at: usize, width: usize, value: &Value) {
        let plain = |number: &u128, bit: usize| number >> bit & 1 == 1;
        match value {
            Value::Pointer(pointer)
                if at.is_multiple_of(8) && width.is_multiple_of(8) && pointer.tag != Tag::NONE =>
            {
                for part in 0..width / 8 {
                    let shadow = Shadow { part: part as u8 + 1, tag: pointer.tag, ..Shadow::KNOWN };
                    let byte = (pointer.address >> (8 * part)) as u8;
                    self.bytes.write(at / 8 + part, byte, shadow);
                }
            }
            Value::Big(number) => {
                let limbs = number.limbs();
                for bit in 0..width {
                    self.bit(at + bit, limbs[bit / 64] >> (bit % 64) & 1 == 1, Open::Nothing);
                }
            }
            Value::Undef => self.run(at, width, Open::Undef),
            Value::Poison => self.run(at, width, Open::Poison),
            Value::Unknown(why) => self.run(at, width, Open::Unknown(*why)),
            Value::Partial(partial) => {
                let (ones, open) = partial.spread.as_bits(width as u32);
                let kind = if partial.undef { Open::Undef } else { Open::Fixed };
                for bit in 0..width {
                    let kind = if plain(&open, bit) { kind } else { Open::Nothing };
                    self.bit(at + bit, plain(&ones, bit), kind);
                }
            }
            Value::List(_) => debug_assert!(false, "a list is no scalar"),
            Value::Int(_) | Value::Wide(_) | Value::Pointer(_) => {
                let number = value.known().unwrap_or(0);
                if at.is_multiple_of(8) && width.is_multiple_of(8) {
                    self.bytes.write_known(at / 8, &number.to_le_bytes()[..width / 8]);
                    return;
                }
                for bit in 0..width {
                    self.bit(at + bit, plain(&number, bit), Open::Nothing);
                }
            }
        }
    }

    fn run(&mut self, at: usize, width: usize, kind: Open) {
        for bit in at..at + width {
            self.bit(bit, false, kind);
        }
    }

    pub fn bit(&mut self, at: usize, value: bool, kind: Open) {
        let (byte, mask) = (at / 8, 1u8 << (at % 8));
        let mut shadow = self.bytes.shadow(byte);
        let mut bits = self.bytes.values[byte] & !mask;
        bits |= if value { mask } else { 0 };
        match kind {
            Open::Nothing => {}
            Open::Undef => shadow.undef |= mask,
            Open::Fixed => shadow.open |= mask,
            Open::Poison => shadow.poison |= mask,
            Open::Unknown(why) => shadow.unknown = Some(why),
        }
        self.bytes.write(byte, bits, shadow);
    }

    /// Takes a scalar of `width` bits from a bit offset.
    pub fn take(&self, at: usize, width: usize) -> Taken {
        let whole = at.is_multiple_of(8) && width.is_multiple_of(8);
        if whole && width <= 128 && self.bytes.is_known(at / 8, width / 8) {
            let mut number = [0u8; 16];
            number[..width / 8].copy_from_slice(&self.bytes.values[at / 8..(at + width) / 8]);
            let number = u128::from_le_bytes(number);
            return Taken { value: Value::number(width as u32, number), fragment: false };
        }
        if let Some(pointer) = self.pointer(at, width) {
            return Taken { value: Value::Pointer(pointer), fragment: false };
        }
        self.take_bits(at, width)
    }

    /// The pointer whose bytes these are, all of them and in order.
    fn pointer(&self, at: usize, width: usize) -> Option<Pointer> {
        if !at.is_multiple_of(8) || !matches!(width, 32 | 64) {
            return None;
        }
        let first = self.bytes.shadow(at / 8);
        let mut address = 0;
        for part in 0..width / 8 {
            let wanted = Shadow { part: part as u8 + 1, tag: first.tag, ..Shadow::KNOWN };
            if self.bytes.shadow(at / 8 + part) != wanted {
                return None;
            }
            address |= u64::from(self.bytes.values[at / 8 + part]) << (8 * part);
        }
        Some(Pointer { tag: first.tag, address })
    }

    fn take_bits(&self, at: usize, width: usize) -> Taken {
        let (mut limbs, mut undef, mut open) = (vec![0u64; width.div_ceil(64)], 0u128, 0u128);
        let (mut fragment, mut poison, mut unknown) = (false, false, None);
        let (mut some_undef, mut some_open) = (false, false);
        for bit in 0..width {
            let (byte, mask) = ((at + bit) / 8, 1u8 << ((at + bit) % 8));
            let shadow = self.bytes.shadow(byte);
            poison |= shadow.poison & mask != 0;
            unknown = unknown.or(shadow.unknown);
            fragment |= shadow.part > 0;
            let here = 1u128.checked_shl(bit as u32).unwrap_or(0);
            if shadow.undef & mask != 0 {
                (undef, some_undef) = (undef | here, true);
            } else if shadow.open & mask != 0 {
                (open, some_open) = (open | here, true);
            } else if self.bytes.values[byte] & mask != 0 {
                limbs[bit / 64] |= 1 << (bit % 64);
            }
        }
        let value = match unknown {
            _ if poison => Value::Poison,
            Some(why) => Value::Unknown(why),
            None if some_undef || some_open => {
                if width > 128 {
                    // Beyond 128 bits the machine does not tell known bits from open ones.
                    let all = (at..at + width)
                        .all(|bit| self.bytes.shadow(bit / 8).undef >> (bit % 8) & 1 == 1);
                    if all { Value::Undef } else { Value::Unknown(Unspecified::OpenBranch) }
                } else {
                    let low =
                        limbs.iter().rev().fold(0u128, |all, &limb| all << 64 | u128::from(limb));
                    Value::partial(width as u32, some_undef, Spread::bits(low, undef | open))
                }
            }
            None if width <= 128 => {
                let low = limbs.iter().rev().fold(0u128, |all, &limb| all << 64 | u128::from(limb));
                Value::number(width as u32, low)
            }
            None => Value::Big(Box::new(Big::from_limbs(width as u32, limbs))),
        };
        Taken { value, fragment }
    }
}

/// What was read.
pub struct Taken {
    pub value: Value,
    /// Whether bytes of a pointer were read as something else.
    pub fragment: bool,
}

/// How a bit is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    Nothing,
    Undef,
    /// One value, but anyone's choice.
    Fixed,
    Poison,
    Unknown(Unspecified),
}
