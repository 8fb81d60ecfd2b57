; ModuleID = 'module.ll'
source_filename = "module.ll"

define void @constant_split_loop_bound_and_exit_cond_inc_with_eq(ptr %0) {
  br label %.split

.split:                                           ; preds = %1
  br label %2

2:                                                ; preds = %9, %.split
  %3 = phi i64 [ %10, %9 ], [ 0, %.split ]
  %4 = icmp ult i64 %3, 10
  br i1 true, label %5, label %8

5:                                                ; preds = %2
  %6 = getelementptr i64, ptr %0, i64 %3
  %7 = load i64, ptr %6, align 4
  br label %9

8:                                                ; preds = %2
  br label %9

9:                                                ; preds = %8, %5
  %10 = add i64 %3, 1
  %11 = icmp eq i64 %10, 0
  br i1 %11, label %.split.split, label %2

.split.split:                                     ; preds = %9
  %.lcssa = phi i64 [ %10, %9 ]
  %12 = icmp ne i64 %.lcssa, 1
  br i1 %12, label %.preheader, label %23

.preheader:                                       ; preds = %.split.split
  br label %13

13:                                               ; preds = %.preheader, %20
  %14 = phi i64 [ %21, %20 ], [ %.lcssa, %.preheader ]
  %15 = icmp ult i64 %14, 10
  br i1 false, label %17, label %16

16:                                               ; preds = %13
  br label %20

17:                                               ; preds = %13
  %18 = getelementptr i64, ptr %0, i64 %14
  %19 = load i64, ptr %18, align 4
  br label %20

20:                                               ; preds = %17, %16
  %21 = add i64 %14, 1
  %22 = icmp eq i64 %21, 1
  br i1 %22, label %.loopexit, label %13

.loopexit:                                        ; preds = %20
  br label %23

23:                                               ; preds = %.loopexit, %.split.split
  ret void
}
