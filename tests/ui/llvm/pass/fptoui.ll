; returns 3
define i8 @main() {
  %r = fptoui double 3.9 to i8
  ret i8 %r
}
