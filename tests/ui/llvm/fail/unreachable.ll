; stops unreachable
define i32 @main() {
  unreachable
}
