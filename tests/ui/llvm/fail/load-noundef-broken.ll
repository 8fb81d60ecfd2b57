; stops noundef-load
@good = global i8 4
@bad = global i8 undef
define i8 @main() {
  %r = load i8, ptr @bad, !noundef !0
  ret i8 %r
}
!0 = !{}
