; refines
define void @src(ptr %p) {
  store i32 undef, ptr %p
  ret void
}
define void @tgt(ptr dereferenceable(4) %p) {
  ret void
}
