; returns 0
declare i32 @llvm.umin.i32(i32, i32)

define i32 @main() {
  %r = call i32 @llvm.umin.i32(i32 noundef 7, i32 0)
  ret i32 %r
}
