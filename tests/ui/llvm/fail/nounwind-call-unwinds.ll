; stops unwind-through-call
define void @f() {
  resume {ptr, i32} undef
}
define i32 @main() {
  call void @f() nounwind
  ret i32 1
}
