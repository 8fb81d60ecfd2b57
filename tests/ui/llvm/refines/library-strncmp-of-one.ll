; refines
declare i32 @strncmp(ptr, ptr, i64)
define i32 @src(ptr %a, ptr %b) {
  %d = call i32 @strncmp(ptr %a, ptr %b, i64 1)
  ret i32 %d
}
define i32 @tgt(ptr %a, ptr %b) {
  %x = load i8, ptr %a
  %y = load i8, ptr %b
  %i = zext i8 %x to i32
  %j = zext i8 %y to i32
  %d = sub i32 %i, %j
  ret i32 %d
}
