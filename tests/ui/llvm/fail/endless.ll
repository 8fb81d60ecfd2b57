; stops endless
define i32 @main() {
  br label %l
l:
  br label %l
}
