; refines
declare i200 @llvm.ushl.sat.i200(i200, i200)

define i200 @src(i200 %x, i200 %y) {
  %c = call i200 @llvm.ushl.sat.i200(i200 %x, i200 %y)
  ret i200 %c
}

define i200 @tgt(i200 %x, i200 %y) {
  %c = call i200 @llvm.ushl.sat.i200(i200 %x, i200 %y)
  ret i200 %c
}
