; stops nounwind-unwound
define void @f() nounwind {
  resume {ptr, i32} undef
}
define i32 @main() {
  call void @f()
  ret i32 1
}
