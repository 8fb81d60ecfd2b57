; broken
; The paper's figure 4: llvm-project issue 62200.
declare i32 @llvm.smax.i32(i32, i32)
define i32 @src(i32 %h) {
  %sd = sdiv i32 %h, 2
  %t = icmp sgt i32 %sd, 1
  %sd.i = sdiv i32 %sd, 2
  %t.i = icmp sgt i32 %sd.i, 1
  %r.i = select i1 %t.i, i32 %sd.i, i32 1
  %r = select i1 %t, i32 %sd, i32 %r.i
  ret i32 %r
}

define i32 @tgt(i32 %h) {
  %sd1 = udiv i32 %h, 2
  %t = icmp sgt i32 %h, 3
  %sd.i = sdiv i32 %h, 4
  %r.i = call i32 @llvm.smax.i32(i32 %sd.i, i32 1)
  %r = select i1 %t, i32 %sd1, i32 %r.i
  ret i32 %r
}
