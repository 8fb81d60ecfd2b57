; stops out-of-fuel
define i32 @main() {
  br label %l
l:
  br label %l
}
