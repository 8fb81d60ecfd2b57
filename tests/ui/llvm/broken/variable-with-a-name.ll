; broken
@v = global i32 0

declare void @g()

define i32 @src() {
  %v = load i32, ptr @v
  ret i32 %v
}

define i32 @tgt() {
  ret i32 0
}
