; stops open-branch
define i32 @main() {
  %c = freeze i1 undef
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
