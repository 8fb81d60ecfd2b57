; stops branch-poison
define i32 @main() {
  br i1 undef, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
