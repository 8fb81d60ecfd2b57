; broken
declare void @ext()
@g = global i32 0
define void @src(i32 %x) {
  store i32 %x, ptr @g
  call void @ext()
  ret void
}
define void @tgt(i32 %x) {
  call void @ext()
  store i32 %x, ptr @g
  ret void
}
