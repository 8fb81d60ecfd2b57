; stops noreturn-returned
define void @f() noreturn {
  ret void
}
define i32 @main() {
  call void @f()
  ret i32 1
}
