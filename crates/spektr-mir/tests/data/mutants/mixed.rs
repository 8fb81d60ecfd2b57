// Many kinds of places and values close together, so that exchanged words still fit.
#![feature(custom_mir, core_intrinsics)]
#![allow(warnings)]
use core::cell::Cell;
use core::intrinsics::mir::*;
use core::mem::MaybeUninit;

#[derive(Clone, Copy)]
pub struct P { a: u32, b: u32, c: (u32, u8) }
#[derive(Clone, Copy)]
#[repr(C)]
pub struct C { a: u32, b: u8, c: u32 }
#[derive(Clone, Copy)]
pub enum E { A(u32), B(u32, bool), N }
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum T { A(u32) = 3, B(u32, u32) = 5 }
#[derive(Clone, Copy)]
pub union U { a: u32, b: f32, c: [u8; 4] }
#[derive(Clone, Copy)]
pub union O { a: (u32, u32), b: u32 }
static TABLE: [u32; 4] = [1, 2, 3, 4];
static mut GLOBAL: u32 = 7;

#[inline(never)]
fn show<T>(_: T) {}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(x: u32, y: u32, p: *mut u32) -> u32 {
    mir! {
        let t: (u32, bool);
        {
            t = Checked(x + y);
            *p = t.0;
            RET = *p;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn h(r: &'static mut u32, s: &'static u32, a: [u32; 4]) -> &'static u32 {
    mir! {
        let i: usize;
        {
            i = 2;
            *r = a[i];
            RET = &(*r);
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(x: u32, y: u32, i: usize, j: usize) {
    mir! {
        let u: ();
        let z: u32;
        let w: u32;
        let v: u8;
        let b: bool;
        let k: f32;
        let a: [u32; 4];
        let d: [u32; 4];
        let s: P;
        let q: P;
        let c: C;
        let e: E;
        let e2: E;
        let t: T;
        let n: U;
        let o: O;
        let m: MaybeUninit<u32>;
        let l: isize;
        let l8: u8;
        let r: &'static mut u32;
        let r2: &'static mut u32;
        let sh: &'static u32;
        let sh2: &'static u32;
        let p: *mut u32;
        let p2: *mut u32;
        let pa: *mut [u32; 4];
        let pp: *mut P;
        let pe: *mut E;
        let sl: &'static [u32];
        let ra: &'static [u32; 4];
        let op: Option<&'static u32>;
        let op2: Option<&'static u32>;
        {
            StorageLive(z);
            z = x;
            w = y;
            a = [x, y, z, w];
            d = [z; 4];
            s.a = x;
            s.b = y;
            s.c = (1, 2);
            Goto(b0)
        }
        b0 = {
            q = s;
            q.c.0 = a[i];
            s.a = q.c.0;
            c = C { a: x, b: 1, c: y };
            e = E::A(z);
            e2 = e;
            e = E::B(w, true);
            l = Discriminant(e);
            place!(Field::<u32>(Variant(e, 1), 0)) = x;
            w = Field::<u32>(Variant(e2, 0), 0);
            t = T::B(x, y);
            l8 = Discriminant(t);
            n.a = x;
            k = n.b;
            n = U { b: k };
            o.b = w;
            z = o.b;
            m = CastTransmute(z);
            z = CastTransmute(m);
            Goto(b1)
        }
        b1 = {
            p = &raw mut z;
            p2 = &raw mut a[i];
            pa = &raw mut d;
            pp = &raw mut s;
            pe = &raw mut e;
            r = &mut (*p);
            *r = w;
            sh = &(*r);
            w = *sh;
            sh2 = sh;
            r2 = &mut (*pp).b;
            *r2 = (*pp).a;
            (*pa)[j] = *p2;
            p2 = Offset(p2, 1_isize);
            *p2 = (*pa)[i];
            op = Option::Some(sh);
            op2 = op;
            l = Discriminant(op2);
            b = p == p2;
            b = w < x;
            z = x / y;
            z = z << w;
            ra = Static(TABLE);
            sl = CastUnsize(ra);
            w = (*sl)[j];
            match l { 0 => b2, _ => b3 }
        }
        b2 = {
            Call(z = g(x, w, p2), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            r = &mut w;
            sh2 = &y;
            Call(sh = h(r, sh2, Move(a)), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            p = StaticMut(GLOBAL);
            *p = x;
            SetDiscriminant(e2, 2);
            StorageDead(z);
            Call(u = show(s), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = { Call(u = show(e), ReturnTo(b6), UnwindUnreachable()) }
        b6 = { Call(u = show(d), ReturnTo(b7), UnwindUnreachable()) }
        b7 = { Call(u = show(w), ReturnTo(b8), UnwindUnreachable()) }
        b8 = { Return() }
    }
}

fn main() {
    f(core::hint::black_box(5), core::hint::black_box(3), core::hint::black_box(1), core::hint::black_box(2));
}
