; broken
declare void @llvm.assume(i1)
define i1 @src(i32 noundef %x) {
  %c = icmp ugt i32 %x, 5
  call void @llvm.assume(i1 %c)
  %r = icmp ugt i32 %x, 3
  ret i1 %r
}

define i1 @tgt(i32 noundef %x) {
  ret i1 false
}
