define i64 @src(i64 %0) {
  br label %2

2:
  %3 = phi i64 [ 0, %1 ], [ %6, %5 ]
  %4 = icmp slt i64 %3, %0
  br i1 %4, label %5, label %9

5:
  %6 = add i64 %3, 1
  %7 = udiv i64 42, %0
  %8 = icmp slt i64 %3, %7
  br i1 %8, label %2, label %9

9:
  ret i64 0
}

define i64 @tgt(i64 %0) {
  %smax = call i64 @llvm.smax.i64(i64 %0, i64 0)
  %2 = udiv i64 42, %0
  %umin = call i64 @llvm.umin.i64(i64 %smax, i64 %2)
  %3 = add nuw nsw i64 %umin, 1
  %min.iters.check = icmp ule i64 %3, 2
  br i1 %min.iters.check, label %scalar.ph, label %vector.ph

vector.ph:
  %n.mod.vf = urem i64 %3, 2
  %4 = icmp eq i64 %n.mod.vf, 0
  %5 = select i1 %4, i64 2, i64 %n.mod.vf
  %n.vec = sub i64 %3, %5
  br label %vector.body

vector.body:
  %index = phi i64 [ 0, %vector.ph ], [ %index.next, %vector.body ]
  %index.next = add nuw i64 %index, 2
  %6 = icmp eq i64 %index.next, %n.vec
  br i1 %6, label %middle.block, label %vector.body

middle.block:
  br label %scalar.ph

scalar.ph:
  %bc.resume.val = phi i64 [ %n.vec, %middle.block ], [ 0, %1 ]
  br label %7

7:
  %8 = phi i64 [ %bc.resume.val, %scalar.ph ], [ %11, %10 ]
  %9 = icmp slt i64 %8, %0
  br i1 %9, label %10, label %14

10:
  %11 = add i64 %8, 1
  %12 = udiv i64 42, %0
  %13 = icmp slt i64 %8, %12
  br i1 %13, label %7, label %14

14:
  ret i64 0
}

declare i64 @llvm.smax.i64(i64, i64) nocallback nofree nosync nounwind speculatable willreturn memory(none)

declare i64 @llvm.umin.i64(i64, i64) nocallback nofree nosync nounwind speculatable willreturn memory(none)
