
source_filename = "reduced.ll"

@letters = constant [26 x i8] c"abcdefghijklmnopqrstuvwxyz"

declare ptr @memchr(ptr, i32, i64)

define i1 @has(i32 %c) {
  %1 = add i32 %c, -97
  %2 = icmp ult i32 %1, 26
  ret i1 %2
}
