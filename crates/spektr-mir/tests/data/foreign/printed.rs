#![recursion_limit = "1024"]
    #![feature(custom_mir, core_intrinsics)]
    #![allow(unused_parens, unused_assignments, overflowing_literals,internal_features)]
    extern crate core;
    use core::intrinsics::mir::*;

    use std::ffi::{c_char, c_int};

    extern "C" {
        fn printf(fmt: *const c_char, ...) -> c_int;
    }
    trait PrintFDebug{
        unsafe fn printf_debug(&self);
    }
    impl<T:PrintFDebug> PrintFDebug for &mut T{
        unsafe fn printf_debug(&self){
            (**self).printf_debug();
        }
    }
    impl PrintFDebug for char{
        unsafe fn printf_debug(&self){
            match (*self).try_into() {
                Ok(c) => {let tmp: u8 = c; printf(c"'%c'".as_ptr(), tmp as c_int);},
                Err(_)=> {printf(c"'\\u%x'".as_ptr(), *self as c_int);}
            }
        }
    }
    impl<A:PrintFDebug,B:PrintFDebug> PrintFDebug for (A,B){
        unsafe fn printf_debug(&self){
            printf(c"(".as_ptr());
            self.0.printf_debug();
            printf(c",".as_ptr());
            self.1.printf_debug();
            printf(c")".as_ptr());
        }
    }
    #[inline(never)]
    fn dump_var(
        f: usize,
        var0: usize, val0: impl PrintFDebug,
        var1: usize, val1: impl PrintFDebug,
    ) {
        unsafe{
            printf(c"fn%zu:_%zu = ".as_ptr(),f,var0);
            val0.printf_debug();
            printf(c"\n_%zu = ".as_ptr(),var1);
            val1.printf_debug();
            printf(c"\n".as_ptr());
        }
    }
    #[custom_mir(dialect = "runtime", phase = "initial")]
pub fn fn0(mut _1: char,mut _2: u128,mut _3: i64) -> Adt7 {
mir! {
type RET = Adt7;
let _4: (char, [i32; 3]);
let _5: (&'static mut i64, u16);
let _6: [Adt7; 2];
let _7: usize;
let _8: *mut (char, [i32; 3]);
let _9: *const [i32; 3];
let _10: f32;
let _11: [u8; 16];
let _12: bool;
let _13: Adt9;
let _14: [i32; 3];
let _15: u16;
let _16: ();
let _17: ();
let _18: &'static mut i64;
let _19: i64;
{
_14 = [(-1_i32); 3];
_4 = (_1, _14);
_8 = core::ptr::addr_of_mut!(_4);
_7 = 1_usize;
(*_8).1[_7] = 1000_i32 % (-7_i32);
(*_8).0 = '\u{10ffff}';
_9 = core::ptr::addr_of!((*_8).1);
_18 = &mut _3;
(*_18) = (*_18) - 9223372036854775807_i64;
_5.0 = &mut (*_18);
_5.1 = 65535_u16;
_10 = f32::NAN;
_12 = _10 == _10;
Call(_11 = core::intrinsics::transmute(_2), ReturnTo(bb1), UnwindUnreachable())
}
bb1 = {
RET.fld0 = Adt9::Variant0 { fld0: _5.1,fld1: _4 };
RET.fld1 = _11;
_13 = Adt9::Variant1 { fld0: (*_8).0 };
SetDiscriminant(_13, 2);
place!(Field::<(char, [i32; 3])>(Variant(RET.fld0, 0), 1)).1[_7] = !(*_9)[_7];
_15 = Field::<u16>(Variant(RET.fld0, 0), 0) >> 3_u8;
Call(_19 = fn1(Move(_5.0), _15, _12), ReturnTo(bb2), UnwindUnreachable())
}
bb2 = {
match _19 {
340282366920938463463374607431768211451 => bb3,
_ => bb6
}
}
bb3 = {
_6 = [RET,RET];
_7 = 0_usize;
_11 = _6[_7].fld1;
Call(_16 = dump_var(0_usize, 4_usize, Move(_4), 11_usize, Move(_11)), ReturnTo(bb4), UnwindUnreachable())
}
bb4 = {
Call(_16 = dump_var(0_usize, 6_usize, _6[_7], 13_usize, _13), ReturnTo(bb5), UnwindUnreachable())
}
bb5 = {
Call(_16 = dump_var(0_usize, 10_usize, Move(_10), 17_usize, _17), ReturnTo(bb7), UnwindUnreachable())
}
bb6 = {
Unreachable()
}
bb7 = {
Return()
}

}
}
#[custom_mir(dialect = "runtime", phase = "initial")]
#[inline(always)]
fn fn1(mut _1: &'static mut i64,mut _2: u16,mut _3: bool) -> i64 {
mir! {
type RET = i64;
let _4: &'static i64;
let _5: *mut i64;
let _6: ();
{
StorageLive(_5);
_5 = core::ptr::addr_of_mut!((*_1));
(*_5) = _2 as i64;
(*_5) = (*_5) / (-1365_i64);
_4 = &(*_5);
RET = (*_4);
StorageDead(_5);
Goto(bb1)
}
bb1 = {
Call(_6 = dump_var(1_usize, 2_usize, Move(_2), 3_usize, Move(_3)), ReturnTo(bb2), UnwindUnreachable())
}
bb2 = {
Call(RET = core::intrinsics::wrapping_sub(RET, (-1_i64)), ReturnTo(bb3), UnwindUnreachable())
}
bb3 = {
Return()
}

}
}
pub fn main() {
                fn0(std::hint::black_box('\u{0}'), std::hint::black_box(338958331222012082418099330867817087043_u128), std::hint::black_box((-1_i64)));
                
            }
impl PrintFDebug for Adt7{
	unsafe fn printf_debug(&self){unsafe{printf("Adt7{\0".as_ptr() as *const c_char)};
		self.fld0.printf_debug();
		self.fld1.printf_debug();
	}
}
#[derive(Debug)]
#[derive(Copy,Clone)]pub struct Adt7 {
fld0: Adt9,
fld1: [u8; 16],
}
impl PrintFDebug for Adt9{
	unsafe fn printf_debug(&self){
	match self{
		Self::Variant0{fld0,fld1,}=>{printf(c"Variant0".as_ptr());},
		_ => {}
	}
	}
}
#[derive(Debug)]
#[derive(Copy,Clone)]pub enum Adt9 {
Variant0{
fld0: u16,
fld1: (char, [i32; 3]),

},
Variant1{
fld0: char,

},
Variant2{

}}
