; returns 7
define i32 @main() {
  %p = alloca i32
  store i32 0, ptr %p
  %o = atomicrmw udec_wrap ptr %p, i32 7 seq_cst
  %r = load i32, ptr %p
  ret i32 %r
}
