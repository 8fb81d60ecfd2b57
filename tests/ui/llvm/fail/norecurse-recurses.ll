; stops norecurse-recursed
define void @f(i1 %c) norecurse {
  br i1 %c, label %a, label %b
a:
  call void @f(i1 false)
  ret void
b:
  ret void
}
define i32 @main() {
  call void @f(i1 true)
  ret i32 1
}
