; broken
; DeadStoreElimination: a later store that covers only a part.
define void @src(ptr %p) {
  store i32 -1, ptr %p, align 1
  store i16 0, ptr %p, align 1
  ret void
}

define void @tgt(ptr %p) {
  store i16 0, ptr %p, align 1
  ret void
}
