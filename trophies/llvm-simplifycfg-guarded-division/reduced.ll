target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i8 @umax_sub_op1_use() {
  %1 = icmp sgt i8 0, 0
  br i1 %1, label %2, label %4

2:
  %3 = urem i1 false, false
  br i1 %3, label %5, label %4

4:
  call void @helper(i32 0)
  ret i8 0

5:
  ret i8 0
}

declare void @helper(i32)
