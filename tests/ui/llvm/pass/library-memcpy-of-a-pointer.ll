; returns 7
declare ptr @memcpy(ptr, ptr, i64)
define i32 @main() {
  %x = alloca i32
  %from = alloca ptr
  %to = alloca ptr
  store i32 7, ptr %x
  store ptr %x, ptr %from
  %1 = call ptr @memcpy(ptr %to, ptr %from, i64 8)
  %p = load ptr, ptr %to
  %v = load i32, ptr %p
  ret i32 %v
}
