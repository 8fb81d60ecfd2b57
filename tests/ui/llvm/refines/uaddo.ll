; refines
declare {i32, i1} @llvm.uadd.with.overflow.i32(i32, i32)
define i1 @src(i32 %a, i32 %b, ptr %p) {
  %s = add i32 %a, %b
  store i32 %s, ptr %p
  %c = icmp ult i32 %s, %a
  ret i1 %c
}
define i1 @tgt(i32 %a, i32 %b, ptr %p) {
  %r = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %s = extractvalue {i32, i1} %r, 0
  store i32 %s, ptr %p
  %c = extractvalue {i32, i1} %r, 1
  ret i1 %c
}
