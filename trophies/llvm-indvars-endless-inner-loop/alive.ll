target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i1 @src() {
  br label %1

1:
  %2 = phi i32 [ %3, %10 ], [ 0, %0 ]
  %3 = add i32 %2, 1
  br label %4

4:
  %5 = phi i32 [ %8, %4 ], [ 0, %1 ]
  %6 = xor i32 1, %3
  %7 = sub i32 1, %6
  %8 = add i32 %7, 1
  %9 = icmp sle i32 %5, 1
  br i1 %9, label %4, label %10

10:
  %11 = icmp sle i32 %3, 31
  br i1 %11, label %1, label %12

12:
  ret i1 false
}

define noundef i1 @tgt() local_unnamed_addr mustprogress nofree norecurse nosync nounwind willreturn memory(none) {
  ret i1 false
}
