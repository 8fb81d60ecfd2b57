; broken
declare ptr @malloc(i64)

define ptr @f() {
  %p = call ptr @malloc(i64 4)
  ret ptr %p
}

define i1 @src() {
  %p = call ptr @f()
  %q = call ptr @f()
  store i32 1, ptr %p
  store i32 2, ptr %q
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, 1
  ret i1 %c
}

define i1 @tgt() {
  %p = call ptr @f()
  store i32 2, ptr %p
  ret i1 false
}
