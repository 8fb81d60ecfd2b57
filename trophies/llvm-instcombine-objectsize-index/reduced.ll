target datalayout = "e-m:o-i64:64-f80:128-n8:16:32:64-S128-p7:32:32"
target triple = "x86_64-apple-macosx10.14.0"

@p7 = internal addrspace(7) global i8 0

define i64 @as_cast(i1 %0) personality ptr null {
  br label %2

2:
  %3 = phi i32 [ 0, %1 ], [ %6, %5 ]
  %4 = invoke i32 null() to label %5 unwind label %7

5:
  %6 = add i32 %3, 1
  br label %2

7:
  %8 = landingpad { ptr, i32 } cleanup
  %9 = getelementptr i8, ptr addrspace(7) @p7, i32 %3
  %10 = addrspacecast ptr addrspace(7) %9 to ptr
  %11 = select i1 %0, ptr null, ptr %10
  %12 = tail call i64 @llvm.objectsize.i64.p0(ptr %11, i1 false, i1 false, i1 true)
  ret i64 %12
}

declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
