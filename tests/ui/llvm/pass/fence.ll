; returns 1
define i32 @main() {
  fence seq_cst
  ret i32 1
}
