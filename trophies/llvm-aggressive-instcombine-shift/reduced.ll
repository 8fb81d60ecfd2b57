target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i64 @f(ptr %0, i8 %1) {
  %3 = getelementptr i8, ptr %0, i64 1
  %4 = load i8, ptr %0, align 1
  %5 = load i8, ptr %3, align 1
  %6 = zext i8 %4 to i64
  %7 = zext i8 %5 to i64
  %8 = zext i8 %1 to i64
  %9 = shl i64 %6, %8
  %10 = shl i64 %7, 8
  %11 = or i64 %9, %10
  ret i64 %11
}
