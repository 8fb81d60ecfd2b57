; broken
@a = constant [2 x i8] c"a\00"
declare ptr @strncpy(ptr, ptr, i64)
define void @src(ptr %to) {
  %p = call ptr @strncpy(ptr %to, ptr @a, i64 4)
  ret void
}
define void @tgt(ptr %to) {
  store i16 97, ptr %to, align 1
  ret void
}
