; undecided: what an external function does here is not decided (LangRef, Functions)
define void @f(ptr %p) memory(argmem: readwrite) nounwind willreturn {
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
