; returns 98 (0x62)
@g = constant [3 x i8] c"abc"
define i8 @main() {
  %p = getelementptr i8, ptr @g, i32 1
  %r = load i8, ptr %p
  ret i8 %r
}
