; ModuleID = 'module.ll'
source_filename = "module.ll"

define i64 @multi_exit_4_exit_count_with_udiv_by_value_in_latch(i64 %0) {
  %smax = call i64 @llvm.smax.i64(i64 %0, i64 0)
  %2 = udiv i64 42, %0
  %umin = call i64 @llvm.umin.i64(i64 %smax, i64 %2)
  %3 = add nuw nsw i64 %umin, 1
  %min.iters.check = icmp ule i64 %3, 2
  br i1 %min.iters.check, label %scalar.ph, label %vector.ph

vector.ph:                                        ; preds = %1
  %n.mod.vf = urem i64 %3, 2
  %4 = icmp eq i64 %n.mod.vf, 0
  %5 = select i1 %4, i64 2, i64 %n.mod.vf
  %n.vec = sub i64 %3, %5
  br label %vector.body

vector.body:                                      ; preds = %vector.body, %vector.ph
  %index = phi i64 [ 0, %vector.ph ], [ %index.next, %vector.body ]
  %index.next = add nuw i64 %index, 2
  %6 = icmp eq i64 %index.next, %n.vec
  br i1 %6, label %middle.block, label %vector.body, !llvm.loop !0

middle.block:                                     ; preds = %vector.body
  br label %scalar.ph

scalar.ph:                                        ; preds = %middle.block, %1
  %bc.resume.val = phi i64 [ %n.vec, %middle.block ], [ 0, %1 ]
  br label %7

7:                                                ; preds = %10, %scalar.ph
  %8 = phi i64 [ %bc.resume.val, %scalar.ph ], [ %11, %10 ]
  %9 = icmp slt i64 %8, %0
  br i1 %9, label %10, label %14

10:                                               ; preds = %7
  %11 = add i64 %8, 1
  %12 = udiv i64 42, %0
  %13 = icmp slt i64 %8, %12
  br i1 %13, label %7, label %14, !llvm.loop !3

14:                                               ; preds = %10, %7
  ret i64 0
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.isvectorized", i32 1}
!2 = !{!"llvm.loop.unroll.runtime.disable"}
!3 = distinct !{!3, !2, !1}
