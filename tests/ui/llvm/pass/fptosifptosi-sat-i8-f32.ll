; returns 127 (0x7f)
declare i8 @llvm.fptosi.sat.i8.f32(float)
define i8 @main() {
  %r = call i8 @llvm.fptosi.sat.i8.f32(float 300.0)
  ret i8 %r
}
