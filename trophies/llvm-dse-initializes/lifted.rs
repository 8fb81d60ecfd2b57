#![allow(unused, static_mut_refs, internal_features, dangerous_implicit_autorefs)]
#![allow(unnecessary_transmutes, ptr_to_integer_transmute_in_consts)]

unsafe fn f0() -> () {
    let mut ret: ();
    let mut _1: i16 = core::mem::zeroed();
    let mut _2: *mut i16;
    let mut _3: [f64; 5];
    _2 = &raw mut _1;
    _3 = [(5e-324_f64), (5e-324_f64), (5e-324_f64), (5e-324_f64), (5e-324_f64)];
    ret = f1(_3, _2);
    ret = spektr_observe_0(0, _3);
    return ret;
}

unsafe fn f1(mut _1: [f64; 5], mut _2: *mut i16) -> () {
    let mut ret: () = core::mem::zeroed();
    let mut _3: usize = core::mem::zeroed();
    let mut _4: f64 = core::mem::zeroed();
    let mut _5: u32 = core::mem::zeroed();
    let mut _6: *mut u16 = core::mem::zeroed();
    let mut _7: [f64; 5] = core::mem::zeroed();
    let mut _9: (u32, bool) = core::mem::zeroed();
    _3 = (1_usize);
    _4 = _1[_3];
    _6 = _2 as *mut u16;
    _1 = [(5e-324_f64), (5e-324_f64), (5e-324_f64), (5e-324_f64), _4];
    _3 = (4_usize);
    _3 = core::mem::transmute::<f64, usize>(_1[_3]);
    _5 = _3 as u32;
    (*_6) = (1_u16);
    _9 = (_5).overflowing_add((1_u32));
    match _9.1 {
    false => {
    return ret;
    }
    _ => {
    ret = f1(_7, _2);
    core::hint::unreachable_unchecked()
    }
    }
}

fn main() {
    unsafe { f0(); }
}

#[inline(never)]
fn spektr_observe_0(site: u32, a0: [f64; 5]) {
    unsafe {
        print!("{site}");
        let mut i0 = 0_usize;
        while i0 < 5 {
            if { a0[i0] }.is_nan() { print!(" nan") } else { print!(" {:x}", { a0[i0] }.to_bits()) }
            i0 += 1;
        }
        println!();
    }
}
