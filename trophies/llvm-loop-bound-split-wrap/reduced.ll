define void @constant_split_loop_bound_and_exit_cond_inc_with_eq(ptr %0) {
  br label %2

2:
  %3 = phi i64 [ %10, %9 ], [ 0, %1 ]
  %4 = icmp ult i64 %3, 10
  br i1 %4, label %5, label %8

5:
  %6 = getelementptr i64, ptr %0, i64 %3
  %7 = load i64, ptr %6, align 4
  br label %9

8:
  br label %9

9:
  %10 = add i64 %3, 1
  %11 = icmp eq i64 %10, 1
  br i1 %11, label %12, label %2

12:
  ret void
}
