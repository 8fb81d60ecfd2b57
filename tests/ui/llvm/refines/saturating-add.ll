; refines
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
define i32 @src(i32 %x, i32 %y) {
  %a = add i32 %x, %y
  %c = icmp ult i32 %a, %x
  %r = select i1 %c, i32 -1, i32 %a
  ret i32 %r
}

define i32 @tgt(i32 %x, i32 %y) {
  %r = call i32 @llvm.uadd.sat.i32(i32 %x, i32 %y)
  ret i32 %r
}
