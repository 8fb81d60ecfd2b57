; undecided: what an external function does here is not decided (LangRef, Functions)
declare void @fill(ptr)

define void @src() nounwind {
  %p = alloca i8
  call void @fill(ptr %p) willreturn memory(argmem: readwrite)
  ret void
}

define void @tgt() {
  ret void
}
