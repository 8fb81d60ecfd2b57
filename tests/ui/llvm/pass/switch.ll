; returns 1
define i32 @main() {
  switch i8 3, label %d [ i8 3, label %a
   i8 4, label %b ]
a:
  ret i32 1
b:
  ret i32 2
d:
  ret i32 9
}
