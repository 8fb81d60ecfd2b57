; returns poison
define i8 @main() {
  %r = fptoui double 256.0 to i8
  ret i8 %r
}
