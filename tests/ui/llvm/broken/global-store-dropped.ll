; broken
@g = global i32 0
define void @src() {
  store i32 7, ptr @g
  ret void
}

define void @tgt() {
  ret void
}
