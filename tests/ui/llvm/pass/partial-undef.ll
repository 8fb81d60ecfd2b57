; returns 1
define i16 @main() {
  %p = alloca i16
  store i8 1, ptr %p
  %w = load i16, ptr %p
  %r = and i16 %w, 255
  ret i16 %r
}
