; stops overlap
declare ptr @strcpy(ptr, ptr)
define void @main() {
  %x = alloca i32
  store i32 6513249, ptr %x
  %q = getelementptr i8, ptr %x, i64 1
  %p = call ptr @strcpy(ptr %x, ptr %q)
  ret void
}
