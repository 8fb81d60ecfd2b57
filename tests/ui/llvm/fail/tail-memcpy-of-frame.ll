; stops tail-alloca
@x = constant i8 1
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @main() {
  %a = alloca i8
  tail call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr @x, i64 1, i1 false)
  ret void
}
