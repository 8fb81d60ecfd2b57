; broken
declare i32 @g() memory(read)

define i32 @f(ptr %p) {
  store i32 1, ptr %p
  %r = call i32 @g()
  ret i32 %r
}

define i32 @src(ptr %p) {
  %r = call i32 @f(ptr %p)
  ret i32 %r
}

define i32 @tgt(ptr %p) {
  %r = call i32 @g()
  store i32 1, ptr %p
  ret i32 %r
}
