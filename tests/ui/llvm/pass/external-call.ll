; returns 1
declare void @ext(i32)
define i32 @main() {
  call void @ext(i32 3)
  ret i32 1
}
