; refines
define void @src(i32 %x) {
  %a = alloca [4 x i32]
  %g = getelementptr [4 x i32], ptr %a, i64 0, i64 2
  store i32 %x, ptr %g
  ret void
}
define void @tgt(i32 %x) {
  ret void
}
