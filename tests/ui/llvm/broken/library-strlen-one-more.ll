; broken
@s = constant [4 x i8] c"a\00b\00"
declare i64 @strlen(ptr)
define i64 @src(i64 %at) {
  %p = getelementptr inbounds [4 x i8], ptr @s, i64 0, i64 %at
  %n = call i64 @strlen(ptr %p)
  ret i64 %n
}
define i64 @tgt(i64 %at) {
  %n = sub i64 3, %at
  ret i64 %n
}
