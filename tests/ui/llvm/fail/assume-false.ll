; stops assume-false
declare void @llvm.assume(i1)
define i32 @main() {
  call void @llvm.assume(i1 false)
  ret i32 1
}
