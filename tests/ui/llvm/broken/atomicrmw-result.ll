; broken
define i32 @src(ptr %p) {
  %o = atomicrmw add ptr %p, i32 1 seq_cst
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = atomicrmw add ptr %p, i32 1 seq_cst
  %n = add i32 %o, 1
  ret i32 %n
}
