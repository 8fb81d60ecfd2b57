; broken
declare void @llvm.assume(i1)
define i32 @src(i32 noundef %x) {
  ret i32 %x
}

define i32 @tgt(i32 noundef %x) {
  %c = icmp ugt i32 %x, 0
  call void @llvm.assume(i1 %c)
  ret i32 %x
}
