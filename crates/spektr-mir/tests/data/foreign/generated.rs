#![recursion_limit = "1024"]
    #![feature(custom_mir, core_intrinsics, const_hash)]
    #![allow(unused_parens, unused_assignments, overflowing_literals,internal_features)]
    extern crate core;
    use core::intrinsics::mir::*;

    use std::collections::hash_map::DefaultHasher;
    use std::ffi::{c_char, c_int};
    use std::hash::{Hash, Hasher};

    extern "C" {
        fn printf(fmt: *const c_char, ...) -> c_int;
    }
    static mut H: DefaultHasher = DefaultHasher::new();
    trait PrintFDebug{
        unsafe fn printf_debug(&self);
    }
    impl<T:PrintFDebug> PrintFDebug for *const T{
        unsafe fn printf_debug(&self){
            unsafe{(**self).printf_debug()};
        }
    }
    impl<T:PrintFDebug,const N:usize> PrintFDebug for [T;N]{
        unsafe fn printf_debug(&self){
            printf("[\0".as_ptr() as *const c_char);
            for b in self{ b.printf_debug(); }
        }
    }
    macro_rules! show_all { ($($t:ty),*) => { $(impl PrintFDebug for $t { unsafe fn printf_debug(&self) {} })* } }
    show_all!(i8, u16);

    #[inline(never)]
    fn dump_var(
        f: usize,
        var0: usize, val0: impl Hash,
        var1: usize, val1: impl Hash,
    ) {
        unsafe {
            f.hash(&mut H);
            val0.hash(&mut H);
            val1.hash(&mut H);
        }
    }
    #[custom_mir(dialect = "runtime", phase = "initial")]
pub fn fn0(mut _1: bool,mut _2: char,mut _3: isize,mut _4: u128) -> Adt7 {
mir! {
type RET = Adt7;
let _5: (i16, i64, u32);
let _6: [usize; 6];
let _7: Adt9;
let _8: *mut (i16, i64, u32);
let _9: &'static mut isize;
let _10: f64;
let _11: f32;
let _12: usize;
let _13: *const [usize; 6];
let _14: ();
let _15: ();
{
_5.2 = 5652589900212772969_usize as u32;
_5 = ((-19906_i16), 5194350632037166674_i64, _5.2);
_1 = !true;
_3 = 9223372036854775807_isize << _5.2;
_3 = -(-61_isize);
_2 = '\u{10ffff}';
_6 = [1_usize,2_usize,3_usize,4_usize,5_usize,6_usize];
_7 = Adt9::Variant1 { fld0: _5,fld1: _6 };
place!(Field::<(i16, i64, u32)>(Variant(_7, 1), 0)).1 = _5.1 % 7_i64;
_8 = core::ptr::addr_of_mut!(_5);
(*_8).0 = Field::<(i16, i64, u32)>(Variant(_7, 1), 0).0;
_10 = (-84_i8) as f64;
_10 = 1.5_f64 * _10;
_11 = _10 as f32;
_9 = &mut _3;
_12 = 1_usize;
_12 = Field::<[usize; 6]>(Variant(_7, 1), 1)[_12] ^ 3_usize;
Goto(bb1)
}
bb1 = {
_12 = 2_usize;
_12 = Field::<[usize; 6]>(Variant(_7, 1), 1)[_12];
_13 = core::ptr::addr_of!(_6);
(*_9) = (*_9) - 4_isize;
SetDiscriminant(_7, 0);
Call(_15 = fn1(Move(_5), _8, Move(_4)), ReturnTo(bb2), UnwindUnreachable())
}
bb2 = {
RET.fld2 = (_1,);
RET.fld0 = Move(_11);
RET.fld1 = _12;
Return()
}
bb3 = {
match (*_8).1 {
0 => bb1,
340282366920938463463374607431768211409 => bb2,
_ => bb2
}
}

}
}
#[custom_mir(dialect = "runtime", phase = "initial")]
fn fn1(mut _1: (i16, i64, u32),mut _2: *mut (i16, i64, u32),mut _3: u128) {
mir! {
let _4: ();
let _5: Adt7;
let _6: (bool,);
let _7: [u8; 4];
let _8: ();
{
_6 = (true,);
_5 = Adt7 { fld0: 1.25_f32,fld1: 7_usize,fld2: _6 };
Call(_7 = core::intrinsics::transmute(_1.2), ReturnTo(bb1), UnwindUnreachable())
}
bb1 = {
Call(_3 = core::intrinsics::bswap(_3), ReturnTo(bb2), UnwindUnreachable())
}
bb2 = {
Call(_4 = dump_var(1_usize, 7_usize, Move(_7), 3_usize, Move(_3)), ReturnTo(bb3), UnwindUnreachable())
}
bb3 = {
Call(_4 = dump_var(1_usize, 6_usize, Move(_6), 8_usize, _8), ReturnTo(bb4), UnwindUnreachable())
}
bb4 = {
Return()
}

}
}
pub fn main() {
                fn0(std::hint::black_box(true), std::hint::black_box('\u{2a2d}'), std::hint::black_box((-9223372036854775808_isize)), std::hint::black_box(340282366920938463463374607431768211455_u128));
                unsafe {
                    println!("hash: {}", H.finish());
                }
            }
impl PrintFDebug for Adt7{
	unsafe fn printf_debug(&self){unsafe{printf("Adt7{".as_ptr() as *const c_char)};
		self.fld0.printf_debug();
	}
}
#[derive(Debug)]
pub struct Adt7 {
fld0: f32,
fld1: usize,
fld2: (bool,),
}
#[derive(Debug)]
#[derive(Copy,Clone)]pub enum Adt9 {
Variant0{
fld0: u8,
fld1: *const u32,

},
Variant1{
fld0: (i16, i64, u32),
fld1: [usize; 6],

}}

