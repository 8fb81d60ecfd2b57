; returns 4294967291 (0xfffffffb)
define i32 @main() {
  %p = alloca i32
  store i32 5, ptr %p
  %o = atomicrmw nand ptr %p, i32 6 seq_cst
  %r = load i32, ptr %p
  ret i32 %r
}
