// Every kind of type, observed: the leaves of all of them in one trace.
#![feature(custom_mir, core_intrinsics, f16, f128)]
#![allow(warnings)]
use core::cell::{Cell, UnsafeCell};
use core::intrinsics::mir::*;
use core::mem::{ManuallyDrop, MaybeUninit};
use core::num::Wrapping;
use core::ptr::NonNull;

#[derive(Clone, Copy)]
pub struct Unit;
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair(pub i8, u16);
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Named { pub a: u8, b: i64, c: Pair, d: [u16; 3] }
#[derive(Clone, Copy)]
#[repr(C, packed(2))]
struct Packed { a: u8, b: u64, e: Shape }
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Aligned { a: u8 }
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Thin(u32);
#[derive(Clone, Copy)]
pub enum Shape { Empty, Point(i32, u8), Box { w: u16, h: Option<u8> } }
#[derive(Clone, Copy)]
#[repr(i8)]
enum Signed { Low = -128, Zero = 0, One, High = 127 }
#[derive(Clone, Copy)]
#[repr(u16)]
enum Tagged { A(u8) = 3, B { x: bool } = 500 }
#[derive(Clone, Copy)]
union Either { int: u32, float: f32 }
struct Holder { m: &'static mut i32, n: i32 }
pub enum Nested { Leaf, Node(&'static Nested), Deep((u8, [Shape; 2])) }

static TABLE: [i32; 4] = [1, -2, 3, -4];
static mut COUNTER: u64 = 7;
static NAME: &'static str = "a\nb";
const PAIR: Pair = Pair(-1, 65535);
const ADD: fn(i32, i32) -> i32 = add;
const MAYBE: Option<u8> = Some(9);

#[inline(never)]
fn show<T>(_: T) {}
fn show2(a: impl Sized, b: impl Sized) { }

#[inline(always)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn add(mut a: i32, b: i32) -> i32 { mir! { { RET = a + b; Return() } } }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(flag: bool, c: char, small: i8, big: u128, x: f32, y: f64, h: f16, q: f128, t: (u8, (i16,), ()),
     arr: [[u8; 2]; 2], named: Named, shape: Shape, p: *const u8, fp: fn(i32, i32) -> i32) -> i32 {
    mir! {
        type RET = i32;
        let u: ();
        let unit: Unit;
        let packed: Packed;
        let aligned: Aligned;
        let thin: Thin;
        let signed: Signed;
        let tagged: Tagged;
        let either: Either;
        let holder: Holder;
        let nested: Nested;
        let nothing: Option<&'static i32>;
        let order: core::cmp::Ordering;
        let wrapped: Wrapping<i32>;
        let cell: Cell<u32>;
        let unsafe_cell: UnsafeCell<u16>;
        let maybe: MaybeUninit<u32>;
        let manual: ManuallyDrop<Pair>;
        let nonnull: NonNull<i32>;
        let r: &'static mut i32;
        let raw: *mut i32;
        let slice: *const [u8];
        let ap: *const [u8; 2];
        let word: &'static str;
        let table: &'static [i32; 4];
        let counter: *mut u64;
        let i: usize;
        let n: i32;
        let big_array: [Shape; 2];
        let empty: [u8; 0];
        let e: (u8, [Shape; 2]);
        let inf: f32;
        {
            Call(u = show2(flag, c), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = { Call(u = show2(small, big), ReturnTo(b2), UnwindUnreachable()) }
        b2 = { Call(u = show2(x, y), ReturnTo(b3), UnwindUnreachable()) }
        b3 = { Call(u = show2(h, q), ReturnTo(b4), UnwindUnreachable()) }
        b4 = { Call(u = show2(t, arr), ReturnTo(b5), UnwindUnreachable()) }
        b5 = { Call(u = show2(named, shape), ReturnTo(b6), UnwindUnreachable()) }
        b6 = { Call(u = show2(p, fp), ReturnTo(b7), UnwindUnreachable()) }
        b7 = {
            unit = Unit;
            packed = Packed { a: 1, b: 2, e: shape };
            aligned = Aligned { a: 3 };
            thin = Thin(4);
            Call(u = show2(unit, packed), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = { Call(u = show2(aligned, thin), ReturnTo(b9), UnwindUnreachable()) }
        b9 = {
            signed = Signed::Low;
            tagged = Tagged::B { x: true };
            Call(u = show2(signed, tagged), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            either = Either { float: 1.5 };
            n = 5;
            raw = &raw mut n;
            r = &mut (*raw);
            holder = Holder { m: r, n: n };
            Call(u = show2(either, Move(holder)), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            nested = Nested::Leaf;
            big_array = [shape, shape];
            e = (7, big_array);
            nested = Nested::Deep(e);
            nothing = Option::None;
            Call(u = show2(Move(nested), nothing), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = { Call(order = core::intrinsics::three_way_compare(small, -5_i8), ReturnTo(b13), UnwindUnreachable()) }
        b13 = {
            wrapped = Wrapping(-3);
            Call(u = show2(order, wrapped), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            cell = CastTransmute(77_u32);
            unsafe_cell = CastTransmute(78_u16);
            Call(u = show2(Move(cell), Move(unsafe_cell)), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            maybe = CastTransmute(79_u32);
            manual = CastTransmute(PAIR);
            Call(u = show2(maybe, manual), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            nonnull = CastTransmute(raw);
            i = 1;
            ap = &raw const arr[i];
            slice = CastUnsize(ap);
            Call(u = show2(nonnull, slice), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            word = "text";
            i = PtrMetadata(slice);
            Call(u = show2(word, i), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            table = Static(TABLE);
            counter = StaticMut(COUNTER);
            (*counter) = (*counter) + 1;
            Call(u = show2((*table), (*counter)), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            empty = [];
            inf = f32::NEG_INFINITY;
            Call(u = show2(empty, inf), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            inf = f32::NAN;
            Call(u = show2(inf, PAIR), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = { Call(n = fp(n, 4), ReturnTo(b22), UnwindUnreachable()) }
        b22 = { Call(n = ADD(n, -20), ReturnTo(b23), UnwindUnreachable()) }
        b23 = { Call(u = show2(n, MAYBE), ReturnTo(b24), UnwindUnreachable()) }
        b24 = {
            place!(Field::<u16>(Variant(shape, 2), 0)) = 300;
            RET = (*raw);
            Call(u = show(shape), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = { Return() }
    }
}

fn main() {
    f(
        std::hint::black_box(true), core::hint::black_box('\u{1f600}'), -128, u128::MAX,
        1.1, -2.5e-300, f16::from_bits(0x3c01), f128::from_bits(0x3fff_0000_0000_0000_0000_0000_0000_0001),
        (1, (-2,), ()), [[1, 2], [3; 2]], Named { a: 1, b: -2, c: Pair(-3, 4), d: [5, 6, 7] },
        Shape::Box { w: 8, h: Some(9) }, core::ptr::null(), add,
    );
}
