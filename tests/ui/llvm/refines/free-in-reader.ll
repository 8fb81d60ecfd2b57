; undecided: what an external function does here is not decided (LangRef, Functions)
declare void @free(ptr)

define void @f(ptr %p) memory(read) {
  call void @free(ptr %p)
  ret void
}

define i8 @src(ptr %p) {
  %v = load i8, ptr %p
  call void @f(ptr %p)
  ret i8 %v
}

define i8 @tgt(ptr %p) {
  call void @f(ptr %p)
  %v = load i8, ptr %p
  ret i8 %v
}
