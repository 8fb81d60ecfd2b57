; refines
declare void @llvm.assume(i1)
define i32 @src(i32 noundef %x) {
  ret i32 %x
}

define i32 @tgt(i32 noundef %x) {
  call void @llvm.assume(i1 true)
  ret i32 %x
}
