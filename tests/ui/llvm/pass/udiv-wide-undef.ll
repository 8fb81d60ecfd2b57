; returns undef
define i129 @main() {
  %r = udiv i129 undef, 3
  ret i129 %r
}
