define i64 @multi_exit_4_exit_count_with_udiv_by_value_in_latch(i64 %0) {
  br label %2

2:
  %3 = phi i64 [ 0, %1 ], [ %6, %5 ]
  %4 = icmp slt i64 %3, %0
  br i1 %4, label %5, label %9

5:
  %6 = add i64 %3, 1
  %7 = udiv i64 42, %0
  %8 = icmp slt i64 %3, %7
  br i1 %8, label %2, label %9

9:
  ret i64 0
}
