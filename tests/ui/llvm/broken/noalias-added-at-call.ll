; broken
define internal void @both(ptr %p, ptr %q) noinline {
  store i8 1, ptr %p
  store i8 2, ptr %q
  ret void
}

define void @src(ptr %p, ptr %q) {
  call void @both(ptr %p, ptr %q)
  ret void
}

define void @tgt(ptr %p, ptr %q) {
  call void @both(ptr noalias %p, ptr %q)
  ret void
}
