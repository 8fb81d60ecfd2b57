; broken
; Two freezes of one undef need not agree (duplicated freeze).
define i8 @src(i8 %x) {
  %f = freeze i8 %x
  %r = sub i8 %f, %f
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %f = freeze i8 %x
  %g = freeze i8 %x
  %r = sub i8 %f, %g
  ret i8 %r
}
