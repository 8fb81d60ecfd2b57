; stops out-of-bounds
@open = constant [2 x i8] c"ab"
declare i64 @strlen(ptr)
define i64 @main() {
  %n = call i64 @strlen(ptr @open)
  ret i64 %n
}
