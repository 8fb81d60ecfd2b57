; returns poison
@good = global i8 8
@bad = global i8 6
define i8 @main() {
  %r = load i8, ptr @bad, !range !0
  ret i8 %r
}
!0 = !{i8 0, i8 5, i8 7, i8 9}
