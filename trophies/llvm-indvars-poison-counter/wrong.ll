; ModuleID = 'module.ll'
source_filename = "module.ll"

define i4 @f(i4 %0, i4 %1) {
  br label %3

3:                                                ; preds = %3, %2
  %4 = icmp ult i4 %1, %0
  br i1 %4, label %5, label %3

5:                                                ; preds = %3
  ret i4 0
}
