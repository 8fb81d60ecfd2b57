; returns 3
define i32 @main() {
  br label %b
b:
  ret i32 3
}
