; returns 0
declare i8 @llvm.fptoui.sat.i8.f32(float)
define i8 @main() {
  %r = call i8 @llvm.fptoui.sat.i8.f32(float -1.0)
  ret i8 %r
}
