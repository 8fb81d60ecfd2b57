; broken
declare void @llvm.trap()
define i32 @src(i32 noundef %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %t, label %n
t:
  call void @llvm.trap()
  unreachable
n:
  ret i32 %x
}

define i32 @tgt(i32 noundef %x) {
  ret i32 %x
}
