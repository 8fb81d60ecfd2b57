; stops open-branch
define i32 @main() {
  %q = alloca i32, align 4
  %a = ptrtoint ptr %q to i64
  %l = and i64 %a, 8
  %c = icmp eq i64 %l, 0
  br i1 %c, label %a1, label %b1
a1:
  ret i32 1
b1:
  ret i32 2
}
