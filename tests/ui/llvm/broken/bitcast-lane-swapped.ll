; broken
target datalayout = "e"
define i32 @src(i64 %x) {
  %v = bitcast i64 %x to <2 x i32>
  %e = extractelement <2 x i32> %v, i32 0
  ret i32 %e
}
define i32 @tgt(i64 %x) {
  %s = lshr i64 %x, 32
  %e = trunc i64 %s to i32
  ret i32 %e
}
