; undecided: what an external function does here is not decided (LangRef, Functions)
declare void @g()

define void @f() memory(none) nounwind willreturn {
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
