; broken
declare void @g()

define void @f() nounwind willreturn {
  call void @g()
  ret void
}

define void @src() {
  call void @f()
  ret void
}

define void @tgt() {
  ret void
}
