; refines
declare i32 @ro(ptr) memory(read) nounwind willreturn
define i32 @src(ptr %p) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %s = phi i32 [ 0, %entry ], [ %t, %l ]
  %v = call i32 @ro(ptr %p)
  %t = add i32 %s, %v
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, 4
  br i1 %c, label %e, label %l
e:
  ret i32 %t
}
define i32 @tgt(ptr %p) {
  %v = call i32 @ro(ptr %p)
  %t = shl i32 %v, 2
  ret i32 %t
}
