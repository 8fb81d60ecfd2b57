; refines
declare void @g()

define void @src() {
  call void @g() noreturn
  unreachable
}

define void @tgt() {
  call void @g()
  unreachable
}
