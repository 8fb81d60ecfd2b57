; returns 5
declare i32 @abs(i32)
define i32 @main() {
  %v = call i32 @abs(i32 -5)
  ret i32 %v
}
