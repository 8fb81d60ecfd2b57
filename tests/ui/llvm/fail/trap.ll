; stops ended
declare void @llvm.trap()
define i32 @main() {
  call void @llvm.trap()
  ret i32 1
}
