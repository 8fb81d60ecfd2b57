; broken
declare i32 @llvm.vector.reduce.add.v2i32(<2 x i32>)
define i32 @src(ptr %p) {
  %a = load i32, ptr %p
  %q = getelementptr i32, ptr %p, i64 1
  %b = load i32, ptr %q
  %s = getelementptr i32, ptr %p, i64 2
  %c = load i32, ptr %s
  %x = add i32 %a, %b
  %y = add i32 %x, %c
  ret i32 %y
}
define i32 @tgt(ptr %p) {
  %a = load i32, ptr %p
  %q = getelementptr i32, ptr %p, i64 1
  %b = load i32, ptr %q
  %s = getelementptr i32, ptr %p, i64 2
  %c = load i32, ptr %s
  %x = add nsw i32 %b, %c
  %y = add i32 %x, %a
  ret i32 %y
}
