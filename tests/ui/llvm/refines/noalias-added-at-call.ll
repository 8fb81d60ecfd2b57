; refines
define internal i8 @both(ptr %p, ptr %q) noinline {
  store i8 1, ptr %p
  %v = load i8, ptr %q
  ret i8 %v
}

define i8 @src(ptr %q) {
  %p = alloca i8
  %v = call i8 @both(ptr %p, ptr %q)
  ret i8 %v
}

define i8 @tgt(ptr %q) {
  %p = alloca i8
  %v = call i8 @both(ptr noalias %p, ptr %q)
  ret i8 %v
}
