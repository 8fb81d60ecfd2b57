; stops unsupported
define i32 @main() {
  call void asm "nop", ""()
  ret i32 1
}
