; refines
@v = global i32 0

declare void @g()

define i32 @f(ptr noalias %p) {
  store i32 1, ptr %p
  call void @g()
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @src() {
  %v = call i32 @f(ptr @v)
  ret i32 %v
}

define i32 @tgt() {
  store i32 1, ptr @v
  call void @g()
  ret i32 1
}
