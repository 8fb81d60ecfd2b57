; returns poison
define i8 @main() {
  %r = fptosi double 128.0 to i8
  ret i8 %r
}
