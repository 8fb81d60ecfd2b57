; broken
define i1 @src(ptr %p, i64 %i) {
  %g = getelementptr i8, ptr %p, i64 %i
  %c = icmp ult ptr %p, %g
  ret i1 %c
}
define i1 @tgt(ptr %p, i64 %i) {
  %c = icmp slt i64 0, %i
  ret i1 %c
}
