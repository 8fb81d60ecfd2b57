; returns 1
declare void @llvm.assume(i1)
define i32 @main() {
  %p = alloca i64, align 8
  %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.assume(i1 true) [ "nonnull"(ptr %p) ]
  ret i32 1
}
