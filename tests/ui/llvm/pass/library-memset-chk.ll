; returns 513 (0x201)
declare ptr @__memset_chk(ptr, i32, i64, i64)
define i16 @main() {
  %x = alloca i16
  store i16 0, ptr %x
  %1 = call ptr @__memset_chk(ptr %x, i32 258, i64 2, i64 -1)
  %p = call ptr @__memset_chk(ptr %x, i32 1, i64 1, i64 2)
  %v = load i16, ptr %p
  ret i16 %v
}
