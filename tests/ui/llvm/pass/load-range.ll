; returns 4
@good = global i8 4
@bad = global i8 5
define i8 @main() {
  %r = load i8, ptr @good, !range !0
  ret i8 %r
}
!0 = !{i8 0, i8 5}
