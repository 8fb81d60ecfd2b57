; broken
declare void @may_throw(ptr captures(none))

define void @copies(ptr noalias writable captures(none) dereferenceable(4) %x) {
  %t = alloca i32
  store i32 0, ptr %t
  store i32 0, ptr %x
  call void @may_throw(ptr %t)
  store i32 0, ptr %x
  ret void
}

define void @passes(ptr noalias writable captures(none) dereferenceable(4) %x) {
  store i32 0, ptr %x
  call void @may_throw(ptr %x)
  store i32 0, ptr %x
  ret void
}

define void @src(ptr %p) {
  call void @copies(ptr %p)
  ret void
}

define void @tgt(ptr %p) {
  call void @passes(ptr %p)
  ret void
}
