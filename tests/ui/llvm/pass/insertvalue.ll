; returns <poison, 3>
define {i32, i8} @main() {
  %v = insertvalue {i32, i8} poison, i8 3, 1
  ret {i32, i8} %v
}
