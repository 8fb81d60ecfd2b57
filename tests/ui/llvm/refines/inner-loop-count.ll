; refines
define i32 @src(i32 %n) {
entry:
  br label %o
o:
  %i = phi i32 [ 0, %entry ], [ %i2, %oe ]
  %s = phi i32 [ 0, %entry ], [ %s3, %oe ]
  br label %in
in:
  %j = phi i32 [ 0, %o ], [ %j2, %in ]
  %s2 = phi i32 [ %s, %o ], [ %s3, %in ]
  %s3 = add i32 %s2, %j
  %j2 = add i32 %j, 1
  %c = icmp ult i32 %j2, 4
  br i1 %c, label %in, label %oe
oe:
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 3
  br i1 %d, label %o, label %e
e:
  ret i32 %s3
}
define i32 @tgt(i32 %n) {
  ret i32 18
}
