; stops switch-poison
define i32 @main() {
  switch i8 poison, label %d [ i8 3, label %a ]
a:
  ret i32 1
d:
  ret i32 9
}
