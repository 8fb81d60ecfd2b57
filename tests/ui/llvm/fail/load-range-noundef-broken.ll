; stops noundef-load
@good = global i8 3
@bad = global i8 9
define i8 @main() {
  %r = load i8, ptr @bad, !range !0, !noundef !1
  ret i8 %r
}
!0 = !{i8 0, i8 5}
!1 = !{}
