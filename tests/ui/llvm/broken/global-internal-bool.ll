; broken
@g = internal global i32 0
@h = internal global i1 false
define i32 @src(i32 %x) {
  store i32 2, ptr @g
  %v = load i32, ptr @g
  ret i32 %v
}
define i32 @tgt(i32 %x) {
  store i1 true, ptr @h
  %v = load i1, ptr @h
  %r = zext i1 %v to i32
  ret i32 %r
}
