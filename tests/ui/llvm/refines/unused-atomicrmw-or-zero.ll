; refines
define i32 @src(ptr %p) {
  %o = atomicrmw or ptr %p, i32 0 monotonic
  ret i32 %o
}
define i32 @tgt(ptr %p) {
  %o = load atomic i32, ptr %p monotonic, align 4
  ret i32 %o
}
