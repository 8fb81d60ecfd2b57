; returns 1
declare i32 @toascii(i32)
define i32 @main() {
  %v = call i32 @toascii(i32 129)
  ret i32 %v
}
