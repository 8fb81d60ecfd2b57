; broken
define void @f(ptr %p) nounwind willreturn {
  store volatile i8 1, ptr %p
  ret void
}

define void @src() {
  %p = alloca i8
  call void @f(ptr %p)
  ret void
}

define void @tgt() {
  ret void
}
