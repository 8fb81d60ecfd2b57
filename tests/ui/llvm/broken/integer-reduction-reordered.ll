; broken
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
define i32 @src(<4 x i32> %v) {
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  ret i32 %r
}

define i32 @tgt(<4 x i32> %v) {
  %x = extractelement <4 x i32> %v, i32 0
  %y = extractelement <4 x i32> %v, i32 1
  %r = add i32 %x, %y
  ret i32 %r
}
