target datalayout = "e-m:o-i64:64-f80:128-n8:16:32:64-S128"

define i32 @call_preallocated_invoke() personality ptr @__CxxFrameHandler3 {
  %c = call token @llvm.call.preallocated.setup(i32 1)
  %r = call i32 @preallocated_invoke(ptr preallocated(i32) null) [ "preallocated"(token %c) ]
  ret i32 0
}

declare i32 @__CxxFrameHandler3(...)

declare token @llvm.call.preallocated.setup(i32)

define internal i32 @preallocated_invoke(ptr preallocated(i32) %p) {
  ret i32 0
}
