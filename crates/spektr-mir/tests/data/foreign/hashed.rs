#![recursion_limit = "1024"]
    #![feature(custom_mir, core_intrinsics, const_hash)]
    #![allow(unused_parens, unused_assignments, overflowing_literals)]
    extern crate core;
    use core::intrinsics::mir::*;

    use std::collections::hash_map::DefaultHasher;
    use std::hash::{Hash, Hasher};

    static mut H: DefaultHasher = DefaultHasher::new();

    #[inline(never)]
    fn dump_var(
        val0: impl Hash,
        val1: impl Hash,
        val2: impl Hash,
        val3: impl Hash,
    ) {
        unsafe {
            val0.hash(&mut H);
            val1.hash(&mut H);
            val2.hash(&mut H);
            val3.hash(&mut H);
        }
    }
    static S0: [i16; 3] = [(-7_i16),0_i16,19_i16];
static mut S1: u64 = 41_u64;
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn fn0(mut _1: u8,mut _2: i128,mut _3: bool) -> (u64, i8) {
mir! {
type RET = (u64, i8);
let _4: [u32; 4];
let _5: *mut [u32; 4];
let _6: usize;
let _7: (u32, bool);
let _8: &'static [i16; 3];
let _9: *mut u64;
let _10: i16;
let _11: f64;
let _12: char;
let _13: isize;
let _14: ();
let _15: ();
{
_2 = _2 * (-3_i128);
_2 = -(-170141183460469231731687303715884105728_i128);
RET.1 = -87_i8;
_4 = [3_u32,4_u32,4294967295_u32,6_u32];
_6 = 2_usize;
_5 = core::ptr::addr_of_mut!(_4);
_7 = Checked((*_5)[_6] + 2_u32);
(*_5)[_6] = _7.0 << 5_i64;
_8 = Static(S0);
_9 = StaticMut(S1);
_10 = (*_8)[_6];
(*_9) = (*_9) ^ 1_u64;
RET.0 = (*_9);
_11 = (-84_i8) as f64;
_11 = (-0.5_f64) * _11;
match RET.1 {
0 => bb5,
340282366920938463463374607431768211369 => bb1,
_ => bb5
}
}
bb1 = {
_11 = 42.25_f64;
_12 = '\u{1f600}';
_13 = (-9223372036854775808_isize);
_13 = _13 >> _6;
_3 = !_3;
_3 = _12 > '\u{41}';
Call(RET.1, bb2, fn1(Move(_4), _5, _6, _1))
}
bb2 = {
Call(_14, bb3, dump_var(_2, _7, _10, _11))
}
bb3 = {
Call(_14, bb4, dump_var(Move(_12), Move(_13), Move(_3), _15))
}
bb4 = {
Return()
}
bb5 = {
Unreachable()
}

}
}
#[custom_mir(dialect = "runtime", phase = "initial")]
fn fn1(mut _1: [u32; 4],mut _2: *mut [u32; 4],mut _3: usize,mut _4: u8) -> i8 {
mir! {
type RET = i8;
let _5: Adt3;
let _6: Adt5;
let _7: u32;
let _8: *const u32;
let _9: [u8; 2];
let _10: ();
let _11: ();
let _12: isize;
{
_7 = _1[_3];
_9 = [_4,255_u8];
_5 = Adt3 { fld0: _7,fld1: (-6.5e3_f32),fld2: _9 };
_6 = Adt5::Variant1 { fld0: _5.fld2,fld1: (-2_i64) };
place!(Field::<i64>(Variant(_6, 1), 1)) = Field::<i64>(Variant(_6, 1), 1) + 5_i64;
_3 = 1_usize;
place!(Field::<[u8; 2]>(Variant(_6, 1), 0))[_3] = _4 + 1_u8;
_8 = core::ptr::addr_of!(_5.fld0);
RET = (*_8) as i8;
Call(_7 = core::intrinsics::bswap(_7), bb1)
}
bb1 = {
_12 = Discriminant(_6);
match _12 {
0 => bb4,
1 => bb2,
_ => bb4
}
}
bb2 = {
Call(_10 = dump_var(_7, _5.fld0, _5.fld1, Move(_6)), bb3)
}
bb3 = {
Return()
}
bb4 = {
Unreachable()
}

}
}
pub fn main() {
                println!("{:?}", fn0(std::hint::black_box(250_u8), std::hint::black_box((-12_i128)), std::hint::black_box(false)));
                unsafe {
                    println!("hash: {}", H.finish());
                }
            }
#[derive(Debug,Copy,Clone)]
pub struct Adt3 {
fld0: u32,
fld1: f32,
fld2: [u8; 2],
}
#[derive(Debug,Copy,Clone)]
pub enum Adt5 {
Variant0{
fld0: char,

},
Variant1{
fld0: [u8; 2],
fld1: i64,

}}
