target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare <8 x double> @llvm.matrix.column.major.load.v8f64.i32(ptr, i32, i1, i32, i32)

define <8 x double> @sequence.1() {
  %1 = lshr i32 0, 0
  %2 = call <8 x double> @llvm.matrix.column.major.load.v8f64.i32(ptr null, i32 %1, i1 false, i32 4, i32 2)
  ret <8 x double> %2
}
