; broken
declare void @g()

define void @src() {
  call void @g()
  ret void
}

define void @tgt() {
  call void @g() noreturn
  unreachable
}
