; ModuleID = 'module.ll'
source_filename = "module.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @addsub1f(ptr %0, ptr noalias %1) {
  %3 = getelementptr float, ptr %1, i64 1
  %4 = load <2 x float>, ptr %3, align 4
  %5 = fsub <2 x float> %4, zeroinitializer
  %6 = shufflevector <2 x float> %5, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  store <2 x float> %6, ptr %0, align 4
  ret void
}
