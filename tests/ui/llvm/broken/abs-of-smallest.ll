; broken
declare i32 @llvm.abs.i32(i32, i1)
define i32 @src(i32 %x) {
  %n = sub i32 0, %x
  %c = icmp slt i32 %x, 0
  %r = select i1 %c, i32 %n, i32 %x
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %r = call i32 @llvm.abs.i32(i32 %x, i1 true)
  ret i32 %r
}
