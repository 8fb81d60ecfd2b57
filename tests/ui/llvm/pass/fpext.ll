; returns 4609434218613702656 (0x3ff8000000000000)
define i64 @main() {
  %d = fpext float 1.5 to double
  %r = bitcast double %d to i64
  ret i64 %r
}
