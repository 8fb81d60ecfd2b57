; stops unsupported
define i32 @main() {
  indirectbr ptr null, [label %a]
a:
  ret i32 1
}
