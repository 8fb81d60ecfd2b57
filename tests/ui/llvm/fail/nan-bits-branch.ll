; stops open-branch
define i32 @main() {
  %f = fadd float 0x7FF0000000000000, 0xFFF0000000000000
  %b = bitcast float %f to i32
  %c = icmp slt i32 %b, 0
  br i1 %c, label %a, label %b1
a:
  ret i32 1
b1:
  ret i32 2
}
