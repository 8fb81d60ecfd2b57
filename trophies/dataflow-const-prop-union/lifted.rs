#![allow(unused, static_mut_refs, internal_features, dangerous_implicit_autorefs)]
#![allow(unnecessary_transmutes, ptr_to_integer_transmute_in_consts)]

#[derive(Clone, Copy)]
#[repr(C)]
pub union T0 { pub f0: usize, pub f1: char }

unsafe fn f0() -> () {
    let mut ret: ();
    let mut _1: char;
    let mut _2: T0 = core::mem::zeroed();
    _2.f1 = '\u{1}';
    _2.f0 = (0_usize);
    _1 = _2.f1;
    ret = spektr_observe_0(0, _1);
    return ret;
}

fn main() {
    unsafe { f0(); }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: char) {
    unsafe {
        print!("{site}");
        print!(" {:x}", { a0 } as u32);
        println!();
    }
}
