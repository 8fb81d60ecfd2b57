unsafe fn fn1(x: u32, more: bool) -> u32 {
    let mut pair = (x, 5u32);
    let p = &raw mut pair;
    let before = (*p).0;
    if more {
        (*p).0 = 7;
    }
    let after = (*p).0;
    after ^ before
}

fn main() {
    let more = std::hint::black_box(1u8) < 2;
    println!("fn1 RET = {}", unsafe { fn1(3, more) });
}
