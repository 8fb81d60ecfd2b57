; ModuleID = 'program.ll'
source_filename = "program.ll"

define i8 @f(i8 %x) {
  ret i8 1
}
