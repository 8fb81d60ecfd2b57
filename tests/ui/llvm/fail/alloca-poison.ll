; stops alloca-poison
define i32 @main() {
  %p = alloca i8, i32 poison
  ret i32 0
}
