; returns 1
define void @f(i1 %c) norecurse {
  ret void
}
define i32 @main() {
  call void @f(i1 false)
  ret i32 1
}
