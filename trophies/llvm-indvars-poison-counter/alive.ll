define i4 @src(i4 %0, i4 %1) {
  br label %3

3:
  %4 = phi i4 [ %1, %2 ], [ %6, %3 ]
  %5 = phi i4 [ %1, %2 ], [ %7, %3 ]
  %6 = add i4 %4, 1
  %7 = add nuw i4 %5, 1
  %8 = icmp ult i4 %4, %0
  br i1 %8, label %9, label %3

9:
  ret i4 0
}

define i4 @tgt(i4 %0, i4 %1) {
  br label %3

3:
  %4 = icmp ult i4 %1, %0
  br i1 %4, label %5, label %3

5:
  ret i4 0
}
