; stops no-progress
define i32 @main() mustprogress {
  br label %l
l:
  br label %l
}
