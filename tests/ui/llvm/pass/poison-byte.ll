; returns poison
define i16 @main() {
  %p = alloca i16
  store i16 0, ptr %p
  store i8 poison, ptr %p
  %w = load i16, ptr %p
  ret i16 %w
}
