; returns 0
declare i32 @isdigit(i32)
define i32 @main() {
  %v = call i32 @isdigit(i32 58)
  ret i32 %v
}
