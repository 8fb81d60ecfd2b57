; returns 4
declare i32 @ffsll(i64)
define i32 @main() {
  %v = call i32 @ffsll(i64 24)
  ret i32 %v
}
