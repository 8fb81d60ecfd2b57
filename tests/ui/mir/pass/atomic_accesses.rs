//@ verdict: ok
//@ trace: 0 7
//@ trace: 1 7
//@ trace: 2 7
//@ trace: 3 c
//@ trace: 4 a
//@ trace: 5 4
//@ trace: 6 7
//@ trace: 7 fe
//@ trace: 8 fe
//@ trace: 9 ff
//@ trace: 10 0
//@ trace: 11 ff 1
//@ trace: 12 4d 0
//@ trace: 13 4d
//@ witness: agrees
// In one thread, atomic accesses are accesses like others, whatever their order.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
extern crate core;
use core::intrinsics::mir::*;

#[inline(never)]
fn observe<T>(x: T) {
    core::hint::black_box(x);
}

fn spektr_atomic_load_relaxed_u8(p: *const u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).load(core::sync::atomic::Ordering::Relaxed) } }
fn spektr_atomic_load_acquire_u8(p: *const u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).load(core::sync::atomic::Ordering::Acquire) } }
fn spektr_atomic_load_seqcst_u8(p: *const u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).load(core::sync::atomic::Ordering::SeqCst) } }
fn spektr_atomic_store_relaxed_u8(p: *mut u8, x: u8) { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).store(x, core::sync::atomic::Ordering::Relaxed) } }
fn spektr_atomic_store_release_u8(p: *mut u8, x: u8) { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).store(x, core::sync::atomic::Ordering::Release) } }
fn spektr_atomic_store_seqcst_u8(p: *mut u8, x: u8) { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).store(x, core::sync::atomic::Ordering::SeqCst) } }
fn spektr_atomic_xchg_acqrel_u8(p: *mut u8, x: u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).swap(x, core::sync::atomic::Ordering::AcqRel) } }
fn spektr_atomic_xadd_relaxed_u8(p: *mut u8, x: u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).fetch_add(x, core::sync::atomic::Ordering::Relaxed) } }
fn spektr_atomic_xadd_seqcst_u8(p: *mut u8, x: u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).fetch_add(x, core::sync::atomic::Ordering::SeqCst) } }
fn spektr_atomic_xsub_acqrel_u8(p: *mut u8, x: u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).fetch_sub(x, core::sync::atomic::Ordering::AcqRel) } }
fn spektr_atomic_and_relaxed_u8(p: *mut u8, x: u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).fetch_and(x, core::sync::atomic::Ordering::Relaxed) } }
fn spektr_atomic_or_release_u8(p: *mut u8, x: u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).fetch_or(x, core::sync::atomic::Ordering::Release) } }
fn spektr_atomic_xor_acquire_u8(p: *mut u8, x: u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).fetch_xor(x, core::sync::atomic::Ordering::Acquire) } }
fn spektr_atomic_nand_seqcst_u8(p: *mut u8, x: u8) -> u8 { unsafe { (*(p as *const core::sync::atomic::AtomicU8)).fetch_nand(x, core::sync::atomic::Ordering::SeqCst) } }
fn spektr_atomic_cxchg_seqcst_seqcst_u8(p: *mut u8, x: u8, y: u8) -> (u8, bool) {
    match unsafe { (*(p as *const core::sync::atomic::AtomicU8)).compare_exchange(x, y, core::sync::atomic::Ordering::SeqCst, core::sync::atomic::Ordering::SeqCst) } { Ok(old) => (old, true), Err(old) => (old, false) }
}
fn spektr_atomic_cxchg_relaxed_relaxed_u8(p: *mut u8, x: u8, y: u8) -> (u8, bool) {
    match unsafe { (*(p as *const core::sync::atomic::AtomicU8)).compare_exchange(x, y, core::sync::atomic::Ordering::Relaxed, core::sync::atomic::Ordering::Relaxed) } { Ok(old) => (old, true), Err(old) => (old, false) }
}
fn spektr_atomic_fence_seqcst() { core::sync::atomic::fence(core::sync::atomic::Ordering::SeqCst) }

#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
    let x: u8;
    let p: *mut u8;
    let c: *const u8;
    let r: u8;
    let t: (u8, bool);
    let u: ();
    {
        x = 7_u8;
        p = &raw mut x;
        c = &raw const x;
        Call(r = spektr_atomic_load_relaxed_u8(c), ReturnTo(bb1), UnwindUnreachable())
    }
    bb1 = {
        Call(u = observe(r), ReturnTo(bb2), UnwindUnreachable())
    }
    bb2 = {
        Call(r = spektr_atomic_load_acquire_u8(c), ReturnTo(bb3), UnwindUnreachable())
    }
    bb3 = {
        Call(u = observe(r), ReturnTo(bb4), UnwindUnreachable())
    }
    bb4 = {
        Call(r = spektr_atomic_load_seqcst_u8(c), ReturnTo(bb5), UnwindUnreachable())
    }
    bb5 = {
        Call(u = observe(r), ReturnTo(bb6), UnwindUnreachable())
    }
    bb6 = {
        Call(u = spektr_atomic_store_relaxed_u8(p, 1_u8), ReturnTo(bb7), UnwindUnreachable())
    }
    bb7 = {
        Call(u = spektr_atomic_store_release_u8(p, 2_u8), ReturnTo(bb8), UnwindUnreachable())
    }
    bb8 = {
        Call(u = spektr_atomic_store_seqcst_u8(p, 12_u8), ReturnTo(bb9), UnwindUnreachable())
    }
    bb9 = {
        Call(r = spektr_atomic_xchg_acqrel_u8(p, 10_u8), ReturnTo(bb10), UnwindUnreachable())
    }
    bb10 = {
        Call(u = observe(r), ReturnTo(bb11), UnwindUnreachable())
    }
    bb11 = {
        Call(r = spektr_atomic_xadd_relaxed_u8(p, 250_u8), ReturnTo(bb12), UnwindUnreachable())
    }
    bb12 = {
        Call(u = observe(r), ReturnTo(bb13), UnwindUnreachable())
    }
    bb13 = {
        Call(r = spektr_atomic_xadd_seqcst_u8(p, 3_u8), ReturnTo(bb14), UnwindUnreachable())
    }
    bb14 = {
        Call(u = observe(r), ReturnTo(bb15), UnwindUnreachable())
    }
    bb15 = {
        Call(r = spektr_atomic_xsub_acqrel_u8(p, 9_u8), ReturnTo(bb16), UnwindUnreachable())
    }
    bb16 = {
        Call(u = observe(r), ReturnTo(bb17), UnwindUnreachable())
    }
    bb17 = {
        Call(r = spektr_atomic_and_relaxed_u8(p, 254_u8), ReturnTo(bb18), UnwindUnreachable())
    }
    bb18 = {
        Call(u = observe(r), ReturnTo(bb19), UnwindUnreachable())
    }
    bb19 = {
        Call(r = spektr_atomic_or_release_u8(p, 65_u8), ReturnTo(bb20), UnwindUnreachable())
    }
    bb20 = {
        Call(u = observe(r), ReturnTo(bb21), UnwindUnreachable())
    }
    bb21 = {
        Call(r = spektr_atomic_xor_acquire_u8(p, 255_u8), ReturnTo(bb22), UnwindUnreachable())
    }
    bb22 = {
        Call(u = observe(r), ReturnTo(bb23), UnwindUnreachable())
    }
    bb23 = {
        Call(r = spektr_atomic_nand_seqcst_u8(p, 15_u8), ReturnTo(bb24), UnwindUnreachable())
    }
    bb24 = {
        Call(u = observe(r), ReturnTo(bb25), UnwindUnreachable())
    }
    bb25 = {
        Call(t = spektr_atomic_cxchg_seqcst_seqcst_u8(p, 255_u8, 77_u8), ReturnTo(bb26), UnwindUnreachable())
    }
    bb26 = {
        Call(u = observe(t), ReturnTo(bb27), UnwindUnreachable())
    }
    bb27 = {
        Call(t = spektr_atomic_cxchg_relaxed_relaxed_u8(p, 78_u8, 77_u8), ReturnTo(bb28), UnwindUnreachable())
    }
    bb28 = {
        Call(u = observe(t), ReturnTo(bb29), UnwindUnreachable())
    }
    bb29 = {
        Call(u = spektr_atomic_fence_seqcst(), ReturnTo(bb30), UnwindUnreachable())
    }
    bb30 = {
        Call(r = spektr_atomic_load_seqcst_u8(c), ReturnTo(bb31), UnwindUnreachable())
    }
    bb31 = {
        Call(u = observe(r), ReturnTo(bb32), UnwindUnreachable())
    }
    bb32 = {
        Return()
    }
} }

fn main() {
    f();
}
