; broken
declare {i32, i1} @llvm.uadd.with.overflow.i32(i32, i32)
define i1 @src(i32 %x, i32 %y) {
  %s = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 %x, i32 %y)
  %r = extractvalue {i32, i1} %s, 1
  ret i1 %r
}

define i1 @tgt(i32 %x, i32 %y) {
  %n = xor i32 %x, -1
  %r = icmp uge i32 %y, %n
  ret i1 %r
}
