; returns 1
declare i1 @llvm.is.fpclass.f32(float, i32)
define i1 @main() {
  %r = call i1 @llvm.is.fpclass.f32(float -0.0, i32 32)
  ret i1 %r
}
