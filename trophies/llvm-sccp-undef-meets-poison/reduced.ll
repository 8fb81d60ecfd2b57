@a = external global [3 x ptr]

define i32 @f(i1 %c) {
  %s = select i1 %c, i32 undef, i32 ptrtoint (ptr getelementptr inbounds ([3 x ptr], ptr @a, i64 2) to i32)
  ret i32 %s
}
