; refines
declare i32 @llvm.ctpop.i32(i32)
define i32 @src(i32 %x) {
entry:
  br label %h
h:
  %v = phi i32 [ %x, %entry ], [ %w, %b ]
  %n = phi i32 [ 0, %entry ], [ %m, %b ]
  %z = icmp eq i32 %v, 0
  br i1 %z, label %e, label %b
b:
  %d = sub i32 %v, 1
  %w = and i32 %v, %d
  %m = add i32 %n, 1
  br label %h
e:
  ret i32 %n
}
define i32 @tgt(i32 %x) {
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %r
}
