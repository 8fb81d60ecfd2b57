; returns void
declare void @free(ptr)

define void @main() {
  call void @free(ptr null) nofree
  ret void
}
