; stops assume-poison
declare void @llvm.assume(i1)
define i32 @main() {
  call void @llvm.assume(i1 poison)
  ret i32 1
}
