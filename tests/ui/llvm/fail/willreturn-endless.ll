; stops willreturn-endless
define void @f() willreturn {
  br label %l
l:
  br label %l
}
define i32 @main() {
  call void @f()
  ret i32 0
}
