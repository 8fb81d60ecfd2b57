; refines
declare i32 @llvm.ctlz.i32(i32, i1)
define i32 @src(i32 %x) {
  %c = icmp eq i32 %x, 0
  %n = call i32 @llvm.ctlz.i32(i32 %x, i1 true)
  %r = select i1 %c, i32 32, i32 %n
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %r = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
  ret i32 %r
}
