; undecided: what an external function does here is not decided (LangRef, Functions)
declare i32 @g(i32)

define i32 @src(i32 %x) {
  %r = call i32 @g(i32 %x) memory(none)
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %r = call i32 @g(i32 %x)
  ret i32 %r
}
