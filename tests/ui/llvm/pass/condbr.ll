; returns 1
define i32 @main() {
  br i1 true, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
