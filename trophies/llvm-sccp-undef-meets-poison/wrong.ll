; ModuleID = 'module.ll'
source_filename = "module.ll"

@a = external global [3 x ptr]

define i32 @f(i1 %c) {
  ret i32 ptrtoint (ptr getelementptr inbounds ([3 x ptr], ptr @a, i64 2) to i32)
}
