; broken
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @bcmp(ptr, ptr, i64)
define i1 @src(ptr %a, ptr %b) {
  %d = call i32 @memcmp(ptr %a, ptr %b, i64 2)
  %less = icmp slt i32 %d, 0
  ret i1 %less
}
define i1 @tgt(ptr %a, ptr %b) {
  %d = call i32 @bcmp(ptr %b, ptr %a, i64 2)
  %less = icmp slt i32 %d, 0
  ret i1 %less
}
