; refines
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
define i32 @src(<4 x i32> %v) {
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  ret i32 %r
}

define i32 @tgt(<4 x i32> %v) {
  %s = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 poison, i32 poison>
  %a = add <4 x i32> %v, %s
  %x = extractelement <4 x i32> %a, i32 0
  %y = extractelement <4 x i32> %a, i32 1
  %r = add i32 %x, %y
  ret i32 %r
}
